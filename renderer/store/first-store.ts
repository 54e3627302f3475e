/** The store as the page begins: all that its frame and the list of boards need. */
import { createStore } from 'zustand/vanilla';
import type { EaselBridge } from '../../preload/contract/contract.ts';
import { createBoardOverviewSlice } from './board-overview-slice.ts';
import { createBoardJumpSlice } from './board-jump-slice.ts';
import { createBoardPicksSlice } from './board-picks-slice.ts';
import { createBoardQuerySlice } from './board-query-slice.ts';
import { createBoardsSlice } from './boards-slice.ts';
import { createConnectionFormSlice } from './connection-form-slice.ts';
import { createConnectionsSlice } from './connections-slice.ts';
import { createHealthSlice } from './health-slice.ts';
import { createJobsSlice } from './jobs-slice.ts';
import { createLockSlice } from './lock-slice.ts';
import { createNetworkSlice } from './network-slice.ts';
import { createPapersSlice } from './papers-slice.ts';
import { createPreviewsSlice } from './previews-slice.ts';
import { createSettingsSlice } from './settings-slice.ts';
import { createUiSlice } from './ui-slice.ts';
import { createUnresolvedSlice } from './unresolved-slice.ts';
import type { LaterState } from './later-slices.ts';
import type { AppState, AppStore, Slice } from './store.ts';

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
