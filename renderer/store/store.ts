/**
 * The one store of the page, made of slices. Components read it through selectors and change it through actions;
 * actions alone speak to main, through the bridge they are given.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { createBoardsSlice } from './boards-slice.ts';
import { failureOf } from './calls.ts';
import { createConnectionFormSlice } from './connection-form-slice.ts';
import { createConnectionsSlice } from './connections-slice.ts';
import { createJobsSlice } from './jobs-slice.ts';
import type { LaterState } from './later-slices.ts';
import { createListSlice } from './list-slice.ts';
import { createLockSlice } from './lock-slice.ts';
import { createServiceSlice } from './service-slice.ts';
import { createSettingsSlice } from './settings-slice.ts';
import { createUiSlice } from './ui-slice.ts';

type FirstState = Readonly<ReturnType<typeof firstSlices>>;

export interface AppState extends FirstState, LaterState {}

export type AppStore = StoreApi<AppState>;

export interface SliceContext {
  readonly bridge: EaselBridge;
  readonly store: AppStore;
  readonly set: AppStore['setState'];
  readonly get: AppStore['getState'];
  /** Waits for a call and takes its value; a failure is raised. */
  readonly attempt: <T>(call: Promise<Result<T>>, take?: (value: T) => void | Promise<void>) => Promise<void>;
}

export function contextOf(bridge: EaselBridge, store: AppStore): SliceContext {
  const { getState: get, setState: set } = store;
  return {
    bridge,
    store,
    set,
    get,
    attempt: async (call, take) => get().raise(await failureOf(call, take)),
  };
}

/** Every slice that the first screen needs. What each returns are its values at the start, and its actions. */
function firstSlices(context: SliceContext) {
  return {
    ...createConnectionsSlice(context),
    ...createConnectionFormSlice(context),
    ...createUiSlice(context),
    ...createListSlice(context),
    ...createBoardsSlice(context),
    ...createServiceSlice(context),
    ...createJobsSlice(context),
    ...createLockSlice(context),
    ...createSettingsSlice(context),
  };
}

/**
 * A store over this bridge without the slices that come later. Nothing is asked of main until `start()` is called.
 *
 * It is typed as the whole: whoever needs the rest is loaded with it, which a test of the architecture proves.
 */
export function createFirstStore(bridge: EaselBridge): AppStore {
  return createStore<AppState>()((_set, _get, store) => firstSlices(contextOf(bridge, store)) as AppState);
}
