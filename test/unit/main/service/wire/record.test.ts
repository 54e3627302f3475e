import { expect, test } from 'vitest';
import { REDACTED, redact, Secrets } from '../../../../../main/lib/log/redact.ts';
import { readBody } from '../../../../../main/service/wire/body.ts';
import { readable, readBoard, readPaper } from '../../../../../main/service/wire/record.ts';

const BOARD = { room_id: 'a', created_at: '2022-06-30 08:34:57', owner: { name: 'Ann' }, size: 3 };
const board = (value: unknown) => readBoard(readBody(JSON.stringify(value)));
const paper = (value: unknown) => readPaper(readBody(JSON.stringify(value)));

test.each([
  ['the field board', { board: BOARD }],
  ['a list with one board in the field data', { data: [BOARD] }],
])('a viewed board is read from %s', (_where, value) => {
  expect(board(value)).toEqual({
    id: 'a',
    created: { raw: '2022-06-30 08:34:57', epochMs: Date.UTC(2022, 5, 30, 8, 34, 57), assumedUtc: true },
    otherFields: [
      { name: 'owner', value: '{"name":"Ann"}' },
      { name: 'size', value: '3' },
    ],
  });
});
test('the room_id of a board takes precedence over its numeric id', () => {
  expect(board({ id: 7, room_id: 'a' })).toMatchObject({
    id: 'a',
    otherFields: [{ name: 'id', value: '7' }],
  });
});

test.each([[[BOARD, BOARD]], ['text']])('the response %j is not read as a single board', (value) => {
  expect(board(value)).toBeNull();
});

test('a paper is read from the fields that the service’s specification names', () => {
  expect(paper({ identifier: 'p', name: 'Class', source: 'api', template_id: 17, extra: true })).toEqual({
    identifier: 'p',
    name: 'Class',
    source: 'api',
    templateId: '17',
    otherFields: [{ name: 'extra', value: 'true' }],
  });
});
test('a paper’s name that is not a text is listed among the other fields of the paper', () => {
  expect(paper({ identifier: 'p', name: 5, source: null })?.otherFields).toEqual([
    { name: 'name', value: '5' },
    { name: 'source', value: 'null' },
  ]);
});

test('secrets in the texts of a paper are redacted before the texts are shortened', () => {
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
test('a raw response that is not JSON is shown unchanged', () => expect(raw('Deleted.')).toBe('Deleted.'));
test('a raw response in JSON is shown indented and with all digits of long numbers', () => {
  const digits = '9007199254740993';
  const text = `{"room_id":"a","n":${digits},"list":[${digits}]}`;
  expect(raw(text)).toBe(`{\n  "room_id": "a",\n  "n": ${digits},\n  "list": [\n    ${digits}\n  ]\n}`);
  expect(readBoard(readBody(text))?.otherFields).toEqual([
    { name: 'n', value: digits },
    { name: 'list', value: `[${digits}]` },
  ]);
});
test('a raw response is shortened to about 200,000 characters', () => {
  expect(raw(JSON.stringify('x'.repeat(1_000_000))).length).toBeLessThan(200_100);
  // Indentation makes the JSON text of nested lists several times longer. The limit applies to this text too.
  expect(raw(JSON.stringify(Array.from({ length: 30_000 }, () => [[[[[1]]]]]))).length).toBeLessThan(200_100);
});
