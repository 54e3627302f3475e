/** What is in front: screen, dialog, messages. Nothing here outlives the run. */
import type { Failure } from '../../preload/contract/failure.ts';
import { rowOf } from './board-selection.ts';
import type { DialogState, Destination } from './dialogs.ts';
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

export function createUiSlice({ bridge, set, get }: SliceContext) {
  /** Selects a board by its id and narrows the list to it: it may be far down, or missing. */
  const showBoard = async (id: string): Promise<void> => {
    const { currentId, openBoards } = get();
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
    openDialog: (dialog: DialogState) => {
      // Requested before Easel was locked: nothing may open above the lock screen.
      if (!isLocked(get())) set({ dialog, switcherOpen: false, healthOpen: false });
    },
    closeDialog: () => set({ dialog: null }),
    /** Shows one sentence in the status bar, which is a polite live region. */
    announce: (text: string) => set((state) => ({ message: { text, serial: state.message.serial + 1 } })),
    /** Shows a failure above the screen, assertively; `null` takes it away. */
    raise: (failure: Failure | null) => {
      // The lock screen says that.
      if (failure?.code !== 'locked') set({ notice: failure });
    },
    setInspectorOpen: (inspectorOpen: boolean) => set({ inspectorOpen }),
    setSwitcherOpen: (switcherOpen: boolean) => set({ switcherOpen }),
    setBlurred: (blurred: boolean) => set({ blurred }),
    /** Puts text on the clipboard and says so: "Copied <what>." */
    copy: async (text: string, what: string) => {
      const copied = await bridge.app.copy({ text });
      if (copied.ok) get().announce(`Copied ${what}.`);
      else get().raise(copied.error);
    },
  };
}
