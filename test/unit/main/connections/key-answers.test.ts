import { describe, expect, test } from 'vitest';
import { KEY, newKey, under } from './keys-under-test.ts';

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
