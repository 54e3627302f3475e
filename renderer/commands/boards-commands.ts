import type { AppState } from '../store/store.ts';
import { roomTitle } from '../lib/format.ts';
import { creatingSince } from '../store/board-detail-slice.ts';
import {
  boardsPicked,
  isElsewhere,
  knownRow,
  labelOf,
  pickableBoards,
  selectedBoards,
} from '../store/boards-slice.ts';
import { hasLabels, isNarrowed } from '../store/list-slice.ts';
import { ALL_PICKED, asSelection, NO_PICKS } from '../store/row-picks.ts';
import { isQueued } from '../store/job-facts.ts';
import {
  all,
  both,
  cautionOf,
  onConnection,
  onDeletableRow,
  toChange,
  toChangeBoards,
  toDelete,
  toVisitRoom,
  toEditShared,
} from './reasons.ts';
import { commandsOf, type Command } from './command.ts';
import { VISIT_KEY } from '../lib/keys.ts';
import { focusedField, leaveFieldForList } from '../parts/focus.ts';

function currentBoard(state: AppState): string | null {
  return state.boardSelection?.row?.id ?? null;
}

export function onBoard(state: AppState): true | string {
  const row = state.boardSelection?.row ?? null;
  if (row === null) return 'Select a board first';
  return row.id === null ? 'This item has no id' : true;
}

function oneToDelete(state: AppState): string | null {
  if (boardsPicked(state) === 0) return currentBoard(state);
  const { picks } = state.lists.board;
  const [id, ...others] = picks.kind === 'ids' ? picks.ids : [];
  return id !== undefined && others.length === 0 ? id : null;
}

function onDeletable(state: AppState): true | string {
  const { jobs, boardsOf } = state;
  const picked = boardsPicked(state);
  if (picked === 0 && isElsewhere(state)) return 'The selected board isn’t in the list';
  const one = oneToDelete(state);
  if (one !== null) return onDeletableRow('board', knownRow(state, one), isQueued(jobs, boardsOf, one));
  return picked > 0 || onBoard(state);
}

const caution = cautionOf('board-api');

const onBoards = commandsOf({ group: 'Boards', screens: ['boards'] });
const onRow = commandsOf({ group: 'Boards', screens: ['boards'], scope: 'rows', enabled: onBoard });

export const createBoard = onBoards(
  'boards.create',
  'New board',
  {
    keys: ['Mod+N'],
    caution,
    enabled: (state) => (creatingSince(state) !== null ? 'A board is being created' : toChangeBoards(state)),
  },
  async (state, store) => {
    const { currentId } = state;
    await state.go({ kind: 'screen', screen: 'boards' });
    // Creates no board if the user decided to stay on another screen with unsaved changes.
    if (currentId === null || store.getState().screen !== 'boards') return;
    await state.openBoards(currentId);
    leaveFieldForList();
    await state.createBoard(currentId, () => focusedField() !== null);
  },
);

export const newBoards = onBoards(
  'boards.create-many',
  'New boards…',
  { caution, enabled: toChange },
  (state) => state.openDialog({ kind: 'new-boards' }),
);

export const refreshBoards = onBoards(
  'boards.refresh',
  'Refresh boards',
  {
    keys: ['F5', 'Mod+R'],
    enabled: (state) => (state.boards?.phase === 'loading' ? 'The boards are loading' : onConnection(state)),
  },
  (state) => state.refreshBoards(),
);

export const stopListing = onBoards(
  'boards.stop',
  'Stop loading',
  { enabled: (state) => state.boards?.phase === 'loading' || 'No list is loading' },
  (state) => state.stopListing(),
);

function onMatches(state: AppState): true | string {
  const { matching, counting } = pickableBoards(state);
  return counting ? 'The boards are still being counted' : matching > 0 || 'No boards to select';
}

export const selectAllBoards = onRow(
  'boards.select-all',
  'Select all matching',
  { keys: ['Mod+A'], enabled: onMatches },
  (state) => state.boardPicking.all(),
);

export const deleteMatching = onBoards(
  'boards.delete-matching',
  'Delete all matching…',
  {
    caution,
    enabled: all(toDelete, toChangeBoards, (state) => {
      const { picks, query } = state.lists.board;
      const isFiltered = picks === NO_PICKS && isNarrowed(query);
      return isFiltered ? onMatches(state) : 'Filter the boards first';
    }),
  },
  (state) => {
    const selection = asSelection(ALL_PICKED, state.lists.board.query);
    if (selection !== null) state.askToReview('board', selection);
  },
);

export const openBoard = onRow('boards.open', 'Show board details', { keys: ['Enter'] }, (state) =>
  state.setInspectorOpen(true),
);

export const renameBoard = onRow(
  'boards.rename',
  'Change label',
  {
    keys: ['F2'],
    enabled: all(
      (state) => boardsPicked(state) <= 1 || 'Select only one board',
      onBoard,
      (state) => !isElsewhere(state) || 'The selected board isn’t in the list',
      toEditShared('board'),
    ),
  },
  (state) => {
    const id = currentBoard(state);
    if (id === null) return;
    const seen = labelOf(state, id);
    if (hasLabels(state)) state.rename({ id, text: seen, seen, until: Infinity });
    else
      state.openDialog({ kind: 'edit-notes', of: 'board', selection: { kind: 'ids', ids: [id] }, boards: 1 });
  },
);

/** Warning in the tooltip of the command *Preview*. It stays enabled, because other boards may have a preview. */
export const NO_BOARD_ROOMS = 'The service refused the most recent board preview';

export function closedBoards({ closedBoardsOf, currentId }: AppState): readonly string[] {
  return closedBoardsOf[currentId ?? ''] ?? [];
}

const roomCaution: Command['caution'] = (state) => (closedBoards(state).length > 0 ? NO_BOARD_ROOMS : null);

function onCurrent(act: (id: string, state: AppState) => void): Command['run'] {
  return (state) => {
    const id = currentBoard(state);
    if (id !== null) act(id, state);
  };
}

export const previewBoard = onRow(
  'boards.preview',
  'Visit…',
  {
    keys: ['P', VISIT_KEY],
    caution: roomCaution,
    enabled: (state) => both(toVisitRoom(state, state.currentId, currentBoard(state) ?? ''), onBoard(state)),
  },
  onCurrent((id, state) => {
    const title = roomTitle(labelOf(state, id), id);
    state.openDialog({ kind: 'open-preview', target: { kind: 'board', id }, title });
  }),
);

export const copyBoardLink = onRow(
  'boards.copy-link',
  'Copy join link…',
  { keys: ['L'], caution: roomCaution, enabled: all(toChange, onBoard) },
  onCurrent((id, { openDialog }) => openDialog({ kind: 'copy-link', target: { kind: 'board', id } })),
);

export const showBoardCode = onRow(
  'boards.snippets',
  'Show code snippets…',
  { developer: true },
  onCurrent((id, { openDialog }) => openDialog({ kind: 'snippets', about: 'board', id, name: '' })),
);

export const deleteBoard = onRow(
  'boards.delete',
  'Delete…',
  { keys: ['Delete'], caution, enabled: all(toDelete, toChangeBoards, onDeletable) },
  async (state) => {
    const boardId = oneToDelete(state);
    const selection = selectedBoards(state);
    if (boardId !== null) await state.askToDelete({ kind: 'board', id: boardId });
    else if (selection !== null) state.askToReview('board', selection);
  },
);
