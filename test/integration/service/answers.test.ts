import { afterEach, describe, expect, test } from 'vitest';
import { fastClock } from '../../support/fast-clock.ts';
import { CALL_NAMES, CALLS, codeOf, json, opened, type ApiCall } from './servers.ts';

const { client, server, closeAll } = opened();
afterEach(closeAll);

/** Retries wait a hundredth as long. */
const FAST = fastClock(100);

async function setUp(answer: Parameters<typeof server>[0]) {
  const started = await server(answer);
  return { api: client(started.origin, { clock: FAST }).api, seen: started.seen };
}

const isCreate = (name: ApiCall): boolean => name.startsWith('create');
const isChange = (name: ApiCall): boolean => /^(?:create|delete|mint)/u.test(name);

describe('statuses', () => {
  test.each([
    [400, 'refused'],
    [401, 'key-refused'],
    [402, 'not-allowed'],
    [403, 'not-allowed'],
    [407, 'proxy-sign-in'],
    [408, 'timeout', isCreate],
    [422, 'refused'],
    [429, 'too-many-requests'],
    [500, 'service-problem', isCreate],
    [502, 'service-problem', isChange],
    [503, 'service-problem', isCreate],
    [504, 'service-problem', isChange],
    [302, 'redirected', isCreate],
  ] as const)('%i is %s, or leaves open what was done', async (status, code, isOpen = () => false) => {
    const { api, seen } = await setUp((response) => json(response, { message: 'Words of it.' }, status));
    for (const name of CALL_NAMES) {
      seen.length = 0;
      const expected = isOpen(name) ? 'outcome-unknown' : code;
      expect(await CALLS[name](api), name).toMatchObject({ ok: false, error: { code: expected, status } });
      if (seen[0]?.method !== 'GET') expect(seen, name).toHaveLength(1);
    }
  });

  test('422 is quoted, and its named fields are matched to the form', async () => {
    const errors = { name: ['The name is too long.'], template: ['Unknown template.'], other: ['x'] };
    const { api } = await setUp((response) => json(response, { message: 'Invalid data.', errors }, 422));
    const said = /^The paper API at 127.0.0.1:\d+ says “Invalid data.” \(status 422\). It refused this\.$/u;
    expect(await CALLS.createPaper(api)).toMatchObject({
      error: {
        message: expect.stringMatching(said) as unknown,
        serviceMessage: 'Invalid data.',
        fields: { name: 'The name is too long.', templateId: 'Unknown template.' },
      },
    });
    const fields = { displayName: 'The name is too long.' };
    expect(await CALLS.mintToken(api)).toMatchObject({ error: { fields } });
  });

  test.each([
    ['17', 17],
    ['soon', undefined],
  ])('429 with Retry-After %s', async (header, seconds) => {
    const { api } = await setUp((response) => json(response, {}, 429, { 'retry-after': header }));
    const result = await api.createBoard();
    expect(result.ok ? null : result.error.retryAfterSeconds).toBe(seconds);
  });

  test('200 with success: false refuses reads and links, and leaves open what was created or deleted', async () => {
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

  test('has the service’s words in front, and Easel’s guess behind', async () => {
    let isMissing = false;
    const { api } = await setUp((response, { method }) => {
      if (isMissing) json(response, { message: 'No such thing.' }, 404);
      else json(response, method === 'GET' ? [{ room_id: 'a' }] : { identifier: 'p', room_id: 'a' });
    });
    // An address that has answered before is not doubted.
    await Promise.all([api.listBoards({ limit: 2, offset: 0 }), api.createPaper(TEMPLATE)]);
    isMissing = true;
    const said =
      /^The \w+ API at 127\.0\.0\.1:\d+ says “No such thing\.” \(status 404\)\. It seems not to know/u;
    for (const [asked, guess] of [
      [api.createPaper(TEMPLATE), 'not to know the template. Check the template.'],
      [api.viewBoard('b'), ''],
      [api.listBoards({ limit: 2, offset: 1 }), 'this part of the list'],
      [api.listBoards({ limit: 2, offset: 0 }), ''],
      [api.createBoard(), ''],
      [api.mintToken('p', null), ''],
    ] as const) {
      const result = await asked;
      const text = result.ok ? '' : `${result.error.message} ${result.error.nextStep}`;
      expect(codeOf(result)).toBe('not-found');
      expect(text).toMatch(said);
      expect(text).toContain(guess);
      expect(text).not.toContain('address');
    }
  });

  test('from an address that has never answered may be about the address', async () => {
    const { api } = await setUp((response) => json(response, {}, 404));
    const said = /has nothing at this address \(status 404\)\.$/u;
    for (const result of [await api.listBoards({ limit: 2, offset: 0 }), await api.createBoard()]) {
      const nextStep = 'Check the address in this connection.';
      expect(result).toMatchObject({ error: { message: expect.stringMatching(said) as string, nextStep } });
    }
    expect(JSON.stringify(await api.viewBoard('b'))).toContain('Nothing has come from this address yet');
  });
});

describe('a web page in place of data', () => {
  test.each([200, 403, 404, 410])(
    'with status %i is neither a success nor “already gone”',
    async (status) => {
      const page = '<!DOCTYPE html><html><title>Sign in</title></html>';
      const { api } = await setUp((response) =>
        response.writeHead(status, { 'content-type': 'text/html' }).end(page),
      );
      for (const name of CALL_NAMES) {
        const code = isCreate(name) && status === 200 ? 'outcome-unknown' : 'web-page';
        expect(await CALLS[name](api), name).toMatchObject({ ok: false, error: { code, status } });
      }
    },
  );

  test('is not assumed for bare text served as text/html, which PHP sends', async () => {
    const token = 'eyJhbGciOiJub25lIn0.bbb.';
    const { api } = await setUp((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(token),
    );
    expect(await api.mintToken('p', null)).toEqual({ ok: true, value: { token, expiresAt: null } });
  });
});

describe('an answer that can’t be read', () => {
  test('is never shown as an empty list; its shape and text are in the details', async () => {
    const { api } = await setUp((response) => json(response, { surprise: { of: 'another kind' } }));
    const result = await api.listBoards({ limit: 1, offset: 0 });
    expect(result).toMatchObject({ ok: false, error: { code: 'not-understood', status: 200 } });
    const details = result.ok ? '' : result.error.details.join('\n');
    expect(details).toContain('object {surprise (object {of (text of 12)})}');
    expect(details).toContain('Received: {"surprise":{"of":"another kind"}}');
  });

  test.each(['{}', '{"data": null}', '{"success": true}', '[]'])(
    'is not shown as a board: %s',
    async (body) => {
      const { api } = await setUp((response) => response.end(body));
      const message = expect.stringMatching(/answered, but without the board\.$/u) as string;
      expect(await api.viewBoard('b')).toMatchObject({ error: { code: 'not-understood', message } });
    },
  );

  test.each(['{}', '[]', '', 'ok', 'null'])('leaves open what a create did: %j', async (text) => {
    const { api, seen } = await setUp((response) => response.end(text));
    expect(codeOf(await api.createBoard())).toBe('outcome-unknown');
    expect(codeOf(await api.createPaper({ name: 'x', templateId: null }))).toBe('outcome-unknown');
    expect(seen).toHaveLength(2);
  });

  test('is never quoted if it should be a token', async () => {
    const { api } = await setUp((response) => json(response, { result: 'opaque-but-secret' }));
    const result = await api.mintToken('p', null);
    expect(codeOf(result)).toBe('not-understood');
    expect(JSON.stringify(result)).not.toContain('opaque-but-secret');
    expect(JSON.stringify(result)).toContain('result (text of 17)');
  });
});
