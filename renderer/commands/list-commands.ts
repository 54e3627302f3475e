import type { CopyAs } from '../store/board-export-slice.ts';
import { selectedBoardCount, selectedBoards } from '../store/boards-slice.ts';
import { currentConnection } from '../store/connections-slice.ts';
import { isNarrowed, type ListOf } from '../store/list-slice.ts';
import { papersPicked, selectedPapers, shownPapers } from '../store/papers-slice.ts';
import { MOST_NAMED } from '../store/row-picks.ts';
import type { AppState } from '../store/store.ts';
import { focusField } from '../parts/focus.ts';
import { both, onConnection, toEditShared } from './reasons.ts';
import type { Command } from './command.ts';

const SHARED = {
  board: { keys: [], group: 'Boards', scope: 'app', screens: ['boards'] },
  paper: { keys: [], group: 'Papers', scope: 'app', screens: ['papers'] },
} as const satisfies Record<ListOf, Partial<Command>>;

const SELECT_FEWER = 'Select at most 1,000 papers';

const selectedIds = (state: AppState): readonly string[] =>
  selectedPapers(state).map(({ identifier }) => identifier);

export const ON_SELECTION: Readonly<Record<ListOf, (state: AppState) => true | string>> = {
  board: (state) => selectedBoards(state) !== null || 'Select a board first',
  paper(state) {
    if (papersPicked(state) > MOST_NAMED) return SELECT_FEWER;
    return selectedPapers(state).length > 0 || 'Select a paper first';
  },
};

const ON_LIST: Readonly<Record<ListOf, (state: AppState) => true | string>> = {
  board: (state) => state.boardsOf !== null || both(onConnection(state), 'Go to Boards first'),
  paper: (state) => state.papersOf !== null || 'Go to Papers first',
};

function copyCommand(of: ListOf, as: CopyAs, id: string, label: string, ...keys: readonly string[]): Command {
  return {
    ...SHARED[of],
    scope: 'rows',
    id: `${of}s.copy-${id}`,
    label,
    keys,
    enabled: ON_SELECTION[of],
    async run(state) {
      const boards = selectedBoards(state);
      if (of === 'board' && boards !== null) await state.copyBoards(boards, as);
      else if (of === 'paper' && as !== 'links') await state.copyPapers(selectedIds(state), as);
    },
  };
}

export const copyBoardId = copyCommand('board', 'ids', 'id', 'Copy board id', 'C');
export const copyRows = copyCommand('board', 'rows', 'rows', 'Copy row', 'Mod+C');
export const copyCurl: Command = {
  ...copyCommand('board', 'curl', 'curl', 'Copy as cURL', 'Shift+C'),
  developer: true,
};
export const copyAddress = copyCommand('board', 'links', 'link', 'Copy room address');
export const copyPaperId = copyCommand('paper', 'ids', 'id', 'Copy paper identifier', 'C');
export const copyPaperRows = copyCommand('paper', 'rows', 'rows', 'Copy row', 'Mod+C');
export const copyPaperCurl: Command = {
  ...copyCommand('paper', 'curl', 'curl', 'Copy as cURL', 'Shift+C'),
  developer: true,
};

/** True if exactly one row is selected and the inspector shows this row. */
function isInInspector(state: AppState, of: ListOf): boolean {
  if (of === 'paper') return String(selectedIds(state)) === state.paperSelected;
  const selection = selectedBoards(state);
  return selection?.kind === 'ids' && String(selection.ids) === state.boardSelection?.row?.id;
}

function notesCommand(of: ListOf, label: string): Command {
  return {
    ...SHARED[of],
    scope: 'rows',
    id: `${of}s.edit-notes`,
    label,
    keys: ['E'],
    // For a row in the inspector the command stays enabled, because the note fields there show why they are read-only.
    enabled: (state) =>
      isInInspector(state, of)
        ? ON_SELECTION[of](state)
        : both(ON_SELECTION[of](state), toEditShared(of)(state)),
    run(state) {
      const ids = of === 'paper' ? selectedIds(state) : [];
      const selection = of === 'paper' ? ({ kind: 'ids', ids } as const) : selectedBoards(state);
      const boards = of === 'paper' ? ids.length : selectedBoardCount(state);
      if (selection === null) return;
      const inDialog = (): void => state.openDialog({ kind: 'edit-notes', of, selection, boards });
      if (!isInInspector(state, of)) return inDialog();
      state.setInspectorOpen(true);
      // If the inspector shows another tab than the notes, the notes dialog opens instead.
      focusField('[data-notes]', 20, inDialog);
    },
  };
}

export const editNotes = notesCommand('board', 'Edit notes');
export const editPaperNotes = notesCommand('paper', 'Edit notes of papers');

function saveViewCommand(of: ListOf): Command {
  return {
    ...SHARED[of],
    id: `${of}s.save-view`,
    label: 'Save as view…',
    enabled: ON_LIST[of],
    run: (state) => state.openDialog({ kind: 'save-view', of }),
  };
}

export const saveView = saveViewCommand('board');
export const savePaperView = saveViewCommand('paper');

export const switchGallery: Command = {
  ...SHARED.board,
  id: 'boards.gallery',
  screens: ['boards', 'papers'],
  label: 'Switch between list and gallery',
  keys: ['G'],
  enabled(state) {
    const { preferences } = state;
    if (preferences === null) return 'Still starting';
    // The practice service has sample pictures, even if the user keeps no pictures of rooms.
    const hasPictures =
      preferences.keepPictures === true || currentConnection(state)?.environment === 'practice';
    return hasPictures || preferences.gallery || 'No pictures are kept';
  },
  run: async ({ preferences, prefer, say }, store) => {
    const gallery = preferences?.gallery !== true;
    await prefer({ gallery });
    if (store.getState().preferences?.gallery !== gallery) return;
    say(gallery ? 'Shown as a gallery.' : 'Shown as a list.');
  },
};

export const undoLast: Command = {
  ...SHARED.board,
  id: 'boards.undo',
  screens: ['boards', 'papers'],
  label: 'Undo',
  keys: ['Mod+Z'],
  enabled: (state) => state.undo !== null || 'Nothing to undo',
  run: (state) => state.undoLast(),
};

export const exportBoards: Command = {
  ...SHARED.board,
  id: 'boards.export',
  label: 'Export boards…',
  keys: ['Mod+E'],
  enabled: ON_LIST.board,
  run(state) {
    const selected = selectedBoardCount(state);
    // A single selected board may just be the current row, which the user did not choose for the export.
    const selection = selected > 1 ? selectedBoards(state) : null;
    state.openDialog({ kind: 'export-boards', selection, selected });
  },
};

function papersToExport(state: AppState): readonly string[] | 'all' {
  if (papersPicked(state) > 0) return selectedIds(state);
  if (!isNarrowed(state.lists.paper.query)) return 'all';
  return shownPapers(state).map(({ identifier }) => identifier);
}

export const exportPapers: Command = {
  ...SHARED.paper,
  id: 'papers.export',
  label: 'Export papers…',
  keys: ['Mod+E'],
  enabled(state) {
    const which = papersToExport(state);
    const isFew = which === 'all' || which.length <= MOST_NAMED || SELECT_FEWER;
    return both(ON_LIST.paper(state), shownPapers(state).length === 0 ? 'No papers' : isFew);
  },
  run(state) {
    const which = papersToExport(state);
    const papers = which === 'all' ? (state.papers ?? []).length : which.length;
    state.openDialog({ kind: 'export-papers', which, papers });
  },
};

export const exportNotes: Command = {
  ...SHARED.board,
  id: 'notes.export',
  label: 'Export notes…',
  enabled: ON_LIST.board,
  run: (state) => state.exportNotes(),
};
