import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { call, Guest, token } from './clients.ts';

let service: PracticeService;

beforeAll(async () => {
  service = await startPractice({ boards: 20, papers: 3 });
});
beforeEach(() => service.reset());
afterAll(() => service.stop());

test('requests are counted and logged in order, without key or token', async () => {
  const paper = service.samplePapers[0]?.identifier ?? '';
  const secret = await token(service, paper, 'Ada');
  await call(service, 'GET', '/api/board?limit=2&offset=1');
  await call(service, 'POST', '/api/board');
  await call(service, 'GET', '/api/board', { key: 'wrong-key' });
  await call(service, 'GET', `/room/${paper}?token=${secret}&x=1`);
  const requests = await service.requests();
  expect(requests.counts).toMatchObject({
    accessToken: 1,
    listBoards: 2,
    createBoard: 1,
    room: 1,
    deleteBoard: 0,
  });
  expect(
    requests.log.map(({ endpoint, method, path, key, bodyArrived }) => [
      endpoint,
      method,
      path,
      key,
      bodyArrived,
    ]),
  ).toEqual([
    ['accessToken', 'POST', `/api/access-token/${paper}`, 'accepted', true],
    ['listBoards', 'GET', '/api/board?limit=2&offset=1', 'accepted', false],
    ['createBoard', 'POST', '/api/board', 'accepted', false],
    ['listBoards', 'GET', '/api/board', 'refused', false],
    ['room', 'GET', `/room/${paper}?token=&x=1`, 'accepted', false],
  ]);
  const text = JSON.stringify(requests);
  for (const word of [service.apiKey, secret, 'wrong-key']) expect(text).not.toContain(word);
});

test('the log holds the headers of each request', async () => {
  await call(service, 'POST', '/api/paper', { body: { name: 'x' } });
  await call(service, 'POST', '/api/board');
  const [paper, board] = (await service.requests()).log;
  expect(paper).toMatchObject({ contentType: 'application/json', accept: 'application/json' });
  expect(board).toMatchObject({ contentType: undefined, accept: 'application/json' });
});

test('the peak number of concurrent requests is known', async () => {
  await service.faults.set('viewBoard', { kind: 'latency', ms: 60 });
  const [board] = (await service.contents()).boards;
  await Promise.all(Array.from({ length: 5 }, () => call(service, 'GET', `/api/board/${board}`)));
  expect((await service.requests()).peakOpen.viewBoard).toBe(5);
});

test('reset restores the sample data, and clears faults and requests', async () => {
  const before = await service.contents();
  await call(service, 'POST', '/api/board');
  await call(service, 'DELETE', `/api/paper/${service.samplePapers[0]?.identifier}`);
  await service.faults.set('*', { kind: 'status', status: 500 });
  await service.reset();
  expect(await service.contents()).toEqual(before);
  expect((await service.requests()).log).toEqual([]);
  expect((await call(service, 'GET', '/api/board')).status).toBe(200);
});

test('a second key works beside the first, and a retired one no longer does', async () => {
  const next = await service.issueKey();
  expect(next).not.toBe(service.apiKey);
  expect((await call(service, 'GET', '/api/board', { key: next })).status).toBe(200);
  expect((await call(service, 'GET', '/api/board')).status).toBe(200);
  await service.retireKey(next);
  expect((await call(service, 'GET', '/api/board', { key: next })).status).toBe(401);
});

test('sample papers have names and are the same for the same seed; keys and ports differ', async () => {
  const again = await startPractice({ boards: 20, papers: 3 });
  const other = await startPractice({ boards: 20, papers: 3, seed: 2 });
  try {
    expect(service.samplePapers.map((paper) => paper.name)).toEqual([
      'Retrospective',
      'Onboarding map',
      'Lesson 4: fractions',
    ]);
    expect(again.samplePapers).toEqual(service.samplePapers);
    expect((await again.contents()).boards).toEqual((await service.contents()).boards);
    expect(other.samplePapers).not.toEqual(service.samplePapers);
    expect(again.apiKey).not.toBe(service.apiKey);
    expect(again.origin).not.toBe(service.origin);
    expect((await call(again, 'GET', '/api/board', { key: service.apiKey })).status).toBe(401);
  } finally {
    await Promise.all([again.stop(), other.stop()]);
  }
});

test('a token expires after two hours', async () => {
  const paper = service.samplePapers[0]?.identifier ?? '';
  const secret = await token(service, paper, 'Ada');
  await service.advance(2 * 60 * 60 * 1000 - 60_000);
  const early = await Guest.present(service, paper, secret);
  await early.next('welcome');
  await service.advance(61_000);
  const late = await Guest.present(service, paper, secret);
  expect((await late.next('refused')).reason).toBe('expired');
});
