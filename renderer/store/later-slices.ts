/** The slices that the first screen can do without: they join the store with the code that needs them. */
import type { EaselBridge } from '../../preload/contract/contract.ts';
import { createActivitySlice, type ActivitySlice } from './activity-slice.ts';
import { createBoardExportSlice, type BoardExportSlice } from './board-export-slice.ts';
import { createBoardNotesSlice, type BoardNotesSlice } from './board-notes-slice.ts';
import { createKeysSlice, type KeysSlice } from './keys-slice.ts';
import { createBulkSlice, type BulkSlice } from './bulk-slice.ts';
import { createTransferSlice, type TransferSlice } from './transfer-slice.ts';
import { createFirstStore, type AppStore, type Slice } from './store.ts';

export interface LaterState
  extends BoardNotesSlice, BoardExportSlice, BulkSlice, KeysSlice, TransferSlice, ActivitySlice {}

function laterSlices(bridge: EaselBridge): Slice<LaterState> {
  return (...api) => ({
    ...createBoardNotesSlice(bridge)(...api),
    ...createBoardExportSlice(bridge)(...api),
    ...createBulkSlice(bridge)(...api),
    ...createKeysSlice(bridge)(...api),
    ...createTransferSlice(bridge)(...api),
    ...createActivitySlice(bridge)(...api),
  });
}

/** Makes the store whole. */
export function addLaterSlices(store: AppStore, bridge: EaselBridge): void {
  store.setState(laterSlices(bridge)(store.setState, store.getState, store));
}

/**
 * The whole store over this bridge, at once. Nothing is asked of main until `start()` is called. The page begins with the
 * first part of it, and adds the rest when that code is there.
 */
export function createAppStore(bridge: EaselBridge): AppStore {
  const store = createFirstStore(bridge);
  addLaterSlices(store, bridge);
  return store;
}
