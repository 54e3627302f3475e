/** The saved connections, which of them is in front, and where their keys are kept. */
import type { EaselBridge } from '../../preload/contract/bridge.ts';
import type { AppInfo, Connection, ConnectionsState, KeychainStatus } from '../../preload/contract/domain.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { AppState, AppStore, Slice } from './store.ts';

export interface ConnectionsSlice {
  readonly connections: readonly Connection[];
  /** The connection in front; the slices of boards, papers and previews follow it. */
  readonly currentId: string | null;
  /** `starting` until the saved connections are known; `failed` when they could not be read. */
  readonly startPhase: 'starting' | 'ready' | 'failed';
  readonly startFailure: Failure | null;
  readonly info: AppInfo | null;
  /** `null` until main has answered. */
  readonly keychain: KeychainStatus | null;
  readonly practising: boolean;

  /** Reads what there is; the connection last used comes to the front, or Welcome. */
  readonly start: () => Promise<void>;
  /** Asks again how the keychain stands, such as after a person has unlocked it. */
  readonly refreshKeychain: () => Promise<void>;
  /** Brings a connection to the front, here and across restarts. `go` is what components call. */
  readonly selectConnection: (id: string) => Promise<void>;
  /** Removes connection, key and register from this computer; gives the failure, or null. */
  readonly removeConnection: (id: string) => Promise<Failure | null>;
  /** Starts the practice service and goes to its boards. */
  readonly practise: () => Promise<void>;
}

/** The connection in front, or null. */
export function currentConnection(state: AppState): Connection | null {
  return state.connections.find((connection) => connection.id === state.currentId) ?? null;
}

/**
 * Calls back when another connection has come to the front (`isOther`), when the one there was changed, and with
 * `null` when there is none any more.
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
function withConnection(connections: readonly Connection[], connection: Connection): readonly Connection[] {
  return connections.some((other) => other.id === connection.id)
    ? connections.map((other) => (other.id === connection.id ? connection : other))
    : [...connections, connection];
}

/** What changes when main has saved or started a connection: it is known, and in front. */
export function inFront(state: AppState, connection: Connection): Partial<AppState> {
  return { connections: withConnection(state.connections, connection), currentId: connection.id };
}

/** The slice of connections. */
export function createConnectionsSlice(bridge: EaselBridge): Slice<ConnectionsSlice> {
  return (set, get) => {
    const receive = (state: ConnectionsState): void => {
      const known = (id: string | null): boolean => state.connections.some((each) => each.id === id);
      const first = state.connections[0]?.id ?? null;
      // Main may not have heard yet of the connection just brought to the front here.
      const currentId = [get().currentId, state.currentId, first].find(known) ?? null;
      set({ connections: state.connections, currentId });
      if (currentId === null && get().screen !== 'connection-form') set({ screen: 'welcome' });
    };
    // For as long as the page lives, as the store does.
    bridge.on('connections.changed', receive);

    const bringToFront = async (id: string): Promise<void> => {
      const selected = await bridge.connections.select({ connectionId: id });
      if (!selected.ok) get().raise(selected.error);
    };

    return {
      connections: [],
      currentId: null,
      startPhase: 'starting',
      startFailure: null,
      info: null,
      keychain: null,
      practising: false,

      start: async () => {
        set({ startPhase: 'starting', startFailure: null });
        const [info, list] = await Promise.all([bridge.app.info({}), bridge.connections.list({})]);
        set({ info: info.ok ? info.value : null });
        if (!list.ok) {
          set({ startPhase: 'failed', startFailure: list.error });
          return;
        }
        set({ currentId: list.value.currentId });
        receive(list.value);
        set({ startPhase: 'ready', screen: get().currentId === null ? 'welcome' : 'boards' });
        if (info.ok && info.value.notice !== null) get().announce(info.value.notice);
        // A keychain can take seconds to answer; nothing on the first screen waits for it.
        await get().refreshKeychain();
      },

      refreshKeychain: async () => {
        const status = await bridge.keychain.status({});
        if (status.ok) set({ keychain: status.value });
        else get().raise(status.error);
      },

      selectConnection: async (id) => {
        if (!get().connections.some((connection) => connection.id === id)) return;
        set({ currentId: id });
        await bringToFront(id);
      },

      removeConnection: async (id) => {
        const name = get().connections.find((connection) => connection.id === id)?.name ?? '';
        const removed = await bridge.connections.remove({ connectionId: id });
        if (!removed.ok) return removed.error;
        const connections = get().connections.filter((connection) => connection.id !== id);
        const currentId = get().currentId === id ? (connections[0]?.id ?? null) : get().currentId;
        set({ connections, currentId });
        if (get().connectionForm?.id === id) get().closeConnectionForm();
        set({ screen: currentId === null ? 'welcome' : 'boards' });
        get().announce(`Removed the connection ${name} from this computer.`);
        if (currentId !== null) await bringToFront(currentId);
        return null;
      },

      practise: async () => {
        if (get().practising) return;
        set({ practising: true });
        const practice = await bridge.connections.practise({});
        set({ practising: false });
        if (!practice.ok) {
          get().raise(practice.error);
          return;
        }
        set((state) => ({ ...inFront(state, practice.value), notice: null }));
        await get().go({ kind: 'connection', id: practice.value.id });
      },
    };
  };
}
