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
});

test('404 has the service’s words in front, and Easel’s guess behind', async () => {
  const { api } = await setUp((response) => json(response, { message: 'No such thing.' }, 404));
  const said =
    /^The \w+ API at 127\.0\.0\.1:\d+ says “No such thing\.” \(status 404\)\. It seems not to know/u;
  for (const [asked, guess] of [
    [api.createPaper({ name: 'A', templateId: 'gone' }), 'not to know the template.'],
    [api.viewBoard('b'), 'not to know this board.'],
    [api.listBoards({ limit: 2, offset: 1 }), 'this part of the list'],
    [api.listBoards({ limit: 2, offset: 0 }), 'Check the address'],
    [api.createBoard(), 'Check the address'],
    [api.mintToken('p', null), 'this paper'],
  ] as const) {
    const result = await asked;
    const text = result.ok ? '' : `${result.error.message} ${result.error.nextStep}`;
    expect(codeOf(result)).toBe('not-found');
    expect(text).toMatch(said);
    expect(text).toContain(guess);
  }
});

test('404 without a word may be about the address', async () => {
  const { api } = await setUp((response) => json(response, {}, 404));
  const said = /has nothing at this address \(status 404\)\.$/u;
  for (const result of [await api.listBoards({ limit: 2, offset: 0 }), await api.createBoard()]) {
    const nextStep = 'Check the address in this connection.';
    expect(result).toMatchObject({ error: { message: expect.stringMatching(said) as string, nextStep } });
  }
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

  test('is never quoted if it should be a token', async () => {
    const { api } = await setUp((response) => json(response, { result: 'opaque-but-secret' }));
    const result = await api.mintToken('p', null);
    expect(codeOf(result)).toBe('not-understood');
    expect(JSON.stringify(result)).not.toContain('opaque-but-secret');
    expect(JSON.stringify(result)).toContain('result (text of 17)');
  });
});
