import { beforeAll, afterAll, beforeEach, expect, test } from 'vitest';
import { deleteNow } from '../../support/delete-now.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { json, startServer, type TestServer } from '../service/servers.ts';
import { idIn, pageOf, sharedMain } from './shared-main.ts';

const IDS = ['a', 'b', 'c', 'd', 'e'];
const main = sharedMain({ keychain: createMemoryKeychain() });
let server: TestServer;
/** Boards in the service's list, which may lag behind the boards that exist. */
let listed: unknown[];
let there: Set<string>;
/** HTTP status with which the service answers a request for a missing board. */
let missing: number;

beforeAll(async () => {
  server = await startServer((response, { method, url }) => {
    const id = idIn(url);
    if (method === 'POST') json(response, { room_id: 'made' });
    else if (id === '') json(response, { data: pageOf(listed, url), total: listed.length });
    else if (!there.has(id)) json(response, { message: 'No such board.' }, missing);
    else if (method === 'GET') json(response, { room_id: id });
    else {
      there.delete(id);
      json(response, { message: 'Deleted.' });
    }
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  missing = 404;
  listed = IDS.map(board);
  there = new Set([...IDS, 'made']);
  await main.connect(server.origin, 'a-key-for-this-test', { sessionOnly: false });
  await main.list();
});

function board(id: string): object {
  return { room_id: id };
}

const rowOf = async (id: string) => (await main.rows()).find((row) => row.id === id);
const create = () => main.must('boards.create', { connectionId: main.connectionId });
const remove = (id: string) => deleteNow(main.services, main.connectionId, { kind: 'board', id });
const passTwoMinutes = (): void => main.pass(120_000);

test('changes that the service’s list does not show yet are still unconfirmed after a restart', async () => {
  await remove('b');
  await create();
  await main.restart();
  expect(await main.list()).toMatchObject({ rows: 6, vanished: 0, unconfirmed: 2 });
  expect(await rowOf('b')).toMatchObject({ unconfirmed: 'deleted' });
  passTwoMinutes();
  expect(await main.state()).toMatchObject({ unconfirmed: 0, differences: [{}, {}] });
});
