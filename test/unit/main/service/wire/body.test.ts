import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DEEPEST_JSON,
  digitsOf,
  fieldValues,
  parseJson,
  readBody,
  searchText,
} from '../../../../../main/service/wire/body.ts';
import { readList } from '../../../../../main/service/wire/list.ts';
import { readable, readBoard, readPaper } from '../../../../../main/service/wire/record.ts';
import { describeBody } from '../../../../../main/service/failures.ts';
import { readToken } from '../../../../../main/service/wire/token.ts';
import { saysFailure } from '../../../../../main/service/read-answer.ts';
import { fieldMessages, messageOf } from '../../../../../main/service/wire/service-messages.ts';

test.each([
  [' \r\n ', { kind: 'nothing' }],
  ['\uFEFF{"a":1}', { kind: 'json', value: { a: 1 } }],
  ['{"a":', { kind: 'text', text: '{"a":' }],
  ['  <!-- proxy -->\n<HTML lang="en">', { kind: 'web-page' }],
  ['\uFEFF<!doctype HTML>', { kind: 'web-page' }],
  ['a < b and <html>', { kind: 'text', text: 'a < b and <html>' }],
])('the response body %j is read as %j', (text, body) => {
  expect(readBody(text)).toMatchObject(body);
});

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
test('the JSON parser rejects bodies nested deeper than the limit', () => {
  expect(readBody(nested(DEEPEST_JSON)).kind).toBe('json');
  expect(readBody(nested(DEEPEST_JSON + 1)).kind).toBe('too-deep');
});
test.each(['[', '[\\\\\\"['])('the JSON parser ignores brackets in the string %s', (part) => {
  const value = { said: part.repeat(100), also: [part] };
  expect(readBody(JSON.stringify(value))).toMatchObject({ kind: 'json', value });
  const deep = `[${JSON.stringify(part)},${nested(DEEPEST_JSON)}]`;
  expect(readBody(deep).kind).toBe('too-deep');
});

test.each(['__proto__', String.raw`\u005f_proto__`])(
  'the JSON parser drops the property %s at any depth',
  (name) => {
    const body = readBody(`{"${name}":{"x":1},"a":[{"${name}":[1]}]}`);
    expect(body.kind === 'json' && JSON.stringify(body.value)).toBe('{"a":[{}]}');
  },
);

test('no function that reads a response body throws an exception, whatever the body contains', () => {
  const readers = [
    (text: string) =>
      readList(readBody(text), { headers: { link: text, 'content-range': text, 'x-pagination': text } }),
    (text: string) => readBoard(readBody(text)),
    (text: string) => readPaper(readBody(text)),
    (text: string) => readToken(readBody(text), { now: 0, clock: null }),
    (text: string) => readable(readBody(text), text),
    (text: string) => describeBody(readBody(text)),
    (text: string) => messageOf(readBody(text)),
    (text: string) => fieldMessages(readBody(text)),
    (text: string) => saysFailure(readBody(text)),
  ];
  const names = fc.constantFrom(
    ...'data board error errors message created_at token id meta total'.split(' '),
  );
  const answer = fc.dictionary(
    names,
    fc.oneof(fc.jsonValue(), fc.string(), fc.double(), fc.dictionary(names, fc.jsonValue())),
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    answer.map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(text, (body) => {
      for (const reader of readers) reader(body);
    }),
    { seed: 20261121, numRuns: 200 },
  );
});

test('the description of a response body contains field names and types, but no values', () => {
  expect(describeBody(readBody('{"data":[{"room_id":"abc","n":1,"x":null}],"ok":true}'))).toBe(
    'object {data (list of 1: object {room_id (text of 3), n (number), x (null)}), ok (boolean)}',
  );
});

test.each([
  [{ error: 'b' }, 'b'],
  [{ error: { message: 'c' } }, 'c'],
  [{ errors: { name: ['too long', 'x'] } }, 'too long'],
  [{ message: '', error: 'b' }, 'b'],
  ['just text', 'just text'],
  [null, ''],
])('the service’s message in the JSON %j is “%s”', (value, words) => {
  expect(messageOf(readBody(JSON.stringify(value)))).toBe(words);
});
test('a plain-text response body is read as the service’s message', () =>
  expect(messageOf(readBody('Deleted.'))).toBe('Deleted.'));
test('the service’s messages about fields are assigned to the fields of the form', () => {
  const body = readBody('{"message":"no","errors":{"name":["too long"],"template":"unknown","x":[]}}');
  expect(fieldMessages(body)).toEqual({ name: 'too long', template: 'unknown' });
});

const LONG_NUMBER = fc.stringMatching(/^-?[1-9]\d{15,24}(?:\.\d{1,24})?$/u);

test('the JSON parser keeps all digits of numbers with 16 digits or more', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(LONG_NUMBER, { minLength: 1 }), (name, numbers) => {
      const text = `[${JSON.stringify(name)},${numbers.join(',')},{"n":${numbers[0]}},null,true]`;
      expect(JSON.stringify(parseJson(text))).toBe(text);
      for (const number of numbers) expect(digitsOf(parseJson(` ${number}\n`))).toBe(number);
    }),
    { seed: 20261121, numRuns: 100 },
  );
});

test.each(['{"a":1', '[1.]', ''])('the JSON parser rejects %s', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

const RAW =
  '{"room_id":9007199254740993,"created":1.70000e9,"owner":9007199254740995,"price":1.10,"big":1e400}';

test('the searched text of a board contains all digits of each number', () => {
  const created = { raw: '1.70000e9', epochMs: null, assumedUtc: false };
  const told = { id: '9007199254740993', created, raw: RAW };
  expect(searchText(told).split('\u0005')).toEqual(['9007199254740993', '9007199254740995', '1.10', '1e400']);
  expect(fieldValues(RAW, ['room_id', 'price', 'big', 'other'])).toEqual([
    '9007199254740993',
    '1.10',
    '1e400',
    '',
  ]);
});

test('board fields named __proto__ or toString never read or change a prototype', () => {
  const raw = String.raw`{"id":"a","\u005f_proto__":"x","__proto__":{"polluted":"yes"}}`;
  expect(searchText({ id: 'a', created: null, raw })).toBe('a');
  expect(fieldValues(raw, ['polluted', 'toString', '__proto__'])).toEqual(['', '', '{"polluted":"yes"}']);
});
