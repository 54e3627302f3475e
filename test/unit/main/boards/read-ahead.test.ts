/** Concurrent requests for several pages, with responses in any order. */
import { expect, test } from 'vitest';
import type { BoardItem, BoardPage, PageRequest } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';
import { readAllPages } from './read-pages.ts';

function itemsFrom(first: number, count: number): readonly BoardItem[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `board-${first + index}`;
    return { id, created: null, raw: `{"room_id":"${id}"}` };
  });
}

interface Asked {
  readonly page: PageRequest;
  readonly signal: AbortSignal | undefined;
  /** Responds with the list as it is at this moment. */
  readonly answer: (result?: Result<BoardPage>) => void;
}

/** A service whose responses wait for the test; `cap` limits the rows of a page. */
function slowService(
  start: readonly BoardItem[],
  options: { readonly cap?: number; readonly total?: boolean } = {},
) {
  const waiting: Asked[] = [];
  const service = {
    all: start,
    waiting,
    /** Largest number of requests in flight. */
    most: 0,
    sent: 0,
    fetchPage: (page: PageRequest, signal?: AbortSignal) =>
      new Promise<Result<BoardPage>>((resolve) => {
        const answer = (result?: Result<BoardPage>): void => {
          const from = page.offset ?? 0;
          const count = Math.min(page.limit ?? 50, options.cap ?? 1000);
          const items = service.all.slice(from, from + count);
          const total = options.total === true ? service.all.length : null;
          resolve(result ?? ok({ items, notUnderstood: 0, total }));
        };
        service.sent += 1;
        const asked = { page, signal, answer };
        waiting.push(asked);
        signal?.addEventListener('abort', () => {
          if (waiting.includes(asked)) waiting.splice(waiting.indexOf(asked), 1);
          resolve(fail(failure('cancelled')));
        });
        service.most = Math.max(service.most, waiting.length);
      }),
  };
  return service;
}

type Service = ReturnType<typeof slowService>;

/** Reads the whole list; `next` chooses the request to answer first. */
async function readAll(service: Service, next: (waiting: readonly Asked[]) => number = () => 0) {
  const ids: (string | null)[] = [];
  const over = new AbortController();
  const reading = readAllPages(service.fetchPage, ({ fresh }) => {
    ids.push(...fresh.map(({ id }) => id));
  }).finally(() => over.abort());
  while (!over.signal.aborted) {
    await new Promise(setImmediate);
    if (service.waiting.length > 0) service.waiting.splice(next(service.waiting), 1)[0]?.answer();
  }
  const end = await reading;
  return { ids, end: end.ok ? end.value.completeness : end.error.code };
}

const idsOf = (items: readonly BoardItem[]): readonly (string | null)[] => items.map(({ id }) => id);

test.each([
  ['of the requested size', {}, 12_345],
  ['of the service’s own size', { cap: 100 }, 1234],
  ['of four', { cap: 4 }, 33],
  ['with a count', { cap: 100, total: true }, 1234],
])('a listing reads pages %s six at a time, each once and in order', async (_, options, count) => {
  const service = slowService(itemsFrom(0, count), options);
  const { ids, end } = await readAll(service);
  expect([ids, end]).toEqual([idsOf(service.all), 'complete']);
  expect(service.most).toBe(6);
});

test('a listing of one page sends no request for a second', async () => {
  const service = slowService(itemsFrom(0, 230));
  await readAll(service);
  // Three requests detect what offset means, then one reads the page and one its last row.
  expect([service.sent, service.most]).toEqual([5, 3]);
});

test('a listing aborts requests for pages that it no longer needs', async () => {
  const service = slowService(itemsFrom(0, 1000), { cap: 50 });
  const signals: (AbortSignal | undefined)[] = [];
  let answers = 0;
  await readAll(service, (waiting) => {
    answers += 1;
    if (answers === 6) {
      service.all = service.all.slice(7);
      signals.push(...waiting.slice(1).map(({ signal }) => signal));
    }
    return 0;
  });
  expect(signals.map((signal) => signal?.aborted)).toEqual(Array.from({ length: 5 }, () => true));
});

// Changes at different moments, with requests answered in forward or reverse order.
const changes = [4, 5, 7, 12].flatMap((moment) =>
  (['created', 'deleted'] as const).flatMap((change) =>
    (['first', 'last'] as const).map((order) => [change, moment, order] as const),
  ),
);

test.each(changes)(
  'a listing misses no other board when boards are %s after %i responses and the %s request is answered first',
  async (change, moment, order) => {
    const before = itemsFrom(0, 1000);
    const service = slowService(before, { cap: 50 });
    const kept = change === 'created' ? before : before.slice(7);
    let answers = 0;
    const { ids, end } = await readAll(service, (waiting) => {
      answers += 1;
      if (answers === moment) service.all = change === 'created' ? [...itemsFrom(5000, 3), ...kept] : kept;
      return order === 'first' ? 0 : waiting.length - 1;
    });
    expect(idsOf(kept).filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(end).toBe('complete');
  },
);

test('a listing repeats a failed request for a later page once before it fails', async () => {
  const service = slowService(itemsFrom(0, 1000), { cap: 50 });
  const { fetchPage } = service;
  const problem = fail(failure('service-problem'));
  /** Fails requests for which `fails` returns true. */
  const failing = (fails: (offset: number) => boolean): Service => ({
    ...service,
    fetchPage: (page, signal) =>
      fails(page.offset ?? 0) ? Promise.resolve(problem) : fetchPage(page, signal),
  });
  let failed = 0;
  const once = await readAll(failing((offset) => offset === 343 && (failed += 1) === 1));
  expect([once.ids.length, once.end, failed]).toEqual([1000, 'complete', 2]);
  expect((await readAll(failing((offset) => offset > 500))).end).toBe('service-problem');
});
