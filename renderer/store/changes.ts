/** Predicts what a connection and the policy allow, so that controls can be disabled. Main enforces the rules. */
import type { PolicyState } from '../../preload/contract/app.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import type { AppState, AppStore } from './store.ts';

export function isReadOnly(connection: Connection, now: number): boolean {
  return connection.readOnly.on && unlockedUntil(connection, now) === null;
}

/** Returns epoch ms. Null if the connection is not unlocked for changes. */
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

/** Also returns true before the policy is loaded, because main decides in any case. */
export function allows(state: AppState, what: Permission): boolean {
  return state.policy?.allows[what] ?? true;
}

export function needsReason(state: AppState): boolean {
  return state.policy?.allows.needsReason ?? false;
}

/** Ends each unlock in the page at its expiry time, so that buttons become disabled. */
export function endUnlocksInTime(store: AppStore): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    const { connections, currentId, announce } = store.getState();
    const now = Date.now();
    const isOver = ({ readOnly }: Connection): boolean => (readOnly.unlockedUntil ?? Infinity) <= now;
    store.setState({
      connections: connections.map((each) =>
        isOver(each) ? { ...each, readOnly: { ...each.readOnly, unlockedUntil: null } } : each,
      ),
    });
    if (connections.some((each) => each.id === currentId && isOver(each)))
      announce('The connection is read-only again.', 'note');
  }

  store.subscribe(({ connections }, before) => {
    if (connections === before.connections) return;
    clearTimeout(timer);
    const ends = connections.flatMap(({ readOnly }) => readOnly.unlockedUntil ?? []);
    if (ends.length > 0) timer = setTimeout(end, Math.max(0, Math.min(...ends) - Date.now()));
  });
}
