import { describe, expect, test } from 'vitest';
import { readId, whyUnusableId } from '../../../../../main/service/wire/ids.ts';

describe('identifiers that may stand in a path', () => {
  test.each(['a', '502926ab-e257-43ef-a352-0c2d210a5eb1', 'a b', 'ä', '100%', 'a?b#c', 'a.b', '~', '文'])(
    '%j',
    (id) => {
      expect(whyUnusableId(id)).toBeNull();
    },
  );
});

describe('identifiers that would lead elsewhere, or can’t be right', () => {
  test.each([
    '',
    '.',
    '..',
    '../x',
    'a..b',
    'a/b',
    '/',
    '\\',
    'a\u0000',
    'a\nb',
    '\u007f',
    '\u2028',
    '\uD800',
    '\uFFFD',
    'x'.repeat(513),
  ])('%j', (id) => {
    expect(whyUnusableId(id)).toMatch(/\.$/);
    expect(readId(id)).toBeNull();
  });
});

test.each([null, undefined, true, 1.5, Number.NaN, Infinity, 1e21, {}, []])(
  '%s isn’t an identifier',
  (value) => {
    expect(readId(value)).toBeNull();
  },
);
