import { beforeAll, afterAll, beforeEach, expect, test } from 'vitest';
import { deleteNow } from '../../support/delete-now.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { json, startServer, type TestServer } from '../service/servers.ts';
import { idIn, pageOf, sharedMain } from './shared-main.ts';

const IDS = ['a', 'b', 'c', 'd', 'e'];
const main = sharedMain({ keychain: createMemoryKeychain() });
let server: TestServer;
/** The service's board list (`listed`) may lag behind the boards that exist (`there`, by id). */
let listed: unknown[];
let there: Set<string>;

beforeAll(async () => {
  server = await startServer((response, { method, url }) => {
    const id = idIn(url);
    if (method === 'POST') json(response, { room_id: 'made' });
    else if (id === '') json(response, { data: pageOf(listed, url), total: listed.length });
    else if (!there.has(id)) json(response, { message: 'No such board.' }, 404);
    else if (method === 'GET') json(response, { room_id: id });
    else {
      there.delete(id);
      json(response, { message: 'Deleted.' });
    }
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  listed = IDS.map((id) => ({ room_id: id }));
  there = new Set([...IDS, 'made']);
  await main.connect(server.origin, 'a-key-for-this-test', { sessionOnly: false });
  await main.list();
});

test('changes that the service’s board list does not show yet stay marked as unconfirmed after a restart', async () => {
  const { connectionId } = main;
  await deleteNow(main.services, connectionId, { kind: 'board', id: 'b' });
  await main.must('boards.create', { connectionId });
  await main.restart();
  expect(await main.list()).toMatchObject({ rows: 6, vanished: 0, unconfirmed: 2 });
  expect(await main.rows({ find: 'b' })).toMatchObject([{ id: 'b', unconfirmed: 'deleted' }]);
  main.pass(120_000);
  expect(await main.state()).toMatchObject({ unconfirmed: 0, differences: [{}, {}] });
});
