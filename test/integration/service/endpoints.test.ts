import { afterEach, describe, expect, test } from 'vitest';
import { CALLS, json, KEY, opened } from './servers.ts';

const { client, server, closeAll } = opened();
afterEach(closeAll);

async function setUp(answer: Parameters<typeof server>[0]) {
  const started = await server(answer);
  return { api: client(started.origin).api, seen: started.seen };
}

describe('requests', () => {
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

  test('omit limit and offset when they are null', async () => {
    const { api, seen } = await setUp((response) => json(response, []));
    await api.listBoards({ limit: null, offset: null });
    await api.listBoards({ limit: 5, offset: null });
    expect(seen.map(({ url }) => url)).toEqual(['/api/board', '/api/board?limit=5']);
  });

  test('omit the template of a paper and the name of a token when there is none', async () => {
    const { api, seen } = await setUp((response) => json(response, {}));
    await api.createPaper({ name: 'A', templateId: null });
    await api.mintToken('p', null);
    await api.mintToken('p', '   ');
    expect(seen.map(({ body }) => body)).toEqual(['{"name":"A"}', '{}', '{}']);
  });

  test('encode identifiers', async () => {
    const { api, seen } = await setUp((response) => json(response, {}));
    await api.viewBoard('a b?c#d%ä');
    expect(seen[0]?.url).toBe('/api/board/a%20b%3Fc%23d%25%C3%A4');
  });

  test.each(['', '..', '.', 'a/../b', 'a\u0000'])('aren’t sent for the identifier %j', async (id) => {
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

  test('carry no key in the two checks of hosts', async () => {
    const { api, seen } = await setUp((response) => response.writeHead(404).end('<html>'));
    expect(await api.checkApp()).toEqual({ ok: true, value: { status: 404 } });
    expect(await api.checkPaperApi()).toEqual({ ok: true, value: { status: 404 } });
    expect(seen.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
      ['GET', '/', undefined],
      ['GET', '/', undefined],
    ]);
  });

  test('aren’t sent without a key', async () => {
    const started = await server((response) => json(response, []));
    const error = { code: 'no-key', message: '', nextStep: '', retryable: false, details: [] } as const;
    const { api } = client(started.origin, {
      authority: { whyNot: () => null, key: () => Promise.resolve({ ok: false, error }) },
    });
    expect(await api.listBoards({ limit: null, offset: null })).toEqual({ ok: false, error });
    expect(started.connections()).toBe(0);
  });
});
