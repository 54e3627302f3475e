/** Replaces node:crypto in tests (`vi.mock`) by a version with 1,000 times cheaper scrypt. */
import type crypto from 'node:crypto';

type Crypto = typeof crypto;

/** Divides scrypt's cost N by 1,000. Different costs still result in different keys. */
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
