import { expect, test, vi } from 'vitest';
import { BoardList } from '../../../../main/boards/listing.ts';
import { RecentChanges } from '../../../../main/boards/boards.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import type { BoardPage, ServiceApi } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import type { BoardRow, BoardsState } from '../../../../preload/contract/boards.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';
import { fakeClock } from '../service/clock.ts';
import { localMirror } from './local-mirror.ts';
import { listOf } from './read-pages.ts';

type Api = Pick<ServiceApi, 'listBoards' | 'fetchBoards'>;

function page(ids: readonly string[]): Result<BoardPage> {
  return ok({ items: ids.map((id) => ({ id, created: null, raw: '{}' })), notUnderstood: 0, total: null });
}

function apiOf(ids: readonly string[]): Api {
  return listOf(({ limit, offset }) =>
    Promise.resolve(page(ids.slice(offset ?? 0, (offset ?? 0) + (limit ?? ids.length)))),
  );
}

const failing: Api = listOf(() => Promise.resolve(fail(failure('cannot-reach'))));

function testedList(mirror = localMirror()) {
  const states: BoardsState[] = [];
  const clock = fakeClock();
  const list = new BoardList({
    connectionId: 'c',
    mirror,
    changes: new RecentChanges({ ...clock, onLate: () => undefined }),
    wrongTimes: { of: () => Promise.resolve(null) },
    checkTimes: () => Promise.resolve(),
    shapes: { listed: () => undefined },
    log: createLog(() => undefined),
    publish: (_event, state) => states.push(state as BoardsState),
    now: () => 7,
    after: clock.after,
  });
  return { list, mirror, states, clock };
}

test('the phase of a board list is “never” before the list is loaded and “done” afterwards', async () => {
  const { list, mirror } = testedList();
  expect(await list.state()).toMatchObject({ phase: 'never', asOf: null, rows: 0 });
  await list.list(apiOf(['a', 'b', 'c']));
  expect(mirror.ids()).toEqual(['a', 'b', 'c']);
  const done = { phase: 'done', completeness: 'complete', rows: 3, asOf: 7, failure: null };
  expect(await list.state()).toMatchObject(done);
  expect(await testedList(mirror).list.state()).toMatchObject({ ...done, loaded: 0 });
});

test('while the board list is loaded for the first time, Easel shows the boards loaded so far', async () => {
  const { list, states, clock } = testedList();
  const all = apiOf(Array.from({ length: 3000 }, (_, index) => `b${index}`));
  const slow = listOf(async (asked, signal) => {
    // Advances the clock between two result pages, so that a timer publishes the state of the unfinished list.
    await clock.advance(1000);
    return all.listBoards(asked, signal);
  });
  await list.list(slow);
  expect(states.some(({ phase, rows }) => phase === 'loading' && rows >= 1000 && rows < 3000)).toBe(true);
  expect(states.at(-1)).toMatchObject({ phase: 'done', rows: 3000, loaded: 3000 });
});

test('loading the board list a second time counts new boards, and boards that the list no longer contains', async () => {
  const { list } = testedList();
  await list.list(apiOf(['a', 'b']));
  expect(await list.state()).not.toHaveProperty('news');
  await list.list(apiOf(['b', 'c', 'd']));
  expect(await list.state()).toMatchObject({ requests: 5, news: { added: 2, gone: 1, since: 7 } });
});

test('loading the board list reports the creation time of the oldest new board, or null if it is unknown', async () => {
  const { list } = testedList();
  const createdAt = (times: Readonly<Record<string, number>>) =>
    listOf(({ limit, offset }) => {
      const items = Object.entries(times).map(([id, epochMs]) => {
        return { id, created: { raw: `${epochMs}`, epochMs, assumedUtc: false }, raw: '{}' };
      });
      const shown = items.slice(offset ?? 0, (offset ?? 0) + (limit ?? items.length));
      return Promise.resolve(ok({ items: shown, notUnderstood: 0, total: null }));
    });
  await list.list(createdAt({ old: 1 }));
  await list.list(createdAt({ old: 1, a: 3, b: 4 }));
  expect(await list.state()).toMatchObject({ news: { added: 2, oldest: 3, since: 7 } });
  await list.list(apiOf(['old', 'a', 'b', 'undated']));
  expect(await list.state()).toMatchObject({ news: { added: 1, oldest: null } });
});

test('boards loaded before a failure stay stored if loading the board list fails a second time', async () => {
  const { list, mirror } = testedList();
  const whole = apiOf(Array.from({ length: 1500 }, (_, index) => `b${index}`));
  const broken = listOf((asked) =>
    (asked.offset ?? 0) > 2 ? failing.listBoards(asked) : whole.listBoards(asked),
  );
  await list.list(broken);
  expect(mirror.ids()).toHaveLength(1000);
  await list.list(failing);
  expect(mirror.ids()).toHaveLength(1000);
  expect(await list.state()).toMatchObject({ phase: 'failed', completeness: 'maybe-incomplete', asOf: null });
  await list.list(whole);
  expect(mirror.ids()).toHaveLength(1500);
});

test('after the user cancels loading the board list, Easel ignores late responses', async () => {
  const { list, mirror } = testedList();
  await list.list(apiOf(['a']));
  const asked = Promise.withResolvers<AbortSignal | undefined>();
  const answer = Promise.withResolvers<Result<BoardPage>>();
  const running = list.list(
    listOf((_page, signal) => {
      asked.resolve(signal);
      return answer.promise;
    }),
  );
  const signal = await asked.promise;
  const abandon = vi.spyOn(mirror, 'abandon');
  await list.cancel();
  expect(signal?.aborted).toBe(true);
  expect(abandon).toHaveBeenCalledOnce();
  answer.resolve(page(['x', 'y', 'z']));
  await running;
  expect(mirror.ids()).toEqual(['a']);
  expect(await list.state()).toMatchObject({ phase: 'cancelled', rows: 1 });
});

test('loading the board list does not fail if Easel is locked while the loaded boards are saved', async () => {
  const kept = localMirror();
  let [isRead, isLocked] = [false, false];
  const { list } = testedList({
    ...kept,
    take: async (...page) => kept.take(...page).finally(() => (isRead = true)),
    facts: (id) => {
      // Simulates the app lock, which stops the database thread as soon as its pending calls have ended.
      if (isRead) queueMicrotask(() => (isLocked = true));
      return kept.facts(id);
    },
    finish: (...end) => (isLocked ? Promise.reject(new Error('this listing is over')) : kept.finish(...end)),
  });
  await list.list(apiOf(['a']));
  expect(await list.state()).toMatchObject({ phase: 'done', failure: null, rows: 1 });
});

test('a disk error while the board list is loaded sets the list’s phase to “failed”', async () => {
  const { list, mirror, states } = testedList();
  await list.list(apiOf(['a']));
  const api = apiOf(['a', 'b']);
  const filling = listOf((asked, signal) => {
    mirror.fault = new Error('disk full');
    return api.listBoards(asked, signal);
  });
  await list.list(filling);
  expect(states.at(-1)).toMatchObject({ phase: 'failed', failure: { code: 'storage' } });
  mirror.fault = null;
  expect(await list.state()).toMatchObject({ phase: 'failed', rows: 1, failure: { code: 'storage' } });
  await list.list(api);
  expect(await list.state()).toMatchObject({ phase: 'done', rows: 2, failure: null });
});

test('two simultaneous calls that load the board list request the boards only once', async () => {
  const { list, states } = testedList();
  const api = apiOf(['a']);
  await Promise.all([list.list(api), list.list(api)]);
  expect(states.filter((state) => state.phase === 'done')).toHaveLength(1);
});

const NOTHING = { missing: [], back: [] };

function setUp() {
  const clock = fakeClock();
  let late = 0;
  const changes = new RecentChanges({ ...clock, onLate: () => (late += 1) });
  const marks = (...ids: readonly string[]) =>
    changes.marked(ids.map((id) => ({ id }) as BoardRow)).map(({ unconfirmed }) => unconfirmed);
  return { clock, changes, marks, late: () => late };
}

test('Easel remembers a deleted board for two minutes, and then until a complete board list lacks the board', async () => {
  const { clock, changes, marks } = setUp();
  changes.made('a');
  changes.deleted(['b', 'c']);
  expect(marks('a', 'b')).toEqual([undefined, undefined]);
  expect(changes.hasDeleted('b')).toBe(true);
  changes.listed(changes.expected(), NOTHING, true);
  expect(changes.summary()).toEqual({ unconfirmed: 0, differences: [] });
  await clock.advance(120_000);
  expect(changes.hasDeleted('b')).toBe(false);
  changes.listed(changes.expected(), NOTHING, false);
  expect(changes.expected()).toEqual({ made: [], deleted: ['b', 'c'] });
  changes.listed(changes.expected(), NOTHING, true);
  expect(changes.expected()).toEqual({ made: [], deleted: [] });
});

test('Easel reports a create or delete that the board list still does not show after two minutes', async () => {
  const { clock, changes, marks, late } = setUp();
  changes.deleted(['b', 'c']);
  await clock.advance(1000);
  changes.made('a');
  changes.listed(changes.expected(), { missing: ['a'], back: ['b', 'c'] }, true);
  expect(marks('a', 'b', 'x')).toEqual(['made', 'deleted', undefined]);
  expect(changes.summary()).toEqual({ unconfirmed: 3, differences: [] });
  await clock.advance(119_000);
  expect(marks('a', 'b')).toEqual(['made', 'still-listed']);
  await clock.advance(1000);
  expect(late()).toBe(1);
  expect(changes.summary()).toEqual({
    unconfirmed: 0,
    differences: [
      { what: 'deleted', boards: 2, id: 'b' },
      { what: 'made', boards: 1, id: 'a' },
    ],
  });
  expect(clock.timers.size).toBe(0);
});

test('Easel reports a deleted board as still listed until the board list no longer contains it', async () => {
  const { clock, changes } = setUp();
  changes.made('a');
  changes.deleted(['b']);
  changes.listed(changes.expected(), { missing: ['a'], back: ['b'] }, true);
  await clock.advance(120_000);
  expect(changes.expected()).toEqual({ made: [], deleted: ['b'] });
  changes.listed(changes.expected(), { missing: [], back: ['b'] }, true);
  expect(changes.summary().differences).toHaveLength(1);
  changes.listed(changes.expected(), NOTHING, true);
  expect(changes.summary().differences).toEqual([]);
});

test('a board is not marked as deleted if it was created with the id of a deleted board', () => {
  const { changes, marks } = setUp();
  changes.deleted(['b']);
  changes.listed(changes.expected(), { missing: [], back: ['b'] }, true);
  changes.made('b');
  expect(marks('b')).toEqual([undefined]);
  expect(changes.hasDeleted('b')).toBe(false);
});
