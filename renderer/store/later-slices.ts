/** Slices that the first screen does not need. The chunk that uses them adds them to the store. */
import type { EaselBridge } from '../../preload/contract/contract.ts';
import { createActivitySlice } from './activity-slice.ts';
import { createBoardExportSlice } from './board-export-slice.ts';
import { createBulkSlice } from './bulk-slice.ts';
import { createConnectionFormSlice } from './connection-form-slice.ts';
import { createConnectionChangesSlice } from './connection-changes-slice.ts';
import { createHomeSlice } from './home-slice.ts';
import { createKeysSlice } from './keys-slice.ts';
import { createPapersSlice } from './papers-slice.ts';
import { createPicturesSlice } from './pictures-slice.ts';
import { createPreviewsSlice } from './previews-slice.ts';
import { createPinsSlice, createRecentSlice } from './recent-slice.ts';
import { createTeamSlice } from './team-slice.ts';
import { createTransferSlice } from './transfer-slice.ts';
import { createUpkeepSlice } from './upkeep-slice.ts';
import { contextOf, type AppStore, type SliceContext } from './store.ts';

export type LaterState = Readonly<ReturnType<typeof laterSlices>>;

function laterSlices(context: SliceContext) {
  return {
    ...createConnectionFormSlice(context),
    ...createBulkSlice(context),
    ...createBoardExportSlice(context),
    ...createKeysSlice(context),
    ...createPapersSlice(context),
    ...createPicturesSlice(context),
    ...createTransferSlice(context),
    ...createPreviewsSlice(context),
    ...createRecentSlice(context),
    ...createPinsSlice(context),
    ...createConnectionChangesSlice(context),
    ...createActivitySlice(context),
    ...createHomeSlice(context),
    ...createTeamSlice(context),
    ...createUpkeepSlice(context),
  };
}

export function addLaterSlices(store: AppStore, bridge: EaselBridge): void {
  store.setState(laterSlices(contextOf(bridge, store)));
}
