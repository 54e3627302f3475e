import { createContext, use, useEffect } from 'react';
import { useStore } from 'zustand';
import type { Connection } from '../../preload/contract/connections.ts';
import type { ListActions, ListOf, RowList } from './list-slice.ts';
import type { AppState, AppStore } from './store.ts';

export const AppStoreContext = createContext<AppStore | null>(null);

export function useAppStore(): AppStore {
  const store = use(AppStoreContext);
  if (!store) throw new Error('no store above this component');
  return store;
}

/** Reads a part of the store. Selectors that build arrays or objects must be wrapped in `useShallow`. */
export function useApp<T>(selector: (state: AppState) => T): T {
  return useStore(useAppStore(), selector);
}

/** Opens the current connection's list when its screen appears, and after each change of the connection. */
export function useOpenList(open: (connectionId: string) => Promise<void>): void {
  const connectionId = useApp((state) => state.currentId);
  useEffect(() => {
    if (connectionId !== null) void open(connectionId);
  }, [connectionId, open]);
}

export function useConnection(id: string): Connection | null {
  return useApp((state) => state.connections.find((each) => each.id === id) ?? null);
}

type Actions = {
  readonly [
    Name in keyof AppState as AppState[Name] extends (...args: never[]) => unknown ? Name : never
  ]: AppState[Name];
};

export function useActions(): Actions {
  return useAppStore().getState();
}

export function useList(of: ListOf): RowList & { readonly actions: ListActions } {
  const list = useApp((state) => state.lists[of]);
  const { boardList, paperList } = useAppStore().getState();
  return { ...list, actions: of === 'board' ? boardList : paperList };
}
