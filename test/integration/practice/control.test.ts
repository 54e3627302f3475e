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
