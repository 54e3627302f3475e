import { expect, test } from 'vitest';
import { REDACTED, redact, Secrets } from '../../../../../main/lib/log/redact.ts';
import { readBody } from '../../../../../main/service/wire/body.ts';
import { readable, readBoard, readPaper } from '../../../../../main/service/wire/record.ts';

const BOARD = { room_id: 'a', created_at: '2022-06-30 08:34:57', owner: { name: 'Ann' }, size: 3 };
const board = (value: unknown) => readBoard(readBody(JSON.stringify(value)));
const paper = (value: unknown) => readPaper(readBody(JSON.stringify(value)));

test.each([
  ['an object', BOARD],
  ['the field board', { board: BOARD }],
  ['a list with one board in the field data', { data: [BOARD] }],
])('a viewed board is found in %s', (_where, value) => {
  expect(board(value)).toEqual({
    id: 'a',
    created: { raw: '2022-06-30 08:34:57', epochMs: Date.UTC(2022, 5, 30, 8, 34, 57), assumedUtc: true },
    otherFields: [
      { name: 'owner', value: '{"name":"Ann"}' },
      { name: 'size', value: '3' },
    ],
  });
});
test('a viewed board is found in a record with both a numeric id and a room_id, and both are shown', () => {
  expect(board({ id: 7, room_id: 'a' })).toMatchObject({
    id: 'a',
    otherFields: [{ name: 'id', value: '7' }],
  });
});

test.each([[[]], [[BOARD, BOARD]], ['text'], [5], [null]])(
  'the response %j isn’t read as a board',
  (value) => {
    expect(board(value)).toBeNull();
  },
);

test('a paper record has the fields of the service’s specification', () => {
  expect(paper({ identifier: 'p', name: 'Class', source: 'api', template_id: 17, extra: true })).toEqual({
    identifier: 'p',
    name: 'Class',
    source: 'api',
    templateId: '17',
    otherFields: [{ name: 'extra', value: 'true' }],
  });
});
test('a paper record keeps fields with an unexpected type as other fields', () => {
  expect(paper({ identifier: 'p', name: 5, source: null })?.otherFields).toEqual([
    { name: 'name', value: '5' },
    { name: 'source', value: 'null' },
  ]);
});

test('a paper’s texts are redacted before they are shortened', () => {
  const KEY = 'the-key-of-this-test';
  const used = new Secrets([KEY]);
  const clean = (text: string): string => redact(text, used);
  for (const bound of [200, 10_000, 200_000]) {
    const long = `${'x'.repeat(bound - 10)}${KEY}`;
    const body = readBody(JSON.stringify({ room_id: 'a', created_at: long, said: long }));
    const shown = [
      readBoard(body, clean),
      readPaper(body, clean),
      readable(body, JSON.stringify(long), clean),
    ];
    expect(JSON.stringify(shown)).not.toContain(KEY.slice(0, 8));
  }
  const body = readBody(JSON.stringify({ room_id: 'a', password: 'x y', [KEY]: 1, token_count: 7 }));
  expect(readBoard(body, clean)?.otherFields).toEqual([
    { name: 'password', value: REDACTED },
    { name: REDACTED, value: '1' },
    { name: 'token_count', value: '7' },
  ]);
});

const raw = (text: string) => readable(readBody(text), text);
test('the raw response shown to the user is indented if it is JSON', () =>
  expect(raw('{"a":1}')).toBe('{\n  "a": 1\n}'));
test('the raw response shown to the user is unchanged if it isn’t JSON', () =>
  expect(raw('Deleted.')).toBe('Deleted.'));
test('the raw response shown to the user shows a long number with all its digits, as do the fields', () => {
  const digits = '9007199254740993';
  const text = `{"room_id":"a","n":${digits},"list":[${digits}]}`;
  expect(raw(text)).toBe(`{\n  "room_id": "a",\n  "n": ${digits},\n  "list": [\n    ${digits}\n  ]\n}`);
  expect(readBoard(readBody(text))?.otherFields).toEqual([
    { name: 'n', value: digits },
    { name: 'list', value: `[${digits}]` },
  ]);
});
test('the raw response shown to the user is shortened at a limit', () => {
  expect(raw(JSON.stringify('x'.repeat(1_000_000))).length).toBeLessThan(200_100);
  // Indentation makes the JSON text of a deeply nested list several times longer.
  expect(raw(JSON.stringify(Array.from({ length: 30_000 }, () => [[[[[1]]]]]))).length).toBeLessThan(200_100);
});
