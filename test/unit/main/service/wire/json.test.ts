import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitsOf, parseJson } from '../../../../../main/service/wire/json.ts';

const LONG_NUMBER = fc.stringMatching(/^-?[1-9]\d{15,24}(?:\.\d{1,24})?$/u);

test('a number of 16 digits or more is rewritten as it came, anywhere', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(LONG_NUMBER, { minLength: 1 }), (name, numbers) => {
      const text = `[${JSON.stringify(name)},${numbers.join(',')},{"n":${numbers[0]}},null,true]`;
      expect(JSON.stringify(parseJson(text))).toBe(text);
      for (const number of numbers) expect(digitsOf(parseJson(` ${number}\n`))).toBe(number);
    }),
    { seed: 20261121, numRuns: 100 },
  );
});

test.each(['{"a":1', '[1.]', ''])('%s isn’t JSON, whatever its digits', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

test('a value that isn’t a number has no digits', () => {
  expect([null, '1', true, [], {}, undefined].map(digitsOf)).toEqual([null, null, null, null, null, null]);
});
