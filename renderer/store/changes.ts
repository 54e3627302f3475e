/** Shows in advance what a connection and the policy allow. Main enforces it. */
import type { PolicyState } from '../../preload/contract/app.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import type { AppState, AppStore } from './store.ts';

export function isReadOnly(connection: Connection, now: number): boolean {
  return connection.readOnly.on && unlockedUntil(connection, now) === null;
}

/** Returns when a read-only connection's unlock ends (epoch ms), or null if it is not unlocked. */
export function unlockedUntil(
  { readOnly: { on, unlockedUntil: until } }: Connection,
  now: number,
): number | null {
  return on && until !== null && until > now ? until : null;
}

type Permission = Exclude<
  keyof PolicyState['allows'],
  'needsReason' | 'twoPersons' | 'mostAtOnce' | 'holdSeconds'
>;

/** True if the policy allows this, or is not loaded yet: main decides then. */
export function allows(state: AppState, what: Permission): boolean {
  return state.policy?.allows[what] ?? true;
}

export function needsReason(state: AppState): boolean {
  return state.policy?.allows.needsReason ?? false;
}

const LONGEST_WAIT = 2 ** 31 - 1;

/** Ends each unlock in the page at its expiry time, so that buttons turn off. */
export function endUnlocksInTime(store: AppStore): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function plan(connections: readonly Connection[]): void {
    clearTimeout(timer);
    const ends = connections.flatMap(({ readOnly }) => readOnly.unlockedUntil ?? []);
    if (ends.length === 0) return;
    timer = setTimeout(end, Math.min(LONGEST_WAIT, Math.max(0, Math.min(...ends) - Date.now())));
  }

  function end(): void {
    const { connections, currentId, announce } = store.getState();
    const now = Date.now();
    const over = connections.filter(({ readOnly }) => (readOnly.unlockedUntil ?? Infinity) <= now);
    if (over.length === 0) return plan(connections);
    store.setState({
      connections: connections.map((each) =>
        over.includes(each) ? { ...each, readOnly: { ...each.readOnly, unlockedUntil: null } } : each,
      ),
    });
    if (over.some(({ id }) => id === currentId)) announce('The connection is read-only again.', 'note');
  }

  store.subscribe((state, before) => {
    if (state.connections !== before.connections) plan(state.connections);
  });
}
