/** A keychain that gives no key while Easel is locked, not even to work that began before: an export, a long list. */
import { fail } from '../../preload/contract/failure.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { failure } from '../wording/failure.ts';

/** Removing stays possible: it is the way out for a forgotten passphrase. */
export function closedWhileLocked(keychain: Keychain, isLocked: () => boolean): Keychain {
  const locked = () => Promise.resolve(fail(failure('locked')));
  return {
    ...keychain,
    get: async (account) => {
      if (isLocked()) return locked();
      const read = await keychain.get(account);
      // A slow keychain may answer after it was locked.
      return isLocked() ? locked() : read;
    },
    set: (account, secret) => (isLocked() ? locked() : keychain.set(account, secret)),
  };
}
