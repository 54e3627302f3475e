import { expect, test } from 'vitest';
import { redact } from '../../../../../main/lib/log/redact.ts';
import { readAnswer } from '../../../../../main/service/read-answer.ts';
import type { BoardPage } from '../../../../../main/service/types.ts';
import { packPage, SeenBoards } from '../../../../../main/service/wire/packed-page.ts';
import { RECEIVED } from '../../../../support/received.ts';

const page = (...ids: readonly string[]): BoardPage => ({
  items: ids.map((id) => ({ id, created: null, raw: '{}' })),
  notUnderstood: 0,
  total: null,
});

/** Takes a page; gives the ids that were new. */
function take(seen: SeenBoards, from: BoardPage, when: Parameters<SeenBoards['take']>[1] = 'always') {
  return seen.take(packPage(from), when)?.map(({ id }) => id) ?? null;
}

test('each board is taken once, whichever page it comes with', () => {
  const seen = new SeenBoards();
  expect(take(seen, page('a', 'b', 'a'))).toEqual(['a', 'b']);
  expect(take(seen, page('b', 'c'))).toEqual(['c']);
  expect([seen.met('c'), seen.met('d')]).toEqual([true, false]);
});

test('boards without an id are told apart by all that they say', () => {
  const seen = new SeenBoards();
  const unnamed = (...raws: readonly string[]): BoardPage => ({
    ...page(),
    items: raws.map((raw) => ({ id: null, created: null, raw })),
  });
  expect(take(seen, unnamed('{"n":1}', '{"n":2}', '{"n":1}'))).toHaveLength(2);
  expect(take(seen, unnamed('{"n":2}'))).toEqual([]);
});

test('a page follows only when it begins with the last row and all others are new', () => {
  const seen = new SeenBoards();
  take(seen, page('a', 'b'));
  expect(take(seen, page('x', 'c'), 'follows')).toBeNull();
  expect(take(seen, page('b', 'a'), 'follows')).toBeNull();
  expect(take(seen, page('b', 'c', 'c'), 'follows')).toBeNull();
  expect(take(seen, { ...page('b', 'c'), notUnderstood: 1 }, 'follows')).toBeNull();
  expect(take(seen, page('b', 'c'), 'follows')).toEqual(['c']);
});

test('a page meets known rows when it has one, or one that could not be read', () => {
  const seen = new SeenBoards();
  take(seen, page('a'));
  expect(take(seen, page('x', 'y'), 'meets-known')).toBeNull();
  expect(take(seen, { ...page('x'), notUnderstood: 1 }, 'meets-known')).toEqual(['x']);
  expect(take(seen, page('a', 'z'), 'meets-known')).toEqual(['z']);
});

/** A page as a thread reads it, and as the mirror has its boards then. */
function read(text: string, countHeader?: string) {
  const headers = countHeader === undefined ? {} : { 'x-total-count': countHeader };
  const bytes = new TextEncoder().encode(text);
  const { result } = readAnswer('page', {}, { ...RECEIVED, headers }, bytes, (found) => redact(found));
  if (!result.ok) return result;
  return { ...result.value, items: new SeenBoards().take(result.value, 'always') };
}
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiQW5uIn0.c2lnbmF0dXJl';

test('a page is read with all that its boards say, and the service’s own count', () => {
  const A = '{"room_id":"a","created_at":"2026-01-01T00:00:00Z","x":{"y":[1.10]}}';
  const page = read(`{"data":[${A},7,null]}`, '12');
  expect(page).toMatchObject({
    items: [
      { id: 'a', created: { epochMs: Date.UTC(2026, 0) }, raw: A },
      { id: '7', raw: '{}' },
    ],
    notUnderstood: 1,
    total: 12,
  });
});

test('what looks like a secret is taken out of what boards say', () => {
  const page = read(
    `[{"id":"a", "note":"${TOKEN}","password":"x","link":"https://x.example/p?t=1"},{"id":"b"}]`,
  );
  expect('items' in page && page.items?.map(({ raw }) => raw)).toEqual([
    '{"id":"a","note":"[redacted]","password":"[redacted]","link":"https://x.example/p?[redacted]"}',
    '{"id":"b"}',
  ]);
});

test.each([
  ['says that it failed', '{"success":false,"data":[]}'],
  ['is nested too deeply', `${'['.repeat(40)}${']'.repeat(40)}`],
  ['is cut off', '[{"id":"a"'],
])('a page that %s is a failure', (_, text) => {
  expect(read(text)).toMatchObject({ ok: false });
});

test('a board goes to the mirror with all that was read of it, and with nothing that was not there', () => {
  const items = [
    { id: null, created: null, raw: '{"note":"é 🎈 \u0085"}' },
    { id: 'a', created: { raw: '', epochMs: null, assumedUtc: false }, raw: '' },
    { id: '🎈', created: { raw: '2026-01-01', epochMs: -5, assumedUtc: true }, raw: '{}' },
  ];
  const page = packPage({ items, notUnderstood: 0, total: null });
  expect(new SeenBoards().take(page, 'always')).toEqual(items);
});
