import { expect, test } from 'vitest';
import { Boards, type BoardsOptions } from '../../../../main/boards/boards.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import type { BoardAnswer, ServiceApi } from '../../../../main/service/api.ts';
import type { Mirror } from '../../../../main/store/mirror/mirror.ts';
import type { RowQuery } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { fakeClock } from '../service/clock.ts';
import { memoryMirror } from './memory-mirror.ts';
import { rowOf } from './board-rows.ts';
import { listOf } from './read-pages.ts';

const QUERY: RowQuery = { find: '', filters: [], order: { by: 'created', descending: true } };
const MADE: BoardAnswer = { id: 'made', created: null, otherFields: [], raw: '{}' };

/** `own`: calls of the mirror to replace. */
function boardsOver(own: Partial<Mirror>, change: Partial<BoardsOptions> = {}) {
  const lines: string[] = [];
  const made: string[] = [];
  const mirror = { ...memoryMirror(), ...own };
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
    wrongTimes: { of: () => Promise.resolve(null), learn: () => Promise.resolve() },
    shapes: { listed: () => undefined, forget: () => undefined },
    onChange: () => undefined,
    onMade: (_connectionId, boardIds) => {
      made.push(...boardIds);
      return Promise.resolve();
    },
    beingDeleted: () => Promise.resolve(new Set()),
    watchCreate: (_create, send) => send(),
    log: createLog({ write: (line) => lines.push(line) }),
    ...fakeClock(),
    ...change,
  });
  return { boards, mirror, lines, made };
}

test('a listing that starts while the mirror is being removed waits, and is complete', async () => {
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
  const listing = boards.listToEnd('c');
  await new Promise(setImmediate);
  gone.resolve();
  await forgetting;
  expect(await listing).toMatchObject({ ok: true, value: { phase: 'done', rows: 1 } });
  expect(order).toEqual(['forgotten', 'begun']);
});

test('a create succeeds although the board can’t be saved in the mirror', async () => {
  const { boards, lines, made } = boardsOver({ put: () => Promise.reject(new Error('disk full')) });
  expect(await boards.create({ connectionId: 'c' })).toMatchObject({ ok: true, value: { id: 'made' } });
  expect(made).toEqual(['made']);
  expect(lines.join('\n')).toContain('disk full');
});

test('an unreadable mirror is reported as a disk failure', async () => {
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

test('rows that a job is about to delete are marked, and stay visible when the job list can’t be read', async () => {
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
