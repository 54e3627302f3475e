/**
 * The one store of the page, made of slices. Components read it through selectors and change it through actions;
 * actions alone speak to main, through the bridge they are given.
 */
import type { StateCreator, StoreApi } from 'zustand/vanilla';
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { BoardOverviewSlice } from './board-overview-slice.ts';
import type { BoardJumpSlice } from './board-jump-slice.ts';
import type { BoardPicksSlice } from './board-picks-slice.ts';
import type { BoardQuerySlice } from './board-query-slice.ts';
import type { BoardsSlice } from './boards-slice.ts';
import type { ConnectionFormSlice } from './connection-form-slice.ts';
import type { ConnectionsSlice } from './connections-slice.ts';
import type { HealthSlice } from './health-slice.ts';
import type { JobsSlice } from './jobs-slice.ts';
import { createFirstStore } from './first-store.ts';
import { addLaterSlices, type LaterState } from './later-slices.ts';
import type { LockSlice } from './lock-slice.ts';
import type { NetworkSlice } from './network-slice.ts';
import type { PapersSlice } from './papers-slice.ts';
import type { PreviewsSlice } from './previews-slice.ts';
import type { SettingsSlice } from './settings-slice.ts';
import type { UiSlice } from './ui-slice.ts';
import type { UnresolvedSlice } from './unresolved-slice.ts';

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
    PapersSlice,
    PreviewsSlice,
    HealthSlice,
    UnresolvedSlice,
    JobsSlice,
    LockSlice,
    SettingsSlice,
    NetworkSlice,
    LaterState {}

/** How each slice is written: `create<Name>Slice(bridge): Slice<NameSlice>`; `get()` sees the whole state. */
export type Slice<T> = StateCreator<AppState, [], [], T>;

export type AppStore = StoreApi<AppState>;

/**
 * The whole store over this bridge, at once. Nothing is asked of main until `start()` is called. The page begins with the
 * first part of it, and adds the rest when that code is there.
 */
export function createAppStore(bridge: EaselBridge): AppStore {
  const store = createFirstStore(bridge);
  addLaterSlices(store, bridge);
  return store;
}
