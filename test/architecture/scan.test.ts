/** The scan of the product, and one pair of examples for each rule. */
import { expect, test } from 'vitest';
import { trackedFiles } from './repository.ts';
import { CODE_RULES, finds, RULES, scan } from './scan.ts';

test.each(RULES)('$name refuses and accepts its examples', ({ name, proof: { at, refuse, accept } }) => {
  expect(finds(name, at, refuse)).toBe(true);
  expect(finds(name, at, accept)).toBe(false);
});

test('the scan reports a file that cannot be parsed', () => {
  expect(finds('parse-error', 'main/x.ts', 'const = ;')).toBe(true);
});

test('the product breaks no rule, and uses each single place once', () => {
  const places = CODE_RULES.flatMap(({ name, place }) =>
    place === undefined ? [] : [`${name} in ${place}`],
  );
  const found = scan(trackedFiles()).map(({ rule, path, line, what }) =>
    places.includes(`${rule} in ${path}`) ? `${rule} in ${path}` : `${rule}: ${what} in ${path}:${line}`,
  );
  expect(found.toSorted()).toEqual(places.toSorted());
});
