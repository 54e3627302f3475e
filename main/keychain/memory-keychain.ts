/** A keychain in the memory of this run: for keys that must not outlive it. */
import { ok } from '../../preload/contract/failure.ts';
import type { Keychain } from './keychain.ts';

export function createMemoryKeychain(): Keychain {
  const backend = 'Memory of this run';
  const secrets = new Map<string, string>();
  return {
    backend,
    status: async () => ({ state: 'available', backend, cause: '', fix: '' }),
    get: async (account) => ok(secrets.get(account) ?? null),
    set: async (account, secret) => {
      secrets.set(account, secret);
      return ok(null);
    },
    remove: async (account) => {
      secrets.delete(account);
      return ok(null);
    },
  };
}
