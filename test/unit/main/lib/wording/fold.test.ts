import { expect, test } from 'vitest';
import { foldText } from '../../../../../preload/contract/facts.ts';
import { uniqueTags } from '../../../../../main/store/tables/change-note.ts';
import { withTags } from '../../../../../renderer/screens/boards/notes/tags-field.tsx';

test.each([
  ['a decomposed letter', 'Cafe\u0301', 'CAF\u00c9'],
  ['a ligature', 'of\ufb01ce', 'Office'],
  ['a final sigma', '\u039f\u0394\u039f\u03a3', '\u03bf\u03b4\u03bf\u03c3'],
])('a tag with %s equals the tag in its usual spelling', (_what, one, other) => {
  expect(foldText(one)).toBe(foldText(other));
  expect(uniqueTags([one, other])).toEqual([one]);
  expect(withTags([one], [other])).toEqual([one]);
});

test('tags with and without a diacritic are different', () => {
  expect(foldText('Müller')).not.toBe(foldText('Muller'));
});
