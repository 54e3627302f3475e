/** The slices that the first screen can do without: they join the store with the code that needs them. */
import type { EaselBridge } from '../../preload/contract/contract.ts';
import { createActivitySlice } from './activity-slice.ts';
import { createBoardExportSlice } from './board-export-slice.ts';
import { createBoardNotesSlice } from './board-notes-slice.ts';
import { createKeysSlice } from './keys-slice.ts';
import { createTransferSlice } from './transfer-slice.ts';
import type { AppStore, SliceContext } from './store.ts';

export type LaterState = Readonly<ReturnType<typeof laterSlices>>;

function laterSlices(context: SliceContext) {
  return {
    ...createBoardNotesSlice(context),
    ...createBoardExportSlice(context),
    ...createKeysSlice(context),
    ...createTransferSlice(context),
    ...createActivitySlice(context),
  };
}

/** Makes the store whole. */
export function addLaterSlices(store: AppStore, bridge: EaselBridge): void {
  store.setState(laterSlices({ bridge, store, set: store.setState, get: store.getState }));
}
