import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { KeychainStatus } from '../../preload/contract/keys.ts';
import type { Keychain } from '../../main/connections/keychain/keychain.ts';
import { failure } from '../../main/lib/wording/failure.ts';

export type KeychainCall = 'status' | 'get' | 'set' | 'remove';

/** Failure of a keychain call. With `done`, the call changes the keychain although it reports a failure. */
export type KeychainFault =
  | { readonly state: 'locked' | 'absent' }
  | { readonly state: 'busy' | 'error'; readonly done: boolean };

export type DecideFault = (
  call: KeychainCall,
  account: string,
) => KeychainFault | null | Promise<KeychainFault | null>;

export interface MemoryKeychain extends Keychain {
  readonly items: Map<string, string>;
}

/** Creates an in-memory keychain. `decide` returns the fault of each call; null means that the call succeeds. */
export function createMemoryKeychain(decide: DecideFault = () => null): MemoryKeychain {
  const backend = 'Memory of this run';
  const items = new Map<string, string>();
  let state: KeychainStatus = { state: 'not-asked', backend, cause: '', fix: '' };

  async function call<T>(name: KeychainCall, account: string, work: () => T): Promise<Result<T>> {
    const fault = await decide(name, account);
    if (fault === null) {
      state = { state: 'available', backend, cause: '', fix: '' };
      return ok(work());
    }
    if ('done' in fault && fault.done) work();
    const failed = failure(`keychain-${fault.state}`);
    state = { state: fault.state, backend, cause: failed.message, fix: failed.nextStep };
    return fail(failed);
  }

  const nothing = (): null => null;
  return {
    items,
    state: () => state,
    status: async () => {
      await call('status', '', nothing);
      return state;
    },
    get: (account) => call('get', account, () => items.get(account) ?? null),
    set: (account, secret) =>
      call('set', account, () => {
        items.set(account, secret);
        return null;
      }),
    remove: (account) =>
      call('remove', account, () => {
        items.delete(account);
        return null;
      }),
  };
}
