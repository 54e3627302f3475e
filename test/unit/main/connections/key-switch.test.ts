import { describe, expect, test } from 'vitest';
import { codeOf, given, KEY, keyOf, lockable, newKey, NEXT, under } from './keys-under-test.ts';

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
