/**
 * The one store of the page, made of slices. Components read it through selectors and change it through actions;
 * actions alone speak to main, through the bridge they are given.
 */
import { createStore, type StateCreator, type StoreApi } from 'zustand/vanilla';
import type { EaselBridge } from '../../preload/contract/bridge.ts';
import { createActivitySlice, type ActivitySlice } from './activity-slice.ts';
import { createBoardExportSlice, type BoardExportSlice } from './board-export-slice.ts';
import { createBoardNotesSlice, type BoardNotesSlice } from './board-notes-slice.ts';
import { createBoardOverviewSlice, type BoardOverviewSlice } from './board-overview-slice.ts';
import { createBoardJumpSlice, type BoardJumpSlice } from './board-jump-slice.ts';
import { createBoardPicksSlice, type BoardPicksSlice } from './board-picks-slice.ts';
import { createBoardQuerySlice, type BoardQuerySlice } from './board-query-slice.ts';
import { createBoardsSlice, type BoardsSlice } from './boards-slice.ts';
import { createConnectionFormSlice, type ConnectionFormSlice } from './connection-form-slice.ts';
import { createConnectionsSlice, type ConnectionsSlice } from './connections-slice.ts';
import { createHealthSlice, type HealthSlice } from './health-slice.ts';
import { createJobsSlice, type JobsSlice } from './jobs-slice.ts';
import { createKeysSlice, type KeysSlice } from './keys-slice.ts';
import { createLockSlice, type LockSlice } from './lock-slice.ts';
import { createManySlice, type ManySlice } from './many-slice.ts';
import { createNetworkSlice, type NetworkSlice } from './network-slice.ts';
import { createPapersSlice, type PapersSlice } from './papers-slice.ts';
import { createPreviewsSlice, type PreviewsSlice } from './previews-slice.ts';
import { createSettingsSlice, type SettingsSlice } from './settings-slice.ts';
import { createTransferSlice, type TransferSlice } from './transfer-slice.ts';
import { createUiSlice, type UiSlice } from './ui-slice.ts';
import { createUnknownsSlice, type UnknownsSlice } from './unknowns-slice.ts';

export interface AppState
  extends
    ConnectionsSlice,
    ConnectionFormSlice,
    UiSlice,
    BoardsSlice,
    BoardQuerySlice,
    BoardPicksSlice,
    BoardJumpSlice,
    BoardOverviewSlice,
    BoardNotesSlice,
    BoardExportSlice,
    PapersSlice,
    PreviewsSlice,
    HealthSlice,
    UnknownsSlice,
    JobsSlice,
    ManySlice,
    KeysSlice,
    LockSlice,
    SettingsSlice,
    TransferSlice,
    NetworkSlice,
    ActivitySlice {}

/** How each slice is written: `create<Name>Slice(bridge): Slice<NameSlice>`; `get()` sees the whole state. */
export type Slice<T> = StateCreator<AppState, [], [], T>;

export type AppStore = StoreApi<AppState>;

/** A store over this bridge. Nothing is asked of main until `start()` is called. */
export function createAppStore(bridge: EaselBridge): AppStore {
  return createStore<AppState>()((...api) => ({
    ...createConnectionsSlice(bridge)(...api),
    ...createConnectionFormSlice(bridge)(...api),
    ...createUiSlice(bridge)(...api),
    ...createBoardsSlice(bridge)(...api),
    ...createBoardQuerySlice(bridge)(...api),
    ...createBoardPicksSlice(...api),
    ...createBoardJumpSlice(bridge)(...api),
    ...createBoardOverviewSlice(bridge)(...api),
    ...createBoardNotesSlice(bridge)(...api),
    ...createBoardExportSlice(bridge)(...api),
    ...createPapersSlice(bridge)(...api),
    ...createPreviewsSlice(bridge)(...api),
    ...createHealthSlice(bridge)(...api),
    ...createUnknownsSlice(bridge)(...api),
    ...createNetworkSlice(bridge)(...api),
    ...createJobsSlice(bridge)(...api),
    ...createManySlice(bridge)(...api),
    ...createKeysSlice(bridge)(...api),
    ...createLockSlice(bridge)(...api),
    ...createSettingsSlice(bridge)(...api),
    ...createTransferSlice(bridge)(...api),
    ...createActivitySlice(bridge)(...api),
  }));
}
