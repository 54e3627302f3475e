import { currentConnection } from '../store/connections-slice.ts';
import type { Command } from './command.ts';

export const takeTour: Command = {
  id: 'help.tour',
  label: 'Take the tour',
  keys: [],
  group: 'Help',
  scope: 'app',
  enabled: (state) => !state.practising || 'Practice is starting',
  run: async (state, store) => {
    state.closeDialog();
    state.setTourStep(0);
    await state.practise();
    if (currentConnection(store.getState())?.environment !== 'practice') state.setTourStep(null);
  },
};

export const checkForUpdates: Command = {
  ...takeTour,
  id: 'help.check-updates',
  label: 'Check for updates',
  enabled: () => true,
  run: async (state) => {
    await state.go({ kind: 'setting', id: 'updates' });
    await state.checkUpdates();
  },
};

export const saveDiagnostics: Command = {
  ...takeTour,
  id: 'help.save-diagnostics',
  label: 'Save diagnostics…',
  enabled: () => true,
  run: (state) => state.saveDiagnostics(),
};
