/** Predicts which changes a connection and the policy allow, to disable controls. Main itself enforces the rules. */
import type { TeamAccount } from '../../preload/contract/team.ts';
import type { PolicyState } from '../../preload/contract/app.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import type { AppState } from './store.ts';

export function isReadOnly(connection: Connection, now: number): boolean {
  return connection.readOnly.on && unlockedUntil(connection, now) === null;
}

/** Returns the epoch ms until which a read-only connection allows changes. Null if it allows none now. */
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

/** Returns a permission of the policy. Returns true until the policy is loaded, because main enforces the policy. */
export function allows(state: AppState, what: Permission): boolean {
  return state.policy?.allows[what] ?? true;
}

export function sharedAccount(state: AppState, connectionId: string | null): TeamAccount | null {
  const account = state.team?.accounts.find((each) => each.connectionId === connectionId);
  return account === undefined || account.leftAt !== null ? null : account;
}

export function placeOf(state: AppState): 'in the team register' | 'on this computer' {
  return sharedAccount(state, state.currentId) === null ? 'on this computer' : 'in the team register';
}

export function whyShared(state: AppState, connectionId: string | null): string | null {
  if (sharedAccount(state, connectionId) === null || state.team?.phase === 'ready') return null;
  return 'The team register can’t be reached. Shared fields are read-only until it’s available again.';
}
