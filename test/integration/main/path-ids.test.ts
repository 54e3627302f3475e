/** The ids that paths take: not always those that seem likely, and some that nothing is sent by. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BoardQuery } from '../../../preload/contract/boards.ts';
import { deleteNow } from '../../support/delete-now.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

const OLDEST: BoardQuery = { find: '', filters: [], order: { by: 'id', descending: false } };

let services: TestServices;
let server: http.Server;
let connectionId: string;
let requests: string[];
/** What the service lists. */
let boards: readonly Readonly<Record<string, unknown>>[];
/** The field of which paths take the value. */
let pathField: string;
/** What a create is answered with. */
let made: unknown;

beforeEach(async () => {
  requests = [];
  pathField = 'id';
  boards = ['a', 'b', 'c'].map((name) => ({ id: `path-${name}`, room_id: `room-${name}` }));
  server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://service');
    requests.push(`${request.method} ${url.pathname}`);
    request.resume();
    const offset = Number(url.searchParams.get('offset'));
    const limit = Number(url.searchParams.get('limit') ?? 50);
    const id = decodeURIComponent(url.pathname.replace('/api/board', '').slice(1));
    const found =
      request.method === 'POST'
        ? made
        : id === ''
          ? boards.slice(offset, offset + limit)
          : boards.find((each) => each[pathField] === id);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { message: 'There is no such board.' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  services = await startServices(undefined, { keychain: createMemoryKeychain() });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const saved = await services.call(
    'connections.save',
    draftFor(origin, 'the-key-of-a-test', { sessionOnly: false }),
  );
  if (!saved.ok) throw new Error(saved.error.message);
  connectionId = saved.value.id;
  await list();
});

afterEach(async () => {
  await services.close();
  server.closeAllConnections();
  server.close();
});

async function list(): Promise<void> {
  await services.call('boards.list', { connectionId });
  await expect
    .poll(() => services.call('boards.state', { connectionId }))
    .toMatchObject({ ok: true, value: { phase: 'done', completeness: 'complete' } });
}

async function rows() {
  const window = await services.call('boards.window', {
    connectionId,
    from: 0,
    count: 10,
    query: OLDEST,
    fields: [],
  });
  return window.ok ? window.value.rows : [];
}

test('a board that is not known by its likely id is viewed by another, and all are listed by that from then on', async () => {
  expect((await rows()).map(({ id }) => id)).toEqual(['room-a', 'room-b', 'room-c']);
  expect(await services.call('boards.view', { connectionId, boardId: 'room-b' })).toMatchObject({
    ok: true,
    value: { id: 'path-b' },
  });
  const listed = ['path-a', 'path-b', 'path-c'];
  await expect.poll(async () => (await rows()).map(({ id }) => id)).toEqual(listed);
  expect(await services.call('boards.state', { connectionId })).toMatchObject({
    ok: true,
    value: { vanished: 0 },
  });
  services = await services.restart();
  await list();
  expect((await rows()).map(({ id }) => id)).toEqual(listed);
});

const NEW = { id: 'path-of-a-new-board-0', room_id: 'room-0' };

test('an id that is the whole answer to a create is what paths take', async () => {
  await services.call('boards.view', { connectionId, boardId: 'room-b' });
  await expect.poll(async () => (await rows()).map(({ id }) => id)).toContain('path-a');
  made = NEW.id;
  expect(await services.call('boards.create', { connectionId })).toMatchObject({ value: { id: NEW.id } });
  expect((await rows()).map(({ id }) => id)).toContain(NEW.id);
  await list();
  expect((await rows()).find(({ id }) => id === NEW.id)).toMatchObject({ onItsWay: 'made' });
});

test('a board made here that a complete list has under another id is listed by what its create named', async () => {
  made = NEW.id;
  await services.call('boards.create', { connectionId });
  boards = [...boards, NEW];
  await list();
  await expect
    .poll(async () => (await rows()).map(({ id }) => id))
    .toEqual(['path-a', 'path-b', 'path-c', NEW.id]);
  const state = { completeness: 'complete', vanished: 0, onItsWay: 0, differences: [] };
  await expect.poll(() => services.call('boards.state', { connectionId })).toMatchObject({ value: state });
});

test('nothing is deleted by another id, but it is found out which one paths take', async () => {
  const deleted = await deleteNow(services, connectionId, { kind: 'board', id: 'room-a' });
  expect(deleted).toMatchObject({ ok: true, value: { item: { state: 'failed' } } });
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual(['DELETE /api/board/room-a']);
  await expect.poll(async () => (await rows()).map(({ id }) => id)).toEqual(['path-a', 'path-b', 'path-c']);
});

test('another board that happens to have that id is not taken for it', async () => {
  boards = [
    { id: 'x', room_id: 'room-a' },
    { id: 'y', other: 'x' },
  ];
  pathField = 'other';
  await list();
  expect(await services.call('boards.view', { connectionId, boardId: 'room-a' })).toMatchObject({
    ok: false,
  });
  expect((await rows()).map(({ id }) => id)).toEqual(['room-a', 'y']);
});

test('an id that can’t stand in an address is shown, and not sent', async () => {
  boards = [{ room_id: 'a/b' }, { room_id: 'c\u0000d' }, { name: 'none' }];
  await list();
  expect((await rows()).map(({ id, unusableId }) => [id, unusableId])).toEqual(
    expect.arrayContaining([
      [null, 'a/b'],
      [null, 'c\u0000d'],
      [null, undefined],
    ]),
  );
});
