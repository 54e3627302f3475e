/** Changes that the service answers neither with a plain success nor with a plain refusal, through the whole of main. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import type { Paper } from '../../../preload/contract/papers.ts';
import { atRest, deleteNow, type Deletion } from '../../support/delete-now.ts';
import { must } from '../../support/must.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

let practice: PracticeService;
let services: TestServices;
let connectionId: string;
let server: Server | null = null;

const { setTimeout: realTimeout } = globalThis;

beforeEach(async () => {
  // Look-ups after 5 s, and retries, wait a twentieth of that. Deadlines stay as they are.
  vi.stubGlobal('setTimeout', (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    realTimeout(run, ms < 10_000 ? ms / 20 : ms, ...given),
  );
  practice = await startPractice({ boards: 5 });
  services = await startServices();
  const saved = await services.call('connections.save', draftFor(practice.origin, practice.apiKey));
  connectionId = must(saved).id;
});

afterEach(async () => {
  await services.close();
  await practice.stop();
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function listed(): Promise<readonly string[]> {
  must(await services.call('boards.list', { connectionId }));
  await services.event('boards.changed', ({ phase }) => phase === 'done');
  return (await practice.contents()).boards;
}

async function deleteBoard(): Promise<Deletion & { readonly id: string }> {
  const [id = ''] = await listed();
  return { ...must(await deleteNow(services, connectionId, { kind: 'board', id })), id };
}

async function newPaper(): Promise<string> {
  return must(await services.call('papers.create', { connectionId, name: 'Lesson', templateId: null }))
    .identifier;
}

async function deletePaper(): Promise<Deletion> {
  return must(await deleteNow(services, connectionId, { kind: 'paper', id: await newPaper() }));
}

async function onlyPaper(): Promise<Paper | undefined> {
  const papers = must(await services.call('papers.list', { connectionId }));
  return papers[0];
}

const refusal = (body: object, processed = false) =>
  ({ kind: 'status', status: 200, body, processed }) as const;

describe('a delete that is denied inside a 200', () => {
  test.each([
    { ok: false, error: 'Board is locked by its owner' },
    { status: 'error', message: 'Board is locked by its owner' },
    { code: 423, message: 'Board is locked by its owner' },
  ])('fails while the service still shows the board: %j', async (body) => {
    await practice.faults.set('deleteBoard', refusal(body));
    const { item, id } = await deleteBoard();
    expect(item).toMatchObject({ state: 'failed', status: 200, message: 'Board is locked by its owner' });
    expect((await practice.requests()).counts.deleteBoard).toBe(1);
    const window = { connectionId, from: 0, count: 10, fields: [] };
    const query = { find: '', filters: [], order: { by: 'id', descending: false } } as const;
    const { rows } = must(await services.call('boards.window', { ...window, query }));
    expect(rows.map((row) => row.id)).toContain(id);
  });

  test('is already gone where the service shows other boards and not this one', async () => {
    await practice.faults.set('deleteBoard', refusal({ deleted: false }, true));
    expect((await deleteBoard()).item).toMatchObject({ state: 'already-gone' });
  });

  test('is unknown where the board can’t be looked for', async () => {
    await practice.faults.set('deleteBoard', refusal({ success: 'false' }));
    await practice.faults.set('viewBoard', { kind: 'status', status: 503 });
    expect((await deleteBoard()).item).toMatchObject({ state: 'unknown' });
    expect((await practice.requests()).counts.deleteBoard).toBe(1);
  });

  test('keeps a paper in the register, with an unknown outcome and the service’s words', async () => {
    await practice.faults.set('deletePaper', refusal({ ok: 'no', reason: 'Paper is in use' }));
    expect((await deletePaper()).item).toMatchObject({ state: 'unknown', message: 'Paper is in use' });
    expect(await onlyPaper()).toMatchObject({ deletedAt: null });
    expect((await practice.requests()).counts.deletePaper).toBe(1);
  });
});

describe('a create that may have been done', () => {
  test.each([500, 408, 425, 302])(
    'is unknown, in the journal, and not sent again with the failed ones: %i',
    async (status) => {
      await practice.faults.set('createBoard', { kind: 'status', status, processed: true, times: 2 });
      const asked = { connectionId, count: 2, label: '', tags: [] };
      const job = await atRest(services, must(await services.call('jobs.createBoards', asked)).id);
      expect(job.counts).toMatchObject({ total: 2, unknown: 2, failed: 0 });
      expect(must(await services.call('unresolved.list', { connectionId }))).toHaveLength(2);
      expect(await services.call('jobs.retryFailed', { jobId: job.id })).toMatchObject({ ok: false });
      expect((await practice.contents()).boards).toHaveLength(7);
    },
  );

  test('is unknown where a 200 denies a paper', async () => {
    await practice.faults.set('createPaper', refusal({ success: 0, identifier: 'job-17' }, true));
    const result = await services.call('papers.create', { connectionId, name: 'Lesson', templateId: null });
    expect(result).toMatchObject({ ok: false, error: { code: 'outcome-unknown' } });
    expect(await onlyPaper()).toBeUndefined();
  });
});

describe('a delete that was done before its answer failed', () => {
  test.each([500, 502, 302])('is already gone once the next try finds no board: %i', async (status) => {
    await practice.faults.set('deleteBoard', { kind: 'status', status, processed: true, times: 1 });
    expect((await deleteBoard()).item).toMatchObject({ state: 'already-gone' });
  });

  test.each([500, 302])(
    'moves a paper to those no longer found, from which it can be restored: %i',
    async (status) => {
      await practice.faults.set('deletePaper', { kind: 'status', status, processed: true, times: 1 });
      expect((await deletePaper()).item).toMatchObject({ state: 'already-gone' });
      const paper = await onlyPaper();
      expect(paper).toMatchObject({ standing: 'not-found', deletedAt: expect.any(Number) as number });
      must(await services.call('papers.forget', { connectionId, which: 'deleted' }));
      const pasted = paper?.identifier ?? '';
      must(await services.call('papers.add', { connectionId, pasted, name: '' }));
      expect(await onlyPaper()).toMatchObject({ name: 'Lesson', deletedAt: null });
      expect(await onlyPaper()).not.toHaveProperty('standing');
    },
  );

  test('moves a paper that the service never knew to those no longer found', async () => {
    await practice.faults.set('deletePaper', { kind: 'status', status: 404, body: { message: 'No.' } });
    expect((await deletePaper()).item).toMatchObject({ state: 'failed', status: 404 });
    expect(await onlyPaper()).toMatchObject({ standing: 'not-found' });
  });
});

/** A service with one board that answers every create and delete like this; `boards` can be changed meanwhile. */
async function serviceWith(
  answer: { readonly status: number; readonly body?: unknown },
  boards: Map<string, object>,
): Promise<void> {
  server = createServer((request, response) => {
    const reply = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
    };
    const id = decodeURIComponent(/^\/api\/board\/([^/?]+)/u.exec(request.url ?? '')?.[1] ?? '');
    if (request.method !== 'GET') return reply(answer.status, answer.body);
    if (id !== '') return boards.has(id) ? reply(200, boards.get(id)) : reply(404, { message: 'No board.' });
    return reply(200, { boards: [...boards.values()], total: boards.size });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  connectionId = must(await services.call('connections.save', draftFor(origin, 'a-key-of-this-test'))).id;
}

const NOW = new Date().toISOString();
const OTHER = { room_id: 'other-board', created_at: '2024-01-05T10:00:00Z' };
const NEW = { room_id: 'new-board', created_at: NOW };

describe('the id of a new board', () => {
  const create = () => services.call('boards.create', { connectionId });
  const UNKNOWN = { ok: false, error: { code: 'outcome-unknown' } };

  test.each([
    { status: 200, body: { room_id: 'new-board' } },
    { status: 201, body: { jsonrpc: '2.0', id: 7, result: { room_id: 'new-board' } } },
    { status: 200, body: { id: 17, data: { attributes: { roomId: 'new-board' } } } },
    { status: 200, body: { id: 'new-board' } },
    { status: 201, body: { data: { uuid: 'new-board' } } },
    { status: 200, body: { jsonrpc: '2.0', id: 7, result: { id: 'new-board' } } },
  ])('is believed: %j', async (answer) => {
    await serviceWith(answer, new Map([['other-board', OTHER]]));
    expect(await create()).toMatchObject({ ok: true, value: { id: 'new-board' } });
  });

  test.each([
    { status: 202, body: { id: 'job-4711' } },
    { status: 200, body: { jsonrpc: '2.0', id: 7, result: null } },
    { status: 200, body: { id: 'new-board', error: 'Quota exceeded' } },
    { status: 200, body: { room_id: 'new-board', success: false } },
    { status: 200, body: { id: 'job-4711', status: 'queued' } },
    { status: 200, body: { id: 'a-board-1', uuid: 'a-board-2' } },
    { status: 200, body: { room_id: 'a-board-1', other: { room_id: 'a-board-2' } } },
    { status: 202 },
  ])('is not believed, and nothing is added to the list: %j', async (answer) => {
    await serviceWith(answer, new Map([['other-board', OTHER]]));
    expect(await create()).toMatchObject(UNKNOWN);
    expect(must(await services.call('unresolved.list', { connectionId }))).toHaveLength(1);
    const query = { find: '', filters: [], order: { by: 'id', descending: false } } as const;
    const window = { connectionId, from: 0, count: 10, fields: [], query };
    expect(must(await services.call('boards.window', window)).rows).toEqual([]);
  });

  test('is settled by one look-up after a 202', async () => {
    await serviceWith({ status: 202, body: { room_id: 'new-board' } }, new Map([['new-board', NEW]]));
    expect(await create()).toMatchObject({ ok: true, value: { id: 'new-board' } });
  });

  test('is the one of two that the service shows', async () => {
    const body = { id: 17, uuid: '5f1c2f52-0d0b-4c39-a0a5-1f2b7d9f2a11' };
    const { uuid } = body;
    await serviceWith({ status: 200, body }, new Map([[uuid, { id: 17, uuid, created_at: NOW }]]));
    expect(await create()).toMatchObject({ ok: true, value: { id: uuid } });
  });

  test('is not that of a job whose number is another board’s', async () => {
    const others = new Map([['17', { id: 17, created_at: '2024-01-05T10:00:00Z' }]]);
    await serviceWith({ status: 202, body: { id: 17 } }, others);
    expect(await create()).toMatchObject(UNKNOWN);
  });
});

describe('a 202 to a delete', () => {
  test('is done once the board is no longer there', async () => {
    const boards = new Map<string, object>([['other-board', OTHER]]);
    await serviceWith({ status: 202, body: { message: 'Scheduled' } }, boards);
    const deletion = deleteNow(services, connectionId, { kind: 'board', id: 'gone-board' });
    expect(must(await deletion).item).toMatchObject({ state: 'done', status: 202 });
  });

  test('is unknown while the board is still there', async () => {
    await serviceWith({ status: 202 }, new Map([['other-board', OTHER]]));
    const deletion = deleteNow(services, connectionId, { kind: 'board', id: 'other-board' });
    expect(must(await deletion).item).toMatchObject({ state: 'unknown', status: 202 });
  });

  test('keeps a paper in the register as accepted', async () => {
    await practice.faults.set('deletePaper', { kind: 'status', status: 202, processed: true });
    const { item, job } = await deletePaper();
    expect(item.state).toBe('accepted');
    expect(job.counts).toMatchObject({ accepted: 1, done: 0 });
    expect(await onlyPaper()).toMatchObject({ standing: 'delete-accepted', deletedAt: null });
  });
});

test('a paper whose create was only accepted is kept as accepted', async () => {
  await serviceWith({ status: 202, body: { identifier: 'p-1', name: 'Lesson' } }, new Map());
  const made = await services.call('papers.create', { connectionId, name: 'Lesson', templateId: null });
  expect(made).toMatchObject({ ok: true, value: { identifier: 'p-1', standing: 'accepted' } });
  expect(await onlyPaper()).toMatchObject({ standing: 'accepted' });
});
