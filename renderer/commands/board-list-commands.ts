/** Commands on the list of boards: views, notes, copies, files. Those on one board at the service are elsewhere. */
import type { AppState } from '../store/store.ts';
import type { CopyAs } from '../store/board-export-slice.ts';
import { selectedBoardCount, selectedBoards } from '../store/board-selection.ts';
import type { DialogState } from '../store/ui-slice.ts';
import { both, onConnection } from './reasons.ts';
import type { Command } from './command.ts';

const shared = { keys: [], group: 'Boards', scope: 'app', screens: ['boards'] } as const;

/** Boards must be picked, or one be current. */
function onSelection(state: AppState): true | string {
  return selectedBoards(state) !== null || 'Select a board first';
}

/** The boards of a connection must be on show: what is asked for is about them. */
function onBoards(state: AppState): true | string {
  return state.boardsOf !== null || both(onConnection(state), 'Go to Boards first');
}

const onPicked = { ...shared, scope: 'rows', enabled: onSelection } as const;

/** Copies something of the selected boards; main writes it. */
function copyCommand(as: CopyAs, id: string, label: string, key: string): Command {
  return {
    ...onPicked,
    id,
    label,
    keys: [key],
    async run(state) {
      const selection = selectedBoards(state);
      if (selection !== null) await state.copyBoards(selection, as);
    },
  };
}

export const copyBoardId = copyCommand('ids', 'boards.copy-id', 'Copy board id', 'C');
export const copyRows = copyCommand('rows', 'boards.copy-rows', 'Copy row', 'Mod+C');
export const copyCurl = copyCommand('curl', 'boards.copy-curl', 'Copy as cURL', 'Shift+C');
export const copyLink = copyCommand('links', 'boards.copy-link', 'Copy link', 'L');

export const editNotes: Command = {
  ...onPicked,
  id: 'boards.edit-notes',
  label: 'Edit notes…',
  keys: ['E'],
  run(state) {
    const selection = selectedBoards(state);
    if (selection !== null)
      state.openDialog({
        kind: 'edit-notes',
        of: 'board',
        selection,
        boards: selectedBoardCount(state),
      });
  },
};

/** These rows go with their focus: what comes in their place is to have it. */
function focusNext(rows: Element, tries = 60): void {
  requestAnimationFrame(() => {
    const grid = document.querySelector<HTMLElement>('[role="grid"]');
    if (grid !== null && grid !== rows) grid.focus();
    else if (tries > 0) focusNext(rows, tries - 1);
  });
}

export const switchGallery: Command = {
  ...shared,
  id: 'boards.gallery',
  screens: ['boards', 'papers'],
  label: 'Switch between list and gallery',
  keys: ['G'],
  enabled: (state) => state.preferences !== null || 'Still starting',
  run: async ({ preferences, prefer, say }) => {
    const gallery = preferences?.gallery !== true;
    const rows = document.activeElement?.closest('[role="grid"]') ?? null;
    if (rows !== null) focusNext(rows);
    await prefer({ gallery });
    say(gallery ? 'Shown as a gallery.' : 'Shown as a list.');
  },
};

export const undoNotes: Command = {
  ...shared,
  id: 'boards.undo-notes',
  label: 'Undo change of notes',
  keys: ['Mod+Z'],
  enabled: (state) => state.boardUndo !== null || 'Nothing to undo',
  run: (state) => state.undoBoards(),
};

export const exportBoards: Command = {
  ...shared,
  id: 'boards.export',
  label: 'Export boards…',
  keys: ['Mod+E'],
  enabled: onBoards,
  run(state) {
    const selected = selectedBoardCount(state);
    // The current board only marks the keyboard's place; it isn't a choice of what to export.
    const selection = selected > 1 ? selectedBoards(state) : null;
    state.openDialog({ kind: 'export-boards', selection, selected });
  },
};

/** Opens a dialog that needs nothing but boards on show. */
function dialogCommand(dialog: DialogState, id: string, label: string): Command {
  return { ...shared, id, label, enabled: onBoards, run: (state) => state.openDialog(dialog) };
}

export const exportNotes: Command = {
  ...shared,
  id: 'notes.export',
  label: 'Export notes…',
  enabled: onBoards,
  run: (state) => state.exportNotes(),
};
const saveThis = { kind: 'save-view', of: 'board' } as const;
export const saveView = dialogCommand(saveThis, 'boards.save-view', 'Save as view…');

export const boardListCommands: readonly Command[] = [
  copyBoardId,
  copyRows,
  copyCurl,
  copyLink,
  editNotes,
  switchGallery,
  undoNotes,
  exportBoards,
  exportNotes,
  saveView,
];
