/** Fakes of a system keychain: a working one, and faulty ones. */
import {
  createGuardedKeychain,
  type Keychain,
  type Vault,
} from '../../../../../main/connections/keychain/keychain.ts';

export const OLD = 'old-key-00000000';
export const NEW = 'new-key-11111111';

/** A working vault that exposes its items and records calls. */
export function workingVault(items: Record<string, string> = {}) {
  const kept = new Map(Object.entries(items));
  const asked: string[] = [];
  let open = 0;
  let most = 0;
  async function call<T>(name: string, run: () => T): Promise<T> {
    asked.push(name);
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    return run();
  }
  const vault: Vault = {
    get: (account) => call(`get ${account}`, () => kept.get(account) ?? null),
    set: (account, secret) => call(`set ${account}`, () => void kept.set(account, secret)),
    remove: (account) => call(`remove ${account}`, () => kept.delete(account)),
  };
  return { vault, kept, asked, most: () => most };
}

export const keychainOf = (vault: Vault): Keychain => createGuardedKeychain(vault, { platform: 'linux' });
export const codeOf = (result: { ok: boolean; error?: { code: string } }) =>
  result.ok ? 'ok' : result.error?.code;
export const locked = async (): Promise<never> => {
  throw new Error('Cannot create an item in a locked collection');
};
/** A call that settles only after `end` is called. */
export function hanging() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { hang: () => promise, end: () => resolve() };
}
