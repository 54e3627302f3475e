import { describe, expect, test } from 'vitest';
import { BOARD_ID_NAMES, readId, unusableId, whyUnusableId } from '../../../../../main/service/wire/ids.ts';

test.each(['a', 'a b', '100%', 'a?b#c', 'a.b', '文'])('the identifier %j can be used in a path', (id) => {
  expect(whyUnusableId(id)).toBeNull();
});

describe('an identifier that can’t be used in a path:', () => {
  test.each(['', '.', '../x', 'a..b', '\\', 'a\u0000', '\u2028', '\uD800', '\uFFFD', 'x'.repeat(513)])(
    '%j',
    (id) => {
      expect(whyUnusableId(id)).toMatch(/\.$/);
      expect(readId(id)).toBeNull();
    },
  );
});

test.each([null, true, 1.5, 1e21, {}])('%s isn’t an identifier of a board or paper', (value) => {
  expect(readId(value)).toBeNull();
});

test('an id that can’t be used in a path is kept for display', () => {
  const shown = [{ room_id: 'a/b' }, { room_id: 'c\u0000d' }, { name: 'none' }].map((fields) =>
    unusableId(fields, BOARD_ID_NAMES),
  );
  expect(shown).toEqual(['a/b', 'c\u0000d', null]);
});
