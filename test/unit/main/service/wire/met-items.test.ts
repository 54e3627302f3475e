import { expect, test } from 'vitest';
import { MetItems } from '../../../../../main/service/wire/met-items.ts';

const MANY = 100_000;
/** Ids that differ in little. */
const ids = Array.from(
  { length: MANY },
  (_, n) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
);

test('an item that is twice in one page is new once', () => {
  expect(new MetItems().add(['a', 'b', 'a']).areNew).toEqual([true, true, false]);
});

test.each([
  ['', '\0'],
  ['a', 'a\0'],
  ['ab', 'ba'],
  ['\u{1f600}', '\u{1f601}'],
])('%j and %j are two', (one, other) => {
  const met = new MetItems();
  expect(met.add([one, other]).areNew).toEqual([true, true]);
});

test('what is taken back was never met, and what came before stays', () => {
  const met = new MetItems();
  met.add(ids.slice(0, 1500));
  met.add(ids.slice(1000, 3000)).takeBack();
  expect(ids.slice(0, 3000).filter((id) => met.has(id))).toEqual(ids.slice(0, 1500));
  expect(met.add(ids.slice(1500, 3000)).areNew.every(Boolean)).toBe(true);
});
