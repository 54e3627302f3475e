/**
 * What people write about boards: kept on this computer, changed for one board or many at once, taken back, and carried
 * to and from files. The service hears nothing of it.
 */
import type { BoardSelection, LocalChange, LocalImport } from '../../preload/contract/boards.ts';
import { counted } from '../parts/format.ts';
import { isLocked } from './lock-slice.ts';
import { failureOf, given } from './calls.ts';
import type { SliceContext } from './store.ts';

/** The last change of notes, as long as it can be taken back. */
export interface BoardUndo {
  readonly connectionId: string;
  readonly undoId: string;
  /** The status message that offers it. */
  readonly serial: number;
}

/** A file of notes that was opened, and for which boards its side is to win. */
export interface NotesImport {
  readonly plan: LocalImport;
  readonly takeTheirs: readonly string[];
}

/** "the notes of 1 board", "the notes of 1,240 boards". */
export function notesOf(boards: number): string {
  return `the notes of ${counted(boards, 'board')}`;
}

export function createBoardNotesSlice({ bridge, set, get }: SliceContext) {
  /** The connection whose boards are on show. */
  const inFront = (): string => given(get().boardsOf);

  // The lock hides the content of a notes file for good.
  bridge.on('lock.changed', ({ locked }) => {
    if (locked) set({ notesImport: null });
  });

  return {
    boardUndo: null as BoardUndo | null,
    notesImport: null as NotesImport | null,

    /** Changes the notes of these boards, says so, and offers to take it back. */
    annotateBoards: (selection: BoardSelection, change: LocalChange) => {
      const connectionId = inFront();
      return failureOf(bridge.boards.annotate({ connectionId, selection, change }), ({ boards, undoId }) => {
        get().announce(`Changed ${notesOf(boards)}.`);
        set((state) => ({ boardUndo: { connectionId, undoId, serial: state.message.serial } }));
      });
    },

    /** Takes the last change back; a failure is raised. */
    undoBoards: async () => {
      const undo = get().boardUndo;
      if (undo === null) return;
      // At once, so that a second press doesn't ask again.
      set({ boardUndo: null });
      const undone = await bridge.boards.undo({ connectionId: undo.connectionId, undoId: undo.undoId });
      if (undone.ok) get().announce(`Undid the change to ${notesOf(undone.value.boards)}.`);
      else get().raise(undone.error);
    },

    /** Main lets the person choose where to save; the value is null when they chose nowhere. */
    exportNotes: (format: 'csv' | 'json') => bridge.notes.export({ connectionId: inFront(), format }),

    /** Main lets the person choose a file, and reads it; an earlier file stays when they cancel. */
    openNotes: () =>
      failureOf(bridge.notes.open({ connectionId: inFront() }), (plan) => {
        // Locked while the person was choosing: show nothing.
        if (plan !== null && !isLocked(get())) set({ notesImport: { plan, takeTheirs: [] } });
      }),

    /** Says whose side wins for one board. */
    takeTheirNotes: (boardId: string, take: boolean) =>
      set(({ notesImport }) => {
        if (notesImport === null) return {};
        const others = notesImport.takeTheirs.filter((id) => id !== boardId);
        return { notesImport: { ...notesImport, takeTheirs: take ? [...others, boardId] : others } };
      }),

    /** Imports the opened file, and closes it. */
    applyNotes: () => {
      const { plan, takeTheirs } = given(get().notesImport);
      return failureOf(bridge.notes.apply({ importId: plan.importId, takeTheirs }), ({ boards }) => {
        set({ notesImport: null, boardUndo: null });
        get().announce(`Imported ${notesOf(boards)}.`);
      });
    },

    /** Forgets the file; what it would have changed stays as it is. */
    closeNotes: () => set({ notesImport: null }),
  };
}
