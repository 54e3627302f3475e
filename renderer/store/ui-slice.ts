/** What is in front: screen, dialog, messages. Nothing here outlives the run. */
import type { RoomTarget } from '../../preload/contract/call.ts';
import type { BoardSelection } from '../../preload/contract/boards.ts';
import type { JobReview } from '../../preload/contract/jobs.ts';
import type { KeySlot } from '../../preload/contract/keys.ts';
import type { UnresolvedCreate } from '../../preload/contract/service.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { rowOf } from './board-selection.ts';
import { failureOf } from './calls.ts';
import { isLocked } from './lock-slice.ts';
import type { SliceContext } from './store.ts';

export type Screen =
  | 'welcome'
  | 'connection-form'
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
  /** A board of the connection in front, by its id, whether the list has it or not. */
  | { readonly kind: 'board'; readonly id: string }
  /** The form, for a new connection (`null`) or a saved one. */
  | { readonly kind: 'connection-form'; readonly id: string | null };

export type DialogState =
  | { readonly kind: 'delete-one'; readonly target: RoomTarget }
  /** Says what deleting these boards would mean, before it is queued. */
  | { readonly kind: 'review-delete'; readonly selection: BoardSelection }
  /** The review of a cleanup plan that was opened. */
  | { readonly kind: 'run-plan'; readonly review: JobReview }
  | { readonly kind: 'new-boards' }
  | { readonly kind: 'new-papers'; readonly templateId: string | null }
  | { readonly kind: 'make-links'; readonly identifier: string }
  | { readonly kind: 'stop-job'; readonly jobId: string; readonly connectionId: string }
  /** Changes the notes of `boards` boards at once. */
  | { readonly kind: 'edit-notes'; readonly selection: BoardSelection; readonly boards: number }
  /** `selection` is null where nothing beyond the current board is selected. */
  | { readonly kind: 'export-boards'; readonly selection: BoardSelection | null; readonly selected: number }
  | { readonly kind: 'export-notes' }
  | { readonly kind: 'import-notes' }
  | { readonly kind: 'save-view' }
  | { readonly kind: 'rename-view'; readonly viewId: string }
  | { readonly kind: 'remove-view'; readonly viewId: string }
  | { readonly kind: 'new-paper'; readonly templateId: string | null }
  | { readonly kind: 'add-paper' }
  | { readonly kind: 'rename-paper'; readonly identifier: string }
  | { readonly kind: 'open-preview'; readonly target: RoomTarget; readonly title: string }
  | { readonly kind: 'copy-link'; readonly identifier: string }
  | { readonly kind: 'check-unknown'; readonly unknown: UnresolvedCreate }
  | { readonly kind: 'network' }
  | { readonly kind: 'remove-connection'; readonly connectionId: string }
  | { readonly kind: 'unlock-changes'; readonly connectionId: string }
  /** The connection form has unsaved changes; `to` is where the person wanted to go. */
  | { readonly kind: 'discard-changes'; readonly to: Destination }
  | { readonly kind: 'stage-key'; readonly connectionId: string; readonly slot: KeySlot }
  | { readonly kind: 'edit-key'; readonly connectionId: string; readonly keyId: string }
  /** The next key was not found to be good: it is used knowingly. */
  | { readonly kind: 'use-next-key'; readonly connectionId: string; readonly slot: KeySlot }
  | { readonly kind: 'retire-key'; readonly connectionId: string; readonly keyId: string }
  | { readonly kind: 'discard-key'; readonly connectionId: string; readonly keyId: string }
  | { readonly kind: 'export-connections'; readonly connectionIds: readonly string[] }
  | { readonly kind: 'import-connections' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' };

export function createUiSlice({ bridge, set, get }: SliceContext) {
  /** Selects a board by its id and narrows the list to it: it may be far down, or missing. */
  const showBoard = async (id: string): Promise<void> => {
    const { currentId, openBoards } = get();
    set({ inspectorOpen: true });
    if (currentId === null) return;
    await openBoards(currentId);
    get().setBoardQuery({ find: id, filters: [] });
    set({ boardSelection: { rank: 0, row: rowOf(id, null) } });
  };

  return {
    screen: 'welcome' as Screen,
    dialog: null as DialogState | null,
    /** The last status message; `serial` tells two equal texts apart. */
    message: { text: '', serial: 0 } as { readonly text: string; readonly serial: number },
    /** A failure that belongs to no row or field: shown as a strip above the screen until dismissed. */
    notice: null as Failure | null,
    inspectorOpen: true,
    switcherOpen: false,
    /** Names, ids and links are blurred everywhere, such as while the screen is shared. */
    blurred: false,

    /** Navigates; a connection form with unsaved changes asks first. */
    go: async (place: Destination) => {
      if (get().connectionFormDirty()) {
        set({ dialog: { kind: 'discard-changes', to: place } });
        return;
      }
      get().closeConnectionForm();
      const { kind } = place;
      set({
        screen: kind === 'screen' ? place.screen : kind === 'connection-form' ? kind : 'boards',
        notice: null,
      });
      if (kind === 'connection') await get().selectConnection(place.id);
      else if (kind === 'board') await showBoard(place.id);
      else if (kind === 'connection-form') get().openConnectionForm(place.id);
    },
    openDialog: (dialog: DialogState) => {
      // Requested before Easel was locked: nothing may open above the lock screen.
      if (!isLocked(get())) set({ dialog, switcherOpen: false, healthOpen: false });
    },
    closeDialog: () => set({ dialog: null }),
    /** Shows one sentence in the status bar, which is a polite live region. */
    announce: (text: string) => set((state) => ({ message: { text, serial: state.message.serial + 1 } })),
    /** Shows a failure above the screen, assertively; null is none. */
    raise: (failure: Failure | null) => {
      // The lock screen says that.
      if (failure !== null && failure.code !== 'locked') set({ notice: failure });
    },
    dismissNotice: () => set({ notice: null }),
    setInspectorOpen: (inspectorOpen: boolean) => set({ inspectorOpen }),
    setSwitcherOpen: (switcherOpen: boolean) => set({ switcherOpen }),
    setBlurred: (blurred: boolean) => set({ blurred }),
    /** Puts text on the clipboard and says so: "Copied <what>." */
    copy: async (text: string, what: string) =>
      get().raise(await failureOf(bridge.app.copy({ text }), () => get().announce(`Copied ${what}.`))),
  };
}
