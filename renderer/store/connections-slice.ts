/** The saved connections, which of them is in front, and where their keys are kept. */
import type { AppInfo } from '../../preload/contract/app.ts';
import type { Connection, ConnectionsState } from '../../preload/contract/connections.ts';
import type { KeychainStatus } from '../../preload/contract/keys.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { endUnlocksInTime } from './changes.ts';
import { failureOf } from './calls.ts';
import type { AppState, AppStore, SliceContext } from './store.ts';

/** The connection in front, or null. */
export function currentConnection(state: AppState): Connection | null {
  return state.connections.find((connection) => connection.id === state.currentId) ?? null;
}

/**
 * Calls back when another connection is opened (`isOther`), when the current one has changed, and with `null` when none
 * is left.
 */
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

/** The saved connections with this one put in its place, or at the end. */
export function withConnection(
  connections: readonly Connection[],
  connection: Connection,
): readonly Connection[] {
  return connections.some((other) => other.id === connection.id)
    ? connections.map((other) => (other.id === connection.id ? connection : other))
    : [...connections, connection];
}

/** What changes when main has saved or started a connection: it is known, and in front. */
export function inFront(state: AppState, connection: Connection): Partial<AppState> {
  return { connections: withConnection(state.connections, connection), currentId: connection.id };
}

export function createConnectionsSlice({ bridge, set, get, store, attempt }: SliceContext) {
  endUnlocksInTime(store);
  const receive = (state: ConnectionsState): void => {
    const known = (id: string | null): boolean => state.connections.some((each) => each.id === id);
    const first = state.connections[0]?.id ?? null;
    // Main may not know the newly chosen connection yet.
    const currentId = [get().currentId, state.currentId, first].find(known) ?? null;
    set({ connections: state.connections, currentId });
    if (currentId === null && get().screen !== 'connection-form') set({ screen: 'welcome' });
  };
  /** The last that main told by itself: newer than what was asked for before. */
  let told: ConnectionsState | null = null;
  bridge.on('connections.changed', (state) => {
    told = state;
    receive(state);
  });
  bridge.on('keychain.changed', (keychain) => set({ keychain }));

  const nameOf = (id: string): string => get().connections.find((each) => each.id === id)?.name ?? '';
  const put = (connection: Connection): void =>
    set((state) => ({ connections: withConnection(state.connections, connection) }));

  const bringToFront = (connectionId: string) => attempt(bridge.connections.select({ connectionId }));

  return {
    connections: [] as readonly Connection[],
    /** The connection in front; the slices of boards, papers and previews follow it. */
    currentId: null as string | null,
    /** `starting` until the saved connections are known; `failed` when they could not be read. */
    startPhase: 'starting' as 'starting' | 'ready' | 'failed',
    startFailure: null as Failure | null,
    info: null as AppInfo | null,
    keychain: null as KeychainStatus | null,
    /** The keychain is being asked; the system's prompt may be open. */
    askingKeychain: false,
    practising: false,

    /** Loads the connections, and opens the last used one as it was left, or Welcome. */
    start: async () => {
      set({ startPhase: 'starting', startFailure: null });
      told = null;
      const [info, list] = await Promise.all([bridge.app.info({}), bridge.connections.list({})]);
      set({ info: info.ok ? info.value : null });
      if (!list.ok) return set({ startPhase: 'failed', startFailure: list.error });
      const { currentId: opened } = list.value;
      const layout = opened === null ? null : await bridge.views.layout({ connectionId: opened });
      const last = layout?.ok === true ? layout.value.last : {};
      set({ currentId: opened });
      receive(told ?? list.value);
      const { currentId, screen } = get();
      // Somebody may have gone elsewhere meanwhile.
      const first = screen === 'welcome' ? (last.screen ?? 'boards') : screen;
      set({
        startPhase: 'ready',
        screen: currentId === null ? 'welcome' : first,
        inspectorOpen: last.inspector ?? true,
      });
      // Other screens but these two don't open its boards, and what is found in the palette goes to them.
      if (currentId !== null && first !== 'boards' && first !== 'home') void get().openBoards(currentId);
      if (info.ok && info.value.notice !== null) get().announce(info.value.notice, 'problem');
      // Shows only the known state: a keychain may prompt, and nothing has needed it yet.
      await attempt(bridge.keychain.state({}), (keychain) => {
        if (get().keychain === null) set({ keychain });
      });
    },

    refreshKeychain: async () => {
      if (get().askingKeychain) return;
      set({ askingKeychain: true });
      await attempt(bridge.keychain.status({}), (keychain) => set({ keychain }));
      set({ askingKeychain: false });
    },

    /** Makes a connection the current one, here and across restarts. Components call `go`. */
    selectConnection: async (id: string) => {
      if (!get().connections.some((connection) => connection.id === id)) return;
      set({ currentId: id });
      await bringToFront(id);
    },

    /**
     * Removes connection, keys and register from this computer; gives the failure, or null. Unless `keysMayStay`, nothing
     * is removed when a key can't be proven gone.
     */
    removeConnection: async (id: string, keysMayStay: boolean): Promise<Failure | null> => {
      const name = nameOf(id);
      const removed = await bridge.connections.remove({ connectionId: id, keysMayStay });
      if (!removed.ok) return removed.error;
      const connections = get().connections.filter((connection) => connection.id !== id);
      const currentId = get().currentId === id ? (connections[0]?.id ?? null) : get().currentId;
      set({ connections, currentId });
      if (get().connectionForm?.id === id) {
        get().closeConnectionForm();
        set({ screen: 'boards' });
      }
      if (currentId === null) set({ screen: 'welcome' });
      get().announce(
        removed.value.keysGone
          ? `Removed ${name} and its keys.`
          : `Removed ${name}. A key may still be in the keychain: see Keys & connections.`,
        removed.value.keysGone ? 'done' : 'problem',
      );
      if (currentId !== null) await bringToFront(currentId);
      return null;
    },

    /** Removes a connection, about which main asks; where a key can't be proven gone, a dialog offers to leave it. */
    askToRemove: async (id: string) => {
      const failure = await get().removeConnection(id, false);
      if (failure?.code.startsWith('keychain-') === true)
        get().openDialog({ kind: 'remove-connection', connectionId: id, failure });
      else get().raise(failure);
    },

    /** Allows changes on a read-only connection for 10 minutes; gives the failure, or null. */
    unlockChanges: (id: string, typedName: string) =>
      failureOf(bridge.connections.unlockChanges({ connectionId: id, typedName }), (connection) => {
        put(connection);
        get().announce(`Changes allowed in ${connection.name} for 10 minutes.`);
      }),

    lockChanges: (id: string) =>
      attempt(bridge.connections.lockChanges({ connectionId: id }), (connection) => {
        put(connection);
        get().announce(`${connection.name} is read-only again.`);
      }),

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
