import { describe, expect, test } from 'vitest';
import { given, KEY, newKey, NEXT, under } from './keys-under-test.ts';

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
