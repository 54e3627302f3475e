/** The commands of the menu Help but help itself: the tour, updates, diagnostics. */
import type { Command } from './command.ts';

export const takeTour: Command = {
  id: 'help.tour',
  label: 'Take the tour',
  keys: [],
  group: 'Help',
  scope: 'app',
  enabled: (state) => {
    if (state.practising) return 'Practice is starting';
    return state.tour === null || 'The tour has begun';
  },
  run: (state) => {
    state.closeDialog();
    return state.startTour();
  },
};

export const leaveTour: Command = {
  ...takeTour,
  id: 'help.leave-tour',
  label: 'Leave the tour',
  enabled: (state) => state.tour !== null || 'No tour is on',
  run: (state) => state.leaveTour(),
};

/** Shows how updates stand, and asks where that is possible. */
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
