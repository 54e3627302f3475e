import { expect, test } from 'vitest';
import { probeOffset, rememberingProbe, type PageRequest } from '../../../../main/boards/listing.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import type { BoardItem } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/wording/failure.ts';
import { readAllPages, type FetchPage } from './read-pages.ts';

function item(id: number): BoardItem {
  return { id: `board-${id}`, created: null, raw: `{"room_id":"board-${id}"}` };
}

function items(count: number): readonly BoardItem[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

/** A list as a service might answer it; `all` may change between calls. */
function service(
  all: () => readonly BoardItem[],
  meaning: 'rows' | 'pages' | 'ignored' | 'both ignored',
  options: { readonly most?: number; readonly withTotal?: boolean } = {},
): { readonly fetchPage: FetchPage; readonly asked: PageRequest[] } {
  const asked: PageRequest[] = [];
  return {
    asked,
    fetchPage: (page) => {
      asked.push(page);
      const { most } = options;
      if (most !== undefined && page.limit !== null && page.limit > most) {
        return Promise.resolve(fail({ ...failure('refused'), status: 422 }));
      }
      const limit = meaning === 'both ignored' ? 1_000_000 : (page.limit ?? 50);
      const offset = page.offset ?? 0;
      const from = meaning === 'rows' ? offset : meaning === 'pages' ? offset * limit : 0;
      const total = options.withTotal === true ? all().length : null;
      return Promise.resolve(ok({ items: all().slice(from, from + limit), notUnderstood: 0, total }));
    },
  };
}

async function readAll(fetchPage: FetchPage): Promise<{ ids: readonly (string | null)[]; end: unknown }> {
  const ids: (string | null)[] = [];
  const end = await readAllPages(fetchPage, (page) => {
    ids.push(...page.fresh.map((fresh) => fresh.id));
  });
  return { ids, end: end.ok ? end.value : end.error.code };
}

test.each(['rows', 'pages', 'ignored'] as const)('the meaning of offset is detected: %s', async (meaning) => {
  const { fetchPage, asked } = service(() => items(312), meaning);
  expect(await probeOffset(fetchPage)).toEqual(ok({ meaning, sure: true }));
  expect(asked).toEqual([
    { limit: 2, offset: 0 },
    { limit: 2, offset: 1 },
  ]);
});

test.each([0, 1, 2, 3, 999, 1000, 1001, 1999, 2000, 6200])(
  'all of %i boards are read once each and called complete, with offset in rows',
  async (count) => {
    const { ids, end } = await readAll(service(() => items(count), 'rows').fetchPage);
    expect(ids).toEqual(items(count).map(({ id }) => id));
    expect(end).toBe('complete');
  },
);

test.each([0, 1, 2, 3, 999, 1000, 1001, 1999, 2000, 6200])(
  'all of %i boards are read once each and called complete, with offset in pages',
  async (count) => {
    const { ids, end } = await readAll(service(() => items(count), 'pages').fetchPage);
    expect(ids).toEqual(items(count).map(({ id }) => id));
    expect(end).toBe('complete');
  },
);

test('a list whose offset is ignored is not called complete', async () => {
  const { ids, end } = await readAll(service(() => items(1312), 'ignored').fetchPage);
  expect(ids).toHaveLength(1000);
  expect(end).toBe('maybe-incomplete');
});

test('a list that comes as a whole is complete only when the service itself counts it', async () => {
  expect((await readAll(service(() => items(312), 'both ignored').fetchPage)).end).toBe('maybe-incomplete');
  const counted = await readAll(service(() => items(312), 'both ignored', { withTotal: true }).fetchPage);
  expect(counted.ids).toHaveLength(312);
  expect(counted.end).toBe('complete');
});

test('a refused page size is halved until it is accepted', async () => {
  const { fetchPage, asked } = service(() => items(70), 'rows', { most: 25 });
  const { ids, end } = await readAll(fetchPage);
  expect(ids).toHaveLength(70);
  expect(end).toBe('complete');
  expect(asked.map(({ limit }) => limit).slice(2, 9)).toEqual([1000, 500, 200, 100, 50, 20, 20]);
});

test('boards created during a listing are not duplicated and hide no others', async () => {
  let all = items(2500);
  const { fetchPage } = service(() => all, 'rows');
  const { ids } = await readAll(async (page) => {
    const answer = await fetchPage(page);
    if (page.offset === 0 && page.limit === 1000) all = [item(1000), ...all];
    return answer;
  });
  expect(new Set(ids).size).toBe(ids.length);
  expect(items(2500).every(({ id }) => ids.includes(id))).toBe(true);
});

test('boards that move up because others vanish during a listing are not missed', async () => {
  let all = items(2500);
  const { fetchPage } = service(() => all, 'rows');
  const { ids, end } = await readAll(async (page) => {
    const answer = await fetchPage(page);
    if (page.offset === 0 && page.limit === 1000 && all.length === 2500) all = all.slice(5);
    return answer;
  });
  expect(items(2500).every(({ id }) => ids.includes(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(end).toBe('complete');
});

test('a paged list from which boards vanish during a listing is not called complete', async () => {
  let all = items(2500);
  const { fetchPage } = service(() => all, 'pages');
  const { end } = await readAll(async (page) => {
    const answer = await fetchPage(page);
    if (page.offset === 0 && page.limit === 1000 && all.length === 2500) all = all.slice(5);
    return answer;
  });
  expect(end).toBe('maybe-incomplete');
});

test('a long list by page number is not read twice, and not called complete', async () => {
  const many = items(25_000);
  const { fetchPage, asked } = service(() => many, 'pages');
  const { ids, end } = await readAll(fetchPage);
  expect([ids.length, end]).toEqual([25_000, 'maybe-incomplete']);
  expect(asked.length).toBeLessThan(30);
});

test('a list that shrinks to nothing during a listing ends', async () => {
  let all = items(2500);
  const { fetchPage } = service(() => all, 'rows');
  const { ids, end } = await readAll(async (page) => {
    const answer = await fetchPage(page);
    if (page.offset === 0 && page.limit === 1000) all = [];
    return answer;
  });
  expect(ids).toHaveLength(1000);
  expect(end).toBe('complete');
});

test('a service that caps its page size is read to the end', async () => {
  const { fetchPage } = service(() => items(25), 'rows');
  for (const cap of [2, 3, 10]) {
    const { ids, end } = await readAll((page) =>
      fetchPage({ ...page, limit: Math.min(cap, page.limit ?? cap) }),
    );
    expect([cap, ids.length, end]).toEqual([cap, 25, 'complete']);
  }
});

test('a failure ends the listing and is returned', async () => {
  const { fetchPage } = service(() => items(3120), 'rows');
  const { ids, end } = await readAll((page) =>
    page.offset !== null && page.offset > 1500
      ? Promise.resolve(fail(failure('service-problem')))
      : fetchPage(page),
  );
  expect(ids).toHaveLength(1999);
  expect(end).toBe('service-problem');
});

test('a refused key is not taken for a refused page size', async () => {
  const { end } = await readAll(() => Promise.resolve(fail({ ...failure('key-refused'), status: 401 })));
  expect(end).toBe('key-refused');
});

test('a service that repeats the same page for ever is stopped', async () => {
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

test('unreadable items are counted, and the items after them are read', async () => {
  const whole = 1500;
  let odd = 0;
  const ids = new Set<string | null>();
  const end = await readAllPages(
    (page) => {
      const from = page.offset ?? 0;
      const ranks = Array.from({ length: whole }, (_, rank) => rank).slice(from, from + (page.limit ?? 50));
      const understood = ranks.filter((rank) => rank !== 30).map(item);
      return Promise.resolve(
        ok({ items: understood, notUnderstood: ranks.length - understood.length, total: null }),
      );
    },
    (page) => {
      for (const { id } of page.fresh) ids.add(id);
      odd += page.notUnderstood;
    },
  );
  expect([ids.size, odd, end]).toEqual([1499, 1, ok('complete')]);
});

test('the meaning of offset is tested once per connection, not at every listing', async () => {
  const { fetchPage, asked } = service(() => items(30), 'rows');
  const probe = rememberingProbe();
  await readAllPages(fetchPage, () => undefined, probe);
  asked.length = 0;
  const end = await readAllPages(fetchPage, () => undefined, probe);
  expect(end).toEqual(ok('complete'));
  expect(asked.filter(({ limit }) => limit === 2)).toEqual([]);
});

test('a list too short to show what offset means is tested again next time', async () => {
  let count = 1;
  const { fetchPage } = service(() => items(count), 'pages');
  const probe = rememberingProbe();
  await readAllPages(fetchPage, () => undefined, probe);
  count = 312;
  const ids = new Set<string | null>();
  await readAllPages(fetchPage, (page) => page.fresh.forEach(({ id }) => ids.add(id)), probe);
  expect(ids.size).toBe(312);
});

/** Reads a list of which the rows at these ranks can't be understood; `repeated`: every answer is the whole list. */
async function readOdd(whole: number, isOdd: (rank: number) => boolean, repeated = false) {
  const ids: (string | null)[] = [];
  let odd = 0;
  let calls = 0;
  const end = await readAllPages(
    (page) => {
      calls += 1;
      if (calls > 60) throw new Error('asked for ever');
      const from = repeated ? 0 : (page.offset ?? 0);
      const count = repeated ? whole : (page.limit ?? 50);
      const ranks = Array.from({ length: whole }, (_, rank) => rank).slice(from, from + count);
      const understood = ranks.filter((rank) => !isOdd(rank)).map(item);
      return Promise.resolve(
        ok({ items: understood, notUnderstood: ranks.length - understood.length, total: null }),
      );
    },
    (page) => {
      ids.push(...page.fresh.map(({ id }) => id));
      odd += page.notUnderstood;
    },
  );
  return { boards: ids.length, odd, end: end.ok ? end.value : end.error.code };
}

test.each([
  ['at the end of a page', 2500, (rank: number) => rank === 999],
  ['at the end of the list', 2500, (rank: number) => rank === 2499],
  ['from the end of a page to the end of the list', 1002, (rank: number) => rank >= 999],
  ['after the end of a page', 1002, (rank: number) => rank >= 1000],
  ['all over a page', 3500, (rank: number) => rank >= 900 && rank < 3200],
  ['everywhere', 2500, () => true],
])('unreadable rows are counted once: %s', async (_, whole, isOdd) => {
  const odd = Array.from({ length: whole }, (_each, rank) => rank).filter(isOdd).length;
  expect(await readOdd(whole, isOdd)).toEqual({ boards: whole - odd, odd, end: 'complete' });
});

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [3, 2],
  [1200, 2],
])(
  'a service that repeats %i rows, %i of them readable, is stopped and its rows counted once',
  async (whole, understood) => {
    const read = await readOdd(whole, (rank) => rank >= understood, true);
    expect(read).toEqual({ boards: understood, odd: whole - understood, end: 'maybe-incomplete' });
  },
);

test('a service that repeats unreadable rows for ever is stopped', async () => {
  expect((await readOdd(2, () => true, true)).end).toBe('maybe-incomplete');
});

test('a board listed twice in one response is one row', async () => {
  const twice = [item(1), item(2), item(1)];
  const { ids } = await readAll(() => Promise.resolve(ok({ items: twice, notUnderstood: 0, total: null })));
  expect(ids).toEqual(['board-1', 'board-2']);
});
