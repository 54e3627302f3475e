/** Changes that the service answers neither with a plain success nor with a plain refusal, through the whole of main. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { atRest, deleteNow, type Deletion } from '../../support/delete-now.ts';
import { must } from '../../support/must.ts';
import { json, startServer, type TestServer } from '../service/servers.ts';
import { idIn, sharedMain, sharedPractice } from './shared-main.ts';

const shared = sharedPractice({ boards: 5 });
const main = sharedMain();
/** A service that answers every create and delete like this, and shows these boards. */
let server: TestServer;
let answer: { readonly status: number; readonly body?: unknown };
let boards: Map<string, object>;

const { setTimeout: realTimeout } = globalThis;

beforeAll(async () => {
  server = await startServer((response, { method, url }) => {
    const id = idIn(url);
    if (method !== 'GET') {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
    } else if (id === '') json(response, { boards: [...boards.values()], total: boards.size });
    else json(response, boards.get(id) ?? { message: 'No board.' }, boards.has(id) ? 200 : 404);
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  // Look-ups after 5 s and retries wait a hundredth of that. Deadlines stay as they are.
  vi.stubGlobal('setTimeout', (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    realTimeout(run, ms < 10_000 ? ms / 100 : ms, ...given),
  );
  await main.connect(shared.practice.origin, shared.practice.apiKey);
});

const remove = async (kind: 'board' | 'paper', id: string): Promise<Deletion> =>
  must(await deleteNow(main.services, main.connectionId, { kind, id }));

async function deleteBoard(): Promise<Deletion['item']> {
  await main.list();
  const [id = ''] = (await shared.practice.contents()).boards;
  return (await remove('board', id)).item;
}

const createPaper = () =>
  main.call('papers.create', { connectionId: main.connectionId, name: 'Lesson', templateId: null });

async function deletePaper(): Promise<Deletion> {
  return remove('paper', must(await createPaper()).identifier);
}

const papers = () => main.must('papers.list', { connectionId: main.connectionId });
const unresolved = () => main.must('unresolved.list', { connectionId: main.connectionId });
const counts = async () => (await shared.practice.requests()).counts;
const fault = (status: number, body: object = {}, processed = false) =>
  ({ kind: 'status', status, body, processed }) as const;

describe('a delete that a 200 denies', () => {
  test('fails while the service still shows the board', async () => {
    await shared.practice.faults.set('deleteBoard', fault(200, { ok: false, error: 'Board is locked' }));
    const item = await deleteBoard();
    expect(item).toMatchObject({ state: 'failed', status: 200, message: 'Board is locked' });
    expect((await counts()).deleteBoard).toBe(1);
    expect((await main.rows()).map(({ id }) => id)).toContain(item.targetId);
  });

  test('keeps a paper in the register, with an unknown outcome and the service’s words', async () => {
    await shared.practice.faults.set('deletePaper', fault(200, { ok: 'no', reason: 'Paper is in use' }));
    expect((await deletePaper()).item).toMatchObject({ state: 'unknown', message: 'Paper is in use' });
    expect(await papers()).toMatchObject([{ deletedAt: null }]);
    expect((await counts()).deletePaper).toBe(1);
  });
});

describe('a create that may have been done', () => {
  test('is unknown, recorded, and not sent again by a retry', async () => {
    await shared.practice.faults.set('createBoard', { ...fault(500, {}, true), times: 2 });
    const asked = { connectionId: main.connectionId, count: 2, label: '', tags: [] };
    const { id } = await main.must('jobs.createBoards', asked);
    expect((await atRest(main.services, id)).counts).toMatchObject({ total: 2, unknown: 2, failed: 0 });
    expect(await unresolved()).toHaveLength(2);
    expect(await main.call('jobs.retryFailed', { jobId: id })).toMatchObject({ ok: false });
    expect((await shared.practice.contents()).boards).toHaveLength(7);
  });

  test('is unknown if a 200 denies a paper', async () => {
    await shared.practice.faults.set('createPaper', fault(200, { success: 0, identifier: 'job-17' }, true));
    expect(await createPaper()).toMatchObject({ error: { code: 'outcome-unknown' } });
    expect(await papers()).toEqual([]);
  });
});

describe('a delete that was done before its answer failed', () => {
  test('is already gone once the next attempt finds no board', async () => {
    await shared.practice.faults.set('deleteBoard', { ...fault(500, {}, true), times: 1 });
    expect(await deleteBoard()).toMatchObject({ state: 'already-gone' });
  });

  test('moves a paper to those no longer found, from which it can be restored', async () => {
    await shared.practice.faults.set('deletePaper', { ...fault(500, {}, true), times: 1 });
    expect((await deletePaper()).item).toMatchObject({ state: 'already-gone' });
    const [paper] = await papers();
    expect(paper).toMatchObject({ standing: 'not-found', deletedAt: expect.any(Number) as number });
    const { connectionId } = main;
    await main.must('papers.forget', { connectionId, which: 'deleted' });
    await main.must('papers.add', { connectionId, pasted: paper?.identifier ?? '', name: '' });
    const [restored] = await papers();
    expect(restored).toMatchObject({ name: 'Lesson', deletedAt: null });
    expect(restored).not.toHaveProperty('standing');
  });

  test('moves a paper that the service never knew to those no longer found', async () => {
    await shared.practice.faults.set('deletePaper', fault(404, { message: 'No.' }));
    expect((await deletePaper()).item).toMatchObject({ state: 'failed', status: 404 });
    expect(await papers()).toMatchObject([{ name: 'Lesson', standing: 'not-found' }]);
  });
});

describe('a service that answers in its own way', () => {
  const NOW = new Date().toISOString();
  const OTHER = { room_id: 'other-board', created_at: '2024-01-05T10:00:00Z' };
  const NEW = { room_id: 'new-board', created_at: NOW };
  const UUID = '5f1c2f52-0d0b-4c39-a0a5-1f2b7d9f2a11';

  beforeEach(async () => {
    boards = new Map([['other-board', OTHER]]);
    await main.connect(server.origin, 'a-key-of-this-test');
  });

  const create = () => main.call('boards.create', { connectionId: main.connectionId });

  test.each([
    { status: 201, body: { jsonrpc: '2.0', id: 7, result: { room_id: 'new-board' } } },
    { status: 200, body: { id: 'new-board' } },
  ])('is believed about the id of a new board: %j', async (answered) => {
    answer = answered;
    expect(await create()).toMatchObject({ ok: true, value: { id: 'new-board' } });
  });

  test.each([
    { status: 202, body: { id: 'job-4711' } },
    { status: 200, body: { room_id: 'new-board', success: false } },
    { status: 200, body: { id: 'a-board-1', uuid: 'a-board-2' } },
  ])('is not believed about the id, and nothing is added to the list: %j', async (answered) => {
    answer = answered;
    expect(await create()).toMatchObject({ error: { code: 'outcome-unknown' } });
    expect(await unresolved()).toHaveLength(1);
    expect(await main.rows()).toEqual([]);
  });

  test.each([
    ['after a 202', { status: 202, body: { room_id: 'new-board' } }, 'new-board', NEW],
    [
      'of two ids',
      { status: 200, body: { id: 17, uuid: UUID } },
      UUID,
      { id: 17, uuid: UUID, created_at: NOW },
    ],
  ])('settles the id of a new board by showing it: %s', async (_what, answered, id, shown) => {
    answer = answered;
    boards = new Map([[id, shown]]);
    expect(await create()).toMatchObject({ ok: true, value: { id } });
  });

  test('does not settle it by showing an older board with the number of the job', async () => {
    answer = { status: 202, body: { id: 17 } };
    boards = new Map([['17', { id: 17, created_at: '2024-01-05T10:00:00Z' }]]);
    expect(await create()).toMatchObject({ error: { code: 'outcome-unknown' } });
  });

  test.each([
    ['gone-board', 'done'],
    ['other-board', 'unknown'],
  ])('accepts a delete, whose outcome the look-up decides: %s is %s', async (id, state) => {
    answer = { status: 202 };
    expect((await remove('board', id)).item).toMatchObject({ state, status: 202 });
  });

  test('accepts a new paper, which is kept as accepted', async () => {
    answer = { status: 202, body: { identifier: 'p-1', name: 'Lesson' } };
    const accepted = { identifier: 'p-1', standing: 'accepted' };
    expect(await createPaper()).toMatchObject({ ok: true, value: accepted });
    expect(await papers()).toMatchObject([accepted]);
  });

  test('accepts the delete of a paper, which stays in the register', async () => {
    answer = { status: 202, body: { identifier: 'p-1', name: 'Lesson' } };
    const { item, job } = await deletePaper();
    expect(item.state).toBe('accepted');
    expect(job.counts).toMatchObject({ accepted: 1, done: 0 });
    expect(await papers()).toMatchObject([{ standing: 'delete-accepted', deletedAt: null }]);
  });
});
