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

/** Whether the keychain is locked is up to the test. */
function lockable() {
  const lock = { on: false };
  const tested = under(() => (lock.on ? { state: 'locked' } : null));
  return { ...tested, lock };
}

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

  test('can be undone, and the key then waits for a person', async () => {
    const { slots, stages, lock, first, second } = await staged();
    lock.on = true;
    await slots.useNext('c', 'main');
    expect(codeOf(await slots.goBack('c', 'main'))).toBe('ok');
    expect(await stages()).toEqual({ current: first, next: second });
    expect((await slots.keys('c')).map(({ useWhenGreen }) => useWhenGreen)).toEqual([false, false]);
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

  test('is refused when the next key has changed', async () => {
    const { slots, stages, first, second } = await staged();
    expect(codeOf(await slots.useNext('c', 'main', 'another-id'))).toBe('refused');
    expect(await stages()).toEqual({ current: first, next: second });
  });

  test('changes nothing when the disk fails', async () => {
    const tested = under(undefined, (query) => (query === 'move' ? false : null));
    const slots = tested.run();
    await slots.stage(newKey(KEY), 'keychain');
    await slots.stage(newKey(NEXT), 'keychain');
    expect(codeOf(await slots.useNext('c', 'main'))).toBe('storage');
    expect(await given(slots.get('c', 'main'))).toBe(KEY);
  });

  test('waits for a key that is being stored, so that neither loses its place', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    let isSlow = false;
    const { run } = under((call) => (isSlow && call === 'set' ? promise : null));
    const slots = run();
    await slots.stage(newKey(KEY), 'keychain');
    isSlow = true;
    const staging = slots.stage(newKey(NEXT), 'keychain');
    const switching = slots.useNext('c', 'main');
    resolve(null);
    expect([codeOf(await staging), codeOf(await switching)]).toEqual(['ok', 'ok']);
    expect(await given(slots.get('c', 'main'))).toBe(NEXT);
    expect(await given(slots.get('c', 'main', 'previous'))).toBe(KEY);
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

  test('refuses the current key as the next one', async () => {
    const slots = under().run();
    await slots.stage(newKey(KEY), 'keychain');
    expect(await slots.stage(newKey(KEY), 'keychain')).toMatchObject({
      ok: false,
      error: { code: 'invalid-input', fields: { apiKey: expect.any(String) as unknown } },
    });
  });

  test('of two keys at once keeps one and refuses the other', async () => {
    const slots = under().run();
    await slots.stage(newKey(KEY), 'keychain');
    const both = await Promise.all([
      slots.stage(newKey(NEXT), 'keychain'),
      slots.stage(newKey('third-key-55555'), 'keychain'),
    ]);
    expect(both.map(codeOf)).toEqual(['ok', 'refused']);
    expect(await given(slots.get('c', 'main', 'next'))).toBe(NEXT);
  });
});
