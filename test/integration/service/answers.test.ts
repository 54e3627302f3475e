import { afterEach, describe, expect, test } from 'vitest';
import { fastClock } from '../../support/fast-clock.ts';
import { CALL_NAMES, CALLS, codeOf, json, opened } from './servers.ts';

const { client, server, closeAll } = opened();
afterEach(closeAll);

/** Tries that wait for a busy service wait a hundredth as long. */
const FAST = fastClock(100);

async function setUp(answer: Parameters<typeof server>[0]) {
  const started = await server(answer);
  return { api: client(started.origin, { clock: FAST }).api, seen: started.seen };
}

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
  ] as const)('%i is %s, and leaves open what a create did unless it is a refusal', async (status, code) => {
    const { api, seen } = await setUp((response) => json(response, { message: 'Words of it.' }, status));
    for (const name of CALL_NAMES) {
      seen.length = 0;
      const isOpen = name.startsWith('create') && (status < 400 || status === 408 || status >= 500);
      const expected = isOpen ? 'outcome-unknown' : code;
      expect(await CALLS[name](api), name).toMatchObject({ ok: false, error: { code: expected, status } });
      if (seen[0]?.method !== 'GET') expect(seen, name).toHaveLength(1);
    }
  });

  test.each([502, 504])('%i leaves open whether something was created, deleted or minted', async (status) => {
    const { api } = await setUp((response) => json(response, {}, status));
    const codes = await Promise.all(CALL_NAMES.map(async (name) => [name, codeOf(await CALLS[name](api))]));
    expect(Object.fromEntries(codes)).toEqual({
      listBoards: 'service-problem',
      fetchBoards: 'service-problem',
      viewBoard: 'service-problem',
      mintToken: 'outcome-unknown',
      createBoard: 'outcome-unknown',
      createPaper: 'outcome-unknown',
      deleteBoard: 'outcome-unknown',
      deletePaper: 'outcome-unknown',
    });
  });

  test('404 is not-found where something should exist', async () => {
    const { api } = await setUp((response) => json(response, { message: 'No.' }, 404));
    for (const name of [
      'listBoards',
      'fetchBoards',
      'viewBoard',
      'createBoard',
      'createPaper',
      'mintToken',
    ] as const) {
      expect(codeOf(await CALLS[name](api)), name).toBe('not-found');
    }
  });

  test('the service’s words are quoted, and named fields are matched to the form', async () => {
    const errors = { name: ['The name is too long.'], template: ['Unknown template.'], other: ['x'] };
    const { api } = await setUp((response) =>
      json(response, { message: 'The data was invalid.', errors }, 422),
    );
    expect(await CALLS.createPaper(api)).toMatchObject({
      error: {
        code: 'refused',
        message: expect.stringMatching(
          /^The paper API at 127.0.0.1:\d+ says “The data was invalid.” \(status 422\). It refused this\.$/u,
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

  test('200 with success: false refuses reads and links, and leaves open what a create or delete did', async () => {
    const { api } = await setUp((response) => json(response, { success: false, reason: 'No billing.' }));
    for (const name of CALL_NAMES) {
      const code = /^(?:create|delete)/u.test(name) ? 'outcome-unknown' : 'refused';
      const error = { code, status: 200, serviceMessage: 'No billing.' };
      expect(await CALLS[name](api), name).toMatchObject({ ok: false, error });
    }
  });
});

describe('404', () => {
  const TEMPLATE = { name: 'A', templateId: 'gone' };
  /** A service that lists and creates, and then has nothing any more; or that never had anything. */
  async function missing(body: object, isHeard = true) {
    let isMissing = !isHeard;
    const { api } = await setUp((response, { method }) =>
      isMissing
        ? json(response, body, 404)
        : json(response, method === 'GET' ? [{ room_id: 'a' }] : { identifier: 'p', room_id: 'a' }),
    );
    if (isHeard) {
      await Promise.all([api.listBoards({ limit: 2, offset: 0 }), api.createPaper(TEMPLATE)]);
      isMissing = true;
    }
    const ask = {
      'a template': () => api.createPaper(TEMPLATE),
      'a board': () => api.viewBoard('b'),
      'the second page': () => api.listBoards({ limit: 2, offset: 1 }),
      'the first page': () => api.listBoards({ limit: 2, offset: 0 }),
      'a new board': () => api.createBoard(),
    } as const;
    return async (what: keyof typeof ask): Promise<string> => {
      const result = await ask[what]();
      return result.ok ? 'ok' : `${result.error.code}: ${result.error.message} ${result.error.nextStep}`;
    };
  }

  test('has the service’s words in front, and Easel’s guess behind', async () => {
    const ask = await missing({ message: 'No such thing.' });
    const said =
      /^not-found: The \w+ API at 127\.0\.0\.1:\d+ says “No such thing\.” \(status 404\)\. It seems not to know/u;
    for (const what of [
      'a template',
      'a board',
      'the second page',
      'the first page',
      'a new board',
    ] as const) {
      expect(await ask(what)).toMatch(said);
      expect(await ask(what)).not.toContain('address');
    }
    expect(await ask('a template')).toContain('not to know the template. Check the template.');
    expect(await ask('the second page')).toContain('this part of the list');
  });

  test('from an address that was never heard of may be about the address', async () => {
    const ask = await missing({}, false);
    for (const what of ['the first page', 'a new board'] as const) {
      expect(await ask(what)).toMatch(
        /has nothing at this address \(status 404\)\. Check the address in this connection\.$/u,
      );
    }
    expect(await ask('a board')).toContain('Nothing has come from this address yet: check it, too.');
  });
});

test.each(['{}', '{"data": {}}', '{"data": null}', '{"success": true}', '[]'])(
  'a view that is answered with %s is not shown as a board',
  async (body) => {
    const { api } = await setUp((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
    expect(await api.viewBoard('b')).toMatchObject({
      error: {
        code: 'not-understood',
        message: expect.stringMatching(/answered, but without the board\.$/u) as string,
      },
    });
  },
);

describe('a web page in place of data', () => {
  test.each([200, 403, 404, 410])(
    'with status %i is no success, no refusal, and never “already gone”',
    async (status) => {
      const page = '<!DOCTYPE html><html><title>Sign in</title></html>';
      const { api } = await setUp((response) =>
        response.writeHead(status, { 'content-type': 'text/html' }).end(page),
      );
      for (const name of CALL_NAMES) {
        const code = name.startsWith('create') && status === 200 ? 'outcome-unknown' : 'web-page';
        expect(await CALLS[name](api), name).toMatchObject({ ok: false, error: { code, status } });
      }
    },
  );

  test('is not assumed for bare text served as text/html, which PHP sends', async () => {
    const { api } = await setUp((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('eyJhbGciOiJub25lIn0.bbb.'),
    );
    expect(await api.mintToken('p', null)).toEqual({
      ok: true,
      value: { token: 'eyJhbGciOiJub25lIn0.bbb.', expiresAt: null },
    });
  });
});

describe('responses that can’t be read', () => {
  test('a list is never shown as empty; its shape and text are in the details', async () => {
    const { api } = await setUp((response) => json(response, { surprise: { of: 'another kind' } }));
    const result = await api.listBoards({ limit: 1, offset: 0 });
    expect(result).toMatchObject({ ok: false, error: { code: 'not-understood', status: 200 } });
    const details = result.ok ? '' : result.error.details.join('\n');
    expect(details).toContain('object {surprise (object {of (text of 12)})}');
    expect(details).toContain('Received: {"surprise":{"of":"another kind"}}');
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

  test('a response that should be a token is never quoted', async () => {
    const { api } = await setUp((response) => json(response, { result: 'opaque-but-secret' }));
    const result = await api.mintToken('p', null);
    expect(codeOf(result)).toBe('not-understood');
    expect(JSON.stringify(result)).not.toContain('opaque-but-secret');
    expect(JSON.stringify(result)).toContain('result (text of 17)');
  });
});
