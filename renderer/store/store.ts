/** Zustand store of the renderer, merged from slices. Only actions of slices call main, through `window.easel`. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { createBoardDetailSlice } from './board-detail-slice.ts';
import { createBoardsSlice } from './boards-slice.ts';
import { failureOf, required } from './calls.ts';
import { createConnectionsSlice } from './connections-slice.ts';
import { createJobsSlice } from './jobs-slice.ts';
import { createKeychainSlice } from './keychain-slice.ts';
import type { LaterState } from './later-slices.ts';
import { createListSlice } from './list-slice.ts';
import { createLockSlice } from './lock-slice.ts';
import { createHealthSlice, createUnresolvedSlice } from './service-slice.ts';
import { createOpenFormSlice } from './open-form-slice.ts';
import { createSettingsSlice } from './settings-slice.ts';
import { createUiSlice } from './ui-slice.ts';

type FirstState = Readonly<ReturnType<typeof firstSlices>>;

export interface AppState extends FirstState, LaterState {}

export type AppStore = StoreApi<AppState>;

export type SliceContext = Readonly<ReturnType<typeof contextOf>>;

export function contextOf(bridge: EaselBridge, store: AppStore) {
  const { getState: get, setState: set } = store;
  /** Awaits a call to main, and passes its value to `take`. If the call fails, shows the failure to the user. */
  async function attempt<T>(
    call: Promise<Result<T>>,
    take?: (value: T) => void | Promise<void>,
  ): Promise<void> {
    const { screen } = get();
    get().raise(await failureOf(call, take), screen);
  }
  /** Awaits a call that saves a file, then announces success. A null value means that the user cancelled. */
  async function saved<T extends { readonly fileName: string }>(
    call: Promise<Result<T | null>>,
    sentence: (file: T) => string,
  ): Promise<Result<T | null>> {
    const file = await call;
    if (file.ok && file.value !== null)
      get().announce(sentence(file.value), 'done', { fileName: file.value.fileName });
    return file;
  }
  const save = <T extends { readonly fileName: string }>(
    call: Promise<Result<T | null>>,
    sentence: (file: T) => string,
  ): Promise<void> => attempt(saved(call, sentence));
  const here = (): string => required(get().currentId);
  return { bridge, store, set, get, attempt, saved, save, here };
}

function firstSlices(context: SliceContext) {
  return {
    ...createConnectionsSlice(context),
    ...createOpenFormSlice(context),
    ...createKeychainSlice(context),
    ...createUiSlice(context),
    ...createListSlice(context),
    ...createBoardsSlice(context),
    ...createBoardDetailSlice(context),
    ...createHealthSlice(context),
    ...createUnresolvedSlice(context),
    ...createJobsSlice(context),
    ...createLockSlice(context),
    ...createSettingsSlice(context),
  };
}

/** Store with the slices of the first screen. Its type also contains the slices that later-slices.ts adds. */
export function createFirstStore(bridge: EaselBridge): AppStore {
  return createStore<AppState>()((_set, _get, store) => firstSlices(contextOf(bridge, store)) as AppState);
}
