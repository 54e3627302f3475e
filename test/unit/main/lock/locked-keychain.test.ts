import { expect, test } from 'vitest';
import { closedWhileLocked } from '../../../../main/lock/locked-keychain.ts';
import { createMemoryKeychain } from '../../../support/memory-keychain.ts';
import { outcomeOf } from './lock-under-test.ts';

test('while unlocked, the keychain works as usual', async () => {
  const keychain = closedWhileLocked(createMemoryKeychain(), () => false);
  expect(await keychain.set('account', 'secret')).toEqual({ ok: true, value: null });
  expect(await keychain.get('account')).toEqual({ ok: true, value: 'secret' });
  expect(await keychain.status()).toMatchObject({ state: 'available' });
});

test('while locked, it neither returns nor stores a key, and still removes one', async () => {
  const open = createMemoryKeychain();
  await open.set('account', 'secret');
  const keychain = closedWhileLocked(open, () => true);
  expect(outcomeOf(await keychain.get('account'))).toBe('locked');
  expect(outcomeOf(await keychain.set('account', 'other'))).toBe('locked');
  expect(await open.get('account')).toEqual({ ok: true, value: 'secret' });
  expect(outcomeOf(await keychain.remove('account'))).toBe('ok');
  expect(await open.get('account')).toEqual({ ok: true, value: null });
});

test('a key requested before the lock is not returned after it', async () => {
  let locked = false;
  const open = createMemoryKeychain();
  await open.set('account', 'secret');
  const reading = closedWhileLocked(open, () => locked).get('account');
  locked = true;
  expect(outcomeOf(await reading)).toBe('locked');
});
