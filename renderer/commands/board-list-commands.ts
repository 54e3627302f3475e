/** Commands on the list of boards: views, notes, copies, files. Those on one board at the service are elsewhere. */
import type { AppState, AppStore } from '../store/store.ts';
import type { CopyAs } from '../store/board-export-slice.ts';
import { selectedBoardCount, selectedBoards } from '../store/board-picks-slice.ts';
import { onConnection } from './reasons.ts';
import type { Command } from './command.ts';

const shared = { keys: [], group: 'Boards', scope: 'app', screens: ['boards'] } as const;

/** Boards must be picked, or one be current. */
function onSelection(state: AppState): true | string {
  return selectedBoards(state) !== null || 'Select a board first';
}

/** The boards of a connection must be on show: what is asked for is about them. */
function onBoards(state: AppState): true | string {
  return state.boardsOf !== null
    ? true
    : onConnection(state) === true
      ? 'Go to Boards first'
      : onConnection(state);
}

const onPicked = { ...shared, scope: 'rows', enabled: onSelection } as const;

/** Copies something of the selected boards; main writes it. */
const copying =
  (as: CopyAs) =>
  async (store: AppStore): Promise<void> => {
    const state = store.getState();
    const selection = selectedBoards(state);
    if (selection !== null) await state.copyBoards(selection, as);
  };

export const copyBoardId: Command = {
  ...onPicked,
  id: 'boards.copy-id',
  label: 'Copy board id',
  keys: ['C'],
  run: copying('ids'),
};

export const copyRows: Command = {
  ...onPicked,
  id: 'boards.copy-rows',
  label: 'Copy row',
  keys: ['Mod+C'],
  run: copying('rows'),
};

export const copyCurl: Command = {
  ...onPicked,
  id: 'boards.copy-curl',
  label: 'Copy as cURL',
  keys: ['Shift+C'],
  run: copying('curl'),
};

export const copyLink: Command = {
  ...onPicked,
  id: 'boards.copy-link',
  label: 'Copy link',
  keys: ['L'],
  run: copying('links'),
};

export const editNotes: Command = {
  ...onPicked,
  id: 'boards.edit-notes',
  label: 'Edit notes…',
  keys: ['E'],
  run(store) {
    const state = store.getState();
    const selection = selectedBoards(state);
    if (selection !== null)
      state.openDialog({ kind: 'edit-notes', selection, boards: selectedBoardCount(state) });
  },
};

export const undoNotes: Command = {
  ...shared,
  id: 'boards.undo-notes',
  label: 'Undo change of notes',
  keys: ['Mod+Z'],
  enabled: (state) => state.boardUndo !== null || 'Nothing to undo',
  run: (store) => store.getState().undoBoards(),
};

export const exportBoards: Command = {
  ...shared,
  id: 'boards.export',
  label: 'Export boards…',
  keys: ['Mod+E'],
  enabled: onBoards,
  run(store) {
    const state = store.getState();
    const selected = selectedBoardCount(state);
    // The current board only marks the keyboard's place; it isn't a choice of what to export.
    const selection = selected > 1 ? selectedBoards(state) : null;
    state.openDialog({ kind: 'export-boards', selection, selected });
  },
};

export const exportNotes: Command = {
  ...shared,
  id: 'notes.export',
  label: 'Export notes…',
  enabled: onBoards,
  run: (store) => store.getState().openDialog({ kind: 'export-notes' }),
};

export const importNotes: Command = {
  ...shared,
  id: 'notes.import',
  label: 'Import notes…',
  enabled: onBoards,
  run: (store) => store.getState().openDialog({ kind: 'import-notes' }),
};

export const saveView: Command = {
  ...shared,
  id: 'boards.save-view',
  label: 'Save as view…',
  enabled: onBoards,
  run: (store) => store.getState().openDialog({ kind: 'save-view' }),
};

export const toggleOverview: Command = {
  ...shared,
  id: 'boards.overview',
  label: 'Show or hide overview',
  keys: ['Mod+Shift+O'],
  enabled: onBoards,
  run(store) {
    const { boardOverviewOpen, setBoardOverviewOpen } = store.getState();
    setBoardOverviewOpen(!boardOverviewOpen);
  },
};

export const boardListCommands: readonly Command[] = [
  copyBoardId,
  copyRows,
  copyCurl,
  copyLink,
  editNotes,
  undoNotes,
  exportBoards,
  exportNotes,
  importNotes,
  saveView,
  toggleOverview,
];
