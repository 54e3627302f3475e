/**
 * What people write about boards: kept on this computer, changed for one board or many at once, taken back, and carried
 * to and from files. The service hears nothing of it.
 */
import type { EaselBridge, ValueOf } from '../../preload/contract/contract.ts';
import type { BoardSelection, LocalChange, LocalImport } from '../../preload/contract/boards.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { counted } from '../parts/format.ts';
import { isLocked } from './lock-slice.ts';
import { given } from './given.ts';
import type { Slice } from './store.ts';

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

export interface BoardNotesSlice {
  readonly boardUndo: BoardUndo | null;
  readonly notesImport: NotesImport | null;

  /** Changes the notes of these boards, says so, and offers to take it back. */
  readonly annotateBoards: (selection: BoardSelection, change: LocalChange) => Promise<Failure | null>;
  /** Takes the last change back; a failure is raised. */
  readonly undoBoards: () => Promise<void>;

  /** Main lets the person choose where to save; the value is null when they chose nowhere. */
  readonly exportNotes: (format: 'csv' | 'json') => Promise<Result<ValueOf<'notes.export'>>>;
  /** Main lets the person choose a file, and reads it; an earlier file stays when they cancel. */
  readonly openNotes: () => Promise<Failure | null>;
  /** Says whose side wins for one board. */
  readonly takeTheirNotes: (boardId: string, take: boolean) => void;
  /** Imports the opened file, and closes it. */
  readonly applyNotes: () => Promise<Failure | null>;
  /** Forgets the file; what it would have changed stays as it is. */
  readonly closeNotes: () => void;
}

/** "the notes of 1 board", "the notes of 1,240 boards". */
export function notesOf(boards: number): string {
  return `the notes of ${counted(boards, 'board')}`;
}

/** The slice of local notes. */
export function createBoardNotesSlice(bridge: EaselBridge): Slice<BoardNotesSlice> {
  return (set, get) => {
    /** The connection whose boards are on show. */
    const inFront = (): string => given(get().boardsOf);

    // The lock hides the content of a notes file for good.
    bridge.on('lock.changed', ({ locked }) => {
      if (locked) set({ notesImport: null });
    });

    return {
      boardUndo: null,
      notesImport: null,

      annotateBoards: async (selection, change) => {
        const connectionId = inFront();
        const changed = await bridge.boards.annotate({ connectionId, selection, change });
        if (!changed.ok) return changed.error;
        const { boards, undoId } = changed.value;
        get().announce(`Changed ${notesOf(boards)}.`);
        set((state) => ({ boardUndo: { connectionId, undoId, serial: state.message.serial } }));
        return null;
      },

      undoBoards: async () => {
        const undo = get().boardUndo;
        if (undo === null) return;
        // At once, so that a second press doesn't ask again.
        set({ boardUndo: null });
        const undone = await bridge.boards.undo({ connectionId: undo.connectionId, undoId: undo.undoId });
        if (undone.ok) get().announce(`Undid the change to ${notesOf(undone.value.boards)}.`);
        else get().raise(undone.error);
      },

      exportNotes: (format) => bridge.notes.export({ connectionId: inFront(), format }),

      openNotes: async () => {
        const opened = await bridge.notes.open({ connectionId: inFront() });
        if (!opened.ok) return opened.error;
        // Locked while the person was choosing: show nothing.
        if (opened.value !== null && !isLocked(get()))
          set({ notesImport: { plan: opened.value, takeTheirs: [] } });
        return null;
      },

      takeTheirNotes: (boardId, take) =>
        set(({ notesImport }) => {
          if (notesImport === null) return {};
          const others = notesImport.takeTheirs.filter((id) => id !== boardId);
          return { notesImport: { ...notesImport, takeTheirs: take ? [...others, boardId] : others } };
        }),

      applyNotes: async () => {
        const { plan, takeTheirs } = given(get().notesImport);
        const applied = await bridge.notes.apply({ importId: plan.importId, takeTheirs });
        if (!applied.ok) return applied.error;
        set({ notesImport: null, boardUndo: null });
        get().announce(`Imported ${notesOf(applied.value.boards)}.`);
        return null;
      },

      closeNotes: () => set({ notesImport: null }),
    };
  };
}
