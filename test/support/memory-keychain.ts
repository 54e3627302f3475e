/** A keychain in memory, for unit tests of its users: a stand-in, see test/README.md. */
import { ok } from '../../preload/contract/failure.ts';
import type { Keychain } from '../../main/keychain/keychain.ts';

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
