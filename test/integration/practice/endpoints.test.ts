import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { call, field } from './clients.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SQL_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

let service: PracticeService;

beforeAll(async () => {
  service = await startPractice();
});
beforeEach(() => service.reset());
afterAll(() => service.stop());

async function list(query = ''): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { json } = await call(service, 'GET', `/api/board${query}`);
  return json as readonly Readonly<Record<string, unknown>>[];
}

async function createPaper(body: object): Promise<string> {
  return String(field(await call(service, 'POST', '/api/paper', { body }), 'identifier'));
}

describe('the bearer check', () => {
  const requests = [
    ['POST', '/api/paper'],
    ['DELETE', '/api/paper/x'],
    ['POST', '/api/access-token/x'],
    ['GET', '/api/board'],
    ['POST', '/api/board'],
    ['GET', '/api/board/x'],
    ['DELETE', '/api/board/x'],
  ] as const;

  test.each(requests)('%s %s without or with a wrong key is 401', async (method, path) => {
    for (const key of [null, 'wrong', `${service.apiKey}x`, '']) {
      const answer = await call(service, method, path, { key });
      expect([answer.status, answer.json]).toEqual([401, { message: 'Unauthenticated.' }]);
    }
  });

  test('a key counts only as a bearer token', async () => {
    const headers = { Authorization: service.apiKey };
    expect((await call(service, 'GET', '/api/board', { key: null, headers })).status).toBe(401);
  });

  test('a refused create creates nothing', async () => {
    await call(service, 'POST', '/api/board', { key: 'wrong' });
    expect((await service.contents()).boards).toHaveLength(312);
  });
});

describe('papers', () => {
  test('a new paper has an identifier, its name and its source, and nothing else', async () => {
    const answer = await call(service, 'POST', '/api/paper', { body: { name: 'Maths 7b' } });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      identifier: expect.stringMatching(UUID) as unknown,
      name: 'Maths 7b',
      source: 'api',
    });
  });

  test('a paper from a template names the template', async () => {
    const template = service.samplePapers[0]?.identifier;
    const answer = await call(service, 'POST', '/api/paper', { body: { name: 'Copy', template } });
    expect(field(answer, 'template_id')).toBe(template);
  });

  test.each([[{}], [{ name: '' }], [{ name: '  ' }], [{ name: 7 }], [{ name: null }]])(
    'the name %j is 422 with the fault at the field',
    async (body) => {
      const answer = await call(service, 'POST', '/api/paper', { body });
      expect(answer.status).toBe(422);
      expect(answer.json).toEqual({
        message: 'The name field is required.',
        errors: { name: ['The name field is required.'] },
      });
    },
  );

  test('a name of 255 characters is accepted, a longer one is refused', async () => {
    const statuses = [255, 256].map(
      async (length) =>
        (await call(service, 'POST', '/api/paper', { body: { name: 'n'.repeat(length) } })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 422]);
  });

  test.each([['no-such-paper'], [7], ['']])('the unknown template %j is 422', async (template) => {
    const answer = await call(service, 'POST', '/api/paper', { body: { name: 'Copy', template } });
    expect(answer.status).toBe(422);
    expect(field(answer, 'errors')).toEqual({ template: ['The selected template is invalid.'] });
  });

  test.each([['{'], ['[]'], ['"name"'], ['']])('the body %j is 400', async (rawBody) => {
    expect((await call(service, 'POST', '/api/paper', { rawBody })).status).toBe(400);
  });

  test('a body over one mebibyte is 413', async () => {
    const rawBody = JSON.stringify({ name: 'n', more: 'x'.repeat(1_048_576) });
    expect((await call(service, 'POST', '/api/paper', { rawBody })).status).toBe(413);
  });

  test('deletion is final: the paper is then unknown as a template, to tokens and to delete', async () => {
    const identifier = await createPaper({ name: 'Short-lived' });
    expect((await call(service, 'DELETE', `/api/paper/${identifier}`)).status).toBe(200);
    expect((await call(service, 'DELETE', `/api/paper/${identifier}`)).status).toBe(404);
    expect((await call(service, 'POST', `/api/access-token/${identifier}`)).status).toBe(404);
    const copy = await call(service, 'POST', '/api/paper', { body: { name: 'x', template: identifier } });
    expect(copy.status).toBe(422);
  });

  test('a copy outlives its template', async () => {
    const template = await createPaper({ name: 'Template' });
    const copy = await createPaper({ name: 'Copy', template });
    await call(service, 'DELETE', `/api/paper/${template}`);
    expect((await call(service, 'POST', `/api/access-token/${copy}`)).status).toBe(200);
  });
});

describe('access tokens', () => {
  test('are bare text in three parts, and differ each time', async () => {
    const path = `/api/access-token/${service.samplePapers[0]?.identifier}`;
    const [first, second] = [
      await call(service, 'POST', path),
      await call(service, 'POST', path, { body: {} }),
    ];
    expect(first.text).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(first.text).not.toBe(second.text);
  });

  test('carry the paper, the name and two hours', async () => {
    const paper = service.samplePapers[0]?.identifier ?? '';
    const { text } = await call(service, 'POST', `/api/access-token/${paper}`, { body: { name: ' Ada ' } });
    const claims: unknown = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ paper, name: 'Ada' });
    const { iat, exp } = claims as { readonly iat: number; readonly exp: number };
    expect(exp - iat).toBe(7200);
  });

  test('a name that isn’t a string is 422', async () => {
    const path = `/api/access-token/${service.samplePapers[0]?.identifier}`;
    expect((await call(service, 'POST', path, { body: { name: 7 } })).status).toBe(422);
  });

  test('are refused for boards', async () => {
    const [board] = await list('?limit=1');
    expect((await call(service, 'POST', `/api/access-token/${String(board?.['room_id'])}`)).status).toBe(404);
  });

  test('are issued for boards when the service is started that way', async () => {
    const other = await startPractice({ boardPreviews: true, boards: 1, papers: 0 });
    try {
      const [board] = (await other.contents()).boards;
      expect((await call(other, 'POST', `/api/access-token/${board}`)).status).toBe(200);
    } finally {
      await other.stop();
    }
  });
});

describe('boards', () => {
  test('a new board has a room_id and a time, and comes first in the list', async () => {
    const created = await call(service, 'POST', '/api/board');
    expect(created.json).toEqual({
      room_id: expect.stringMatching(UUID) as unknown,
      template_id: null,
      updated_at: expect.stringMatching(SQL_TIME) as unknown,
      created_at: expect.stringMatching(SQL_TIME) as unknown,
    });
    expect((await list('?limit=1'))[0]).toEqual(created.json);
  });

  test('the list is an array of the 50 newest boards, newest first', async () => {
    const boards = await list();
    const times = boards.map((board) => String(board['created_at']));
    expect(boards).toHaveLength(50);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('limit and offset select rows of the whole list', async () => {
    const all = await list('?limit=1000');
    expect(all).toHaveLength(312);
    expect(await list('?limit=20&offset=300')).toEqual(all.slice(300));
    expect(await list('?offset=7')).toEqual(all.slice(7, 57));
    expect(await list('?offset=312')).toEqual([]);
    expect(await list('?limit=5&offset=9999999')).toEqual([]);
  });

  test('a limit above 1000 counts as 1000', async () => {
    const other = await startPractice({ boards: 1001, papers: 0 });
    try {
      expect((await call(other, 'GET', '/api/board?limit=5000')).json).toHaveLength(1000);
    } finally {
      await other.stop();
    }
  });

  test.each([['limit=0'], ['limit=-1'], ['limit=many'], ['limit=1.5'], ['offset=-1'], ['offset=x']])(
    '%s is 422',
    async (query) => {
      expect((await call(service, 'GET', `/api/board?${query}`)).status).toBe(422);
    },
  );

  test('viewing a board returns what the list returned; an unknown one is 404', async () => {
    const [board] = await list('?limit=1');
    expect((await call(service, 'GET', `/api/board/${String(board?.['room_id'])}`)).json).toEqual(board);
    expect((await call(service, 'GET', '/api/board/unknown')).status).toBe(404);
  });

  test('a deleted board disappears from list and view, and deleting it again is 404', async () => {
    const [board] = await list('?limit=1');
    const path = `/api/board/${String(board?.['room_id'])}`;
    const answer = await call(service, 'DELETE', path);
    expect([answer.status, answer.json]).toEqual([200, { message: 'Board deleted.' }]);
    expect((await call(service, 'GET', path)).status).toBe(404);
    expect((await call(service, 'DELETE', path)).status).toBe(404);
    expect(await list('?limit=1000')).not.toContainEqual(board);
  });

  test('identifiers are percent-decoded, and an invalid one is 404', async () => {
    const [board] = (await service.contents()).boards;
    const escaped = `%${(board ?? '').charCodeAt(0).toString(16)}${board?.slice(1)}`;
    expect((await call(service, 'GET', `/api/board/${escaped}`)).status).toBe(200);
    expect((await call(service, 'GET', '/api/board/%E0%A4%A')).status).toBe(404);
  });
});

describe('addresses and hosts', () => {
  test('an unknown address is 404, a known one with another method 405', async () => {
    expect((await call(service, 'GET', '/api/boards')).status).toBe(404);
    expect((await call(service, 'GET', '/')).status).toBe(404);
    const answer = await call(service, 'PUT', '/api/board');
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, GET']);
  });

  test.each([['localhost'], ['easel.example'], ['127.0.0.1'], ['127.0.0.1.example:80']])(
    'a request for the host %s is refused before the key is checked',
    async (Host) => {
      expect((await call(service, 'GET', '/api/board', { headers: { Host } })).status).toBe(421);
    },
  );

  test('the service listens on 127.0.0.1 only, and allows no other origin', async () => {
    expect(service.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const answer = await call(service, 'GET', '/api/board', { headers: { Origin: 'https://other.example' } });
    const names = Object.keys(answer.headers);
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });
});
