import { expect, test } from 'vitest';
import { probeOffset } from '../../../../main/boards/listing.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';
import type { BoardItem, BoardPage, PageRequest, RowHints } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { readAllPages, type FetchPage } from './read-pages.ts';

function item(id: number): BoardItem {
  return { id: `board-${id}`, created: null, raw: `{"room_id":"board-${id}"}` };
}

function items(count: number, first = 0): readonly BoardItem[] {
  return Array.from({ length: count }, (_, index) => item(first + index));
}

interface Options {
  /** Largest page size that the service accepts. A larger page size fails with the status `refusal`. */
  readonly most?: number;
  readonly refusal?: number;
  /** Largest number of rows in a result page, even if a request asks for more. */
  readonly cap?: number;
  readonly withTotal?: boolean;
  /** The service's response to an offset beyond the last row; by default an empty page. */
  readonly behind?: 'not-found' | 'web-page' | 'last page' | 'blank';
  readonly hints?: (from: number, to: number, all: number) => Partial<RowHints> | undefined;
}

function service(
  all: () => readonly BoardItem[],
  meaning: 'rows' | 'pages' | 'pages from 1' | 'ignored' | 'both ignored',
  options: Options = {},
): { readonly fetchPage: FetchPage; readonly asked: PageRequest[] } {
  const asked: PageRequest[] = [];
  return {
    asked,
    fetchPage: (page) => {
      asked.push(page);
      const { most, cap = Infinity, behind } = options;
      if (most !== undefined && page.limit !== null && page.limit > most) {
        return Promise.resolve(fail({ ...failure('refused'), status: options.refusal ?? 422 }));
      }
      const limit = meaning === 'both ignored' ? Math.min(cap, 1_000_000) : Math.min(cap, page.limit ?? 50);
      const offset = page.offset ?? 0;
      const froms = { rows: offset, pages: offset * limit, 'pages from 1': Math.max(0, offset - 1) * limit };
      let from = meaning === 'ignored' || meaning === 'both ignored' ? 0 : froms[meaning];
      const total = options.withTotal === true ? all().length : null;
      if (from > 0 && from >= all().length && (behind === 'not-found' || behind === 'web-page')) {
        return Promise.resolve(fail({ ...failure(behind), status: 404 }));
      }
      if (from >= all().length && behind === 'last page') {
        from = Math.max(0, Math.floor((all().length - 1) / limit) * limit);
      }
      const rows = all().slice(from, from + limit);
      const said = options.hints?.(from, from + rows.length, all().length);
      const hints = said === undefined ? {} : { hints: { more: null, rows: 0, pages: 0, ...said } };
      const blank = rows.length === 0 && behind === 'blank' ? ({ isBlank: true } as const) : {};
      return Promise.resolve(ok({ items: rows, notUnderstood: 0, total, ...hints, ...blank }));
    },
  };
}

async function readAll(fetchPage: FetchPage): Promise<{ ids: readonly (string | null)[]; end: unknown }> {
  const ids: (string | null)[] = [];
  const end = await readAllPages(fetchPage, (page) => {
    ids.push(...page.fresh.map((fresh) => fresh.id));
  });
  return { ids, end: end.ok ? end.value.completeness : end.error.code };
}

const meanings = ['rows', 'pages', 'pages from 1', 'ignored'] as const;

test.each(meanings)('three test requests find the unit of the parameter “offset”: %s', async (meaning) => {
  const { fetchPage, asked } = service(() => items(312), meaning);
  expect(await probeOffset(fetchPage)).toEqual(ok({ meaning, sure: true }));
  expect(asked).toEqual([0, 1, 2].map((offset) => ({ limit: 2, offset })));
});

test.each(meanings)('after misleading test requests, a complete list has all boards: %s', async (meaning) => {
  const { fetchPage } = service(() => items(312), meaning, meaning === 'ignored' ? {} : { cap: 100 });
  for (const other of meanings) {
    const misled = service(() => items(312), other).fetchPage;
    const { ids, end } = await readAll((page) => (page.limit === 2 ? misled : fetchPage)(page));
    if (end === 'complete') expect([other, ids.length]).toEqual([other, 312]);
  }
});

const MANY = [0, 1, 2, 999, 1000, 1001, 2000];
const FEW = [1, 2, 25];
const GONE = { cap: 10, behind: 'not-found' } as const;
const PAGE = { cap: 10, behind: 'web-page' } as const;
const LAST = { cap: 10, behind: 'last page' } as const;

/** Each entry: unit of the parameter `offset`, tested numbers of boards, options of the service, expected result. */
const readings: readonly (readonly [Parameters<typeof service>[1], readonly number[], Options, string])[] = [
  ['rows', [25], { cap: 2 }, 'complete'],
  ['rows', FEW, GONE, 'complete'],
  ['pages', MANY, {}, 'complete'],
  ['pages', [30], GONE, 'maybe-incomplete'],
  ['pages', [30], { ...GONE, withTotal: true }, 'complete'],
  ['pages', [30], { cap: 10, behind: 'blank' }, 'maybe-incomplete'],
  ['pages', [30], { cap: 10, behind: 'blank', withTotal: true }, 'complete'],
  ['pages', [25], { cap: 10, behind: 'blank' }, 'complete'],
  ['pages', FEW, PAGE, 'complete'],
  ['pages', [25], LAST, 'complete'],
  ['pages from 1', MANY, {}, 'complete'],
  ['pages from 1', FEW, GONE, 'complete'],
  ['ignored', [1, 30, 64], { cap: 30 }, 'maybe-incomplete'],
  ['both ignored', [1, 64], { cap: 37 }, 'maybe-incomplete'],
];

test.each(
  readings.flatMap(([meaning, counts, ...rest]) => counts.map((count) => [meaning, count, ...rest] as const)),
)('with the offset meaning “%s”, a listing of %i boards (%j) is %s', async (meaning, count, options, end) => {
  const read = await readAll(service(() => items(count), meaning, options).fetchPage);
  const most = meaning.endsWith('ignored') ? (options.cap ?? Infinity) : Infinity;
  expect(read).toEqual({ ids: items(Math.min(most, count)).map(({ id }) => id), end });
});

test('a listing whose page request is rejected twice ends with the message of the service', async () => {
  const { fetchPage } = service(() => items(2500), 'rows');
  const refusing = (most: number): FetchPage => {
    let refused = 0;
    return (page) => {
      if ((page.offset ?? 0) < 1500 || refused >= most) return fetchPage(page);
      refused += 1;
      return Promise.resolve(fail({ ...failure('not-found'), status: 404, serviceMessage: 'Too deep.' }));
    };
  };
  const end = await readAllPages(refusing(Infinity), () => undefined);
  expect(end).toMatchObject({
    ok: true,
    value: { completeness: 'maybe-incomplete', refusal: { serviceMessage: 'Too deep.' } },
  });
  expect(await readAll(refusing(1))).toMatchObject({ end: 'complete', ids: { length: 2500 } });
});

test('a listing may be incomplete if its first page is empty but an earlier test request found boards', async () => {
  for (const meaning of meanings) {
    const { fetchPage } = service(() => items(7), meaning);
    const none = { items: [], notUnderstood: 0, total: null } as const;
    const { end } = await readAll((page) => (page.limit === 2 ? fetchPage(page) : Promise.resolve(ok(none))));
    expect([meaning, end]).toEqual([meaning, 'maybe-incomplete']);
  }
});

test('a response without a body does not prove that the list of boards is empty', async () => {
  const blank = { items: [], notUnderstood: 0, total: null, isBlank: true } as const;
  expect((await readAll(() => Promise.resolve(ok(blank)))).end).toBe('maybe-incomplete');
  expect((await readAll(() => Promise.resolve(ok({ ...blank, total: 0 })))).end).toBe('complete');
});

test.each([
  ['a total above the number of boards', 'rows', {}, (): number => 65],
  ['a total that counts only the page', 'ignored', { cap: 30 }, (rows: number) => rows],
] as const)('a listing may be incomplete if a page reports %s', async (_what, meaning, options, totalOf) => {
  const { fetchPage } = service(() => items(64), meaning, options);
  const { end } = await readAll(async (page) => {
    const answer = await fetchPage(page);
    return answer.ok ? ok({ ...answer.value, total: totalOf(answer.value.items.length) }) : answer;
  });
  expect(end).toBe('maybe-incomplete');
});

test.each(
  (['rows', 'pages', 'pages from 1', 'ignored'] as const).flatMap((meaning) =>
    [0, 1, 64].flatMap((count) =>
      [{ more: true }, { rows: count + 1 }, { pages: 90 }].map((hint) => [meaning, count, hint] as const),
    ),
  ),
)('offset “%s”: a list of %i boards is incomplete if its last page says %j', async (meaning, count, hint) => {
  const read = (hints: Options['hints']) =>
    readAll(
      service(() => items(count), meaning, { cap: 37, withTotal: true, ...(hints && { hints }) }).fetchPage,
    );
  expect((await read(() => hint)).end).toBe('maybe-incomplete');
  if (meaning !== 'ignored' || count < 37) expect((await read(undefined)).end).toBe('complete');
});

test.each([
  ['says that more follow, unlike the second', { more: true }, { more: false }],
  ['says that more follow', { more: true }, undefined],
  ['has a row count of 1,240', { rows: 1240 }, undefined],
  ['counts only its own rows', { more: true, rows: 30 }, { more: false, rows: 0 }],
] as const)('a listing may be incomplete if page 2 is empty and page 1 %s', async (_, first, behind) => {
  for (const grows of [0, 1, 2, 3, 4, 5]) {
    let all = items(64);
    const hints = (from: number) => (from === 0 ? first : behind);
    const { fetchPage, asked } = service(() => all, 'rows', { cap: 30, hints });
    const { end } = await readAll((page) => {
      if (asked.length + 1 === grows) all = [item(100), ...all];
      return fetchPage((page.offset ?? 0) === 0 ? page : { ...page, offset: 1000 });
    });
    expect(end).not.toBe('complete');
  }
});

test.each(meanings)('offset “%s”: a listing is incomplete if any page reports an error', async (meaning) => {
  for (const page of [0, 1, 2, 3]) {
    const hints = (from: number, to: number) =>
      from <= page * 30 && page * 30 < to ? { more: true, failed: true } : undefined;
    const { fetchPage } = service(() => items(100), meaning, { cap: 30, withTotal: true, hints });
    expect((await readAll(fetchPage)).end).toBe('maybe-incomplete');
  }
});

test('a listing repeats a page request whose response could not be parsed', async () => {
  const { fetchPage } = service(() => items(1234), 'rows', { cap: 100 });
  for (const garbled of [4, 6, 9, 15]) {
    let requests = 0;
    const { ids, end } = await readAll((page) => {
      requests += 1;
      return requests === garbled ? Promise.resolve(fail(failure('not-understood'))) : fetchPage(page);
    });
    expect([garbled, ids.length, end]).toEqual([garbled, 1234, 'complete']);
  }
});

test.each([400, 422])('a listing uses a smaller page size after status %i', async (refusal) => {
  const { fetchPage, asked } = service(() => items(70), 'rows', { most: 25, refusal });
  const { ids, end } = await readAll(fetchPage);
  expect(ids).toHaveLength(70);
  expect(end).toBe('complete');
  expect(asked.map(({ limit }) => limit).slice(3, 10)).toEqual([1000, 500, 200, 100, 50, 20, 20]);
});

test('a listing by row offsets starts again if the service’s boards are replaced during the listing', async () => {
  let all = items(5000);
  const { fetchPage } = service(() => all, 'rows', { cap: 1000 });
  const { ids } = await readAll((page) => {
    if ((page.offset ?? 0) > 2000) all = items(10_000).slice(5000);
    return fetchPage(page);
  });
  const read = new Set(ids);
  expect(all.filter(({ id }) => !read.has(id))).toEqual([]);
});

test('a listing by page numbers misses no board if other boards are deleted during the listing', async () => {
  let all = items(2500);
  const { fetchPage } = service(() => all, 'pages');
  const { ids, end } = await readAll(async (page) => {
    const answer = await fetchPage(page);
    if (page.offset === 0 && page.limit === 1000 && all.length === 2500) all = all.slice(5);
    return answer;
  });
  expect(all.every(({ id }) => ids.includes(id))).toBe(true);
  expect(end).toBe('complete');
});

test('a listing by page numbers is reported as possibly incomplete if it has more than 100 pages', async () => {
  for (const [boards, pages, found] of [
    [995, 200, 'complete'],
    [1_015, 102, 'maybe-incomplete'],
  ] as const) {
    const { fetchPage, asked } = service(() => items(boards), 'pages', { cap: 10 });
    const { ids, end } = await readAll(fetchPage);
    expect([ids.length, end]).toEqual([boards, found]);
    expect(asked.length).toBeLessThan(pages + 10);
  }
});

test('a listing ends if the service returns the same page endlessly', async () => {
  let calls = 0;
  const { end } = await readAll((page) => {
    calls += 1;
    if (calls > 50) throw new Error('asked for ever');
    const probing = page.limit === 2;
    return Promise.resolve(
      ok({ items: probing ? [item(page.offset ?? 0), item(99)] : items(100), notUnderstood: 0, total: null }),
    );
  });
  expect(end).toBe('maybe-incomplete');
});

async function readOdd(whole: number, isOdd: (rank: number) => boolean, removed = 0) {
  let isBegun = false;
  const { fetchPage, asked } = service(() => items(whole).slice(isBegun ? removed : 0), 'rows');
  let [boards, odd] = [0, 0];
  const end = await readAllPages(
    async (request) => {
      const page = await fetchPage(request);
      if (!page.ok || asked.length > 60) throw new Error('asked for ever');
      isBegun ||= request.limit === 1000;
      const { items: rows } = page.value;
      const isUnreadable = ({ id }: BoardItem) => isOdd(Number(id?.slice('board-'.length)));
      const read = rows.filter((row) => !isUnreadable(row));
      const endsUnreadable = rows.slice(-1).some(isUnreadable);
      return ok({ ...page.value, items: read, notUnderstood: rows.length - read.length, endsUnreadable });
    },
    ({ fresh, notUnderstood }) => {
      boards += fresh.length;
      odd = notUnderstood;
    },
  );
  return { boards, odd, end: end.ok ? end.value.completeness : end.error.code };
}

test.each([
  ['at the end of a page', 2500, (rank: number) => rank === 999],
  ['at the end of the list', 2500, (rank: number) => rank === 2499],
  ['from the end of a page to the end of the list', 1002, (rank: number) => rank >= 999],
  ['after the end of a page', 1002, (rank: number) => rank >= 1000],
  ['before, on and after whole pages', 3500, (rank: number) => rank >= 900 && rank < 3200],
  ['in the whole list', 2500, () => true],
])('a listing counts each unreadable item once: %s', async (_, whole, isOdd) => {
  const odd = Array.from({ length: whole }, (_each, rank) => rank).filter(isOdd).length;
  expect(await readOdd(whole, isOdd)).toEqual({ boards: whole - odd, odd, end: 'maybe-incomplete' });
});

test('a listing counts an unreadable item even if boards before it are deleted during the listing', async () => {
  for (const removed of [1, 2])
    expect(await readOdd(2500, (rank) => rank === 1500, removed)).toMatchObject({ boards: 2499, odd: 1 });
});

/** A fake service that answers requests only when the test calls the functions in `waiting`. */
function slowService(start: readonly BoardItem[], options: Options = {}) {
  const waiting: (() => void)[] = [];
  const { fetchPage } = service(() => slow.all, 'rows', options);
  const slow = {
    all: start,
    waiting,
    /** Largest number of requests that were waiting at the same time. */
    most: 0,
    fetchPage: (page: PageRequest, signal?: AbortSignal) =>
      new Promise<Result<BoardPage>>((resolve) => {
        const answer = (): void => void fetchPage(page).then(resolve);
        waiting.push(answer);
        signal?.addEventListener('abort', () => {
          if (waiting.includes(answer)) waiting.splice(waiting.indexOf(answer), 1);
          resolve(fail(failure('cancelled')));
        });
        slow.most = Math.max(slow.most, waiting.length);
      }),
  };
  return slow;
}

type Service = ReturnType<typeof slowService>;

/** Reads the whole board list. `next` returns the index of the waiting request to answer next. */
async function readSlowly(service: Service, next: (waiting: readonly unknown[]) => number = () => 0) {
  const ids: (string | null)[] = [];
  const over = new AbortController();
  const reading = readAllPages(service.fetchPage, ({ fresh }) => {
    ids.push(...fresh.map(({ id }) => id));
  }).finally(() => over.abort());
  while (!over.signal.aborted) {
    await new Promise(setImmediate);
    if (service.waiting.length > 0) service.waiting.splice(next(service.waiting), 1)[0]?.();
  }
  const end = await reading;
  return { ids, end: end.ok ? end.value.completeness : end.error.code };
}

const idsOf = (items: readonly BoardItem[]): readonly (string | null)[] => items.map(({ id }) => id);

test.each([
  ['pages of the requested size', {}, 12_345],
  ['pages of the service’s own size', { cap: 100 }, 1234],
  ['pages of four boards', { cap: 4 }, 33],
  ['pages with a total count', { cap: 100, withTotal: true }, 1234],
])('a listing requests at most six pages at a time: %s', async (_, options, count) => {
  const service = slowService(items(count), options);
  const { ids, end } = await readSlowly(service);
  expect([ids, end]).toEqual([idsOf(service.all), 'complete']);
  expect(service.most).toBe(6);
});

// The boards change after response number `moment`. `order`: whether the first or the last request is answered next.
const changes = [1, 2, 4, 5, 7, 12].flatMap((moment) =>
  (['created', 'deleted', 'moved to the front'] as const).flatMap((change) =>
    (['first', 'last'] as const).map((order) => [change, moment, order] as const),
  ),
);

test.each(changes)(
  'a listing reads each board once if other boards are %s after response %i (answer order: %s)',
  async (change, moment, order) => {
    const before = items(1000);
    const service = slowService(before, { cap: 50 });
    const kept = change === 'deleted' ? before.slice(7) : before;
    const front = { created: items(3, 5000), deleted: [], 'moved to the front': items(2, 970) }[change];
    let answers = 0;
    const { ids, end } = await readSlowly(service, (waiting) => {
      answers += 1;
      if (answers === moment)
        service.all = [...front, ...kept.filter(({ id }) => !idsOf(front).includes(id))];
      return order === 'first' ? 0 : waiting.length - 1;
    });
    expect(idsOf(kept).filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(end).toBe('complete');
  },
);

test('a failed request for a later page ends a listing only if the retry fails too', async () => {
  const service = slowService(items(1000), { cap: 50 });
  const { fetchPage } = service;
  const problem = fail(failure('service-problem'));
  const failing = (fails: (offset: number) => boolean): Service => ({
    ...service,
    fetchPage: (page, signal) =>
      fails(page.offset ?? 0) ? Promise.resolve(problem) : fetchPage(page, signal),
  });
  let failed = 0;
  const once = await readSlowly(failing((offset) => offset === 343 && (failed += 1) === 1));
  expect([once.ids.length, once.end, failed]).toEqual([1000, 'complete', 2]);
  expect((await readSlowly(failing((offset) => offset > 500))).end).toBe('service-problem');
});
