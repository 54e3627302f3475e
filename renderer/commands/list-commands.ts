import type { CopyAs } from '../store/board-export-slice.ts';
import { boardsPicked, selectedBoardCount, selectedBoards } from '../store/boards-slice.ts';
import { currentConnection } from '../store/connections-slice.ts';
import { isNarrowed, type ListOf } from '../store/list-slice.ts';
import {
  isPaperElsewhere,
  knownPaper,
  papersPicked,
  selectedPapers,
  shownPapers,
} from '../store/papers-slice.ts';
import { MOST_NAMED } from '../store/row-picks.ts';
import type { AppState } from '../store/store.ts';
import { focusField } from '../parts/focus.ts';
import { all, both, onConnection, toEditShared } from './reasons.ts';
import { commandsOf, type Command } from './command.ts';

const listCommand = {
  board: commandsOf({ group: 'Boards', screens: ['boards'] }),
  paper: commandsOf({ group: 'Papers', screens: ['papers'] }),
};
const onLists = commandsOf({ group: 'Boards', screens: ['boards', 'papers'] });

const SELECT_FEWER = 'Select at most 1,000 papers';

const selectedIds = (state: AppState): readonly string[] =>
  selectedPapers(state).map(({ identifier }) => identifier);

export function onPaper(state: AppState): true | string {
  const hasPaper = selectedPapers(state).length > 0 || knownPaper(state, state.paperSelected) !== null;
  return hasPaper || 'Select a paper first';
}

export const ON_SELECTION: Readonly<Record<ListOf, (state: AppState) => true | string>> = {
  board: (state) => selectedBoards(state) !== null || 'Select a board first',
  paper(state) {
    if (papersPicked(state) > MOST_NAMED) return SELECT_FEWER;
    const isElsewhere = papersPicked(state) === 0 && isPaperElsewhere(state);
    return isElsewhere ? 'The selected paper isn’t in the list' : onPaper(state);
  },
};

export const ON_LIST: Readonly<Record<ListOf, (state: AppState) => true | string>> = {
  board: (state) => state.boardsOf !== null || both(onConnection(state), 'Go to Boards first'),
  paper: (state) => state.papersOf !== null || 'Go to Papers first',
};

function copyCommand(of: ListOf, as: CopyAs, id: string, label: string, facts: Partial<Command> = {}) {
  const more: Partial<Command> = { scope: 'rows', enabled: ON_SELECTION[of], ...facts };
  return listCommand[of](`${of}s.copy-${id}`, label, more, async (state) => {
    const boards = selectedBoards(state);
    if (of === 'board' && boards !== null) await state.copyBoards(boards, as);
    else if (of === 'paper' && as !== 'links') await state.copyPapers(selectedIds(state), as);
  });
}

const ID_KEY = { keys: ['C'] };
const ROWS_KEY = { keys: ['Mod+C'] };
const CURL_KEY = { keys: ['Shift+C'], developer: true } as const;

export const copyBoardId = copyCommand('board', 'ids', 'id', 'Copy board id', ID_KEY);
export const copyRows = copyCommand('board', 'rows', 'rows', 'Copy row', ROWS_KEY);
export const copyCurl = copyCommand('board', 'curl', 'curl', 'Copy as cURL', CURL_KEY);
export const copyAddress = copyCommand('board', 'links', 'link', 'Copy room address');
export const copyPaperId = copyCommand('paper', 'ids', 'id', 'Copy paper identifier', ID_KEY);
export const copyPaperRows = copyCommand('paper', 'rows', 'rows', 'Copy row', ROWS_KEY);
export const copyPaperCurl = copyCommand('paper', 'curl', 'curl', 'Copy as cURL', CURL_KEY);

function isInInspector(state: AppState, of: ListOf): boolean {
  if (of === 'paper') return String(selectedIds(state)) === state.paperSelected;
  const selection = selectedBoards(state);
  return selection?.kind === 'ids' && String(selection.ids) === state.boardSelection?.row?.id;
}

function notesCommand(of: ListOf, label: string): Command {
  // Enables the command for read-only notes if the inspector is open, because it explains why they are read-only.
  const enabled = all(ON_SELECTION[of], (state) => isInInspector(state, of) || toEditShared(of)(state));
  return listCommand[of](`${of}s.edit-notes`, label, { scope: 'rows', keys: ['E'], enabled }, (state) => {
    const ids = of === 'paper' ? selectedIds(state) : [];
    const selection = of === 'paper' ? ({ kind: 'ids', ids } as const) : selectedBoards(state);
    const boards = of === 'paper' ? ids.length : selectedBoardCount(state);
    if (selection === null) return;
    const inDialog = (): void => state.openDialog({ kind: 'edit-notes', of, selection, boards });
    if (!isInInspector(state, of)) return inDialog();
    state.setInspectorOpen(true);
    focusField('[data-notes]', 20, inDialog);
  });
}

export const editNotes = notesCommand('board', 'Edit notes');
export const editPaperNotes = notesCommand('paper', 'Edit notes of papers');

function saveViewCommand(of: ListOf): Command {
  return listCommand[of](`${of}s.save-view`, 'Save as view…', { enabled: ON_LIST[of] }, (state) =>
    state.openDialog({ kind: 'save-view', of }),
  );
}

export const saveView = saveViewCommand('board');
export const savePaperView = saveViewCommand('paper');

export const switchGallery = onLists(
  'boards.gallery',
  'Switch between list and gallery',
  {
    keys: ['G'],
    enabled(state) {
      const { preferences } = state;
      if (preferences === null) return 'Easel is still starting';
      // Practice mode always allows the gallery, because its samples have pictures even if saving is off.
      const hasPictures =
        preferences.keepPictures === true || currentConnection(state)?.environment === 'practice';
      return hasPictures || preferences.gallery || 'Saving pictures is turned off';
    },
  },
  async ({ preferences, prefer, say }) => {
    const gallery = preferences?.gallery !== true;
    if (await prefer({ gallery })) say(gallery ? 'Switched to the gallery.' : 'Switched to the list.');
  },
);

export const undoLast = onLists(
  'boards.undo',
  'Undo',
  { keys: ['Mod+Z'], enabled: (state) => state.undo !== null || 'No recent change' },
  (state) => state.undoLast(),
);

export const exportBoards = listCommand.board(
  'boards.export',
  'Export boards…',
  { keys: ['Mod+E'], enabled: ON_LIST.board },
  (state) => {
    const selected = boardsPicked(state);
    const selection = selected > 0 ? selectedBoards(state) : null;
    state.openDialog({ kind: 'export-boards', selection, selected });
  },
);

function papersToExport(state: AppState): readonly string[] | 'all' {
  if (papersPicked(state) > 0) return selectedIds(state);
  if (!isNarrowed(state.lists.paper.query)) return 'all';
  return shownPapers(state).map(({ identifier }) => identifier);
}

export const exportPapers = listCommand.paper(
  'papers.export',
  'Export papers…',
  {
    keys: ['Mod+E'],
    enabled(state) {
      const which = papersToExport(state);
      const isFew = which === 'all' || which.length <= MOST_NAMED || SELECT_FEWER;
      return both(ON_LIST.paper(state), shownPapers(state).length === 0 ? 'No papers' : isFew);
    },
  },
  (state) => {
    const which = papersToExport(state);
    const papers = which === 'all' ? (state.papers ?? []).length : which.length;
    state.openDialog({ kind: 'export-papers', which, papers });
  },
);

export const exportNotes = listCommand.board(
  'notes.export',
  'Export notes…',
  { enabled: ON_LIST.board },
  (state) => state.exportNotes(),
);
