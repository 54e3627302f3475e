/** The ids that paths take: not always the likely field, and sometimes none that can be sent. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteNow } from '../../support/delete-now.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { json, startServer, type TestServer } from '../service/servers.ts';
import { idIn, pageOf, sharedMain } from './shared-main.ts';

const main = sharedMain({ keychain: createMemoryKeychain() });
let server: TestServer;
let boards: readonly Readonly<Record<string, unknown>>[];
/** The field whose value paths take. */
let pathField: string;

/** The answer to a create has the id alone. */
const NEW = { id: 'path-of-a-new-board-0', room_id: 'room-0' };
const BY_PATH = ['path-a', 'path-b', 'path-c'];

beforeAll(async () => {
  server = await startServer((response, { method, url }) => {
    const id = idIn(url);
    if (method === 'POST') json(response, { id: NEW.id });
    else if (id === '') json(response, pageOf(boards, url));
    else {
      const found = boards.find((each) => each[pathField] === id);
      json(response, found ?? { message: 'There is no such board.' }, found === undefined ? 404 : 200);
    }
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  pathField = 'id';
  boards = ['a', 'b', 'c'].map((name) => ({ id: `path-${name}`, room_id: `room-${name}` }));
  await main.connect(server.origin, 'the-key-of-a-test', { sessionOnly: false });
  await main.list();
});

const view = (boardId: string) => main.call('boards.view', { connectionId: main.connectionId, boardId });
const create = () => main.call('boards.create', { connectionId: main.connectionId });
const ids = async () => (await main.rows()).map(({ id }) => id);

test('a board that is not found by its likely id is viewed by another, and all rows take that field', async () => {
  expect(await ids()).toEqual(['room-a', 'room-b', 'room-c']);
  expect(await view('room-b')).toMatchObject({ ok: true, value: { id: 'path-b' } });
  await expect.poll(ids).toEqual(BY_PATH);
  expect(await main.state()).toMatchObject({ vanished: 0 });
  await main.restart();
  await main.list();
  expect(await ids()).toEqual(BY_PATH);
});

test('a board made here is found in a complete list under the id that its create returned', async () => {
  await create();
  boards = [...boards, NEW];
  await main.list();
  await expect.poll(ids).toEqual([...BY_PATH, NEW.id]);
  const state = { completeness: 'complete', vanished: 0, onItsWay: 0, differences: [] };
  await expect.poll(main.state).toMatchObject(state);
});

test('a delete is sent with the chosen id alone, and its 404 reveals the field that paths take', async () => {
  const before = server.seen.length;
  const deletion = await deleteNow(main.services, main.connectionId, { kind: 'board', id: 'room-a' });
  expect(deletion).toMatchObject({ ok: true, value: { item: { state: 'failed' } } });
  const deletes = server.seen.slice(before).filter(({ method }) => method === 'DELETE');
  expect(deletes.map(({ url }) => url)).toEqual(['/api/board/room-a']);
  await expect.poll(ids).toEqual(BY_PATH);
});

test('another board that has that id by chance is not taken for it', async () => {
  boards = [
    { id: 'x', room_id: 'room-a' },
    { id: 'y', other: 'x' },
  ];
  pathField = 'other';
  await main.list();
  expect(await view('room-a')).toMatchObject({ ok: false });
  expect(await ids()).toEqual(['room-a', 'y']);
});

test('an id that can’t stand in an address is shown, and not sent', async () => {
  boards = [{ room_id: 'a/b' }, { room_id: 'c\u0000d' }, { name: 'none' }];
  await main.list();
  const shown = (await main.rows()).map(({ id, unusableId }) => [id, unusableId]);
  expect(new Set(shown)).toEqual(
    new Set([
      [null, 'a/b'],
      [null, 'c\u0000d'],
      [null, undefined],
    ]),
  );
});
