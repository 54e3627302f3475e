import { afterEach, describe, expect, test } from 'vitest';
import { given, keyOf, keysUnderTest, newKey, type KeysUnderTest } from './keys-under-test.ts';

const KEY = 'test-key-4711-abcdef';
const MINUTE = 60_000;

let open: KeysUnderTest | null = null;
afterEach(() => open?.close());

function under(...faults: Parameters<typeof keysUnderTest>): KeysUnderTest {
  open = keysUnderTest(...faults);
  return open;
}

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

  test('are written at most once a minute', async () => {
    const { slots, key, seen, changes, pass, now } = await usedKey(kept);
    const first = now();
    for (let second = 0; second < 60; second += 1) {
      slots.answered(key, true);
      pass(999);
    }
    await expect.poll(seen).toEqual([first, null]);
    pass(MINUTE);
    slots.answered(key, true);
    await expect.poll(seen).toEqual([now(), null]);
    await expect.poll(() => changes).toEqual(['c', 'c']);
  });
});

test('answers follow a key to its next stage', async () => {
  const { slots, key, now } = await usedKey('keychain');
  await slots.stage(newKey('test-key-0815-ghijkl'), 'keychain');
  await slots.useNext('c', 'main');
  slots.answered(key, false);
  const refusals = async () =>
    (await slots.keys('c')).map(({ stage, lastRefusedAt }) => [stage, lastRefusedAt]);
  await expect.poll(refusals).toEqual([
    ['current', null],
    ['previous', now()],
  ]);
});

test('an answer for an unknown key, or one that can’t be saved, does no harm', async () => {
  const tested = under(undefined, (query) => (query === 'accepted' ? false : null));
  const slots = tested.run();
  await slots.store(newKey(KEY));
  const found = await slots.get('c', 'main');
  tested.changes.length = 0;
  slots.answered(keyOf('unknown-key-7'), true);
  if (found.ok) slots.answered(found.value.key, true);
  expect(await given(slots.get('c', 'main'))).toBe(KEY);
  expect(await slots.keys('c')).toEqual([expect.objectContaining({ lastAcceptedAt: null })]);
  expect(tested.changes).toEqual([]);
});
