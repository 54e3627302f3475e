import { expect, test } from 'vitest';
import { createMemoryKeychain } from '../../../../main/keychain/memory-keychain.ts';

test('it keeps, gives and forgets, and never shares with another', async () => {
  const [one, other] = [createMemoryKeychain(), createMemoryKeychain()];
  await one.set('a', 'key-1');
  expect(await one.get('a')).toEqual({ ok: true, value: 'key-1' });
  expect(await other.get('a')).toEqual({ ok: true, value: null });
  await one.remove('a');
  expect(await one.get('a')).toEqual({ ok: true, value: null });
  expect(await one.status()).toEqual({
    state: 'available',
    backend: 'Memory of this run',
    cause: '',
    fix: '',
  });
});
