import { expect, test } from 'vitest';
import { readPage } from '../../../../../main/store/mirror/read-page.ts';

const read = (text: string, countHeader?: string) => readPage(new TextEncoder().encode(text), countHeader);
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiQW5uIn0.c2lnbmF0dXJl';

test('a page is read with all that its boards say, and the service’s own count', () => {
  const page = read(
    '{"data":[{"room_id":"a","created_at":"2026-01-01T00:00:00Z","x":{"y":[1]}},7,null]}',
    '12',
  );
  expect(page).toMatchObject({
    items: [
      { id: 'a', created: { epochMs: Date.UTC(2026, 0) }, fields: { room_id: 'a', x: { y: [1] } } },
      { id: '7', fields: {} },
    ],
    notUnderstood: 1,
    total: 12,
  });
});

test('a member that could become a prototype is dropped', () => {
  const [item] = read(String.raw`[{"id":"a","\u005f_proto__":{"x":1}}]`)?.items ?? [];
  expect(Object.getOwnPropertyNames(item?.fields)).toEqual(['id']);
});

test('what looks like a secret is taken out of what boards say', () => {
  const page = read(`[{"id":"a","note":"${TOKEN}","password":"x","link":"https://x.example/p?t=1"},{"id":"b"}]`);
  expect(page?.items.map(({ fields }) => fields)).toEqual([
    { id: 'a', note: '[redacted]', password: '[redacted]', link: 'https://x.example/p?[redacted]' },
    { id: 'b' },
  ]);
});

test.each([
  ['says that it failed', '{"success":false,"data":[]}'],
  ['is no list', '{"hello":"there"}'],
  ['is nested too deeply', `${'['.repeat(40)}${']'.repeat(40)}`],
  ['is cut off', '[{"id":"a"'],
  ['is a web page', '<!doctype html>'],
])('a page that %s is for main to judge', (_, text) => {
  expect(read(text)).toBeNull();
});
