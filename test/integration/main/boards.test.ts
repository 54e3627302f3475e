import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import type { BoardQuery } from '../../../preload/contract/boards.ts';
import { deleteNow } from '../../support/delete-now.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

let practice: PracticeService;
let services: TestServices;
let connectionId: string;

/** Main is the same for all; each test has a service and a connection of its own. */
beforeAll(async () => {
  // The clock alone, which goes on as sockets and timers do.
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
  services = await startServices();
});
afterAll(async () => {
  await services.close();
  vi.useRealTimers();
});

beforeEach(async () => {
  // For the border's limits of calls.
  vi.setSystemTime(Date.now() + 60_000);
  practice = await startPractice({ boards: 230 });
  const saved = await services.call('connections.save', draftFor(practice.origin, practice.apiKey));
  if (!saved.ok) throw new Error(saved.error.message);
  connectionId = saved.value.id;
});

afterEach(async () => {
  await services.call('connections.remove', { connectionId, keysMayStay: false });
  await practice.stop();
});

const NEWEST: BoardQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

/** Waits until the list is in one of these phases. */
const comesTo = (...phases: readonly string[]): Promise<void> =>
  services.event(
    'boards.changed',
    (state) => state['connectionId'] === connectionId && phases.includes(String(state['phase'])),
  );

async function listAll(): Promise<void> {
  const started = await services.call('boards.list', { connectionId });
  if (!started.ok) throw new Error(started.error.message);
  await comesTo('done', 'failed');
}

async function firstBoard(): Promise<string> {
  const window = await services.call('boards.window', {
    connectionId,
    from: 0,
    count: 1,
    query: NEWEST,
    fields: [],
  });
  const id = window.ok ? window.value.rows[0]?.id : null;
  if (id === null || id === undefined) throw new Error('no board listed');
  return id;
}

test.each([
  ['pages counted by number', [{ kind: 'list-paging', rule: 'offset-is-page' }]],
  ['a map, and times as numbers', [{ kind: 'list-shape', envelope: 'map', time: 'epoch-seconds' }]],
  ['a number beside the id', [{ kind: 'list-shape', envelope: 'data.data', id: 'both', time: 'iso' }]],
] as const)('the list is proven complete with %s', async (_form, faults) => {
  await practice.faults.set('listBoards', faults);
  await listAll();
  const state = await services.call('boards.state', { connectionId });
  expect(state).toMatchObject({ ok: true, value: { phase: 'done', completeness: 'complete', rows: 230 } });
  const oldest = (await practice.contents()).boards.at(-1) ?? 'no board';
  const found = await services.call('boards.window', {
    connectionId,
    from: 0,
    count: 1,
    query: { ...NEWEST, find: oldest },
    fields: [],
  });
  expect(found).toMatchObject({ ok: true, value: { matching: 1, rows: [{ id: oldest }] } });
});

test('a board is created once, viewed with its unknown fields, and deleted with the service’s own words', async () => {
  await listAll();
  await practice.clearRequests();
  const created = await services.call('boards.create', { connectionId });
  if (!created.ok) throw new Error(created.error.message);
  const boardId = created.value.id;
  expect((await practice.requests()).counts.createBoard).toBe(1);

  const view = await services.call('boards.view', { connectionId, boardId });
  if (!view.ok) throw new Error(view.error.message);
  expect(view.value.created?.epochMs).toBeTypeOf('number');
  expect(view.value.created?.assumedUtc).toBe(true);
  expect(view.value.otherFields.map(({ name }) => name)).toContain('updated_at');
  expect(JSON.parse(view.value.raw)).toMatchObject({ room_id: boardId });

  const board = { kind: 'board', id: boardId } as const;
  const deleted = await deleteNow(services, connectionId, board);
  if (!deleted.ok) throw new Error(deleted.error.message);
  expect(deleted.value).toMatchObject({ job: { state: 'done' }, item: { state: 'done', status: 200 } });
  expect(deleted.value.item.message).not.toBe('');
  await expect
    .poll(() => services.call('boards.state', { connectionId }))
    .toMatchObject({ ok: true, value: { rows: 230 } });

  const again = await deleteNow(services, connectionId, board);
  expect(again).toMatchObject({ ok: true, value: { item: { state: 'already-gone', status: 404 } } });
});

describe('a delete that is answered as if the board were not there', () => {
  const oneOf = async (): Promise<string> => (await practice.contents()).boards[0] ?? 'no board';
  const NO_SUCH = { kind: 'status', status: 404, body: { message: 'No such board.' } } as const;

  test.each([
    ['404', NO_SUCH],
    ['410', { kind: 'status', status: 410 }],
    ['a page of HTML', { kind: 'html', status: 404 }],
  ] as const)('with %s leaves a board in the list that is there', async (_what, fault) => {
    await listAll();
    const id = await oneOf();
    await practice.faults.set('deleteBoard', fault);
    const deleted = await deleteNow(services, connectionId, { kind: 'board', id });
    expect(deleted).toMatchObject({ ok: true, value: { job: { state: 'done' }, item: { state: 'failed' } } });
    expect(deleted.ok && deleted.value.item.message).toContain(
      'The service says that it doesn’t know this board, and still shows it.',
    );
    expect(await services.call('boards.state', { connectionId })).toMatchObject({ value: { rows: 230 } });
  });

  test('and isn’t shown either, but listed, says so with the service’s words first', async () => {
    await listAll();
    const id = (await practice.contents()).boards.at(-1) ?? 'no board';
    await practice.faults.set('deleteBoard', NO_SUCH);
    await practice.faults.set('viewBoard', NO_SUCH);
    await practice.faults.set('listBoards', { kind: 'list-shape', envelope: 'data' });
    const deleted = await deleteNow(services, connectionId, { kind: 'board', id });
    expect(deleted).toMatchObject({
      ok: true,
      value: {
        item: {
          state: 'failed',
          status: 404,
          message: expect.stringMatching(
            /^The service says: “No such board.” The service doesn’t know this id/u,
          ) as string,
        },
      },
    });
    expect(await services.call('boards.state', { connectionId })).toMatchObject({ value: { rows: 230 } });
  });

  test.each([404, 403, 401])('by a wrong key with %i is not called gone', async (status) => {
    await listAll();
    const id = await oneOf();
    await practice.faults.set('deleteBoard', NO_SUCH);
    await practice.faults.set('viewBoard', { kind: 'status', status });
    await practice.faults.set('listBoards', { kind: 'status', status });
    const deleted = await deleteNow(services, connectionId, { kind: 'board', id });
    expect(deleted.ok && deleted.value.item.state).not.toBe('already-gone');
    expect(await services.call('boards.state', { connectionId })).toMatchObject({ value: { rows: 230 } });
  });

  test.each([
    ['a 404 page', { kind: 'html', status: 404 }],
    ['an error page', { kind: 'html', status: 500 }],
  ] as const)('with %s the second time, is told by what is found', async (_what, fault) => {
    await listAll();
    const board = { kind: 'board', id: await oneOf() } as const;
    expect(await deleteNow(services, connectionId, board)).toMatchObject({
      value: { item: { state: 'done' } },
    });
    await practice.faults.set('deleteBoard', fault);
    expect(await deleteNow(services, connectionId, board)).toMatchObject({
      value: { job: { state: 'done' }, item: { state: 'already-gone', status: fault.status } },
    });
  });
});

test.each([
  ['a refused key', { kind: 'status', status: 401, body: { message: 'Unauthenticated.' } }, 'key-refused'],
  ['a web page', { kind: 'html' }, 'web-page'],
  ['broken JSON', { kind: 'malformed-json' }, 'not-understood'],
] as const)(
  '%s while listing leaves the rows unchanged and has its own failure',
  async (_what, fault, code) => {
    await listAll();
    await practice.faults.set('listBoards', fault);
    await services.call('boards.list', { connectionId });
    await comesTo('failed');
    const state = await services.call('boards.state', { connectionId });
    expect(state).toMatchObject({ ok: true, value: { rows: 230, failure: { code } } });
    expect(await firstBoard()).toBeTypeOf('string');
  },
);

test('a 204 while listing takes no boards away, and the list may be incomplete', async () => {
  await listAll();
  await practice.faults.set('listBoards', { kind: 'no-content' });
  await services.call('boards.list', { connectionId });
  const state = { phase: 'done', completeness: 'maybe-incomplete', rows: 230 };
  await expect.poll(() => services.call('boards.state', { connectionId })).toMatchObject({ value: state });
});

test('a listing can be cancelled, and its requests with it', async () => {
  await practice.faults.set('listBoards', { kind: 'silence' });
  await services.call('boards.list', { connectionId });
  const state = await services.call('boards.cancelList', { connectionId });
  expect(state).toMatchObject({ ok: true, value: { phase: 'cancelled' } });
});
