import { describe, expect, test } from 'vitest';
import type { KeychainFault, DecideFault } from '../../../support/memory-keychain.ts';
import { codeOf, given, KEY, keyOf, newKey, NEXT, under, lockable } from './keys-under-test.ts';

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

const HOUR = 60 * 60 * 1000;

describe('a key for this session', () => {
  test('overrides a stored key, and is gone after a restart', async () => {
    const tested = under();
    const slots = tested.run();
    await slots.store(newKey(KEY));
    slots.keepForSession(newKey(NEXT));
    expect(await given(slots.get('c', 'main'))).toBe(NEXT);
    expect((await slots.states()).get('c')?.main.kind).toBe('session');
    expect((await slots.keys('c')).map(({ kept }) => kept)).toEqual(['session']);
    expect(await given(tested.run().get('c', 'main'))).toBe(KEY);
  });

  test('ends eight hours after it was added, and the page is told', async () => {
    const tested = under();
    const slots = tested.run();
    await slots.store(newKey(KEY));
    slots.keepForSession(newKey(NEXT));
    tested.changes.length = 0;
    tested.pass(8 * HOUR - 1);
    expect(await given(slots.get('c', 'main'))).toBe(NEXT);
    expect(tested.changes).toEqual([]);
    tested.pass(1);
    expect(await given(slots.get('c', 'main'))).toBe(KEY);
    expect(tested.changes).toEqual(['c']);
    expect(tested.held()).toEqual([KEY]);
  });

  test('can swap with a stored key, in both directions', async () => {
    const slots = under().run();
    await slots.stage(newKey(KEY), 'keychain');
    await slots.stage(newKey(NEXT), 'session');
    await slots.useNext('c', 'main');
    expect((await slots.keys('c')).map(({ stage, kept }) => `${stage} ${kept}`)).toEqual([
      'current session',
      'previous keychain',
    ]);
    await slots.goBack('c', 'main');
    expect(await given(slots.get('c', 'main'))).toBe(KEY);
    expect(await given(slots.get('c', 'main', 'next'))).toBe(NEXT);
  });
});

describe('dropping all keys from memory', () => {
  test('loses session keys, and reads the others again', async () => {
    const asked: string[] = [];
    const tested = under((call) => {
      asked.push(call);
      return null;
    });
    const slots = tested.run();
    await slots.store(newKey(KEY));
    slots.keepForSession(newKey(NEXT, { connectionId: 'd' }));
    tested.changes.length = 0;
    asked.length = 0;
    slots.drop();
    expect(tested.held()).toEqual([]);
    expect(tested.changes).toEqual(['d']);
    expect(await given(slots.get('d', 'main'))).toBe('no-key');
    expect(await given(slots.get('c', 'main'))).toBe(KEY);
    expect(asked).toEqual(['get']);
  });

  test('also drops a key that the keychain returns too late', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    const slow = { on: false };
    const tested = under((call) => (slow.on && call === 'get' ? promise : null));
    await tested.run().store(newKey(KEY));
    const slots = tested.run();
    slow.on = true;
    const found = given(slots.get('c', 'main'));
    slots.drop();
    resolve(null);
    expect(await found).toBe('locked');
  });
});

describe('the log', () => {
  test('holds a key of two connections until neither has it in memory', async () => {
    const tested = under();
    const slots = tested.run();
    await slots.store(newKey(KEY));
    await slots.store(newKey(KEY, { connectionId: 'd' }));
    await slots.removeAll('c');
    expect(tested.held()).toEqual([KEY]);
    await slots.removeAll('d');
    expect(tested.held()).toEqual([]);
  });
});

describe('a switch', () => {
  async function staged() {
    const tested = lockable();
    const slots = tested.run();
    await slots.stage(newKey(KEY), 'keychain');
    await slots.stage(
      { ...newKey(NEXT), about: { note: '', owner: '', remindAt: null, useWhenGreen: true } },
      'keychain',
    );
    const stages = async () =>
      Object.fromEntries((await slots.keys('c')).map(({ stage, fingerprint }) => [stage, fingerprint]));
    const [first, second] = [slots.fingerprint(keyOf(KEY)), slots.fingerprint(keyOf(NEXT))];
    return { ...tested, slots, stages, first, second };
  }

  test('makes the next key the current one, even with a locked keychain', async () => {
    const { slots, stages, lock, first, second, run } = await staged();
    expect(await stages()).toEqual({ current: first, next: second });
    lock.on = true;
    expect(codeOf(await slots.useNext('c', 'main'))).toBe('ok');
    expect(await stages()).toEqual({ current: second, previous: first });
    lock.on = false;
    expect(await given(run().get('c', 'main'))).toBe(NEXT);
    expect(await given(run().get('c', 'main', 'previous'))).toBe(KEY);
  });

  test('is refused while there is a previous key, and without a next one', async () => {
    const { slots, stages, first, second } = await staged();
    await slots.useNext('c', 'main');
    expect(codeOf(await slots.useNext('c', 'main'))).toBe('refused');
    await slots.stage(newKey('third-key-55555'), 'keychain');
    expect(codeOf(await slots.useNext('c', 'main'))).toBe('refused');
    expect(codeOf(await slots.goBack('c', 'main'))).toBe('refused');
    expect(await stages()).toMatchObject({ current: second, previous: first });
  });
});

describe('staging', () => {
  test('fills the place of the current key first, then that of the next, and no third', async () => {
    const slots = under().run();
    const codes = [];
    for (const text of [KEY, NEXT, 'third-key-55555'])
      codes.push(codeOf(await slots.stage(newKey(text), 'keychain')));
    expect(codes).toEqual(['ok', 'ok', 'refused']);
    expect((await slots.keys('c')).map(({ stage }) => stage)).toEqual(['current', 'next']);
  });
});

async function usedKey(kept: 'keychain' | 'session') {
  const tested = under();
  const slots = tested.run();
  await slots.stage(newKey(KEY), kept);
  const key = await slots.get('c', 'main');
  if (!key.ok) throw new Error(key.error.code);
  tested.changes.length = 0;
  const seen = async () => {
    const [info] = await slots.keys('c');
    return [info?.lastAcceptedAt, info?.lastRefusedAt];
  };
  return { ...tested, slots, key: key.value.key, seen };
}

describe.each(['keychain', 'session'] as const)('answers to a key that is kept in the %s', (kept) => {
  test('record when it was last accepted and refused, and notify the page', async () => {
    const { slots, key, seen, changes, pass, now } = await usedKey(kept);
    expect(await seen()).toEqual([null, null]);
    slots.answered(key, true);
    await expect.poll(seen).toEqual([now(), null]);
    const accepted = now();
    pass(5);
    slots.answered(key, false);
    await expect.poll(seen).toEqual([accepted, now()]);
    await expect.poll(() => changes).toEqual(['c', 'c']);
  });
});

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
