/**
 * The one store of the page, made of slices. Components read it through selectors and change it through actions;
 * actions alone speak to main, through the bridge they are given.
 */
import { createStore, type StateCreator, type StoreApi } from 'zustand/vanilla';
import type { EaselBridge } from '../../preload/contract/contract.ts';
import { createBoardOverviewSlice, type BoardOverviewSlice } from './board-overview-slice.ts';
import { createBoardJumpSlice, type BoardJumpSlice } from './board-jump-slice.ts';
import { createBoardPicksSlice, type BoardPicksSlice } from './board-picks-slice.ts';
import { createBoardQuerySlice, type BoardQuerySlice } from './board-query-slice.ts';
import { createBoardsSlice, type BoardsSlice } from './boards-slice.ts';
import { createConnectionFormSlice, type ConnectionFormSlice } from './connection-form-slice.ts';
import { createConnectionsSlice, type ConnectionsSlice } from './connections-slice.ts';
import { createHealthSlice, type HealthSlice } from './health-slice.ts';
import { createJobsSlice, type JobsSlice } from './jobs-slice.ts';
import type { LaterState } from './later-slices.ts';
import { createLockSlice, type LockSlice } from './lock-slice.ts';
import { createNetworkSlice, type NetworkSlice } from './network-slice.ts';
import { createPapersSlice, type PapersSlice } from './papers-slice.ts';
import { createPreviewsSlice, type PreviewsSlice } from './previews-slice.ts';
import { createSettingsSlice, type SettingsSlice } from './settings-slice.ts';
import { createUiSlice, type UiSlice } from './ui-slice.ts';
import { createUnresolvedSlice, type UnresolvedSlice } from './unresolved-slice.ts';

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

type FirstState = Omit<AppState, keyof LaterState>;

/** Every slice that the first screen needs. */
function firstSlices(bridge: EaselBridge): Slice<FirstState> {
  return (...api) => ({
    ...createConnectionsSlice(bridge)(...api),
    ...createConnectionFormSlice(bridge)(...api),
    ...createUiSlice(bridge)(...api),
    ...createBoardsSlice(bridge)(...api),
    ...createBoardQuerySlice(bridge)(...api),
    ...createBoardPicksSlice(...api),
    ...createBoardJumpSlice(bridge)(...api),
    ...createBoardOverviewSlice(bridge)(...api),
    ...createPapersSlice(bridge)(...api),
    ...createPreviewsSlice(bridge)(...api),
    ...createHealthSlice(bridge)(...api),
    ...createUnresolvedSlice(bridge)(...api),
    ...createNetworkSlice(bridge)(...api),
    ...createJobsSlice(bridge)(...api),
    ...createLockSlice(bridge)(...api),
    ...createSettingsSlice(bridge)(...api),
  });
}

/**
 * A store over this bridge without the slices that come later. Nothing is asked of main until `start()` is called.
 *
 * It is typed as the whole: whoever needs the rest is loaded with it, which a test of the architecture proves.
 */
export function createFirstStore(bridge: EaselBridge): AppStore {
  return createStore<AppState>()((...api) => firstSlices(bridge)(...api) as AppState);
}
