import { currentConnection } from '../store/connections-slice.ts';
import { commandsOf } from './command.ts';

const help = commandsOf({ group: 'Help' });

export const takeTour = help(
  'help.tour',
  'Take the tour',
  { enabled: (state) => !state.practising || 'Practice is starting' },
  async (state, store) => {
    state.closeDialog();
    state.setTourStep(0);
    await state.practise();
    if (currentConnection(store.getState())?.environment !== 'practice') state.setTourStep(null);
  },
);

export const checkForUpdates = help('help.check-updates', 'Check for updates', {}, async (state) => {
  await state.go({ kind: 'setting', id: 'updates' });
  await state.checkUpdates();
});

export const saveDiagnostics = help('help.save-diagnostics', 'Save diagnostics…', {}, (state) =>
  state.saveDiagnostics(),
);
