import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  charactersOf,
  digitsOf,
  parseJson,
  readJson,
  survey as surveyCodes,
} from '../../../../../main/service/wire/json.ts';

const survey = (text: string) => surveyCodes(charactersOf(text).codes);

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

test('all other JSON is read as usual', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(survey(text).inexact).toBe(JSON.stringify(JSON.parse(text)) !== JSON.stringify(parseJson(text)));
      if (!survey(text).inexact) expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
    { seed: 20261121, numRuns: 100 },
  );
});

test('digits in texts and names aren’t numbers', () => {
  expect(survey('{"9007199254740993":"1.0, -0","\\\\":"\\"1.0","a":[1.5,12,-3,0]}').inexact).toBe(false);
  expect(survey('{"a":"\\"","b":9007199254740993}').inexact).toBe(true);
});

test.each(['{"a":1', '-', '[1.]', '[01]', '1e', ''])('%s isn’t JSON, whatever its digits', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

test('a value that isn’t a number has no digits', () => {
  expect([null, '1', true, [], {}, undefined].map(digitsOf)).toEqual([null, null, null, null, null, null]);
});

describe('a long text', () => {
  const long = (text: string) => readJson(charactersOf(text), survey(text));
  const LONG = { said: 'x'.repeat(6000) };
  const orNone = (parse: () => unknown): unknown => {
    try {
      return parse();
    } catch {
      return 'no JSON';
    }
  };
  const read = (text: string) => orNone(() => long(text).value);
  /** Lists where answers have them, and where nobody would look for one. */
  const text = fc
    .tuple(
      fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 12, maxLength: 20 }),
      fc.constantFrom(undefined, 1, '\n'),
    )
    .map(([items, indent]) => {
      const rows = items.flatMap((item) => [LONG, item]);
      return JSON.stringify({ 2: rows, 1: { items, rows: [rows.slice(0, 3), rows] }, items }, null, indent);
    });

  test('is read like a short one, or is no JSON as a whole, whatever of it is wrong', () => {
    const instead = fc.constantFrom('', '{', '}', '[', ']', ',', ':', '"', '1');
    fc.assert(
      fc.property(text, fc.nat(), instead, (whole, place, other) => {
        expect(read(whole)).toEqual(parseJson(whole));
        const marks = [...whole.matchAll(/[^x]/gu)].map(({ index }) => index);
        const at = marks[place % marks.length] ?? 0;
        const wrong = whole.slice(0, at) + other + whole.slice(at + 1);
        expect(read(wrong)).toEqual(orNone(() => parseJson(wrong)));
      }),
      { seed: 20261126, numRuns: 40 },
    );
  });
  test('is never made as a whole, and each row is whole in one of its pieces', () => {
    const rows = Array.from({ length: 100 }, (_, n) => JSON.stringify({ ...LONG, id: n }));
    const { pieces } = long(`{"data":{"rows":[${rows.join(',\n')}]},"total":100}`);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(80_000);
    for (const row of rows) expect(pieces.filter((piece) => piece.includes(row))).toHaveLength(1);
  });
  test('keeps the last of two lists of one name', () => {
    const rows = (name: string) => Array.from({ length: 20 }, (_, n) => ({ ...LONG, id: `${name}${n}` }));
    const [first, last] = [rows('a'), rows('b')].map((list) => JSON.stringify(list));
    expect(read(`{"rows":${first},"rows":${last}}`)).toEqual({ rows: rows('b') });
  });
});
