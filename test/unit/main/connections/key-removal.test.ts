import { describe, expect, test } from 'vitest';
import type { DecideFault, KeychainFault } from '../../../support/memory-keychain.ts';
import { codeOf, given, KEY, keyOf, lockable, newKey, NEXT, under } from './keys-under-test.ts';

describe('removing', () => {
  test('leaves no trace of a key in keychain, index, memory or log', async () => {
    const tested = under();
    const slots = tested.run();
    await slots.store(newKey(KEY));
    const [key] = await slots.keys('c');
    expect(codeOf(await slots.remove('c', key?.id ?? ''))).toBe('ok');
    expect([...tested.keychain.items]).toEqual([]);
    expect(tested.rows()).toEqual([]);
    expect(tested.held()).toEqual([]);
    expect(await given(slots.get('c', 'main'))).toBe('no-key');
  });

  test('fails and keeps the key in use when its removal can’t be confirmed', async () => {
    const { run, lock } = lockable();
    const slots = run();
    await slots.store(newKey(KEY));
    const [key] = await slots.keys('c');
    lock.on = true;
    expect(codeOf(await slots.remove('c', key?.id ?? ''))).toBe('keychain-locked');
    lock.on = false;
    expect(await given(run().get('c', 'main'))).toBe(KEY);
    expect(await slots.leftovers()).toEqual([]);
  });

  test('fails and keeps the key in use when the keychain fails and still has it', async () => {
    const { run } = under((call) => (call === 'remove' ? { state: 'error', done: false } : null));
    const slots = run();
    await slots.store(newKey(KEY));
    const [key] = await slots.keys('c');
    expect(codeOf(await slots.remove('c', key?.id ?? ''))).toBe('keychain-error');
    expect(await given(run().get('c', 'main'))).toBe(KEY);
  });

  describe.each([true, false])('with an end that nobody knows (removed: %s)', (done) => {
    async function unknownEnd() {
      const fault = { on: false };
      const tested = under(() => (fault.on ? { state: 'busy', done } : null));
      const slots = tested.run();
      await slots.store(newKey(KEY));
      const [key] = await slots.keys('c');
      fault.on = true;
      return { ...tested, slots, fault, keyId: key?.id ?? '' };
    }

    test('of one key lists it as unused', async () => {
      const { slots, fault, keyId, rows, held } = await unknownEnd();
      expect(await slots.remove('c', keyId)).toMatchObject({
        error: { code: 'keychain-busy', nextStep: expect.stringContaining('no longer used') as unknown },
      });
      expect(await slots.keys('c')).toEqual([]);
      expect(held()).toEqual([]);
      expect(await slots.leftovers()).toHaveLength(1);
      fault.on = false;
      await slots.removeLeftovers();
      expect(rows()).toEqual([]);
    });

    test('of all keys keeps the connection’s keys', async () => {
      const { slots, fault, run } = await unknownEnd();
      expect(codeOf(await slots.removeAll('c'))).toBe('keychain-busy');
      expect(await slots.keys('c')).toHaveLength(1);
      fault.on = false;
      expect(await given(run().get('c', 'main'))).toBe(done ? 'keychain-error' : KEY);
    });
  });

  test('knows only keys of its own connection', async () => {
    const slots = under().run();
    await slots.store(newKey(KEY));
    const [key] = await slots.keys('c');
    expect(codeOf(await slots.remove('d', key?.id ?? ''))).toBe('not-found');
    expect(codeOf(await slots.keep('c', key?.id ?? ''))).toBe('not-found');
    expect(await given(slots.get('c', 'main'))).toBe(KEY);
  });

  test('all of a connection, or of a slot, leaves the others alone', async () => {
    const slots = under().run();
    await slots.store(newKey(KEY));
    await slots.store(newKey(NEXT, { slot: 'board' }));
    await slots.store(newKey('other-key-66666', { connectionId: 'd' }));
    expect(codeOf(await slots.removeAll('c', 'board'))).toBe('ok');
    expect((await slots.keys('c')).map(({ slot }) => slot)).toEqual(['main']);
    expect(codeOf(await slots.removeAll('c'))).toBe('ok');
    expect(await slots.keys('c')).toEqual([]);
    expect(await given(slots.get('d', 'main'))).toBe('other-key-66666');
  });

  test('of all a connection’s keys fails without losing session keys when one removal can’t be confirmed', async () => {
    const { run, lock } = lockable();
    const slots = run();
    await slots.store(newKey(KEY));
    slots.keepForSession(newKey(NEXT, { slot: 'board' }));
    lock.on = true;
    expect(codeOf(await slots.removeAll('c'))).toBe('keychain-locked');
    expect(await given(slots.get('c', 'board'))).toBe(NEXT);
    expect(await given(slots.get('c', 'main'))).toBe(KEY);
  });
});

describe('a key that is given up', () => {
  async function givenUp() {
    const tested = lockable();
    const slots = tested.run();
    await slots.store(newKey(KEY));
    await slots.store(newKey('other-key-66666', { connectionId: 'd' }));
    tested.lock.on = true;
    await slots.giveUpAll('c', 'Acme boards');
    return { ...tested, slots };
  }

  test('is no longer used or in memory, and shows its connection’s name', async () => {
    const { slots, held } = await givenUp();
    expect(await given(slots.get('c', 'main'))).toBe('no-key');
    expect(await slots.keys('c')).toEqual([]);
    expect(await slots.leftovers()).toEqual([
      expect.objectContaining({ connectionName: 'Acme boards', fingerprint: slots.fingerprint(keyOf(KEY)) }),
    ]);
    expect(held()).toEqual(['other-key-66666']);
  });

  test('asks a keychain that can’t be used once, not for each key', async () => {
    const asked: string[] = [];
    const fault: { is: KeychainFault | null } = { is: null };
    const decide: DecideFault = (call) => {
      asked.push(call);
      return fault.is;
    };
    const slots = under(decide).run();
    await slots.store(newKey(KEY));
    await slots.store(newKey(NEXT, { slot: 'board' }));
    await slots.giveUpAll('c', '');
    asked.length = 0;
    fault.is = { state: 'busy', done: false };
    await slots.removeLeftovers();
    expect(asked).toEqual(['remove']);
  });
});

test('a key that was being saved when Easel was killed is listed as unused after the restart', async () => {
  const { promise } = Promise.withResolvers<null>();
  const killed = { on: true };
  const tested = under((call) => (killed.on && call === 'set' ? promise : null));
  void tested.run().store(newKey(KEY));
  await expect.poll(() => tested.rows().map(({ state }) => state)).toEqual(['storing']);
  killed.on = false;
  const later = tested.run();
  expect(await given(later.get('c', 'main'))).toBe('no-key');
  expect(await later.leftovers()).toHaveLength(1);
  await later.removeLeftovers();
  expect(tested.rows()).toEqual([]);
});
