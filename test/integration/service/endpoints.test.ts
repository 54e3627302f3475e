import { afterEach, expect, test } from 'vitest';
import { ok } from '../../../preload/contract/failure.ts';
import { keyOf } from '../../support/key-of.ts';
import { CALLS, codeOf, json, KEY, opened } from './servers.ts';

const { client, server, closeAll } = opened();
afterEach(closeAll);

async function setUp(answer: Parameters<typeof server>[0], options: Parameters<typeof client>[1] = {}) {
  const started = await server(answer);
  return { ...started, ...client(started.origin, options), seen: started.seen };
}

test.each([
  ['listBoards', 'GET', '/api/board?limit=2&offset=0', ''],
  ['viewBoard', 'GET', '/api/board/board-1', ''],
  ['createBoard', 'POST', '/api/board', ''],
  ['deleteBoard', 'DELETE', '/api/board/board-1', ''],
  ['createPaper', 'POST', '/api/paper', '{"name":"Class","template":"template-1"}'],
  ['deletePaper', 'DELETE', '/api/paper/paper-1', ''],
  ['mintToken', 'POST', '/api/access-token/paper-1', '{"name":"Ann"}'],
] as const)('the HTTP client’s function %s sends the request %s %s', async (name, method, url, body) => {
  const { api, seen } = await setUp((response) => json(response, {}));
  await CALLS[name](api);
  expect(seen).toMatchObject([{ method, url, body }]);
  const headers = seen[0]?.headers ?? {};
  expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, accept: 'application/json' });
  expect(headers['content-type']).toBe(body === '' ? undefined : 'application/json');
  expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
});

test('identifiers in the address of a request are URL-encoded', async () => {
  const { api, seen } = await setUp((response) => json(response, {}));
  await api.listBoards({ limit: null, offset: null });
  await api.listBoards({ limit: 5, offset: null });
  await api.createPaper({ name: 'A', templateId: null });
  await api.mintToken('p', null);
  await api.mintToken('p', '   ');
  await api.viewBoard('a b?c#d%ä');
  expect(seen.map(({ url, body }) => [url, body])).toEqual([
    ['/api/board', ''],
    ['/api/board?limit=5', ''],
    ['/api/paper', '{"name":"A"}'],
    ['/api/access-token/p', '{}'],
    ['/api/access-token/p', '{}'],
    ['/api/board/a%20b%3Fc%23d%25%C3%A4', ''],
  ]);
});

test('no request is sent for an identifier that can’t be used in a path', async () => {
  const { api, seen } = await setUp((response) => json(response, {}));
  for (const id of ['', '..', 'a/../b', 'a\u0000']) {
    const results = [api.viewBoard(id), api.deleteBoard(id), api.deletePaper(id), api.mintToken(id, null)];
    for (const result of results) expect(codeOf(await result)).toBe('invalid-input');
  }
  expect(seen).toEqual([]);
});

async function withKeys(answer: Parameters<typeof server>[0]) {
  const verdicts: [string, boolean][] = [];
  const made = await setUp(answer, {
    onKeyAnswer: (key, accepted) => verdicts.push([key.reveal(), accepted]),
    authority: {
      whyNot: () => null,
      key: (api) => Promise.resolve(ok({ key: keyOf(`key-of-${api}`), origins: [made.origin] })),
    },
  });
  return { ...made, verdicts };
}

test('each of the two API keys is sent only to its own API', async () => {
  const { api, seen, verdicts } = await withKeys((response) => json(response, []));
  await api.listBoards({ limit: 1, offset: 0 });
  await api.mintToken('paper-1', null);
  expect(verdicts).toHaveLength(2);
  expect(await api.checkApp()).toEqual({ ok: true, value: { status: 200 } });
  expect(await api.checkPaperApi()).toEqual({ ok: true, value: { status: 200 } });
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer key-of-boardApi',
    'Bearer key-of-paperApi',
    undefined,
    undefined,
  ]);
  expect(verdicts).toHaveLength(2);
});

test.each([
  ['accepted', 200, [true]],
  ['rejected', 401, [false]],
  ['neither accepted nor rejected', 403, []],
])('an API key counts as %s after a response with status %i', async (_verdict, status, expected) => {
  const { api, verdicts } = await withKeys((response) => json(response, {}, status));
  await api.deleteBoard('board-1');
  expect(verdicts).toEqual(expected.map((accepted) => ['key-of-boardApi', accepted]));
});

test.each([
  ['POST', 'before the response', 'outcome-unknown'],
  ['GET', 'in mid-body', 'cancelled'],
] as const)('cancelling a %s request %s closes its TCP connection', async (method, when, code) => {
  const arrived = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const { api } = await setUp((response) => {
    response.socket?.once('close', () => gone.resolve());
    if (when === 'in mid-body') response.writeHead(200).write('[', () => arrived.resolve());
    else arrived.resolve();
  });
  const caller = new AbortController();
  const pending = method === 'GET' ? api.viewBoard('a', caller.signal) : api.createBoard(caller.signal);
  await arrived.promise;
  setImmediate(() => caller.abort());
  expect(codeOf(await pending)).toBe(code);
  await gone.promise;
});

test('a create request that the user cancels is not reported as a failure of the service', async () => {
  const arrived = Promise.withResolvers<void>();
  const failed: unknown[] = [];
  const { api } = await setUp(() => arrived.resolve(), { onResult: (_call, error) => failed.push(error) });
  const user = new AbortController();
  const pending = api.createPaper({ name: 'A', templateId: null }, user.signal);
  await arrived.promise;
  user.abort();
  expect([codeOf(await pending), failed]).toEqual(['outcome-unknown', []]);
});

test.each(['GET', 'POST', 'DELETE'] as const)(
  'Easel does not send a request that becomes forbidden while its TCP connection opens: %s',
  async (method) => {
    const { origin, transport, seen, connections } = await setUp((response) => response.end('{}'));
    const url = new URL('/api/board/a', origin);
    const request = { method, url, headers: {}, body: null, mayBegin: () => false };
    const answer = await transport.request(request, new AbortController().signal);
    expect(answer).toMatchObject({ ok: false, error: { fault: 'aborted', sent: false } });
    await expect.poll(connections).toBe(1);
    expect(seen).toEqual([]);
  },
);
