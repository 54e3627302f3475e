import { expect, test } from 'vitest';
import { BoardList } from '../../../../main/boards/board-list.ts';
import type { BoardPage, ServiceApi } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/service/failures.ts';
import type { BoardsState } from '../../../../preload/contract/domain.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';

type Api = Pick<ServiceApi, 'listBoards'>;

function page(ids: readonly string[]): Result<BoardPage> {
  return ok({ items: ids.map((id) => ({ id, created: null, fields: {} })), notUnderstood: 0, total: null });
}

function apiOf(ids: readonly string[]): Api {
  return {
    listBoards: ({ limit, offset }) =>
      Promise.resolve(page(ids.slice(offset ?? 0, (offset ?? 0) + (limit ?? ids.length)))),
  };
}

const failing: Api = { listBoards: () => Promise.resolve(fail(failure('cannot-reach'))) };

function listOf(): { readonly list: BoardList; readonly states: BoardsState[] } {
  const states: BoardsState[] = [];
  return {
    states,
    list: new BoardList({ connectionId: 'c', onChange: (state) => states.push(state), now: () => 7 }),
  };
}

function shown(list: BoardList): readonly (string | null)[] {
  return list
    .window({ connectionId: 'c', from: 0, count: 1000, sort: 'id', descending: false, find: '' })
    .rows.map(({ id }) => id);
}

test('a first listing shows its rows while it runs, and says when it ended', async () => {
  const { list, states } = listOf();
  await list.list(apiOf(['a', 'b', 'c']));
  expect(shown(list)).toEqual(['a', 'b', 'c']);
  expect(states.some((state) => state.phase === 'loading' && state.rows === 3)).toBe(true);
  expect(list.state).toMatchObject({
    phase: 'done',
    completeness: 'complete',
    rows: 3,
    asOf: 7,
    failure: null,
  });
});

test('a failed listing keeps the rows of the one before, and their time', async () => {
  const { list } = listOf();
  await list.list(apiOf(['a', 'b']));
  await list.list(failing);
  expect(shown(list)).toEqual(['a', 'b']);
  expect(list.state).toMatchObject({ phase: 'failed', rows: 2, asOf: 7 });
  expect(list.state.failure?.code).toBe('cannot-reach');
});

test('what a first listing brought before it failed stays when the next one fails too', async () => {
  const { list } = listOf();
  const whole = apiOf(Array.from({ length: 150 }, (_, index) => `b${index}`));
  await list.list({
    listBoards: (page) => ((page.offset ?? 0) > 1 ? failing.listBoards(page) : whole.listBoards(page)),
  });
  expect(shown(list)).toHaveLength(100);
  await list.list(failing);
  expect(shown(list)).toHaveLength(100);
  expect(list.state).toMatchObject({ phase: 'failed', completeness: 'maybe-incomplete', asOf: null });
  await list.list(whole);
  expect(shown(list)).toHaveLength(150);
});

test('a new listing replaces the rows only when it has ended well', async () => {
  const { list, states } = listOf();
  await list.list(apiOf(['a', 'b']));
  states.length = 0;
  await list.list(apiOf(['b', 'c', 'd']));
  expect(states.filter((state) => state.phase === 'loading').every((state) => state.rows === 2)).toBe(true);
  expect(shown(list)).toEqual(['b', 'c', 'd']);
});

test('a cancelled listing takes nothing away, and what comes late is not shown', async () => {
  const { list } = listOf();
  await list.list(apiOf(['a']));
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Result<BoardPage>>();
  const signals: (AbortSignal | undefined)[] = [];
  const running = list.list({
    listBoards: (_page, signal) => {
      signals.push(signal);
      asked.resolve();
      return answer.promise;
    },
  });
  await asked.promise;
  list.cancel();
  expect(signals[0]?.aborted).toBe(true);
  expect(list.state.phase).toBe('cancelled');
  answer.resolve(page(['x', 'y', 'z']));
  await running;
  expect(shown(list)).toEqual(['a']);
  expect(list.state.phase).toBe('cancelled');
});

test('a board deleted while the list is read does not come back with it', async () => {
  const { list } = listOf();
  const api = apiOf(['a', 'b', 'c']);
  let first = true;
  await list.list({
    listBoards: async (request, signal) => {
      const answer = await api.listBoards(request, signal);
      if (first) list.removed('b');
      first = false;
      return answer;
    },
  });
  expect(shown(list)).toEqual(['a', 'c']);
});

test('a board created here is in the list at once', async () => {
  const { list } = listOf();
  await list.list(apiOf(['a']));
  list.added({ rowKey: '=new', id: 'new', created: null });
  expect(shown(list)).toEqual(['a', 'new']);
});

test('a board created here while the list is read stays when the reading has ended', async () => {
  const { list } = listOf();
  await list.list(apiOf(['a', 'b']));
  const api = apiOf(['a', 'b']);
  let first = true;
  await list.list({
    listBoards: async (request, signal) => {
      const answer = await api.listBoards(request, signal);
      if (first) list.added({ rowKey: '=new', id: 'new', created: null });
      first = false;
      return answer;
    },
  });
  expect(shown(list)).toEqual(['a', 'b', 'new']);
});

test('listing twice at once reads the list once', async () => {
  const { list, states } = listOf();
  const api = apiOf(['a']);
  await Promise.all([list.list(api), list.list(api)]);
  expect(states.filter((state) => state.phase === 'done')).toHaveLength(1);
});
