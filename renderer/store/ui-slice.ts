/** What is in front: screen, dialog, messages. Nothing here outlives the run. */
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { rowOf } from './board-selection.ts';
import type { DialogState, Destination } from './dialogs.ts';
import { isLocked } from './lock-slice.ts';
import type { Slice } from './store.ts';

export type Screen =
  | 'welcome'
  | 'connection-form'
  | 'boards'
  | 'papers'
  | 'previews'
  | 'keys'
  | 'settings'
  | 'activity';

export interface UiSlice {
  readonly screen: Screen;
  readonly dialog: DialogState | null;
  /** The last status message; `serial` tells two equal texts apart. */
  readonly message: { readonly text: string; readonly serial: number };
  /** A failure that belongs to no row or field: shown as a strip above the screen until dismissed. */
  readonly notice: Failure | null;
  readonly inspectorOpen: boolean;
  readonly switcherOpen: boolean;
  /** Names, ids and links are blurred everywhere, such as while the screen is shared. */
  readonly blurred: boolean;

  /** Navigates; a connection form with unsaved changes asks first. */
  readonly go: (to: Destination) => Promise<void>;
  readonly openDialog: (dialog: DialogState) => void;
  readonly closeDialog: () => void;
  /** Shows one sentence in the status bar, which is a polite live region. */
  readonly announce: (text: string) => void;
  /** Shows a failure above the screen, assertively; `null` takes it away. */
  readonly raise: (failure: Failure | null) => void;
  readonly setInspectorOpen: (open: boolean) => void;
  readonly setSwitcherOpen: (open: boolean) => void;
  readonly setBlurred: (on: boolean) => void;
  /** Puts text on the clipboard and says so: "Copied <what>." */
  readonly copy: (text: string, what: string) => Promise<void>;
}

export function createUiSlice(bridge: EaselBridge): Slice<UiSlice> {
  return (set, get) => {
    /** Selects a board by its id and narrows the list to it: it may be far down, or missing. */
    const showBoard = async (id: string): Promise<void> => {
      const { currentId, openBoards } = get();
      if (currentId === null) return;
      await openBoards(currentId);
      get().setBoardQuery({ find: id, filters: [] });
      set({ boardSelection: { rank: 0, row: rowOf(id, null) } });
    };

    return {
      screen: 'welcome',
      dialog: null,
      message: { text: '', serial: 0 },
      notice: null,
      inspectorOpen: true,
      switcherOpen: false,
      blurred: false,

      go: async (place) => {
        if (get().connectionFormDirty()) {
          set({ dialog: { kind: 'discard-changes', to: place } });
          return;
        }
        get().closeConnectionForm();
        switch (place.kind) {
          case 'screen':
            set({ screen: place.screen, notice: null });
            return;
          case 'connection':
            set({ screen: 'boards', notice: null });
            await get().selectConnection(place.id);
            return;
          case 'board':
            set({ screen: 'boards', notice: null, inspectorOpen: true });
            await showBoard(place.id);
            return;
          case 'connection-form':
            set({ screen: 'connection-form', notice: null });
            get().openConnectionForm(place.id);
        }
      },
      openDialog: (dialog) => {
        // Requested before Easel was locked: nothing may open above the lock screen.
        if (!isLocked(get())) set({ dialog, switcherOpen: false, healthOpen: false });
      },
      closeDialog: () => set({ dialog: null }),
      announce: (text) => set((state) => ({ message: { text, serial: state.message.serial + 1 } })),
      raise: (failure) => {
        // The lock screen says that.
        if (failure?.code !== 'locked') set({ notice: failure });
      },
      setInspectorOpen: (inspectorOpen) => set({ inspectorOpen }),
      setSwitcherOpen: (switcherOpen) => set({ switcherOpen }),
      setBlurred: (blurred) => set({ blurred }),
      copy: async (text, what) => {
        const copied = await bridge.app.copy({ text });
        if (copied.ok) get().announce(`Copied ${what}.`);
        else get().raise(copied.error);
      },
    };
  };
}
