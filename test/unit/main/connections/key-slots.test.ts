import { describe, expect, test } from 'vitest';
import type { KeychainFault } from '../../../support/memory-keychain.ts';
import { codeOf, given, KEY, keyOf, newKey, NEXT, under } from './keys-under-test.ts';

describe('a stored key', () => {
  test('is identified by a fingerprint, never shown', async () => {
    const tested = under();
    const slots = tested.run();
    await slots.store(newKey(KEY));
    const keys = await slots.keys('c');
    const fingerprint = slots.fingerprint(keyOf(KEY));
    expect(keys).toEqual([
      expect.objectContaining({ slot: 'main', stage: 'current', kept: 'keychain', fingerprint }),
    ]);
    expect((await slots.states()).get('c')).toEqual({
      main: { kind: 'stored', fingerprint, addedAt: tested.now() },
      board: { kind: 'none' },
    });
    expect(JSON.stringify([keys, tested.rows()])).not.toContain(KEY);
  });

  test('replaces the previous one, whose item is removed', async () => {
    const tested = under();
    const slots = tested.run();
    await slots.store(newKey(KEY));
    await slots.store(newKey(NEXT));
    expect(await given(slots.get('c', 'main'))).toBe(NEXT);
    expect([...tested.keychain.items.values()]).toEqual([NEXT]);
    expect(tested.rows().map(({ state }) => state)).toEqual(['kept']);
    expect(tested.held()).toEqual([NEXT]);
  });
});

describe('a key that could not be stored', () => {
  test.each(['busy', 'error'] as const)(
    'and may be there after %s stays listed until it is gone',
    async (state) => {
      const fault = { on: true };
      const tested = under((call) =>
        fault.on && call !== 'status' ? { state, done: call === 'set' } : null,
      );
      const slots = tested.run();
      expect(codeOf(await slots.store(newKey(KEY)))).toBe(`keychain-${state}`);
      expect([...tested.keychain.items.values()]).toEqual([KEY]);
      expect(await given(slots.get('c', 'main'))).toBe('no-key');
      expect(await slots.leftovers()).toHaveLength(1);
      fault.on = false;
      await slots.removeLeftovers();
      expect([...tested.keychain.items]).toEqual([]);
      expect(tested.rows()).toEqual([]);
    },
  );

  test('because the index can’t be written never reaches the keychain', async () => {
    const tested = under(undefined, (query) => (query === 'add' ? false : null));
    expect(codeOf(await tested.run().store(newKey(KEY)))).toBe('storage');
    expect([...tested.keychain.items]).toEqual([]);
  });

  test('because the index failed afterwards is removed from the keychain again', async () => {
    const tested = under(undefined, (query) => (query === 'keep' ? false : null));
    expect(codeOf(await tested.run().store(newKey(KEY)))).toBe('storage');
    expect([...tested.keychain.items]).toEqual([]);
    expect(tested.rows()).toEqual([]);
  });
});

test('a key that the index stored despite reporting an error is kept', async () => {
  const tested = under(undefined, (query) => (query === 'keep' ? true : null));
  const slots = tested.run();
  expect(codeOf(await slots.store(newKey(KEY)))).toBe('ok');
  expect(await given(slots.get('c', 'main'))).toBe(KEY);
});

describe('a keychain that returns no key', () => {
  test.each(['locked', 'absent', 'busy', 'error'] as const)(
    'because it is %s never means "no key"',
    async (state) => {
      const fault: { is: KeychainFault | null } = { is: null };
      const { run } = under(() => fault.is);
      await run().store(newKey(KEY));
      fault.is = { state, done: false } as KeychainFault;
      const slots = run();
      expect(await given(slots.get('c', 'main'))).toBe(`keychain-${state}`);
      expect(await slots.keys('c')).toHaveLength(1);
      fault.is = null;
      expect(await given(slots.get('c', 'main'))).toBe(KEY);
    },
  );

  test.each([
    ['locked', 'keychain-locked'],
    ['busy', 'keychain-locked'],
    ['absent', 'keychain-absent'],
    ['available', 'keychain-error'],
  ] as const)('and reports none while it is %s, is not believed', async (state, code) => {
    const { run, keychain } = under((call) =>
      call === 'status' && state !== 'available' ? { state, done: false } : null,
    );
    await run().store(newKey(KEY));
    keychain.items.clear();
    const slots = run();
    expect(await given(slots.get('c', 'main'))).toBe(code);
    expect(await slots.keys('c')).toHaveLength(1);
  });

  test('but returns another key than was stored is not believed', async () => {
    const { run, keychain } = under();
    await run().store(newKey(KEY));
    for (const account of keychain.items.keys()) keychain.items.set(account, NEXT);
    expect(await given(run().get('c', 'main'))).toBe('keychain-error');
  });
});

test('the keychain is not asked before a key is needed', async () => {
  const asked: string[] = [];
  const { run } = under((call) => {
    asked.push(call);
    return null;
  });
  await run().store(newKey(KEY));
  asked.length = 0;
  const slots = run();
  await slots.states();
  await slots.keys('c');
  await slots.leftovers();
  await slots.edit('c', (await slots.keys('c'))[0]?.id ?? '', {
    note: 'of the customer',
    owner: 'Ann',
    remindAt: 5,
    useWhenGreen: true,
  });
  expect((await slots.keys('c'))[0]).toMatchObject({ note: 'of the customer', owner: 'Ann', remindAt: 5 });
  expect(asked).toEqual([]);
});
