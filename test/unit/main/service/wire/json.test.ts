import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitsOf, parseJson, survey } from '../../../../../main/service/wire/json.ts';

const NUMBER = fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,24})?(?:[eE][+-]?\d{1,3})?$/u);

test('every number is rewritten as it came, anywhere', () => {
  const member = fc.tuple(fc.string(), fc.array(NUMBER, { minLength: 1 }));
  fc.assert(
    fc.property(fc.array(member), (members) => {
      const texts = members.map(
        ([name, numbers]) => `[${JSON.stringify(name)},${numbers.join(',')},{"n":${numbers[0]}},null,true]`,
      );
      const text = `[${texts.join(',')}]`;
      expect(JSON.stringify(parseJson(text))).toBe(text);
      for (const number of members.flatMap(([, numbers]) => numbers)) {
        expect(digitsOf(parseJson(` ${number}\n`))).toBe(number);
      }
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

test('digits in texts and names aren’t numbers', () => {
  expect(survey('{"9007199254740993":"1.0, -0","\\\\":"\\"1.0","a":[1.5,12,-3,0]}').isInexact).toBe(false);
  expect(survey('{"a":"\\"","b":9007199254740993}').isInexact).toBe(true);
});

test.each([
  ['[[1]]', 2],
  ['{"a":[{}]}', 3],
  ['["[[[[", "\\"[["]', 1],
  ['"[[["', 0],
])('%s is nested %i deep', (text, depth) => {
  expect(survey(text).depth).toBe(depth);
});
