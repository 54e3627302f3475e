import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { LONGEST_KEY_BYTES, readApiKey } from '../../../../main/service/api-key.ts';

const KEY = 'sk_live-0123456789abcdef';

function keyOf(text: string) {
  const read = readApiKey(text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

describe('text accepted as a key', () => {
  test.each([
    [KEY, KEY],
    [`  ${KEY}\n`, KEY],
    ['x'.repeat(LONGEST_KEY_BYTES), 'x'.repeat(LONGEST_KEY_BYTES)],
  ])('%j', (typed, key) => {
    expect(keyOf(typed).reveal()).toBe(key);
  });
});

describe('text refused, without quoting it', () => {
  test.each([
    ['nothing', ''],
    ['a key that is too long in bytes', 'é'.repeat(LONGEST_KEY_BYTES / 2 + 1)],
    ['a blank inside', 'abcdef ghijkl'],
    ['a header line', `Bearer ${KEY}`],
    ['NUL', 'abcdef\u0000ghijkl'],
    ['a zero-width space', 'abcdef\u200Bghijkl'],
    ['another script', 'ключ-доступа'],
  ])('%s', (_what, typed) => {
    const read = readApiKey(typed);
    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.error).toMatch(/\.$/);
    expect(read.error).not.toMatch(/abcdef|ghijkl|sk_live/);
  });
});

test('a key can’t be printed by accident', () => {
  const key = keyOf(KEY);
  const printed = [
    String(key),
    JSON.stringify({ key }),
    inspect({ key }, { depth: 9, showHidden: true }),
    Object.values(key).join(),
    JSON.stringify(Object.getOwnPropertyDescriptors(key)),
  ];
  for (const text of printed) expect(text).not.toContain(KEY);
});

test('a fingerprint is short, distinguishes keys, and differs under another salt', () => {
  const prints = [
    keyOf(KEY).fingerprint('a'),
    keyOf(`${KEY}x`).fingerprint('a'),
    keyOf(KEY).fingerprint('b'),
  ];
  for (const print of prints) expect(print).toMatch(/^[\da-f]{8}$/);
  expect(new Set(prints).size).toBe(3);
  expect(keyOf(KEY).fingerprint('a')).toBe(prints[0]);
});
