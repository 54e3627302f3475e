import type { AppInfo } from '../../preload/contract/app.ts';
import type { Connection, ConnectionsState } from '../../preload/contract/connections.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { endUnlocksInTime } from './changes.ts';
import type { AppState, AppStore, SliceContext } from './store.ts';

export function currentConnection(state: AppState): Connection | null {
  return state.connections.find((connection) => connection.id === state.currentId) ?? null;
}

/** Calls the listener when the current connection changes; null if none is left. `isOther`: the id changed. */
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

export function withConnection(
  connections: readonly Connection[],
  connection: Connection,
): readonly Connection[] {
  return connections.some((other) => other.id === connection.id)
    ? connections.map((other) => (other.id === connection.id ? connection : other))
    : [...connections, connection];
}

export function inFront(state: AppState, connection: Connection): Partial<AppState> {
  return { connections: withConnection(state.connections, connection), currentId: connection.id };
}

export function createStartSlice({ bridge, set, get, store }: SliceContext) {
  endUnlocksInTime(store);
  const receive = (state: ConnectionsState): void => {
    const known = (id: string | null): boolean => state.connections.some((each) => each.id === id);
    const first = state.connections[0]?.id ?? null;
    // The main process may not know the user's last choice yet. So the page's current connection takes precedence.
    const currentId = [get().currentId, state.currentId, first].find(known) ?? null;
    set({ connections: state.connections, currentId });
    if (currentId === null && get().screen !== 'connection-form') set({ screen: 'welcome' });
  };
  /** State from the last event about connections. It is newer than a response to an earlier request. */
  let lastEvent: ConnectionsState | null = null;
  bridge.on('connections.changed', (state) => {
    lastEvent = state;
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
      lastEvent = null;
      const [info, list] = await Promise.all([bridge.app.info({}), bridge.connections.list({})]);
      set({ info: info.ok ? info.value : null });
      if (!list.ok) return set({ startPhase: 'failed', startFailure: list.error });
      const { currentId: opened } = list.value;
      const layout = opened === null ? null : await bridge.views.layout({ connectionId: opened });
      const last = layout?.ok === true ? layout.value.last : {};
      set({ currentId: opened });
      receive(lastEvent ?? list.value);
      const { currentId, screen } = get();
      const first = screen === 'welcome' ? (last.screen ?? 'boards') : screen;
      set({
        startPhase: 'ready',
        screen: currentId === null ? 'welcome' : first,
        inspectorOpen: last.inspector ?? true,
      });
      // The boards screen and Home list the boards themselves. For other screens this call lists them, because the
      // palette searches them.
      if (currentId !== null && first !== 'boards' && first !== 'home') void get().openBoards(currentId);
      if (info.ok && info.value.notice !== null) get().announce(info.value.notice, 'problem');
      await get().readKeychain();
    },
  };
}

export function createConnectionsSlice({ bridge, set, get, attempt }: SliceContext) {
  const bringToFront = (connectionId: string) => attempt(bridge.connections.select({ connectionId }));

  return {
    practising: false,

    selectConnection: async (id: string) => {
      if (!get().connections.some((connection) => connection.id === id)) return;
      set({ currentId: id });
      await bringToFront(id);
    },

    practise: async () => {
      if (get().practising) return;
      set({ practising: true });
      const practice = await bridge.connections.practise({});
      set({ practising: false });
      if (!practice.ok) return get().raise(practice.error);
      set((state) => ({ ...inFront(state, practice.value), notice: null }));
      await get().go({ kind: 'connection', id: practice.value.id });
    },
  };
}
