import { expect, test } from 'vitest';
import { readBody } from '../../../../../main/service/wire/body.ts';
import { readList, type ListHead } from '../../../../../main/service/wire/list.ts';

const A = { room_id: 'a', next: '/x', has_more: true, total: 99, links: { next: '/b' } };
const read = (value: unknown, head?: ListHead) => readList(readBody(JSON.stringify(value)), head);

test.each<[object, boolean | null]>([
  [{ has_more: 'true' }, true],
  [{ HasMoreBoards: 1 }, true],
  [{ hasmore: 'yes' }, true],
  [{ meta: { page: { more_results: true } } }, true],
  [{ paging: { cursors: { before: null, after: 'x' } } }, true],
  [{ pageInfo: { endCursor: 'abc' } }, true],
  [{ continuationKey: { a: 1 } }, true],
  [{ remaining: 40 }, true],
  [{ last: false }, true],
  [{ complete: false }, true],
  [{ _links: { next: { href: '/x' }, self: { href: '/y' } } }, true],
  [{ links: ['prev', 'next'].map((rel) => ({ rel, href: `/${rel}` })) }, true],
  [{ has_more: false, next_cursor: 'c' }, true],
  [{ total: 30, meta: { total: 1240 } }, true],
  [{ next: null }, false],
  [{ next: {} }, false],
  [{ state: { next_batch: null } }, false],
  [{ has_more: false }, false],
  [{ continuationToken: '' }, false],
  [{ last: true }, false],
  [{ pageInfo: { hasNextPage: false, endCursor: 'abc', hasPreviousPage: true, startCursor: 'a' } }, false],
  [{ prev: '/x', previous_cursor: 'a', hasPreviousPage: true }, null],
  [{ self: '/x', first_page_url: '/x', last_page_url: '/z' }, null],
  [{ limit: 30, offset: 0, page: 1, per_page: 30 }, null],
  [{ rate_limit: { remaining: 99, next_reset: 5 } }, null],
  [{ remaining: 0 }, null],
  [{ next_payment: null, next_billing_date: null }, null],
  [{ complete: true, done: true }, null],
  [{ data: [] }, null],
  [{ folders: { items: [{ id: 1 }], has_more: false } }, null],
  [{ errors: [{ message: 'shard 2 did not answer' }] }, true],
  [{ error: 'timeout', next: null }, true],
  [{ ok: false }, true],
  [{ status: 'error' }, true],
  [{ errors: [], error: null, ok: true, status: 'ok' }, null],
  [{ error: { code: 0, message: '' } }, null],
])('the fields %j decide whether more boards follow: %s (null: unknown)', (beside, more) => {
  expect(read({ boards: [A], ...beside })?.hints?.more ?? null).toBe(more);
  if (more === true) expect(read({ data: { rooms: [A], ...beside } })?.hints?.more).toBe(true);
});

test('an error in a list response is reported as an error, not as a sign that more boards follow', () => {
  expect(read({ boards: [A], errors: [{ message: 'shard 2 did not answer' }] })?.hints?.failed).toBe(true);
  expect(read({ boards: [A], has_more: true })?.hints?.failed).toBe(false);
});

test('a pagination field inside a single board does not count as pagination of the list', () => {
  const nodes = { edges: [{ node: A, cursor: 'c' }] };
  for (const list of [[A], { boards: [A] }, { boards: { a: A } }, A, nodes])
    expect(read(list)?.hints).toBeUndefined();
});

test.each([
  ['a total in a field with an unknown name', { stats: { total_rooms: 1240 } }, 1240],
  ['hits.total.value', { search: { total: { value: 1240, relation: 'eq' } } }, 1240],
  ['size without a total', { size: 1240 }, 1240],
  ['a size that equals the requested limit', { size: 1000 }, 0],
  ['size beside a total', { size: 20, totalElements: 7 }, 7],
  ['only the size of a page', { page_size: 1000, perPage: 50, limit: 500 }, 0],
  ['the largest of several', { count: 30, total: 30, overall: 64 }, 64],
  ['counts of other items', { total_time_ms: 1240, request_count: 99, max_total: 5000 }, 0],
])('the number of boards is the largest plausible count in a response: %s', (_what, beside, rows) => {
  expect(read({ boards: [A], ...beside }, { limit: 1000 })?.hints?.rows ?? 0).toBe(rows);
});

test.each([
  [{ pages: 4 }, 4],
  [{ totalPages: 4, page: 1 }, 4],
  [{ meta: { last_page: 4, current_page: 1 } }, 4],
  [{ page: 4, per_page: 50, pageSize: 20 }, 0],
])('the fields %j of a response mean %i pages (0: unknown)', (beside, pages) => {
  expect(read({ boards: [A], ...beside })?.hints?.pages ?? 0).toBe(pages);
});

test.each([
  ['link', '</api/board?offset=30>; rel="next", </api/board>; rel="first"', true],
  ['x-has-more', 'true', true],
  ['x-pagination', '{"HasNext":true,"PageSize":30}', true],
  ['x-next-page', '', false],
  ['x-pagination', '{"hasNext":false}', false],
  ['link', '</style.css>; rel=preload', undefined],
  ['x-ratelimit-remaining', '99', undefined],
  ['nel', '{"report_to":"x","max_age":604800}', undefined],
])('the header “%s: %s” decides whether more boards follow: %s (undefined: unknown)', (name, text, more) => {
  expect(read([A], { headers: { [name]: text } })?.hints?.more).toBe(more);
});

test.each([
  ['content-range', 'items 0-36/1240', 1240],
  ['content-range', 'items 0-36/*', null],
  ['content-range', 'bytes 0-36/1240', null],
  ['x-total', '1240', 1240],
])('the header “%s: %s” is read as a total of %s boards (null: none)', (name, text, total) => {
  expect(read([A], { headers: { [name]: text } })?.total).toBe(total);
});

test('a list response with status 206 means that more boards follow', () => {
  const headers = { 'content-range': 'items 0-36/*' };
  expect(read([A], { status: 206, headers })?.hints?.more).toBe(true);
  expect(read([A], { status: 200, headers })?.hints).toBeUndefined();
});
