import { onBoard } from './boards-commands.ts';
import { onPaper } from './papers-commands.ts';
import type { ActivityEntry } from '../../preload/contract/activity.ts';
import { activityRowAt, ALL_ACTIVITY, entryOf, isOfRoom } from '../store/activity-slice.ts';
import type { AppState, AppStore } from '../store/store.ts';
import type { Command } from './command.ts';
import { VISIT_KEY } from '../lib/keys.ts';
import { visitRoom } from './visit-room.ts';

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
export const exportActivityJson = exportCommand('json', 'Export activity as JSON…', []);

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

function lineOf({ activityRows, activitySelected }: AppState): ActivityEntry | string {
  const row = activitySelected === null ? undefined : activityRowAt(activityRows, activitySelected);
  if (row === undefined || row.kind === 'day') return 'Select a row first';
  if (row.kind === 'job' && row.only === null) return 'This job has several items';
  const entry = entryOf(row);
  return entry.target === '' ? 'This row has no id' : entry;
}

function onLine(
  id: string,
  label: string,
  key: string | null,
  act: (entry: ActivityEntry, state: AppState, store: AppStore) => void | Promise<void>,
  whyNot: (entry: ActivityEntry, state: AppState) => string | null = () => null,
): Command {
  return {
    id: `activity.${id}`,
    label,
    keys: key === null ? [] : [key],
    group: 'View',
    scope: 'rows',
    screens: ['activity'],
    enabled(state) {
      const entry = lineOf(state);
      return typeof entry === 'string' ? entry : (whyNot(entry, state) ?? true);
    },
    run(state, store) {
      const entry = lineOf(state);
      return typeof entry === 'string' ? undefined : act(entry, state, store);
    },
  };
}

function whyNoRoom(entry: ActivityEntry, { connections }: AppState): string | null {
  if (!isOfRoom(entry)) return 'This row has no board or paper';
  return connections.some(({ id }) => id === entry.connectionId) ? null : 'Its connection was removed';
}

export const showSubject = onLine(
  'show-subject',
  'Show board or paper',
  null,
  async ({ action, connectionId, target: id }, state) => {
    if (action.startsWith('board-')) return state.go({ kind: 'board', id, connectionId });
    if (connectionId !== state.currentId) await state.go({ kind: 'connection', id: connectionId });
    // The entry's id may belong to a board or a paper. Only the register of papers shows which, so it is loaded first.
    await state.openPapers(connectionId);
    await state.showRoom(id);
  },
  whyNoRoom,
);

export const previewSubject = onLine(
  'preview',
  'Visit…',
  VISIT_KEY,
  ({ action, connectionId, target: id, name }, _state, store) => {
    const kind = action.startsWith('board-') ? 'board' : action.startsWith('paper-') ? 'paper' : null;
    return visitRoom(store, { connectionId, kind, id, name });
  },
  whyNoRoom,
);

export const onlyThisActivity = onLine(
  'only-this',
  'Show only this item',
  null,
  ({ connectionId, target: find }, state) =>
    state.filterActivity({ ...ALL_ACTIVITY, connectionId: connectionId === '' ? null : connectionId, find }),
);

export const copySubject = onLine('copy-id', 'Copy id', 'C', ({ target }, state) => state.copyTarget(target));
