import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteNow, type Deletion } from '../../support/delete-now.ts';
import { must } from '../../support/must.ts';
import { json, startServer, type TestServer } from '../service/servers.ts';
import { idIn, sharedMain, sharedPractice } from './shared-main.ts';

const shared = sharedPractice({ boards: 5 });
const main = sharedMain();
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
  // Makes all delays below 10 s 100 times shorter, for example delays between retries.
  vi.stubGlobal('setTimeout', (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    realTimeout(run, ms < 10_000 ? ms / 100 : ms, ...args),
  );
  await main.connect(shared.practice.origin, shared.practice.apiKey);
});

const createPaper = () =>
  main.call('papers.create', { connectionId: main.connectionId, name: 'Lesson', templateId: null });

async function deletePaper(): Promise<Deletion> {
  const { identifier: id } = must(await createPaper());
  return must(await deleteNow(main.services, main.connectionId, { kind: 'paper', id }));
}

const papers = () => main.must('papers.list', { connectionId: main.connectionId });

test('a paper counts as not found if its delete took effect but got a response with status 500', async () => {
  const fault = { kind: 'status', status: 500, processed: true, times: 1 } as const;
  await shared.practice.faults.set('deletePaper', fault);
  expect((await deletePaper()).item).toMatchObject({ state: 'already-gone' });
  expect(await papers()).toMatchObject([{ standing: 'not-found', deletedAt: expect.any(Number) as number }]);
});

describe('ambiguous responses of the service', () => {
  const OTHER = { room_id: 'other-board', created_at: '2024-01-05T10:00:00Z' };
  const UUID = '5f1c2f52-0d0b-4c39-a0a5-1f2b7d9f2a11';

  beforeEach(async () => {
    boards = new Map([['other-board', OTHER]]);
    await main.connect(server.origin, 'a-key-of-this-test');
  });

  const create = () => main.call('boards.create', { connectionId: main.connectionId });

  test('if a create response contains two ids, Easel records the id that opens the new board', async () => {
    answer = { status: 200, body: { id: 17, uuid: UUID } };
    boards = new Map([[UUID, { id: 17, uuid: UUID, created_at: new Date().toISOString() }]]);
    expect(await create()).toMatchObject({ ok: true, value: { id: UUID } });
  });

  test('a create request has an unknown outcome if its response names an older board', async () => {
    answer = { status: 202, body: { id: 17 } };
    boards = new Map([['17', { id: 17, created_at: '2024-01-05T10:00:00Z' }]]);
    expect(await create()).toMatchObject({ error: { code: 'outcome-unknown' } });
  });

  test('a paper stays listed while the service has accepted its delete but not confirmed it', async () => {
    answer = { status: 202, body: { identifier: 'p-1', name: 'Lesson' } };
    const { item, job } = await deletePaper();
    expect(item.state).toBe('accepted');
    expect(job.counts).toMatchObject({ accepted: 1, done: 0 });
    expect(await papers()).toMatchObject([{ standing: 'delete-accepted', deletedAt: null }]);
  });
});
