/** Notes about boards and papers: stored on this computer only, never sent to the service. */
import type { BoardSelection, LocalChange } from '../../preload/contract/boards.ts';
import { counted } from '../lib/format.ts';
import { failureOf, given } from './calls.ts';
import type { ListOf } from './list-slice.ts';
import type { SliceContext } from './store.ts';

export function notesOf(boards: number, of: ListOf = 'board'): string {
  return `the notes of ${counted(boards, of)}`;
}

function renamedTo(selection: BoardSelection, change: LocalChange): string | null {
  const { label, ...rest } = change;
  const isOne = selection.kind === 'ids' && selection.ids.length === 1;
  if (!isOne || label === undefined || Object.keys(rest).length > 0) return null;
  return label === '' ? 'Removed the label.' : `Renamed to “${label}”.`;
}

export function createNotesSlice({ bridge, get, attempt }: SliceContext) {
  const inFront = (): string => given(get().boardsOf);

  return {
    annotate: (of: ListOf, selection: BoardSelection, change: LocalChange) => {
      const connectionId = of === 'board' ? inFront() : given(get().papersOf);
      return failureOf(bridge.boards.annotate({ connectionId, selection, change }), ({ boards, undoId }) => {
        const undo = () =>
          attempt(bridge.boards.undo({ connectionId, undoId }), (undone) =>
            get().announce(`Undid the change to ${notesOf(undone.boards, of)}.`),
          );
        get().announceUndo(renamedTo(selection, change) ?? `Changed ${notesOf(boards, of)}.`, undo);
      });
    },

    exportNotes: () =>
      attempt(bridge.notes.export({ connectionId: inFront() }), (file) => {
        if (file !== null) get().announce(`Exported ${notesOf(file.boards)} to ${file.fileName}.`);
      }),
  };
}
