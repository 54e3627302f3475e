import { describe, expect, test } from 'vitest';
import { readId, whyUnusableId } from '../../../../../main/service/wire/ids.ts';

test.each(['a', 'a b', '100%', 'a?b#c', 'a.b', '文'])('the identifier %j may stand in a path', (id) => {
  expect(whyUnusableId(id)).toBeNull();
});

describe('identifiers that would lead elsewhere, or can’t be right', () => {
  test.each(['', '.', '../x', 'a..b', '\\', 'a\u0000', '\u2028', '\uD800', '\uFFFD', 'x'.repeat(513)])(
    '%j',
    (id) => {
      expect(whyUnusableId(id)).toMatch(/\.$/);
      expect(readId(id)).toBeNull();
    },
  );
});

test.each([null, true, 1.5, 1e21, {}])('%s isn’t an identifier', (value) => {
  expect(readId(value)).toBeNull();
});
