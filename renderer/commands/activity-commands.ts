/** Commands of the activity log. */
import type { AppState } from '../store/store.ts';
import { onBoard } from './boards-commands.ts';
import { onPaper } from './papers-commands.ts';
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

/** Shows what the log says of one thing, by its id. */
function showCommand(
  what: { readonly id: string; readonly label: string; readonly group: Command['group'] },
  screen: 'boards' | 'papers',
  enabled: Command['enabled'],
  idOf: (state: AppState) => string | null,
): Command {
  return {
    ...what,
    keys: [],
    scope: 'rows',
    screens: [screen],
    enabled,
    async run(state) {
      const find = idOf(state);
      if (find === null) return;
      await state.go({ kind: 'screen', screen: 'activity' });
      await state.filterActivity({ connectionId: state.currentId, action: null, find });
    },
  };
}

export const showBoardActivity = showCommand(
  { id: 'boards.activity', label: 'Show board activity', group: 'Boards' },
  'boards',
  onBoard,
  (state) => state.boardSelection?.row?.id ?? null,
);

export const showPaperActivity = showCommand(
  { id: 'papers.activity', label: 'Show paper activity', group: 'Papers' },
  'papers',
  onPaper,
  (state) => state.paperSelected,
);

export const activityCommands: readonly Command[] = [
  checkActivity,
  exportActivityCsv,
  exportActivityJson,
  showBoardActivity,
  showPaperActivity,
];
