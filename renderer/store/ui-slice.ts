/** What is in front: screen, dialog, messages. Nothing here outlives the run. */
import type { DropPurpose } from '../../preload/contract/connections.ts';
import type { NameTable } from './bulk-slice.ts';
import type { RoomTarget } from '../../preload/contract/call.ts';
import type { BoardSelection } from '../../preload/contract/boards.ts';
import type { JobReview } from '../../preload/contract/jobs.ts';
import type { KeySlot } from '../../preload/contract/keys.ts';
import type { UnresolvedCreate } from '../../preload/contract/service.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { rowOf } from './board-selection.ts';
import type { ListOf } from './list-slice.ts';
import { isLocked } from './lock-slice.ts';
import type { OpenPreview } from './previews-slice.ts';
import type { SliceContext } from './store.ts';

export type Screen =
  | 'welcome'
  | 'connection-form'
  | 'home'
  | 'boards'
  | 'papers'
  | 'previews'
  | 'keys'
  | 'settings'
  | 'activity';

/** Where a person can go. Leaving a changed connection form asks first. */
export type Destination =
  | { readonly kind: 'screen'; readonly screen: Exclude<Screen, 'connection-form'> }
  /** Brings another connection to the front, with its boards. */
  | { readonly kind: 'connection'; readonly id: string }
  /** A board by its id, whether the list has it or not: of the connection in front, or of one that is brought there. */
  | { readonly kind: 'board'; readonly id: string; readonly connectionId?: string }
  | { readonly kind: 'setting'; readonly id: string }
  | { readonly kind: 'connection-form'; readonly id: string | null };

export type DialogState =
  | { readonly kind: 'delete-one'; readonly target: RoomTarget }
  /** Says what deleting these boards or papers would mean, before it is queued. */
  | { readonly kind: 'review-delete'; readonly of: ListOf; readonly selection: BoardSelection }
  | { readonly kind: 'run-plan'; readonly review: JobReview }
  | { readonly kind: 'new-boards' }
  | { readonly kind: 'new-papers'; readonly templateId: string | null }
  | { readonly kind: 'make-links'; readonly identifier: string }
  | {
      readonly kind: 'class-pack';
      readonly templateId: string | null;
      readonly pattern?: string;
      readonly table?: NameTable;
    }
  | { readonly kind: 'qr-sheet'; readonly jobId: string; readonly connectionId: string }
  | { readonly kind: 'mail-text'; readonly jobId: string; readonly connectionId: string }
  | {
      readonly kind: 'stop-job';
      readonly jobId: string;
      readonly connectionId: string;
      readonly resumes: boolean;
    }
  /** Changes the notes of so many `boards`, or papers, at once. */
  | {
      readonly kind: 'edit-notes';
      readonly of: ListOf;
      readonly selection: BoardSelection;
      readonly boards: number;
    }
  /** `selection` is null where nothing beyond the current board is selected. */
  | { readonly kind: 'export-boards'; readonly selection: BoardSelection | null; readonly selected: number }
  | { readonly kind: 'export-papers'; readonly which: readonly string[] | 'all'; readonly papers: number }
  | { readonly kind: 'save-view'; readonly of: ListOf; readonly viewId?: string }
  | { readonly kind: 'remove-view'; readonly of: ListOf; readonly viewId: string }
  | { readonly kind: 'new-paper'; readonly templateId: string | null }
  | { readonly kind: 'add-paper' }
  /** Adds those of a list; `list` is what stands in it at first. */
  | { readonly kind: 'add-papers'; readonly list?: string }
  | { readonly kind: 'open-preview'; readonly target: RoomTarget; readonly title: string }
  | { readonly kind: 'copy-link'; readonly identifier: string }
  | {
      readonly kind: 'snippets';
      readonly about: 'paper' | 'board';
      readonly id: string;
      readonly name: string;
    }
  | { readonly kind: 'check-unknown'; readonly unknown: UnresolvedCreate }
  | { readonly kind: 'network' }
  | { readonly kind: 'remove-connection'; readonly connectionId: string; readonly failure: Failure }
  | { readonly kind: 'unlock-changes'; readonly connectionId: string }
  /** The connection form has unsaved changes; `to` is where the person wanted to go. */
  | { readonly kind: 'discard-changes'; readonly to: Destination }
  | { readonly kind: 'stage-key'; readonly connectionId: string; readonly slot: KeySlot }
  | { readonly kind: 'edit-key'; readonly connectionId: string; readonly keyId: string }
  /** The next key was not found to be good: it is used knowingly. */
  | { readonly kind: 'retire-key'; readonly connectionId: string; readonly keyId: string }
  | { readonly kind: 'export-connections'; readonly connectionIds: readonly string[] }
  | { readonly kind: 'import' }
  | { readonly kind: 'dropped-file'; readonly name: string; readonly purpose: DropPurpose }
  | { readonly kind: 'palette' }
  | { readonly kind: 'help' };

/** A name that is being changed where it stands in a grid. */
export interface Renaming {
  readonly id: string;
  readonly text: string;
  /** Epoch ms: a field that comes into view later is not opened any more. */
  readonly until: number;
}

/** How a message looks over the screen; null is only read out, for what it says is seen elsewhere. */
export type MessageLook = 'done' | 'copied' | 'note' | 'problem' | null;

export interface Message {
  readonly text: string;
  readonly look: MessageLook;
  /** Tells two equal texts apart. */
  readonly serial: number;
  /** A later message about the same takes its place. */
  readonly topic?: string | undefined;
}

/** What takes the last change back, and the message that offers it. */
export interface Undo {
  readonly serial: number;
  readonly run: () => Promise<void>;
}

export function createUiSlice({ bridge, set, get, attempt }: SliceContext) {
  /** Selects a board by its id and narrows the list to it: it may be far down, or missing. */
  const showBoard = async (id: string): Promise<void> => {
    const { currentId, openBoards } = get();
    set({ inspectorOpen: true });
    if (currentId === null) return;
    await openBoards(currentId);
    get().boardList.setQuery({ find: id, filters: [] });
    set({ boardSelection: { rank: 0, row: rowOf(id, null) } });
  };

  return {
    screen: 'welcome' as Screen,
    dialog: null as DialogState | null,
    /** The last one; the toasts remember those before. */
    message: { text: '', look: null, serial: 0 } as Message,
    /** A failure that belongs to no row or field: a toast until dismissed. */
    notice: null as Failure | null,
    undo: null as Undo | null,
    renaming: null as Renaming | null,
    inspectorOpen: true,
    switcherOpen: false,
    /** The rooms that are open; what is done with them comes later. */
    previews: [] as readonly OpenPreview[],
    previewInFront: null as string | null,
    /** Ids of connections whose service let nobody into a board by token when it was last tried. */
    boardsClosed: [] as readonly string[],
    /** A picture of the room that was left, while it is not known whether pictures are kept; its `data:` address. */
    pictureAsked: null as string | null,
    /** The display name last used, for this run; null for that of the settings. */
    previewName: null as string | null,
    /** Names, ids and links are blurred everywhere, such as while the screen is shared. */
    blurred: false,
    /** The step of the tour, from 0; null while none is on. */
    tourStep: null as number | null,
    setTourStep: (tourStep: number | null) => set({ tourStep }),

    /** Navigates; a connection form with unsaved changes asks first. */
    go: async (place: Destination) => {
      if (get().connectionFormDirty()) {
        set({ dialog: { kind: 'discard-changes', to: place } });
        return;
      }
      get().closeConnectionForm();
      const { kind } = place;
      const screens = { connection: 'boards', board: 'boards', setting: 'settings' } as const;
      const screen = kind === 'screen' ? place.screen : kind === 'connection-form' ? kind : screens[kind];
      set({ screen, notice: null });
      if (kind === 'connection') await get().selectConnection(place.id);
      else if (kind === 'board') {
        const { connectionId = get().currentId } = place;
        if (connectionId !== null && connectionId !== get().currentId)
          await get().selectConnection(connectionId);
        // Another one may have been chosen meanwhile, or this one removed.
        if (get().currentId === connectionId) await showBoard(place.id);
      } else if (kind === 'setting') get().wantSetting(place.id);
      else if (kind === 'connection-form') get().openConnectionForm(place.id);
    },
    openDialog: (dialog: DialogState) => {
      // Requested before Easel was locked: nothing may open above the lock screen.
      if (!isLocked(get())) set({ dialog, switcherOpen: false, healthOpen: false });
    },
    rename: (renaming: Renaming | null) => set({ renaming }),
    closeDialog: () => set({ dialog: null }),
    /** Says one sentence: read out politely, and shown as a toast. A problem stays until it is dismissed. */
    announce: (text: string, look: MessageLook = 'done', topic?: string) =>
      set((state) => ({ message: { text, look, serial: state.message.serial + 1, topic } })),
    /** Says what was done, and offers to take it back. */
    announceUndo: (text: string, run: () => Promise<void>) => {
      get().announce(text);
      set((state) => ({ undo: { serial: state.message.serial, run } }));
    },
    /** Takes the last change back: at once, so that a second press doesn't ask again. */
    undoLast: async () => {
      const { undo } = get();
      set({ undo: null });
      await undo?.run();
    },
    /** Only reads it out: it is seen already where it happens. */
    say: (text: string) => get().announce(text, null),
    /** Shows a failure as a toast, assertively; null is none. */
    raise: (failure: Failure | null) => {
      // The lock screen says that, or the person has just said no.
      if (failure !== null && failure.code !== 'locked' && failure.code !== 'cancelled')
        set({ notice: failure });
    },
    dismissNotice: () => set({ notice: null }),
    /** Whether this room may have the keyboard, which main knows; null tells it that the page has it. */
    askForKeyboard: async (previewId: string | null, entering: boolean): Promise<boolean> => {
      const answer = await bridge.previews.focus({ previewId, entering });
      return answer.ok && answer.value;
    },
    setInspectorOpen: (inspectorOpen: boolean) => set({ inspectorOpen }),
    setSwitcherOpen: (switcherOpen: boolean) => set({ switcherOpen }),
    setBlurred: (blurred: boolean) => set({ blurred }),
    /** Puts text on the clipboard and says so: "Copied <what>." */
    copy: (text: string, what: string) =>
      attempt(bridge.app.copy({ text }), () => get().announce(`Copied ${what}.`, 'copied')),
  };
}
