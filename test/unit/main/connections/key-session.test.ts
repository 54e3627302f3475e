import { afterEach, describe, expect, test } from 'vitest';
import { codeOf, given, keyOf, keysUnderTest, newKey, type KeysUnderTest } from './keys-under-test.ts';

const KEY = 'test-key-4711-abcdef';
const NEXT = 'test-key-0815-ghijkl';

let open: KeysUnderTest | null = null;
afterEach(() => open?.close());

function under(...faults: Parameters<typeof keysUnderTest>): KeysUnderTest {
  open = keysUnderTest(...faults);
  return open;
}

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

  test('touches neither the keychain nor the index', async () => {
    const asked: string[] = [];
    const tested = under((call) => {
      asked.push(call);
      return null;
    });
    tested.run().keepForSession(newKey(KEY));
    expect(asked).toEqual([]);
    expect(tested.rows()).toEqual([]);
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

  test('does not expire the key that replaced it', async () => {
    const tested = under();
    const slots = tested.run();
    slots.keepForSession(newKey(KEY));
    tested.pass(7 * HOUR);
    slots.keepForSession(newKey(NEXT));
    tested.pass(2 * HOUR);
    expect(await given(slots.get('c', 'main'))).toBe(NEXT);
    expect(tested.held()).toEqual([NEXT]);
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

  test('becomes the previous key, and can be used again', async () => {
    const tested = under();
    const slots = tested.run();
    await slots.stage(newKey(KEY), 'keychain');
    await slots.stage(newKey(NEXT), 'session');
    await slots.useNext('c', 'main');
    tested.pass(8 * HOUR);
    expect(await given(slots.get('c', 'main'))).toBe('no-key');
    expect(codeOf(await slots.goBack('c', 'main'))).toBe('ok');
    expect(await given(slots.get('c', 'main'))).toBe(KEY);
  });

  test('can be saved in the keychain with all its details', async () => {
    const tested = under();
    const slots = tested.run();
    const about = { note: 'of the customer', owner: 'Ann', remindAt: 7, useWhenGreen: false };
    slots.keepForSession(newKey(KEY, { about }));
    slots.answered(
      await slots.get('c', 'main').then((key) => (key.ok ? key.value.key : keyOf('none'))),
      true,
    );
    const [before] = await slots.keys('c');
    const placed = await slots.all('c');
    tested.pass(1000);
    expect(codeOf(await slots.keep('c', before?.id ?? ''))).toBe('ok');
    const after = await slots.keys('c');
    expect(after).toEqual([{ ...before, kept: 'keychain', id: expect.any(String) as unknown }]);
    expect(after[0]?.lastAcceptedAt).not.toBeNull();
    expect((await slots.all('c')).map(({ origins }) => origins)).toEqual(
      placed.map(({ origins }) => origins),
    );
    expect(await given(tested.run().get('c', 'main'))).toBe(KEY);
    tested.pass(8 * HOUR);
    expect(await given(slots.get('c', 'main'))).toBe(KEY);
  });

  test('stays when the keychain can’t save it', async () => {
    const slots = under(() => ({ state: 'locked' })).run();
    slots.keepForSession(newKey(KEY));
    const [key] = await slots.keys('c');
    expect(codeOf(await slots.keep('c', key?.id ?? ''))).toBe('keychain-locked');
    expect(await given(slots.get('c', 'main'))).toBe(KEY);
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

  test('also drops a key that is being saved: it stays in the keychain only', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    const tested = under((call) => (call === 'set' ? promise : null));
    const slots = tested.run();
    const stored = slots.store(newKey(KEY));
    await expect.poll(() => tested.rows()).toHaveLength(1);
    slots.drop();
    resolve(null);
    expect(codeOf(await stored)).toBe('ok');
    expect(tested.held()).toEqual([]);
    expect(await given(slots.get('c', 'main'))).toBe(KEY);
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

  test('holds a key that is in memory elsewhere until it is let go of there', async () => {
    const tested = under();
    const slots = tested.run();
    const release = slots.hold(keyOf(KEY));
    await slots.store(newKey(KEY));
    slots.drop();
    expect(tested.held()).toEqual([KEY]);
    release();
    release();
    expect(tested.held()).toEqual([]);
  });

  test('learns of a key when it is read', async () => {
    const tested = under();
    const first = tested.run();
    await first.store(newKey(KEY));
    first.drop();
    await tested.run().get('c', 'main');
    expect(tested.held()).toEqual([KEY]);
  });
});
