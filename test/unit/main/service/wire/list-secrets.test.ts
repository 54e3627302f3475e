import { expect, test } from 'vitest';
import { redact, REDACTED, Secrets } from '../../../../../main/lib/log/redact.ts';
import { readBody } from '../../../../../main/service/wire/body.ts';
import { readList } from '../../../../../main/service/wire/list.ts';
import type { BoardPage } from '../../../../../main/service/types.ts';

const KEY = 'the-key-of-this-test';
const used = new Secrets();
used.add(KEY);

const PLAIN = '{"room_id":"b"}';
const read = (boards: unknown): ReturnType<typeof readText> => readText(JSON.stringify(boards));

function readText(text: string): { readonly before: BoardPage; readonly after: BoardPage } {
  const body = readBody(text);
  const before = readList(body);
  const after = readList(body, {}, undefined, undefined, (words) => redact(words, used));
  if (before === null || after === null) throw new Error('no list');
  return { before, after };
}

test('a key echoed by the service is removed from every field of a list, at any depth', () => {
  const { before, after } = read([
    {
      room_id: 'a',
      created_at: `on ${KEY}`,
      said: `you sent ${KEY}`,
      [KEY]: 1,
      deep: { list: [{ header: `Bearer ${KEY}` }, encodeURIComponent(KEY)] },
    },
    { room_id: 'b', name: 'Plan', people: 3 },
  ]);
  expect(JSON.stringify(after)).not.toContain(KEY);
  expect(after.items.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(after.items[1]).toEqual(before.items[1]);
});

test('boards without a secret stay unchanged', () => {
  const { before, after } = read([
    { room_id: 'a', created_at: '2026-11-21', name: 'Plan', deep: { n: [1] } },
  ]);
  expect(after).toEqual(before);
});

test('fields named like a secret lose every text and keep numbers', () => {
  const odd = (said: string, password: string): string =>
    `{"room_id":"a","n":1.10,"said":"${said}","password":${password},"list":["${said}",{"x":"y"}]}`;
  const { after } = readText(`[${odd(KEY, '["x",9007199254740993,{"y":"z"}]')},${PLAIN}]`);
  expect(after.items.map(({ raw }) => raw)).toEqual([
    odd(REDACTED, `["${REDACTED}",9007199254740993,{"y":"z"}]`),
    PLAIN,
  ]);
});

test('a secret is found in escaped JSON', () => {
  const escaped = Array.from(KEY, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('');
  const { after } = readText(
    String.raw`[{"room_id":"a","said":"${escaped}","link":"https:\/\/ann:pass@x.example\/","p\u0061ssword":"x"},${PLAIN}]`,
  );
  expect(after.items.map(({ raw }) => raw)).toEqual([
    `{"room_id":"a","said":"${REDACTED}","link":"https://${REDACTED}@x.example/","password":"${REDACTED}"}`,
    PLAIN,
  ]);
});

test('a key is removed from a list item that is not understood', () => {
  const { after } = read([['x', KEY], { room_id: 'a' }]);
  expect(after.strange).toEqual([`["x","${REDACTED}"]`]);
});

test('a key in a time is redacted before the time is shortened', () => {
  const { before, after } = read([{ room_id: 'a', created_at: `${'x'.repeat(190)}${KEY}` }]);
  expect(before.items[0]?.created?.raw).toContain(KEY.slice(0, 10));
  expect(after.items[0]?.created?.raw).not.toContain(KEY.slice(0, 4));
});

test('an id that looks like a token is kept', () => {
  const id = 'eyJpZCI6MTIzNDU2Nzg5MH0';
  expect(read([{ room_id: id, said: KEY }]).after.items[0]?.id).toBe(id);
});
