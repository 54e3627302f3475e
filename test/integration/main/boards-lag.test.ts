/** What the list says otherwise than what was done here, and what of it is not understood. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BoardQuery, BoardRow, BoardsState } from '../../../preload/contract/boards.ts';
import { deleteNow } from '../../support/delete-now.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

const ALL: BoardQuery = { find: '', filters: [], order: { by: 'id', descending: false } };

let server: http.Server;
let services: TestServices;
let connectionId: string;
/** What the service lists; it has what it has, whatever it lists. */
let listed: unknown[];
let there: Set<string>;
/** How it says that it does not have a board. */
let missing: number;

beforeEach(async () => {
  // The clock alone: main takes it when it starts.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21), shouldAdvanceTime: true });
  missing = 404;
  listed = ['a', 'b', 'c', 'd', 'e'].map(board);
  there = new Set(['a', 'b', 'c', 'd', 'e']);
  server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://service');
    const id = url.pathname.split('/')[3];
    const say = (body: unknown, status = 200): void =>
      void response.writeHead(status).end(JSON.stringify(body));
    if (request.method === 'POST') {
      there.add('made');
      say({ room_id: 'made' });
    } else if (id !== undefined && !there.has(id)) say({ message: 'No such board.' }, missing);
    else if (request.method === 'DELETE') {
      there.delete(id ?? '');
      say({ message: 'Deleted.' });
    } else if (id !== undefined) say({ room_id: id });
    else {
      const from = Number(url.searchParams.get('offset') ?? 0);
      say({
        data: listed.slice(from, from + Number(url.searchParams.get('limit') ?? 50)),
        total: listed.length,
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  services = await startServices(undefined, { keychain: createMemoryKeychain() });
  const saved = await services.call(
    'connections.save',
    draftFor(`http://127.0.0.1:${port}`, 'a-key-for-this-test', { sessionOnly: false }),
  );
  if (!saved.ok) throw new Error(saved.error.message);
  connectionId = saved.value.id;
  await list();
});

afterEach(async () => {
  vi.useRealTimers();
  await services.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function board(id: string): object {
  return { room_id: id };
}

async function state(): Promise<BoardsState> {
  const told = await services.call('boards.state', { connectionId });
  if (!told.ok) throw new Error(told.error.message);
  return told.value;
}

async function list(): Promise<BoardsState> {
  const { asOf } = await state();
  await services.call('boards.list', { connectionId });
  // The board store has the new list before it is compared with what was done here.
  const isListed = async (): Promise<boolean> => {
    const now = await state();
    return now.asOf !== asOf && now.phase !== 'loading';
  };
  await vi.waitUntil(isListed, { timeout: 10_000, interval: 20 });
  return state();
}

async function rowOf(id: string): Promise<BoardRow | undefined> {
  const asked = { connectionId, from: 0, count: 10, query: ALL, fields: [] };
  const found = await services.call('boards.window', asked);
  return found.ok ? found.value.rows.find((row) => row.id === id) : undefined;
}

function passTwoMinutes(): void {
  vi.setSystemTime(Date.now() + 120_000);
}

describe('a service that lags', () => {
  test('has what was deleted here on its way for two minutes; then the difference is told', async () => {
    await services.call('boards.annotate', {
      connectionId,
      selection: { kind: 'ids', ids: ['b'] },
      change: { label: 'Maths 7b' },
    });
    await deleteNow(services, connectionId, { kind: 'board', id: 'b' });
    expect(await list()).toMatchObject({ completeness: 'complete', rows: 5, onItsWay: 1, differences: [] });
    expect(await rowOf('b')).toMatchObject({ onItsWay: 'deleted' });
    expect(await rowOf('c')).not.toHaveProperty('onItsWay');
    passTwoMinutes();
    expect(await rowOf('b')).toMatchObject({ onItsWay: 'still-listed' });
    expect(await state()).toMatchObject({
      onItsWay: 0,
      differences: [{ what: 'deleted', boards: 1, id: 'b', label: 'Maths 7b' }],
    });
    listed = ['a', 'c', 'd', 'e'].map(board);
    expect(await list()).toMatchObject({ onItsWay: 0, differences: [], vanished: 0, rows: 4 });
  });

  test('has what was made here on its way for two minutes, and it doesn’t vanish before', async () => {
    await services.call('boards.create', { connectionId });
    expect(await list()).toMatchObject({ completeness: 'complete', rows: 6, vanished: 0, onItsWay: 1 });
    expect(await rowOf('made')).toMatchObject({ onItsWay: 'made', vanishedAt: null });
    passTwoMinutes();
    expect(await rowOf('made')).toMatchObject({ onItsWay: 'not-listed' });
    expect((await state()).differences).toEqual([{ what: 'made', boards: 1, id: 'made', label: '' }]);
    expect(await list()).toMatchObject({ differences: [], vanished: 1, rows: 5 });
  });

  test.each([404, 400])(
    'a board that was deleted here is gone, if a second delete meets %i',
    async (status) => {
      missing = status;
      const board = { kind: 'board', id: 'b' } as const;
      await deleteNow(services, connectionId, board);
      expect(await deleteNow(services, connectionId, board)).toMatchObject({
        value: { item: { state: 'already-gone', status, message: 'No such board.' } },
      });
      there.clear();
      const elsewhere = await deleteNow(services, connectionId, { kind: 'board', id: 'c' });
      expect(elsewhere).toMatchObject({ value: { item: { state: 'failed', status } } });
    },
  );

  test('has both on its way still after a restart', async () => {
    await deleteNow(services, connectionId, { kind: 'board', id: 'b' });
    await services.call('boards.create', { connectionId });
    services = await services.restart();
    expect(await list()).toMatchObject({ completeness: 'complete', rows: 6, vanished: 0, onItsWay: 2 });
    expect(await rowOf('b')).toMatchObject({ onItsWay: 'deleted' });
    expect(await rowOf('made')).toMatchObject({ onItsWay: 'made', vanishedAt: null });
    passTwoMinutes();
    expect(await state()).toMatchObject({ onItsWay: 0, differences: [expect.anything(), expect.anything()] });
    services = await services.restart();
    expect(await list()).toMatchObject({ onItsWay: 0, differences: [] });
  });
});

test.each([
  ['nothing', [1.5, null, [1], true, false], 5],
  ['not all', [board('a'), board('b'), 1.5, null, [1], true], 4],
])(
  'a list of which %s is understood is never complete, and makes nothing vanish',
  async (_what, items, odd) => {
    listed = items;
    const told = await list();
    expect(told).toMatchObject({ completeness: 'maybe-incomplete', rows: 5, vanished: 0 });
    expect(told.notUnderstood).toBeGreaterThanOrEqual(odd - 1);
    expect(told.strange.slice(0, 3)).toEqual(['1.5', 'null', '[1]']);
  },
);
