/** The commands of the tour. */
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

export const helpCommands: readonly Command[] = [takeTour, leaveTour];
