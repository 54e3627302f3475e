import type { AppInfo } from '../../preload/contract/app.ts';
import type { Connection, ConnectionsState } from '../../preload/contract/connections.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { AppState, AppStore, SliceContext } from './store.ts';

export function currentConnection(state: AppState): Connection | null {
  return state.connections.find((connection) => connection.id === state.currentId) ?? null;
}

/** Calls the listener with the current connection's id or null, after each change. `isOther`: the id changed. */
export function onConnectionInFront(
  store: AppStore,
  listener: (connectionId: string | null, isOther: boolean) => void,
): void {
  store.subscribe((state, before) => {
    const now = currentConnection(state);
    const then = currentConnection(before);
    if (now !== then) listener(now?.id ?? null, now?.id !== then?.id);
  });
}

export function createConnectionsSlice({ bridge, set, get, attempt }: SliceContext) {
  const receive = (state: ConnectionsState): void => {
    const known = (id: string | null): boolean => state.connections.some((each) => each.id === id);
    const first = state.connections[0]?.id ?? null;
    // Keeps the renderer's current connection if it still exists, because main may learn of the latest choice later.
    const currentId = [get().currentId, state.currentId, first].find(known) ?? null;
    const before = currentConnection(get());
    const readOnly = state.connections.find(({ id }) => id === before?.id)?.readOnly;
    set({ connections: state.connections, currentId });
    if (before !== null && before.id !== currentId) {
      // The connection was removed. `openCurrentBoards` opens the boards of the next connection, if there is one.
      get().closeBoards();
      get().openCurrentBoards();
    }
    if (currentId === null && get().screen !== 'connection-form') set({ screen: 'welcome' });
    if (before?.readOnly.unlockedUntil != null && readOnly?.on === true && readOnly.unlockedUntil === null)
      get().announce('The connection is read-only again.', 'note');
  };
  /** Number of `connections.changed` events. If it grows during `start`, the list that `start` read is outdated. */
  let events = 0;
  bridge.on('connections.changed', (state) => {
    events += 1;
    receive(state);
  });

  return {
    connections: [] as readonly Connection[],
    currentId: null as string | null,
    startPhase: 'starting' as 'starting' | 'ready' | 'failed',
    startFailure: null as Failure | null,
    info: null as AppInfo | null,

    start: async () => {
      set({ startPhase: 'starting', startFailure: null });
      const before = events;
      const [info, list] = await Promise.all([bridge.app.info({}), bridge.connections.list({})]);
      set({ info: info.ok ? info.value : null });
      if (!list.ok) return set({ startPhase: 'failed', startFailure: list.error });
      if (events === before) {
        set({ currentId: list.value.currentId });
        receive(list.value);
      }
      const { currentId: opened } = get();
      const layout = opened === null ? null : await bridge.views.layout({ connectionId: opened });
      const last = layout?.ok === true ? layout.value.last : {};
      const { currentId, screen } = get();
      const first = screen === 'welcome' ? (last.screen ?? 'boards') : screen;
      set({
        startPhase: 'ready',
        screen: currentId === null ? 'welcome' : first,
        inspectorOpen: last.inspector ?? true,
      });
      get().openCurrentBoards();
      if (info.ok && info.value.notice !== null) get().announce(info.value.notice, 'problem');
      await get().readKeychain();
    },

    /** Loads the boards of the current connection, except on Boards and Home, which load them when they appear. */
    openCurrentBoards: () => {
      const { currentId, screen, openBoards } = get();
      if (currentId !== null && screen !== 'boards' && screen !== 'home') void openBoards(currentId);
    },

    practising: false,

    selectConnection: async (id: string) => {
      if (!get().connections.some((connection) => connection.id === id)) return;
      set({ currentId: id });
      await attempt(bridge.connections.select({ connectionId: id }));
    },

    practise: async () => {
      if (get().practising) return;
      set({ practising: true });
      const practice = await bridge.connections.practise({});
      set({ practising: false });
      if (!practice.ok) return get().raise(practice.error);
      await get().go({ kind: 'connection', id: practice.value.id });
    },
  };
}
