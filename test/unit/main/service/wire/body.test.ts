import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DEEPEST_JSON,
  digitsOf,
  fieldValues,
  parseJson,
  readBody,
  searchText,
  findTime,
  isFrom,
  readId,
  readTime,
  usableAt,
  whyUnusableId,
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
  ['<?xml version="1.0"?><!DOCTYPE html>', { kind: 'web-page' }],
  ['<h1>It works!</h1>', { kind: 'web-page' }],
  ['<deleted/>', { kind: 'web-page' }],
  ['<3 boards', { kind: 'text', text: '<3 boards' }],
  ['a < b and <html>', { kind: 'text', text: 'a < b and <html>' }],
])('the response body %j is read as %j', (text, body) => {
  expect(readBody(text)).toMatchObject(body);
});

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
test('the JSON parser rejects response bodies that are nested too deep', () => {
  expect(readBody(nested(DEEPEST_JSON)).kind).toBe('json');
  expect(readBody(nested(DEEPEST_JSON + 1)).kind).toBe('too-deep');
});
test.each(['[', '[\\\\\\"['])('the JSON parser ignores brackets in the string %s', (part) => {
  const value = { said: part.repeat(100), also: [part] };
  expect(readBody(JSON.stringify(value))).toMatchObject({ kind: 'json', value });
  const deep = `[${JSON.stringify(part)},${nested(DEEPEST_JSON)}]`;
  expect(readBody(deep).kind).toBe('too-deep');
});

test.each(['__proto__', String.raw`\u005f_proto__`])('the JSON parser drops %s at any depth', (name) => {
  const body = readBody(`{"${name}":{"x":1},"a":[{"${name}":[1]}]}`);
  expect(body.kind === 'json' && JSON.stringify(body.value)).toBe('{"a":[{}]}');
});

test('reading a response body throws no exception, whatever the body contains', () => {
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
])('from the JSON %j, Easel reads the service’s message “%s”', (value, words) => {
  expect(messageOf(readBody(JSON.stringify(value)))).toBe(words);
});
test('a response body in plain text is read as the service’s message', () =>
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

test.each(['{"a":1', '[1.]', ''])('the JSON parser rejects the invalid JSON %s', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

const RAW =
  '{"room_id":9007199254740993,"created":1.70000e9,"owner":9007199254740995,"price":1.10,"big":1e400}';

test('a search of boards can find every digit of a long number', () => {
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

test('board fields named __proto__ or toString do not change a prototype', () => {
  const raw = String.raw`{"id":"a","\u005f_proto__":"x","__proto__":{"polluted":"yes"}}`;
  expect(searchText({ id: 'a', created: null, raw })).toBe('a');
  expect(fieldValues(raw, ['polluted', 'toString', '__proto__'])).toEqual(['', '', '{"polluted":"yes"}']);
});

const AT = Date.UTC(2022, 5, 30, 8, 34, 57);
const NOW = Date.UTC(2026, 10, 21, 9);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each([
  ['2022-06-30 08:34:57', AT, true],
  ['2022-06-30 08:34:57 UTC', AT, false],
  ['2022-06-30T08:34:57.123Z', AT + 123, false],
  ['2022-06-30T10:34:57+02:00', AT, false],
  ['2022-06-30T03:04:57-0530', AT, false],
  ['2022-06-30T08:34Z', AT - 57_000, false],
  ['2022-06-30', Date.UTC(2022, 5, 30), true],
  [AT, AT, false],
  [AT / 1000 + 0.25, AT + 250, false],
])('the value %s is read as a time', (value, epochMs, assumedUtc) => {
  expect(readTime(value)).toEqual({ raw: String(value), epochMs, assumedUtc });
});

test.each([
  '2023-02-29',
  '2022-06-30 24:00:00',
  '06/30/2022',
  'Thu, 30 Jun 2022 10:34:57 +0200',
  { date: '2022-06-30', time: '08:34' },
])('a time in an unknown format is kept only as its text: %j', (value) => {
  const raw = typeof value === 'string' ? value : JSON.stringify(value);
  expect(readTime(value)).toEqual({ raw, epochMs: null, assumedUtc: false });
});

test('the text of a creation time is shortened if it is very long', () => {
  expect(readTime('x'.repeat(9000))?.raw).toHaveLength(200);
  expect([null, undefined, ''].map((value) => readTime(value))).toEqual([null, null, null]);
});

test.each([
  ['Go’s zero time', '0001-01-01T00:00:00Z'],
  ['the last millisecond of 2004', '2004-12-31T23:59:59.999Z'],
  ['.NET’s ticks', '638992980000000000'],
  ['a day and a millisecond ahead', NOW + DAY + 1],
])('a creation time before 2005 or more than a day ahead is ignored: %s', (_what, value) => {
  const none = { raw: String(value), epochMs: null, assumedUtc: false };
  expect(readTime(value, undefined, usableAt(NOW))).toEqual(none);
});

test.each([
  ['the start of 2005', '2005-01-01T00:00:00Z', Date.UTC(2005, 0)],
  ['a day ahead', NOW + DAY, NOW + DAY],
])('a creation time at the limit of the accepted range is used: %s', (_what, value, epochMs) => {
  expect(readTime(value, undefined, usableAt(NOW))?.epochMs).toBe(epochMs);
});

test.each([
  ['14 hours ago, as in another time zone', new Date(NOW - 14 * HOUR).toISOString().slice(0, 19), true],
  ['23 hours ahead', NOW + 23 * HOUR, true],
  ['the same day without a time', '2026-11-21', true],
  ['the previous day, as in a time zone further west', '2026-11-20', true],
  ['25 hours ago', NOW - 25 * HOUR, false],
  ['25 hours ahead', NOW + 25 * HOUR, false],
  ['two days before', '2026-11-19', false],
  ['Go’s zero time', '0001-01-01T00:00:00Z', false],
  ['a text that is no time', 'just now', null],
])('a new board’s creation time must be close to this computer’s time: %s', (_what, value, agrees) => {
  const time = readTime(value, undefined, usableAt(NOW));
  expect(time && isFrom(time, NOW)).toBe(agrees);
});

test.each(['created_at', 'createdAt', 'created', 'created_on', 'creation_time', 'date_created', 'timestamp'])(
  'a field named “%s” is read as the creation time',
  (name) => expect(findTime({ [name]: AT })).toMatchObject({ name, time: { epochMs: AT } }),
);

test.each(['createdBy', 'updated_at', 'date', 'toString'])(
  'a field named “%s” is not read as the creation time',
  (name) => expect(findTime({ [name]: AT })).toBeNull(),
);

test('the creation time of a board is read from the first field with a usable time', () => {
  expect(findTime({ created: 0, createdAt: AT })).toMatchObject({ name: 'createdAt' });
  expect(findTime({ createdAt: 0, created: AT })).toMatchObject({ name: 'created' });
  expect(findTime({ created: 'soon', created_at: 0 })).toMatchObject({
    name: 'created_at',
    time: { raw: '0' },
  });
});

test.each(['0001-01-01T00:00:00Z', 0, '3 days ago', [1970, 1, 1]])(
  'an unusable creation time is not replaced by another field’s time: %j',
  (unset) => {
    const found = { name: 'created', time: { epochMs: null } };
    expect(findTime({ timestamp: AT, created: unset })).toMatchObject(found);
  },
);

test('the creation time of a board is not searched in nested objects', () => {
  expect(findTime({ template: { created_at: AT }, created_at: null })).toBeNull();
});

test('a time without a time zone is read as UTC', () => {
  const part = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, '0'));
  const years = fc.integer({ min: 0, max: 9999 }).map((n) => String(n).padStart(4, '0'));
  const written = fc
    .tuple(years, part(13), part(32), part(24), part(60), part(60))
    .map(([year, month, day, hour, minute, second]) => `${year}-${month}-${day} ${hour}:${minute}:${second}`);
  fc.assert(
    fc.property(written, (text) => {
      const epochMs = readTime(`${text}+00:00`)?.epochMs ?? null;
      expect(readTime(`${text}Z`)).toMatchObject({ epochMs, assumedUtc: false });
      expect(readTime(text)).toMatchObject({ epochMs, assumedUtc: epochMs !== null });
    }),
    { numRuns: 300 },
  );
});

test.each(['a', 'a b', '100%', 'a?b#c', 'a.b', '文'])('the id %j can be used in a path', (id) => {
  expect(whyUnusableId(id)).toBeNull();
});

test.each(['', '.', '../x', 'a..b', '\\', 'a\u0000', '\u2028', '\uD800', '\uFFFD', 'x'.repeat(513)])(
  'Easel refuses an id that can’t be used in a path and names the reason: %j',
  (id) => {
    expect(whyUnusableId(id)).toMatch(/\.$/);
    expect(readId(id)).toBeNull();
  },
);
