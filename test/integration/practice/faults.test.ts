/** Faults that stay within HTTP: seen through an ordinary client. */
import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ListShape, TokenShape } from '../../practice/faults.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { call, field } from './clients.ts';

let service: PracticeService;

beforeAll(async () => {
  service = await startPractice({ boards: 12, papers: 2 });
});
beforeEach(() => service.reset());
afterAll(() => service.stop());

const paper = (): string => service.samplePapers[0]?.identifier ?? '';
const statuses = async (count: number): Promise<readonly number[]> => {
  const seen: number[] = [];
  for (let turn = 0; turn < count; turn += 1) seen.push((await call(service, 'GET', '/api/board')).status);
  return seen;
};

describe('requests that meet a fault', () => {
  test('are chosen by “after” and “times”', async () => {
    await service.faults.set('listBoards', { kind: 'status', status: 503, after: 1, times: 2 });
    expect(await statuses(5)).toEqual([200, 503, 503, 200, 200]);
  });

  test('are all of that endpoint by default, and none of another', async () => {
    await service.faults.set('listBoards', { kind: 'status', status: 503 });
    expect(await statuses(3)).toEqual([503, 503, 503]);
    expect((await call(service, 'POST', '/api/board')).status).toBe(200);
  });

  test('* matches all endpoints; clear ends one fault or all', async () => {
    await service.faults.set('*', { kind: 'status', status: 500 });
    await service.faults.set('listBoards', { kind: 'status', status: 503 });
    expect((await call(service, 'POST', '/api/board')).status).toBe(500);
    await service.faults.clear('*');
    expect((await call(service, 'POST', '/api/board')).status).toBe(200);
    expect(await statuses(1)).toEqual([503]);
    await service.faults.clear();
    expect(await statuses(1)).toEqual([200]);
  });

  test('are counted separately by each fault, from when it is set', async () => {
    const once = { kind: 'status', status: 500, times: 1 } as const;
    await service.faults.set('listBoards', [once, { kind: 'status', status: 503, after: 1, times: 1 }]);
    expect(await statuses(3)).toEqual([500, 503, 200]);
    await service.faults.set('listBoards', once);
    expect(await statuses(2)).toEqual([500, 200]);
  });

  test('setting a fault replaces it, and several apply together', async () => {
    await service.faults.set('listBoards', { kind: 'html' });
    await service.faults.set('listBoards', [
      { kind: 'list-shape', envelope: 'data' },
      { kind: 'list-paging', rule: 'limit-capped', max: 3 },
    ]);
    expect(field(await call(service, 'GET', '/api/board'), 'data')).toHaveLength(3);
  });
});

describe('responses in place of the real one', () => {
  test('a status comes with body and headers, and the work isn’t done', async () => {
    const headers = { 'Retry-After': '7' };
    await service.faults.set('createBoard', {
      kind: 'status',
      status: 429,
      body: { message: 'Slow.' },
      headers,
    });
    const answer = await call(service, 'POST', '/api/board');
    expect([answer.status, answer.json, answer.headers['retry-after']]).toEqual([
      429,
      { message: 'Slow.' },
      '7',
    ]);
    expect((await service.contents()).boards).toHaveLength(12);
  });

  test('a processed status hides that the work is done', async () => {
    await service.faults.set('createBoard', {
      kind: 'status',
      status: 502,
      body: 'Bad gateway',
      processed: true,
    });
    const answer = await call(service, 'POST', '/api/board');
    expect([answer.status, answer.text]).toEqual([502, 'Bad gateway']);
    expect((await service.contents()).boards).toHaveLength(13);
  });

  test('a redirect is a status with a location', async () => {
    await service.faults.set('listBoards', { kind: 'status', status: 302, headers: { Location: '/login' } });
    const answer = await call(service, 'GET', '/api/board');
    expect([answer.status, answer.headers.location, answer.text]).toEqual([302, '/login', '']);
  });

  test('a web page is HTML with status 200', async () => {
    await service.faults.set('createBoard', { kind: 'html' });
    const answer = await call(service, 'POST', '/api/board');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('<!doctype html>');
    expect((await service.contents()).boards).toHaveLength(12);
  });

  test('empty is 200 without a body, no-content is 204; the work is done for both', async () => {
    await service.faults.set('createBoard', { kind: 'empty' });
    const empty = await call(service, 'POST', '/api/board');
    expect([empty.status, empty.text, empty.headers['content-length']]).toEqual([200, '', '0']);
    await service.faults.set('createBoard', { kind: 'no-content' });
    const none = await call(service, 'POST', '/api/board');
    expect([none.status, none.text, none.headers['content-length']]).toEqual([204, '', undefined]);
    expect((await service.contents()).boards).toHaveLength(14);
  });

  test('latency waits before the work', async () => {
    await service.faults.set('createBoard', { kind: 'latency', ms: 80 });
    const start = performance.now();
    await call(service, 'POST', '/api/board');
    expect(performance.now() - start).toBeGreaterThanOrEqual(79);
  });

  test('silence: the request arrives and never gets a response', async () => {
    await service.faults.set('createBoard', { kind: 'silence' });
    const request = http.request(`${service.origin}/api/board`, { method: 'POST', agent: false });
    const answered = Promise.withResolvers<string>();
    request.on('response', () => answered.resolve('answered'));
    request.on('error', () => answered.resolve('gave up'));
    request.end();
    await expect.poll(async () => (await service.requests()).counts.createBoard).toBe(1);
    request.destroy();
    expect(await answered.promise).toBe('gave up');
    expect((await service.contents()).boards).toHaveLength(12);
  });
});

describe('other shapes of the list', () => {
  const shaped = async (shape: Omit<ListShape, 'kind'>): Promise<unknown> => {
    await service.faults.set('listBoards', { kind: 'list-shape', ...shape });
    return (await call(service, 'GET', '/api/board?limit=1')).json;
  };
  const newest = async (): Promise<Readonly<Record<string, unknown>>> =>
    (
      (await call(service, 'GET', '/api/board?limit=1')).json as readonly Readonly<Record<string, unknown>>[]
    )[0] ?? {};

  test.each(['data', 'boards', 'items', 'results', 'rows', 'boardList'] as const)(
    'under %s',
    async (envelope) => {
      const board = await newest();
      expect(await shaped({ envelope })).toEqual({ [envelope]: [board] });
    },
  );

  test('under data.data, as a map by id, as ids only, and as the array that it is', async () => {
    const board = await newest();
    const { room_id: id, ...rest } = board;
    expect(await shaped({ envelope: 'data.data' })).toEqual({ data: { data: [board] } });
    expect(await shaped({ envelope: 'map' })).toEqual({ [String(id)]: rest });
    expect(await shaped({ envelope: 'ids' })).toEqual([id]);
    expect(await shaped({})).toEqual([board]);
  });

  test.each(['roomId', 'id', 'identifier', 'uuid'] as const)('with the identifier as %s', async (name) => {
    const { room_id: id, ...rest } = await newest();
    expect(await shaped({ id: name })).toEqual([{ ...rest, [name]: id }]);
  });

  test('with a number beside the identifier, or without one', async () => {
    const board = await newest();
    const { room_id: _id, ...rest } = board;
    expect(await shaped({ id: 'both' })).toEqual([{ ...board, id: 1 }]);
    expect(await shaped({ id: 'none' })).toEqual([rest]);
  });

  test('with the time under other names and in every format', async () => {
    const sql = String((await newest())['created_at']);
    const date = new Date(`${sql.replace(' ', 'T')}Z`);
    const created = async (shape: Omit<ListShape, 'kind'>): Promise<unknown> =>
      (
        (await shaped({ timeField: 'createdAt', ...shape })) as readonly Readonly<Record<string, unknown>>[]
      )[0]?.['createdAt'];
    expect(await created({})).toBe(sql);
    expect(await created({ time: 'iso' })).toBe(date.toISOString());
    expect(await created({ time: 'iso-microseconds' })).toMatch(/\.000000Z$/);
    expect(await created({ time: 'epoch-seconds' })).toBe(date.getTime() / 1000);
    expect(await created({ time: 'epoch-milliseconds' })).toBe(date.getTime());
    expect(await created({ time: 'unreadable' })).toBe('a while ago');
    expect(await created({ time: 'absent' })).toBeUndefined();
  });

  test('with the total in the body or in a header', async () => {
    expect(await shaped({ envelope: 'data', total: 'total' })).toMatchObject({ total: 12 });
    expect(await shaped({ envelope: 'data', total: 'meta.total' })).toMatchObject({ meta: { total: 12 } });
    await service.faults.set('listBoards', { kind: 'list-shape', total: 'X-Total-Count' });
    expect((await call(service, 'GET', '/api/board')).headers['x-total-count']).toBe('12');
  });

  test('a refusal keeps its shape', async () => {
    await service.faults.set('listBoards', { kind: 'list-shape', envelope: 'data' });
    const answer = await call(service, 'GET', '/api/board', { key: 'wrong' });
    expect([answer.status, answer.json]).toEqual([401, { message: 'Unauthenticated.' }]);
  });
});

describe('other meanings of limit and offset', () => {
  const ids = async (query: string): Promise<readonly unknown[]> =>
    ((await call(service, 'GET', `/api/board?${query}`)).json as readonly { readonly room_id: string }[]).map(
      (board) => board.room_id,
    );

  test('a cap, a refusal above a limit, pages, no offset, or the whole list', async () => {
    const all = (await service.contents()).boards;
    await service.faults.set('listBoards', { kind: 'list-paging', rule: 'limit-capped', max: 5 });
    expect(await ids('limit=10&offset=2')).toEqual(all.slice(2, 7));
    await service.faults.set('listBoards', { kind: 'list-paging', rule: 'limit-refused', max: 5 });
    expect((await call(service, 'GET', '/api/board?limit=6')).status).toBe(422);
    expect(await ids('limit=5')).toEqual(all.slice(0, 5));
    await service.faults.set('listBoards', { kind: 'list-paging', rule: 'offset-is-page' });
    expect(await ids('limit=4&offset=1')).toEqual(all.slice(4, 8));
    await service.faults.set('listBoards', { kind: 'list-paging', rule: 'offset-ignored' });
    expect(await ids('limit=4&offset=1')).toEqual(all.slice(0, 4));
    await service.faults.set('listBoards', { kind: 'list-paging', rule: 'everything' });
    expect(await ids('limit=1&offset=9')).toEqual(all);
  });
});

describe('other shapes of other responses', () => {
  test.each(['data', 'board', 'room'] as const)('a viewed board under %s', async (envelope) => {
    const path = `/api/board/${(await service.contents()).boards[0]}`;
    const plain = await call(service, 'GET', path);
    await service.faults.set('viewBoard', { kind: 'view-shape', envelope });
    expect((await call(service, 'GET', path)).json).toEqual({ [envelope]: plain.json });
    await service.faults.set('viewBoard', { kind: 'view-shape', envelope: 'array' });
    expect((await call(service, 'GET', path)).json).toEqual([plain.json]);
  });

  test.each<[TokenShape['form'], (json: unknown) => unknown]>([
    ['json-string', (json) => json],
    ['token', (json) => (json as { readonly token: unknown }).token],
    ['access_token', (json) => (json as { readonly access_token: unknown }).access_token],
    ['accessToken', (json) => (json as { readonly accessToken: unknown }).accessToken],
    ['jwt', (json) => (json as { readonly jwt: unknown }).jwt],
    ['data.token', (json) => (json as { readonly data: { readonly token: unknown } }).data.token],
  ])('a token as %s', async (form, read) => {
    await service.faults.set('accessToken', { kind: 'token-shape', form });
    const answer = await call(service, 'POST', `/api/access-token/${paper()}`);
    expect(read(answer.json)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('a token behind a byte order mark', async () => {
    await service.faults.set('accessToken', { kind: 'bom' });
    const { text } = await call(service, 'POST', `/api/access-token/${paper()}`);
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text.slice(1)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('a paper with another template, without one, without an identifier; it is created either way', async () => {
    const body = { name: 'Copy', template: paper() };
    const create = async (variant: 'other-template' | 'no-template' | 'no-identifier'): Promise<unknown> => {
      await service.faults.set('createPaper', { kind: 'create-paper-shape', variant });
      return (await call(service, 'POST', '/api/paper', { body })).json;
    };
    const other = await create('other-template');
    expect(other).toHaveProperty('template_id');
    expect(other).not.toMatchObject({ template_id: paper() });
    expect(await create('no-template')).not.toHaveProperty('template_id');
    expect(await create('no-identifier')).toEqual({ name: 'Copy', source: 'api', template_id: paper() });
    expect((await service.contents()).papers).toHaveLength(5);
  });

  test('a board without an identifier, or under “data”', async () => {
    await service.faults.set('createBoard', { kind: 'create-board-shape', variant: 'no-room-id' });
    expect((await call(service, 'POST', '/api/board')).json).not.toHaveProperty('room_id');
    await service.faults.set('createBoard', { kind: 'create-board-shape', variant: 'data' });
    expect((await call(service, 'POST', '/api/board')).json).toHaveProperty('data.room_id');
  });

  test('a delete that returns 204, text or nothing has deleted', async () => {
    for (const [variant, status, text] of [
      ['no-content', 204, ''],
      ['text', 200, 'Deleted.'],
      ['empty', 200, ''],
    ] as const) {
      await service.faults.set('deleteBoard', { kind: 'delete-shape', variant });
      const [board] = (await service.contents()).boards;
      const answer = await call(service, 'DELETE', `/api/board/${board}`);
      expect([answer.status, answer.text]).toEqual([status, text]);
      expect((await service.contents()).boards).not.toContain(board);
    }
  });

  test('a delete refused with status 200 deletes nothing', async () => {
    await service.faults.set('deletePaper', { kind: 'delete-shape', variant: 'refused' });
    const answer = await call(service, 'DELETE', `/api/paper/${paper()}`);
    expect([answer.status, answer.json]).toEqual([200, { success: false, reason: 'The item is in use.' }]);
    expect((await service.contents()).papers).toHaveLength(2);
  });
});
