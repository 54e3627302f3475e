import { expect, test } from 'vitest';
import { parseStrictJson } from '../../../../../main/lib/files/strict-json.ts';

test.each([
  ['the same name twice, once escaped', String.raw`{"a": 1, "\u0061": 2}`, 'a'],
  ['the same name twice inside a list', '{"x": [{"b": 1}, {"b": 1, "b": 2}]}', 'b'],
  ['the same name twice, with brackets in the values', String.raw`{"q": "}]\"{", "r": "[", "q": 1}`, 'q'],
])('the strict JSON parser rejects %s', (_what, text, name) => {
  expect(parseStrictJson(text)).toMatchObject({ error: expect.stringContaining(`“${name}”`) });
});

test.each([
  ['one name in two objects', '[{"a": 1}, {"a": 2}]'],
  ['a text that looks like a name', '{"a": "a", "b": ["a", "a"]}'],
])('the strict JSON parser accepts %s', (_what, text) => {
  expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
});
