/** The saved connections, which of them is in front, and where their keys are kept. */
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { AppInfo } from '../../preload/contract/app.ts';
import type { Connection, ConnectionsState } from '../../preload/contract/connections.ts';
import type { ConnectionKeys, KeychainStatus } from '../../preload/contract/keys.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { endUnlocksInTime } from './changes.ts';
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
  /** The keychain is being asked; the system's prompt may be open. */
  readonly askingKeychain: boolean;
  readonly practising: boolean;

  /** Loads the connections, and opens the last used one, or Welcome. */
  readonly start: () => Promise<void>;
  /** Asks the keychain for its state; the system may show a prompt. */
  readonly refreshKeychain: () => Promise<void>;
  /** Makes a connection the current one, here and across restarts. Components call `go`. */
  readonly selectConnection: (id: string) => Promise<void>;
  /**
   * Removes connection, keys and register from this computer; gives the failure, or null. Unless `keysMayStay`, nothing
   * is removed when a key can't be proven gone.
   */
  readonly removeConnection: (id: string, keysMayStay: boolean) => Promise<Failure | null>;
  /** The known state of its keys, without asking the keychain. */
  readonly readKeysOf: (id: string) => Promise<Result<ConnectionKeys>>;
  /** Puts the connections in this order; unnamed ones stay behind. */
  readonly reorderConnections: (ids: readonly string[]) => Promise<void>;
  /** Copies it without keys and papers, and gives the copy; null on a failure, which is shown. */
  readonly duplicateConnection: (id: string) => Promise<Connection | null>;
  /** Allows changes on a read-only connection for 10 minutes; gives the failure, or null. */
  readonly unlockChanges: (id: string, typedName: string) => Promise<Failure | null>;
  readonly lockChanges: (id: string) => Promise<void>;
  /** Starts the practice service and goes to its boards. */
  readonly practise: () => Promise<void>;
}

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
function withConnection(connections: readonly Connection[], connection: Connection): readonly Connection[] {
  return connections.some((other) => other.id === connection.id)
    ? connections.map((other) => (other.id === connection.id ? connection : other))
    : [...connections, connection];
}

/** What changes when main has saved or started a connection: it is known, and in front. */
export function inFront(state: AppState, connection: Connection): Partial<AppState> {
  return { connections: withConnection(state.connections, connection), currentId: connection.id };
}

/** The connections in the order of these ids, the others behind. */
function inOrder(connections: readonly Connection[], ids: readonly string[]): readonly Connection[] {
  const rank = ({ id }: Connection): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return connections.toSorted((a, b) => rank(a) - rank(b));
}

export function createConnectionsSlice(bridge: EaselBridge): Slice<ConnectionsSlice> {
  return (set, get, api) => {
    endUnlocksInTime(api);
    /** Order changes on their way to main: its events may still be about an earlier one. */
    let reordering = 0;
    const receive = (state: ConnectionsState): void => {
      const known = (id: string | null): boolean => state.connections.some((each) => each.id === id);
      const first = state.connections[0]?.id ?? null;
      // Main may not know the newly chosen connection yet.
      const currentId = [get().currentId, state.currentId, first].find(known) ?? null;
      const shown = get().connections.map((each) => each.id);
      const connections = reordering > 0 ? inOrder(state.connections, shown) : state.connections;
      set({ connections, currentId });
      if (currentId === null && get().screen !== 'connection-form') set({ screen: 'welcome' });
    };
    bridge.on('connections.changed', receive);
    bridge.on('keychain.changed', (keychain) => set({ keychain }));

    const nameOf = (id: string): string => get().connections.find((each) => each.id === id)?.name ?? '';
    const put = (connection: Connection): void =>
      set((state) => ({ connections: withConnection(state.connections, connection) }));

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
      askingKeychain: false,
      practising: false,

      start: async () => {
        set({ startPhase: 'starting', startFailure: null });
        const [info, list] = await Promise.all([bridge.app.info({}), bridge.connections.list({})]);
        set({ info: info.ok ? info.value : null });
        if (!list.ok) return set({ startPhase: 'failed', startFailure: list.error });
        set({ currentId: list.value.currentId });
        receive(list.value);
        set({ startPhase: 'ready', screen: get().currentId === null ? 'welcome' : 'boards' });
        if (info.ok && info.value.notice !== null) get().announce(info.value.notice);
        // Shows only the known state: a keychain may prompt, and nothing has needed it yet.
        const keychain = await bridge.keychain.state({});
        if (!keychain.ok) get().raise(keychain.error);
        else if (get().keychain === null) set({ keychain: keychain.value });
      },

      refreshKeychain: async () => {
        if (get().askingKeychain) return;
        set({ askingKeychain: true });
        const status = await bridge.keychain.status({});
        set({ askingKeychain: false });
        if (status.ok) set({ keychain: status.value });
        else get().raise(status.error);
      },

      selectConnection: async (id) => {
        if (!get().connections.some((connection) => connection.id === id)) return;
        set({ currentId: id });
        await bringToFront(id);
      },

      removeConnection: async (id, keysMayStay) => {
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
        );
        if (currentId !== null) await bringToFront(currentId);
        return null;
      },

      readKeysOf: (id) => bridge.keys.list({ connectionId: id }),

      reorderConnections: async (ids) => {
        const before = get().connections;
        set({ connections: inOrder(before, ids) });
        reordering += 1;
        const reordered = await bridge.connections.reorder({ connectionIds: ids });
        reordering -= 1;
        if (reordered.ok) return;
        set((state) => ({
          connections: inOrder(
            state.connections,
            before.map((each) => each.id),
          ),
        }));
        get().raise(reordered.error);
      },

      duplicateConnection: async (id) => {
        const copy = await bridge.connections.duplicate({ connectionId: id });
        if (!copy.ok) {
          get().raise(copy.error);
          return null;
        }
        put(copy.value);
        get().announce(`Created ${copy.value.name}. It has no key yet.`);
        return copy.value;
      },

      unlockChanges: async (id, typedName) => {
        const unlocked = await bridge.connections.unlockChanges({ connectionId: id, typedName });
        if (!unlocked.ok) return unlocked.error;
        put(unlocked.value);
        get().announce(`Changes allowed in ${unlocked.value.name} for 10 minutes.`);
        return null;
      },

      lockChanges: async (id) => {
        const locked = await bridge.connections.lockChanges({ connectionId: id });
        if (!locked.ok) return get().raise(locked.error);
        put(locked.value);
        get().announce(`${locked.value.name} is read-only again.`);
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
  };
}
