import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RowFilter } from '../../../preload/contract/boards.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { json, startServer, type TestServer } from '../service/servers.ts';
import { BY_ID, idIn, pageOf, sharedMain } from './shared-main.ts';

const DAY = 86_400_000;
const OLD: RowFilter = { kind: 'older-than', days: 90 };

type Board = Readonly<Record<string, unknown>>;

const main = sharedMain({ keychain: createMemoryKeychain() });
let server: TestServer;
let boards: Board[];
/** Creation time in responses to the next create. If undefined, the responses lack the field. */
let madeAt: unknown;
let listedAt: unknown;
let aheadMs: number;

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
const withTime = (id: string, at: unknown): Board => ({
  room_id: id,
  ...(at === undefined ? {} : { created_at: at }),
  owner: 'Ann',
});

beforeAll(async () => {
  server = await startServer((response, { method, url }) => {
    response.sendDate = false;
    response.setHeader('Date', new Date(Date.now() + aheadMs).toUTCString());
    const id = idIn(url);
    if (method === 'POST') {
      const made = `made-${boards.length}`;
      boards.push(withTime(made, listedAt));
      json(response, withTime(made, madeAt));
    } else if (id === '') json(response, pageOf(boards, url));
    else
      json(
        response,
        boards.find(({ room_id }) => room_id === id),
      );
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  aheadMs = 0;
  boards = [withTime('old', daysAgo(200)), withTime('young', daysAgo(1))];
  await main.connect(server.origin, 'the-key-of-a-test', { sessionOnly: false });
});

async function create(inResponse: unknown, inList: unknown = inResponse): Promise<void> {
  [madeAt, listedAt] = [inResponse, inList];
  await main.must('boards.create', { connectionId: main.connectionId });
  await vi.waitUntil(async () => (await main.state()).phase === 'done', { timeout: 60_000 });
}

async function found(...filters: readonly RowFilter[]) {
  const args = { connectionId: main.connectionId, from: 0, count: 100, fields: [] };
  return main.must('boards.window', { ...args, query: { ...BY_ID, filters } });
}

const idsOf = async (...filters: readonly RowFilter[]) => (await found(...filters)).rows.map(({ id }) => id);
const foundOld = () => idsOf(OLD);

/** Current time in seconds since 1980, the epoch of GPS and DOS times. */
const since1980 = (): number => Math.round((Date.now() - Date.UTC(1980, 0)) / 1000);

test('Easel ignores the creation times of a service that reports a wrong time for a new board', async () => {
  boards.push(withTime('misread', since1980()));
  await main.list();
  expect(await idsOf(OLD)).toEqual(['misread', 'old']);
  await create(daysAgo(0), since1980());
  await main.list();
  await expect.poll(foundOld).toEqual([]);
  expect((await found(OLD)).undated).toBe(boards.length);
  const { connectionId } = main;
  const form = async () => {
    const { facts } = await main.must('boards.shape', { connectionId });
    return facts.find(({ about }) => about === 'Date format')?.found;
  };
  await expect.poll(form).toMatch(/not understood$/u);
  const viewed = await main.must('boards.view', { connectionId, boardId: 'old' });
  expect(viewed).toMatchObject({ created: { raw: boards[0]?.['created_at'], epochMs: null } });
});

test('after a restart, Easel ignores a service’s creation times until a new board has a correct time', async () => {
  await main.list();
  await create(daysAgo(40));
  await expect.poll(foundOld).toEqual([]);
  await main.restart();
  await main.list();
  expect(await idsOf(OLD)).toEqual([]);
  await create(daysAgo(0));
  await expect.poll(foundOld).toEqual(['old']);
});

test('after a change of the connection’s address, Easel no longer ignores the boards’ creation times', async () => {
  await main.list();
  await create(daysAgo(40));
  await expect.poll(foundOld).toEqual([]);
  const origin = server.origin.replace('127.0.0.1', 'localhost');
  await main.connect(origin, 'the-key-of-a-test', { sessionOnly: false, id: main.connectionId });
  await main.list();
  expect(await idsOf(OLD)).toEqual(['old']);
});

test('the age of a new board is measured with the service’s clock', async () => {
  await main.list();
  aheadMs = -3 * DAY;
  await create(daysAgo(3));
  await main.list();
  expect(await idsOf(OLD)).toEqual(['old']);
  await create(daysAgo(0));
  await expect.poll(foundOld).toEqual([]);
});
