/** Commands of the activity log. */
import { onBoard } from './boards-commands.ts';
import { onPaper } from './papers-commands.ts';
import { ALL_ACTIVITY } from '../store/activity-slice.ts';
import type { Command } from './command.ts';

export const checkActivity: Command = {
  id: 'activity.check',
  label: 'Check log',
  keys: [],
  group: 'View',
  scope: 'app',
  enabled: (state) => state.activityCheck !== 'running' || 'The log is being checked',
  run: (state) => state.checkActivity(),
};

function exportCommand(format: 'csv' | 'json', label: string, keys: readonly string[]): Command {
  return {
    id: `activity.export-${format}`,
    label,
    keys,
    group: 'View',
    scope: 'app',
    screens: ['activity'],
    enabled: () => true,
    run: (state) => state.exportActivity(format),
  };
}

export const exportActivityCsv = exportCommand('csv', 'Export activity…', ['Mod+E']);
export const exportActivityJson = exportCommand('json', 'Export activity with hashes…', []);

/** Shows what the log says of the current board or paper, by its id. */
function showCommand(screen: 'boards' | 'papers', label: string): Command {
  const isBoards = screen === 'boards';
  return {
    id: `${screen}.activity`,
    label,
    keys: [],
    group: isBoards ? 'Boards' : 'Papers',
    scope: 'rows',
    screens: [screen],
    enabled: isBoards ? onBoard : onPaper,
    async run(state) {
      const find = isBoards ? state.boardSelection?.row?.id : state.paperSelected;
      if (find == null) return;
      await state.go({ kind: 'screen', screen: 'activity' });
      await state.filterActivity({ ...ALL_ACTIVITY, connectionId: state.currentId, find });
    },
  };
}

export const showBoardActivity = showCommand('boards', 'Show board activity');
export const showPaperActivity = showCommand('papers', 'Show paper activity');

export const activityCommands: readonly Command[] = [
  checkActivity,
  exportActivityCsv,
  exportActivityJson,
  showBoardActivity,
  showPaperActivity,
];
