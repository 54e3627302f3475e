import { scryptSync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { isPassphrase, keepPassphrase } from '../../../../main/lock/lock.ts';

// With the real cost: a fifth of a second for each guess by design, and more on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const WORDS = 'correct horse battery';

test('the passphrase is stored as scrypt, at the cost stored beside it', async () => {
  const kept = await keepPassphrase(WORDS);
  expect(kept).toMatchObject({ n: 65_536, r: 8, p: 1 });
  const options = { N: kept.n, r: kept.r, p: kept.p, maxmem: 2 ** 27 };
  expect(kept.hash).toBe(scryptSync(WORDS, Buffer.from(kept.salt, 'hex'), 32, options).toString('hex'));
  expect(await isPassphrase(WORDS, kept)).toBe(true);
  expect(await isPassphrase(`${WORDS} `, kept)).toBe(false);
});
