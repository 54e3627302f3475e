/** Creation times that are unset, or don't mean what they say: no filter by age may find their boards. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BoardFilter, BoardQuery } from '../../../preload/contract/boards.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

const DAY = 86_400_000;
const ORDER: BoardQuery['order'] = { by: 'id', descending: false };
const OLD: BoardFilter = { kind: 'older-than', days: 90 };

type Board = Readonly<Record<string, unknown>>;

let services: TestServices;
let server: http.Server;
let connectionId: string;
let boards: Board[];
/** The creation times of the next boards, in the response to their create and in the list; absent for no field. */
let madeAt: unknown;
let listedAt: unknown;
/** How far the service's clock is ahead of this computer's, ms. */
let aheadMs: number;

const keychain = createMemoryKeychain();
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
const withTime = (id: string, at: unknown): Board => ({
  room_id: id,
  ...(at === undefined ? {} : { created_at: at }),
  owner: 'Ann',
});

beforeEach(async () => {
  aheadMs = 0;
  boards = [withTime('old', daysAgo(200)), withTime('young', daysAgo(1))];
  server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://service');
    request.resume();
    const [offset, limit] = [
      Number(url.searchParams.get('offset')),
      Number(url.searchParams.get('limit') ?? 50),
    ];
    const id = url.pathname.replace('/api/board', '').slice(1);
    const find = (): unknown =>
      id === '' ? boards.slice(offset, offset + limit) : boards.find(({ room_id }) => room_id === id);
    const create = (): Board => {
      const made = `made-${boards.length}`;
      boards.push(withTime(made, listedAt));
      return withTime(made, madeAt);
    };
    response.sendDate = false;
    response.setHeader('Date', new Date(Date.now() + aheadMs).toUTCString());
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.method === 'POST' ? create() : find()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  services = await startServices(undefined, { keychain });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const saved = await services.call(
    'connections.save',
    draftFor(origin, 'the-key-of-a-test', { sessionOnly: false }),
  );
  if (!saved.ok) throw new Error(saved.error.message);
  connectionId = saved.value.id;
});

afterEach(async () => {
  await services.close();
  server.closeAllConnections();
  server.close();
});

/** Waits until a listing that may run is over. */
async function listed(): Promise<void> {
  await expect
    .poll(() => services.call('boards.state', { connectionId }))
    .toMatchObject({ ok: true, value: { phase: 'done', completeness: 'complete' } });
}

async function list(): Promise<void> {
  await services.call('boards.list', { connectionId });
  await listed();
}

async function create(inAnswer: unknown, inList: unknown = inAnswer): Promise<void> {
  [madeAt, listedAt] = [inAnswer, inList];
  const made = await services.call('boards.create', { connectionId });
  if (!made.ok) throw new Error(made.error.message);
  await listed();
}

async function found(...filters: readonly BoardFilter[]) {
  const query = { find: '', filters, order: ORDER };
  const window = await services.call('boards.window', {
    connectionId,
    from: 0,
    count: 100,
    query,
    fields: [],
  });
  if (!window.ok) throw new Error(window.error.message);
  return window.value;
}

async function idsOf(...filters: readonly BoardFilter[]): Promise<readonly (string | null)[]> {
  return (await found(...filters)).rows.map(({ id }) => id);
}

async function timeForm(): Promise<string | undefined> {
  const shape = await services.call('boards.shape', { connectionId });
  return shape.ok
    ? shape.value.facts.find(({ about }) => about === 'Creation times are written as')?.found
    : '';
}

describe('an unset creation time', () => {
  test.each(['0001-01-01T00:00:00Z', 0, { seconds: 0, nanoseconds: 0 }])(
    'matches no filter by age, is shown as it came and is counted: %j',
    async (unset) => {
      boards.push(withTime('unset', unset));
      await list();
      expect(await found(OLD)).toMatchObject({ rows: [{ id: 'old' }], undated: 1 });
      expect(await found({ kind: 'newer-than', days: 90 })).toMatchObject({
        rows: [{ id: 'young' }],
        undated: 1,
      });
      const range = { kind: 'created', from: null, to: Date.now() } as const;
      expect(await idsOf(range)).toEqual(['old', 'young']);
      expect(await found({ kind: 'mark', mark: 'dated', is: false })).toMatchObject({
        rows: [
          {
            id: 'unset',
            created: {
              raw: typeof unset === 'object' ? JSON.stringify(unset) : String(unset),
              epochMs: null,
            },
          },
        ],
      });
      const review = await services.call('jobs.review', {
        connectionId,
        selection: { kind: 'all', query: { find: '', filters: [OLD], order: ORDER }, except: [] },
        fields: [],
      });
      expect(review).toMatchObject({
        ok: true,
        value: { boards: 1, skipped: [{ why: 'undated', boards: 1 }] },
      });
    },
  );

  test('is not replaced by another moment, nor counted where no age is asked for', async () => {
    boards.push({ ...withTime('unset', '0001-01-01T00:00:00Z'), date: daysAgo(500) });
    await list();
    expect(await idsOf(OLD)).toEqual(['old']);
    expect(await found()).not.toHaveProperty('undated');
    expect(await found({ kind: 'id-prefix', prefix: 'o' })).not.toHaveProperty('undated');
  });
});

describe('a time of a new board that is more than a day off', () => {
  /** GPS and DOS count from 1980. */
  const since1980 = (at = Date.now()): number => Math.round((at - Date.UTC(1980, 0)) / 1000);

  test.each([
    ['in the list alone', undefined, since1980()],
    ['in the list, though its create was right', daysAgo(0), since1980()],
    ['in both', daysAgo(30), daysAgo(30)],
    ['as a date', daysAgo(30).slice(0, 10), daysAgo(30).slice(0, 10)],
  ])('makes all times of the connection unusable: %s', async (what, inAnswer, inList) => {
    boards.push(withTime('misread', since1980()));
    await list();
    expect(await idsOf(OLD)).toEqual(['misread', 'old']);
    await create(inAnswer, inList);
    if (what.startsWith('in the list')) await list();
    await expect.poll(() => idsOf(OLD)).toEqual([]);
    await listed();
    expect((await found(OLD)).undated).toBe(boards.length);
    expect((await found()).rows.find(({ id }) => id === 'old')?.created).toMatchObject({
      raw: boards[0]?.['created_at'],
      epochMs: null,
    });
    await expect.poll(timeForm).toMatch(/not understood$/u);
    expect(await services.call('boards.view', { connectionId, boardId: 'old' })).toMatchObject({
      value: { created: { epochMs: null } },
    });
  });

  test('says so in the response to the create, until the list shows that its times are right', async () => {
    await list();
    [madeAt, listedAt] = [since1980(), new Date().toISOString()];
    expect(await services.call('boards.create', { connectionId })).toMatchObject({
      ok: true,
      value: { created: { epochMs: null } },
    });
    await expect.poll(() => idsOf(OLD)).toEqual(['old']);
  });

  test('is kept over a restart, and forgotten when another board agrees', async () => {
    await list();
    await create(daysAgo(40));
    await expect.poll(() => idsOf(OLD)).toEqual([]);
    services = await services.restart();
    await list();
    expect(await idsOf(OLD)).toEqual([]);
    await create(daysAgo(0));
    await expect.poll(() => idsOf(OLD)).toEqual(['old']);
  });

  test('is forgotten when the addresses change', async () => {
    await list();
    await create(daysAgo(40));
    await expect.poll(() => idsOf(OLD)).toEqual([]);
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const saved = await services.call('connections.save', {
      ...draftFor(origin, 'the-key-of-a-test', { sessionOnly: false }),
      id: connectionId,
    });
    expect(saved.ok).toBe(true);
    await list();
    expect(await idsOf(OLD)).toEqual(['old']);
  });

  test('is one by the service’s clock, and not by this computer’s', async () => {
    await list();
    aheadMs = -3 * DAY;
    await create(daysAgo(3));
    await list();
    expect(await idsOf(OLD)).toEqual(['old']);
    await create(daysAgo(0));
    await expect.poll(() => idsOf(OLD)).toEqual([]);
  });
});
