import { afterEach, describe, expect, test } from 'vitest';
import {
  CALL_NAMES,
  CALLS,
  clientFor,
  json,
  KEY,
  startServer,
  type TestClient,
  type TestServer,
} from './servers.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function setUp(answer: Parameters<typeof startServer>[0]): Promise<TestServer & TestClient> {
  const server = await startServer(answer);
  const client = clientFor(server.origin);
  closing.push(client.close, server.close);
  return { ...server, ...client };
}

describe('what is sent', () => {
  test.each([
    ['listBoards', 'GET', '/api/board?limit=2&offset=0', ''],
    ['viewBoard', 'GET', '/api/board/board-1', ''],
    ['createBoard', 'POST', '/api/board', ''],
    ['deleteBoard', 'DELETE', '/api/board/board-1', ''],
    ['createPaper', 'POST', '/api/paper', '{"name":"Class","template":"template-1"}'],
    ['deletePaper', 'DELETE', '/api/paper/paper-1', ''],
    ['mintToken', 'POST', '/api/access-token/paper-1', '{"name":"Ann"}'],
  ] as const)('%s: %s %s', async (name, method, url, body) => {
    const { api, seen } = await setUp((response) => json(response, {}));
    await CALLS[name](api);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method, url, body });
    const { headers } = seen[0]!;
    expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, accept: 'application/json' });
    expect(headers['content-type']).toBe(body === '' ? undefined : 'application/json');
    expect(headers.cookie).toBeUndefined();
    expect(headers.referer).toBeUndefined();
  });

  test('limit and offset are left out where they are null', async () => {
    const { api, seen } = await setUp((response) => json(response, []));
    await api.listBoards({ limit: null, offset: null });
    await api.listBoards({ limit: 5, offset: null });
    expect(seen.map(({ url }) => url)).toEqual(['/api/board', '/api/board?limit=5']);
  });

  test('a paper without a template and a token without a name leave them out', async () => {
    const { api, seen } = await setUp((response) => json(response, {}));
    await api.createPaper({ name: 'A', templateId: null });
    await api.mintToken('p', null);
    await api.mintToken('p', '   ');
    expect(seen.map(({ body }) => body)).toEqual(['{"name":"A"}', '{}', '{}']);
  });

  test('identifiers are encoded', async () => {
    const { api, seen } = await setUp((response) => json(response, {}));
    await api.viewBoard('a b?c#d%ä');
    expect(seen[0]?.url).toBe('/api/board/a%20b%3Fc%23d%25%C3%A4');
  });

  test.each(['', '..', '.', 'a/../b', 'a\u0000'])('nothing, for the identifier %j', async (id) => {
    const { api, seen } = await setUp((response) => json(response, {}));
    for (const result of [
      await api.viewBoard(id),
      await api.deleteBoard(id),
      await api.deletePaper(id),
      await api.mintToken(id, null),
    ]) {
      expect(result).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    }
    expect(seen).toEqual([]);
  });

  test('no key, for the two checks of hosts', async () => {
    const { api, seen } = await setUp((response) => response.writeHead(404).end('<html>'));
    expect(await api.checkApp()).toEqual({ ok: true, value: { status: 404 } });
    expect(await api.checkPaperApi()).toEqual({ ok: true, value: { status: 404 } });
    expect(seen.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
      ['GET', '/', undefined],
      ['GET', '/', undefined],
    ]);
  });

  test('nothing, without a key', async () => {
    const server = await startServer((response) => json(response, []));
    const error = { code: 'no-key', message: '', nextStep: '', retryable: false, details: [] } as const;
    const client = clientFor(server.origin, { key: () => Promise.resolve({ ok: false, error }) });
    closing.push(client.close, server.close);
    expect(await client.api.listBoards({ limit: null, offset: null })).toEqual({ ok: false, error });
    expect(server.connections()).toBe(0);
  });
});

describe('answers as the specification shows them', () => {
  test('a created paper', async () => {
    const { api } = await setUp((response) =>
      json(response, { identifier: 'p', name: 'Class', source: 'api', template_id: 'template-1' }, 201),
    );
    expect(await CALLS.createPaper(api)).toMatchObject({
      ok: true,
      value: { identifier: 'p', name: 'Class', source: 'api', templateId: 'template-1', otherFields: [] },
    });
  });
  test('a created board', async () => {
    const { api } = await setUp((response) => json(response, { room_id: 'b' }));
    expect(await api.createBoard()).toMatchObject({ ok: true, value: { id: 'b', created: null } });
  });
  test('a confirmed delete', async () => {
    const { api } = await setUp((response) => json(response, { message: 'Board deleted.' }));
    expect(await api.deleteBoard('b')).toEqual({
      ok: true,
      value: { outcome: 'deleted', status: 200, serviceMessage: 'Board deleted.' },
    });
  });
  test('a delete without a word', async () => {
    const { api } = await setUp((response) => response.writeHead(204).end());
    expect(await api.deletePaper('p')).toMatchObject({
      ok: true,
      value: { outcome: 'deleted', status: 204 },
    });
  });
  test.each([404, 410])('a delete of what is gone: %i', async (status) => {
    const { api } = await setUp((response) => json(response, { message: 'Not here.' }, status));
    expect(await api.deleteBoard('b')).toEqual({
      ok: true,
      value: { outcome: 'already-gone', status, serviceMessage: 'Not here.' },
    });
  });
});

describe('statuses', () => {
  test.each([
    [400, 'refused'],
    [401, 'key-refused'],
    [402, 'not-allowed'],
    [403, 'not-allowed'],
    [407, 'proxy-sign-in'],
    [408, 'timeout'],
    [409, 'refused'],
    [413, 'refused'],
    [418, 'refused'],
    [422, 'refused'],
    [429, 'too-many-requests'],
    [500, 'service-problem'],
    [503, 'service-problem'],
    [302, 'redirected'],
    [304, 'redirected'],
  ] as const)('%i is %s, for every call', async (status, code) => {
    const { api, seen } = await setUp((response) => json(response, { message: 'Words of it.' }, status));
    for (const name of CALL_NAMES) {
      seen.length = 0;
      expect(await CALLS[name](api), name).toMatchObject({ ok: false, error: { code, status } });
      if (seen[0]?.method !== 'GET') expect(seen, name).toHaveLength(1);
    }
  });

  test.each([502, 504])('%i leaves open what a create or delete did', async (status) => {
    const { api } = await setUp((response) => json(response, {}, status));
    const codes = await Promise.all(CALL_NAMES.map(async (name) => [name, codeOf(await CALLS[name](api))]));
    expect(Object.fromEntries(codes)).toEqual({
      listBoards: 'service-problem',
      viewBoard: 'service-problem',
      mintToken: 'service-problem',
      createBoard: 'outcome-unknown',
      createPaper: 'outcome-unknown',
      deleteBoard: 'outcome-unknown',
      deletePaper: 'outcome-unknown',
    });
  });

  test('404 is not-found where something should be', async () => {
    const { api } = await setUp((response) => json(response, { message: 'No.' }, 404));
    for (const name of ['listBoards', 'viewBoard', 'createBoard', 'createPaper', 'mintToken'] as const) {
      expect(codeOf(await CALLS[name](api)), name).toBe('not-found');
    }
  });

  test('the service’s words are quoted, and named fields go to their place in the form', async () => {
    const errors = { name: ['The name is too long.'], template: ['Unknown template.'], other: ['x'] };
    const { api } = await setUp((response) =>
      json(response, { message: 'The data was invalid.', errors }, 422),
    );
    expect(await CALLS.createPaper(api)).toMatchObject({
      error: {
        code: 'refused',
        message: expect.stringMatching(
          /^The paper API at 127.0.0.1:\d+ refused this: The data was invalid\.$/,
        ) as unknown,
        serviceMessage: 'The data was invalid.',
        fields: { name: 'The name is too long.', templateId: 'Unknown template.' },
      },
    });
    expect(await CALLS.mintToken(api)).toMatchObject({
      error: { fields: { displayName: 'The name is too long.' } },
    });
  });

  test.each([
    ['17', 17],
    ['soon', undefined],
  ])('429 with Retry-After %s', async (header, seconds) => {
    const { api } = await setUp((response) => json(response, {}, 429, { 'retry-after': header }));
    const result = await api.createBoard();
    expect(result.ok ? null : result.error.retryAfterSeconds).toBe(seconds);
  });

  test('200 with success: false is a refusal', async () => {
    const { api } = await setUp((response) => json(response, { success: false, reason: 'No billing.' }));
    for (const name of CALL_NAMES) {
      const error = { code: 'refused', status: 200, serviceMessage: 'No billing.' };
      expect(await CALLS[name](api), name).toMatchObject({ ok: false, error });
    }
  });
});

describe('a web page where data was due', () => {
  test.each([200, 403, 404, 410])(
    'with status %i is no success, no refusal, and nothing is "already gone"',
    async (status) => {
      const page = '<!DOCTYPE html><html><title>Sign in</title></html>';
      const { api } = await setUp((response) =>
        response.writeHead(status, { 'content-type': 'text/html' }).end(page),
      );
      for (const name of CALL_NAMES) {
        expect(await CALLS[name](api), name).toMatchObject({
          ok: false,
          error: { code: 'web-page', status },
        });
      }
    },
  );

  test('bare text served as text/html is no web page: PHP does that', async () => {
    const { api } = await setUp((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('aaa.bbb.ccc'),
    );
    expect(await api.mintToken('p', null)).toEqual({
      ok: true,
      value: { token: 'aaa.bbb.ccc', expiresAt: null },
    });
  });
});

describe('answers that are not understood', () => {
  test('a list is never shown as empty; its shape and text are in the details', async () => {
    const { api } = await setUp((response) => json(response, { surprise: { of: 'another kind' } }));
    const result = await api.listBoards({ limit: 1, offset: 0 });
    expect(result).toMatchObject({ ok: false, error: { code: 'not-understood', status: 200 } });
    const details = result.ok ? '' : result.error.details.join('\n');
    expect(details).toContain('object {surprise (object {of (text of 12)})}');
    expect(details).toContain('What came: {"surprise":{"of":"another kind"}}');
  });

  test.each(['{}', '[]', '', 'ok', 'null'])(
    'a create answered with %j may have created something',
    async (text) => {
      const { api, seen } = await setUp((response) => response.writeHead(200).end(text));
      expect(codeOf(await api.createBoard())).toBe('outcome-unknown');
      expect(codeOf(await api.createPaper({ name: 'x', templateId: null }))).toBe('outcome-unknown');
      expect(seen).toHaveLength(2);
    },
  );

  test('an answer that should be a token is never quoted', async () => {
    const { api } = await setUp((response) => json(response, { result: 'opaque-but-secret' }));
    const result = await api.mintToken('p', null);
    expect(codeOf(result)).toBe('not-understood');
    expect(JSON.stringify(result)).not.toContain('opaque-but-secret');
    expect(JSON.stringify(result)).toContain('result (text of 17)');
  });
});

function codeOf(result: { readonly ok: boolean; readonly error?: { readonly code: string } }): string {
  return result.ok ? 'ok' : (result.error?.code ?? '');
}
