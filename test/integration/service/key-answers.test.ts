import { afterEach, expect, test } from 'vitest';
import { readApiKey } from '../../../main/service/api-key.ts';
import type { ClientOptions } from '../../../main/service/client.ts';
import { ok } from '../../../preload/contract/failure.ts';
import { clientFor, json, startServer, type TestClient, type TestServer } from './servers.ts';

const closing: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const open of closing.splice(0)) await open.close();
});

type Answer = Parameters<typeof startServer>[0];

async function serviceThat(answer: Answer, options: Partial<ClientOptions> = {}) {
  const server: TestServer = await startServer(answer);
  const heard: [string, boolean][] = [];
  const client: TestClient = clientFor(server.origin, {
    onKeyAnswer: (key, accepted) => heard.push([key.reveal(), accepted]),
    authority: {
      whyNot: () => null,
      key: (api) => {
        const key = readApiKey(`key-of-${api}`);
        if (!key.ok) throw new Error(key.error);
        return Promise.resolve(ok({ key: key.value, origins: [server.origin] }));
      },
    },
    ...options,
  });
  closing.push(client, server);
  return { api: client.api, server, heard };
}

test('each API is called with its own key, and the app host with none', async () => {
  const { api, server } = await serviceThat((response) => json(response, []));
  await api.listBoards({ limit: 1, offset: 0 });
  await api.mintToken('paper-1', null);
  await api.checkApp();
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer key-of-boardApi',
    'Bearer key-of-paperApi',
    undefined,
  ]);
});

test.each([
  [200, true],
  [204, true],
  [401, false],
])('a response with status %i says whether the key was accepted: %s', async (status, accepted) => {
  const { api, heard } = await serviceThat((response) => json(response, {}, status));
  await api.deleteBoard('board-1');
  expect(heard).toEqual([['key-of-boardApi', accepted]]);
});

test.each([302, 403, 404, 422, 500])(
  'a response with status %i says nothing about the key',
  async (status) => {
    const { api, heard } = await serviceThat((response) => json(response, {}, status));
    await api.deleteBoard('board-1');
    expect(heard).toEqual([]);
  },
);

test('a captive portal’s sign-in page says nothing about the key', async () => {
  const { api, heard } = await serviceThat((response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>'),
  );
  await api.listBoards({ limit: 1, offset: 0 });
  expect(heard).toEqual([]);
});

test('a response without a key sent says nothing about a key', async () => {
  const { api, heard } = await serviceThat((response) => json(response, {}));
  await api.checkApp();
  await api.checkPaperApi();
  expect(heard).toEqual([]);
});
