import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { call, field } from './clients.ts';

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
});

describe('papers', () => {
  test('deletion is final: the paper is then unknown as a template, to tokens and to delete', async () => {
    const identifier = await createPaper({ name: 'Short-lived' });
    expect((await call(service, 'DELETE', `/api/paper/${identifier}`)).status).toBe(200);
    expect((await call(service, 'DELETE', `/api/paper/${identifier}`)).status).toBe(404);
    expect((await call(service, 'POST', `/api/access-token/${identifier}`)).status).toBe(404);
    const copy = await call(service, 'POST', '/api/paper', { body: { name: 'x', template: identifier } });
    expect(copy.status).toBe(422);
  });
});

describe('access tokens', () => {
  test('carry the paper, the name and two hours', async () => {
    const paper = service.samplePapers[0]?.identifier ?? '';
    const { text } = await call(service, 'POST', `/api/access-token/${paper}`, { body: { name: ' Ada ' } });
    const claims: unknown = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ paper, name: 'Ada' });
    const { iat, exp } = claims as { readonly iat: number; readonly exp: number };
    expect(exp - iat).toBe(7200);
  });
});

describe('boards', () => {
  test('the list is an array of the 50 newest boards, newest first', async () => {
    const boards = await list();
    const times = boards.map((board) => String(board['created_at']));
    expect(boards).toHaveLength(50);
    expect(times).toEqual([...times].sort().reverse());
  });

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
});

describe('addresses and hosts', () => {
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
