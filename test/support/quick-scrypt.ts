/**
 * node:crypto with a scrypt that costs a thousandth, for tests that seal and open often:
 * `vi.mock('node:crypto', async (original) => (await import('…/quick-scrypt.ts')).quickScrypt(await original()))`.
 * The real cost is worked on in transfer.test.ts, in the lock's passphrase.test.ts, and in the e2e specs.
 */
import type crypto from 'node:crypto';

type Crypto = typeof crypto;

/** Another cost still makes other bytes: N is only brought down. */
export function quickScrypt(real: Crypto): Crypto {
  const scrypt = (
    password: crypto.BinaryLike,
    salt: crypto.BinaryLike,
    length: number,
    options: crypto.ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ): void => real.scrypt(password, salt, length, { ...options, N: (options.N ?? 2 ** 14) / 2 ** 10 }, done);
  return { ...real, scrypt: scrypt as Crypto['scrypt'] };
}
