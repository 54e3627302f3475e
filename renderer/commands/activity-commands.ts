import { onBoard } from './boards-commands.ts';
import { onPaper } from './list-commands.ts';
import type { ActivityEntry } from '../../preload/contract/activity.ts';
import { activityRowAt, ALL_ACTIVITY, entryOf, isOfRoom } from '../store/activity-slice.ts';
import type { AppState, AppStore } from '../store/store.ts';
import { commandsOf, type Command } from './command.ts';
import { VISIT_KEY } from '../lib/keys.ts';
import { toVisitRoom } from './reasons.ts';
import { visitRoom } from './visit-room.ts';

const onActivity = commandsOf({ group: 'View', screens: ['activity'] });

export const exportActivityCsv = onActivity(
  'activity.export-csv',
  'Export activity…',
  { keys: ['Mod+E'] },
  (state) => state.exportActivity('csv'),
);
export const exportActivityJson = onActivity(
  'activity.export-json',
  'Export activity as JSON…',
  {},
  (state) => state.exportActivity('json'),
);

async function showRoomActivity({ go, filterActivity, currentId }: AppState, find: string | null) {
  if (find === null) return;
  await go({ kind: 'screen', screen: 'activity' });
  filterActivity({ ...ALL_ACTIVITY, connectionId: currentId, find });
}

export const showBoardActivity = commandsOf({ group: 'Boards', screens: ['boards'], scope: 'rows' })(
  'boards.activity',
  'Show board activity',
  { enabled: onBoard },
  (state) => showRoomActivity(state, state.boardSelection?.row?.id ?? null),
);
export const showPaperActivity = commandsOf({ group: 'Papers', screens: ['papers'], scope: 'rows' })(
  'papers.activity',
  'Show paper activity',
  { enabled: onPaper },
  (state) => showRoomActivity(state, state.paperSelected),
);

function lineOf({ activityRows, activitySelected }: AppState): ActivityEntry | string {
  const row = activitySelected === null ? undefined : activityRowAt(activityRows, activitySelected);
  if (row === undefined || row.kind === 'day') return 'Select a row first';
  if (row.kind === 'job' && row.only === null) return 'This row is a job with several items';
  const entry = entryOf(row);
  return entry.target === '' ? 'This row has no id' : entry;
}

function onLine(
  id: string,
  label: string,
  keys: readonly string[],
  act: (entry: ActivityEntry, state: AppState, store: AppStore) => void | Promise<void>,
  whyNot: (entry: ActivityEntry, state: AppState) => string | null = () => null,
): Command {
  const enabled: Command['enabled'] = (state) => {
    const entry = lineOf(state);
    return typeof entry === 'string' ? entry : (whyNot(entry, state) ?? true);
  };
  return onActivity(`activity.${id}`, label, { keys, scope: 'rows', enabled }, (state, store) => {
    const entry = lineOf(state);
    return typeof entry === 'string' ? undefined : act(entry, state, store);
  });
}

function whyNoRoom(entry: ActivityEntry, { connections }: AppState): string | null {
  if (!isOfRoom(entry)) return 'This row has no board or paper';
  return connections.some(({ id }) => id === entry.connectionId) ? null : 'This row’s connection was removed';
}

export const showSubject = onLine(
  'show-subject',
  'Show board or paper',
  [],
  async ({ action, connectionId, target: id }, state, store) => {
    if (action.startsWith('board-')) return state.go({ kind: 'board', id, connectionId });
    if (connectionId !== state.currentId) await state.go({ kind: 'connection', id: connectionId });
    // Loads the list of papers, because the log entry may not tell whether its id belongs to a paper or a board.
    await state.openPapers(connectionId);
    const isPaper = store.getState().papers?.some(({ identifier }) => identifier === id) === true;
    await (isPaper ? state.showPaper(id) : state.go({ kind: 'board', id }));
  },
  whyNoRoom,
);

export const previewSubject = onLine(
  'preview',
  'Visit…',
  [VISIT_KEY],
  ({ action, connectionId, target: id, name }, _state, store) => {
    const kind = action.startsWith('board-') ? 'board' : action.startsWith('paper-') ? 'paper' : null;
    return visitRoom(store, { connectionId, kind, id, name });
  },
  (entry, state) => {
    const reason = toVisitRoom(state, entry.connectionId, entry.target);
    return whyNoRoom(entry, state) ?? (reason === true ? null : reason);
  },
);

export const onlyThisActivity = onLine(
  'only-this',
  'Show this item’s activity',
  [],
  ({ connectionId, target: find }, state) =>
    state.filterActivity({ ...ALL_ACTIVITY, connectionId: connectionId === '' ? null : connectionId, find }),
);

/** The key C copies only plain ids, because main requires a click or a shortcut such as Ctrl+C for unusual ids. */
export const copySubject = onLine('copy-id', 'Copy id', ['C', 'Mod+C'], ({ target }, state) =>
  state.copyTarget(target),
);
