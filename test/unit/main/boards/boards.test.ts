import { expect, test } from 'vitest';
import { Boards, type BoardsOptions, lookFor } from '../../../../main/boards/boards.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import type { BoardPage, NewBoard, ServiceApi } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import type { Mirror } from '../../../../main/store/mirror/mirror.ts';
import { fail, ok, type FailureCode, type Result } from '../../../../preload/contract/failure.ts';
import { fakeClock } from '../service/clock.ts';
import type { ConnectionRecord } from '../../../../main/store/tables/connections.ts';
import { recordOf } from '../connections/connection-record.ts';
import { localMirror } from './local-mirror.ts';
import { QUERY, rowOf } from './board-rows.ts';
import { listOf } from './read-pages.ts';

const MADE: NewBoard = { id: 'made', created: null, otherFields: [], raw: '{}', madeAt: 0 };

function boardsOver(own: Partial<Mirror>, change: Partial<BoardsOptions> = {}) {
  const lines: string[] = [];
  const made: string[] = [];
  const mirror = { ...localMirror(), ...own };
  const items = [{ id: 'a', created: null, raw: '{}' }];
  const api: Partial<ServiceApi> = {
    ...listOf(({ offset }) =>
      Promise.resolve(ok({ items: (offset ?? 0) > 0 ? [] : items, notUnderstood: 0, total: null })),
    ),
    createBoard: () => Promise.resolve(ok(MADE)),
  };
  const boards = new Boards({
    apiOf: () => Promise.resolve(ok(api as ServiceApi)),
    mirror: mirror as Mirror,
    recordOf: () => Promise.resolve(ok(recordOf())),
    wrongTimes: { of: () => Promise.resolve(null), learn: () => Promise.resolve() },
    shapes: { listed: () => undefined, forget: () => undefined },
    publish: () => undefined,
    onMade: (_connectionId, boardIds) => {
      made.push(...boardIds);
      return Promise.resolve();
    },
    beingDeleted: () => Promise.resolve(new Set()),
    watchCreate: (_create, send) => send(),
    log: createLog((line) => lines.push(line)),
    ...fakeClock(),
    ...change,
  });
  return { boards, mirror, lines, made };
}

test('a call that loads the board list waits for a running removal of the stored boards', async () => {
  const gone = Promise.withResolvers<void>();
  const order: string[] = [];
  const { boards, mirror } = boardsOver({
    forget: () => gone.promise.then(() => void order.push('forgotten')),
  });
  const { begin } = mirror;
  mirror.begin = (connectionId) => {
    order.push('begun');
    return begin(connectionId);
  };
  const forgetting = boards.forget('c');
  const listing = boards.listToEnd('c', 0);
  await new Promise(setImmediate);
  gone.resolve();
  await forgetting;
  expect(await listing).toMatchObject({ ok: true, value: { phase: 'done', rows: 1 } });
  expect(order).toEqual(['forgotten', 'begun']);
});

test.each([
  ['uses a listing begun after the create', 0, 1],
  ['lists again while a new board may be missing', 60_000, 2],
])('the check whether a board was created %s', async (_what, sinceMs, rows) => {
  let ids = ['a'];
  const clock = fakeClock();
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const api = listOf(async ({ limit }) => {
    const page = listed(ids, ids.length);
    if (limit !== 2) {
      asked.resolve();
      await answer.promise;
    }
    return page;
  });
  const { boards } = boardsOver({}, { apiOf: () => Promise.resolve(ok(api as ServiceApi)), ...clock });
  await boards.list({ connectionId: 'c' });
  await asked.promise;
  ids = ['a', 'created'];
  const checked = boards.listToEnd('c', clock.now() + sinceMs);
  await new Promise(setImmediate);
  answer.resolve();
  expect(await checked).toMatchObject({ ok: true, value: { rows, completeness: 'complete' } });
});

test('the check whether a board was created ends if the user stops loading the board list for the check', async () => {
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const api = listOf(async () => {
    asked.resolve();
    await answer.promise;
    return listed(['a']);
  });
  const { boards } = boardsOver({}, { apiOf: () => Promise.resolve(ok(api as ServiceApi)) });
  await boards.list({ connectionId: 'c' });
  await asked.promise;
  const checked = boards.listToEnd('c', Number.MAX_SAFE_INTEGER);
  await new Promise(setImmediate);
  await boards.cancelList({ connectionId: 'c' });
  answer.resolve();
  expect(await checked).toMatchObject({ ok: false, error: { code: 'cancelled' } });
});

test('Easel learns the format of the service’s board list only from responses that contain boards', async () => {
  const seen = async (items: BoardPage['items']): Promise<ReadonlySet<boolean | undefined>> => {
    const [sure, container] = [new Set<boolean | undefined>(), { path: ['boards'], isMap: false }];
    const api = listOf(({ known, offset }) => {
      sure.add(known?.isSure);
      const rows = (offset ?? 0) > 0 ? [] : items;
      return Promise.resolve(ok({ items: rows, notUnderstood: 0, total: null, container }));
    });
    const { boards } = boardsOver({}, { apiOf: () => Promise.resolve(ok(api as ServiceApi)) });
    await boards.listToEnd('c', 0);
    return sure;
  };
  expect(await seen([])).toEqual(new Set([false]));
  expect(await seen([{ id: 'a', created: null, raw: '{}' }])).toEqual(new Set([false, true]));
});

test('a board counts as created even if the local board mirror can’t save the board', async () => {
  const { boards, lines, made } = boardsOver({ put: () => Promise.reject(new Error('disk full')) });
  expect(await boards.create({ connectionId: 'c' })).toMatchObject({ ok: true, value: { id: 'made' } });
  expect(made).toEqual(['made']);
  expect(lines.join('\n')).toContain('disk full');
});

test.each([
  ['was removed', () => NO],
  ['got another address', () => ok(recordOf({ boardApi: 'https://other.example' }))],
])('a new board is not stored if its connection %s during the create request', async (_what, later) => {
  const records: Result<ConnectionRecord>[] = [ok(recordOf())];
  const { boards, mirror, made } = boardsOver(
    {},
    { recordOf: () => Promise.resolve(records.shift() ?? later()) },
  );
  expect(await boards.create({ connectionId: 'c' })).toMatchObject({ ok: true, value: { id: 'made' } });
  expect([made, mirror.ids()]).toEqual([[], []]);
});

test('an unreadable local board mirror is reported as a disk failure', async () => {
  const broken = (): Promise<never> => Promise.reject(new Error('disk'));
  const { boards } = boardsOver({ facts: broken, window: broken, names: broken });
  const request = { connectionId: 'c', from: 0, count: 1, query: QUERY, fields: [] };
  const answers = await Promise.all([
    boards.state({ connectionId: 'c' }),
    boards.window(request),
    boards.ask('c', (mirror) => mirror.names('c')),
    boards.cancelList({ connectionId: 'c' }),
  ]);
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'storage' } });
});

test('the rows of boards that a job is going to delete are marked', async () => {
  const rows = [rowOf('a'), rowOf('b'), { ...rowOf('c'), id: null }];
  const window: Mirror['window'] = ({ from }) => Promise.resolve({ from, rows, matching: 3, revision: 1 });
  const request = { connectionId: 'c', from: 0, count: 3, query: QUERY, fields: [] };
  const asked: (readonly string[])[] = [];
  const known = boardsOver(
    { window },
    {
      beingDeleted: (_connectionId, ids) => {
        asked.push(ids);
        return Promise.resolve(new Set(['b']));
      },
    },
  );
  const marked = [rows[0], { ...rowOf('b'), queued: true }, rows[2]];
  expect(await known.boards.window(request)).toMatchObject({
    ok: true,
    value: { rows: marked, matching: 3 },
  });
  expect(asked).toEqual([['a', 'b']]);
  const unknown = boardsOver({ window }, { beingDeleted: () => Promise.reject(new Error('disk')) });
  expect(await unknown.boards.window(request)).toMatchObject({ ok: true, value: { rows } });
});

/** An id that no board has. It has the same form as the id `b`. */
const UNKNOWN = '8';
const NO = fail(failure('not-found', { status: 404 }));
const listed = (ids: readonly (string | null)[], total: number | null = null): Result<BoardPage> =>
  ok({ items: ids.map((id) => ({ id, created: null, raw: '{}' })), notUnderstood: 0, total });
const failed = (code: FailureCode, status?: number) =>
  fail(failure(code, status === undefined ? {} : { status }));

async function look(
  shows: readonly string[],
  list: Result<BoardPage>,
  otherwise: Result<never> = NO,
  secondList = list,
  unknown = otherwise,
) {
  const asked: string[] = [];
  const found = await lookFor(
    {
      viewBoard: (id) => {
        asked.push(id);
        return Promise.resolve(
          shows.includes(id)
            ? ok({ id, created: null, otherFields: [], raw: '{}', proves: true })
            : id === UNKNOWN
              ? unknown
              : otherwise,
        );
      },
      listBoards: ({ limit, offset }) => {
        const from = (offset ?? 0) > 0 ? ` from ${offset}` : '';
        asked.push(`list ${limit ?? 'all'}${from}`);
        return Promise.resolve(from === '' ? list : secondList);
      },
    },
    'b',
  );
  return { kind: found, asked };
}

const listWith = (change: Partial<BoardPage>): Result<BoardPage> =>
  ok({ items: [{ id: 'a', created: null, raw: '{}' }], notUnderstood: 0, total: null, ...change });
const more = (rows: number, pages: number, is: boolean | null = null) => ({
  hints: { more: is, rows, pages },
});

test.each([
  ['existing while the service shows it', ['b'], listed([]), 'shown', ['b']],
  ['existing while the list contains it', [], listed(['a', 'b']), 'listed', ['b', 'list 100']],
  ['gone when another board is shown', ['a'], listed([null, 'a']), 'gone', ['b', 'list 100', 'a']],
  ['gone when the list is empty', [], listed([]), 'gone', ['b', 'list 100', 'list 100 from 1', 'list 100']],
])('after a delete with status 404, a board counts as %s', async (_what, shows, list, kind, asked) => {
  expect(await look(shows, list)).toEqual({ kind, asked });
});

test.each([
  failed('web-page', 200),
  failed('service-problem', 500),
  failed('not-understood', 200),
  failed('refused', 200),
])('an unlisted board counts as deleted if viewing it fails as for an unknown id: %j', async (otherwise) => {
  expect(await look(['a'], listed(['a']), otherwise)).toMatchObject({ kind: 'gone' });
  for (const unknown of [
    NO,
    failed('refused', 422),
    fail({ ...otherwise.error, serviceMessage: 'Archived.' }),
  ])
    expect(await look(['a'], listed(['a']), otherwise, NO, unknown)).toMatchObject({ kind: 'unsure' });
});

test('Easel compares an ambiguous failure to view a board with the failure to view an id that can’t exist', async () => {
  const said = (id: string) => fail(failure('refused', { status: 422, serviceMessage: `No board ${id}.` }));
  for (const no of [NO, failed('web-page', 404)])
    expect(await look(['a'], listed(['a']), no)).toEqual({ kind: 'gone', asked: ['b', 'list 100', 'a'] });
  const found = await look(['a'], listed(['a']), said('b'), NO, said(UNKNOWN));
  expect(found).toEqual({ kind: 'gone', asked: ['b', 'list 100', UNKNOWN, 'a'] });
});

test.each([failed('cannot-reach'), failed('too-many-requests', 429), failed('key-refused', 401)])(
  'after a delete with status 404, a board does not count as deleted if viewing it fails with %j',
  async (no) => expect(await look([], listed([]), no)).toEqual({ kind: 'unsure', asked: ['b'] }),
);

test.each([
  ['the service shows no board of its list', listed(['a', 'c'])],
  ['the service shows no board, and its total may count only a page', listed(['a', 'c'], 2)],
  ['every response is 404, as for a wrong key', NO],
  ['some items of the list are not understood', listWith({ items: [], notUnderstood: 3 })],
  ['an empty list reports a row count of 1,240', listWith({ items: [], ...more(1240, 0) })],
  ['an empty list reports a total of 1,240', listWith({ items: [], total: 1240 })],
  ['nothing shows that the response is a list', listWith({ items: [], isBlank: true })],
  ['an empty list says that more follow', listWith({ items: [], ...more(0, 0, true) })],
])('after a delete with status 404, a board does not count as deleted if %s', async (_what, list) => {
  expect(await look([], list)).toMatchObject({ kind: 'unsure' });
});

test('a board does not count as deleted if the list is empty at offset 0 but not at offset 1', async () => {
  expect(await look([], listed([]), NO, listed(['a']))).toMatchObject({ kind: 'unsure' });
  expect(await look([], listed([]), NO, listed(['b']))).toMatchObject({ kind: 'listed' });
  expect(await look([], listed([]), NO, failed('timeout'))).toMatchObject({ kind: 'unsure' });
});

test('a board does not count as deleted after a single mistaken empty response', async () => {
  const viewBoard = () => Promise.resolve(NO);
  for (const pages of [
    [listed([]), listed([]), listed(['a'])],
    [listWith({ items: [], ...more(0, 0, true) }), listed([]), listed([])],
  ]) {
    const listBoards = () => Promise.resolve(pages.shift() ?? NO);
    expect(await lookFor({ viewBoard, listBoards }, 'b')).toBe('unsure');
  }
});

test('when Easel checks a delete, it reads the board list with the knowledge that the account had boards', async () => {
  const known = new Set<boolean | undefined>();
  const listBoards: ServiceApi['listBoards'] = (page) => {
    known.add(page.known?.hasBoards);
    return Promise.resolve(page.limit === null ? listed([]) : failed('refused', 422));
  };
  await lookFor({ viewBoard: () => Promise.resolve(NO), listBoards }, 'b');
  expect(known).toEqual(new Set([true]));
});

test('to check a delete, Easel requests the whole board list if the service rejects a page limit', async () => {
  expect(await look([], failed('refused', 422))).toMatchObject({ asked: ['b', 'list 100', 'list all'] });
});
