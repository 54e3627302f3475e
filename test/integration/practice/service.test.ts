import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { sharedFolder } from '../../support/fresh-folder.ts';
import { call, field, Guest, token } from './clients.ts';

const folder = sharedFolder();
let service: PracticeService;

beforeAll(async () => {
  await mkdir(path.join(folder, 'room'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'room/index.html'), '<canvas></canvas><script src="/assets/room.js">');
  for (const name of ['room.js', 'other.js']) await writeFile(path.join(folder, 'assets', name), '1');
  service = await startPractice({ roomFiles: folder, boards: 60, papers: 2, boardPreviews: true });
});
beforeEach(() => service.reset());
afterAll(() => service.stop());

const get = (address: string, headers = {}) => call(service, 'GET', address, { key: null, headers });

async function newPaper(body: object = { name: 'Test' }): Promise<string> {
  return String(field(await call(service, 'POST', '/api/paper', { body }), 'identifier'));
}

test('the practice service accepts requests only for its own address on 127.0.0.1', async () => {
  expect(service.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
  for (const Host of ['localhost', '127.0.0.1', '127.0.0.1.example:80'])
    expect((await get('/api/board', { Host })).status).toBe(421);
  const { headers } = await call(service, 'GET', '/api/board', {
    headers: { Origin: 'https://x.example' },
  });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
});

test('the page of a practice room has a strict content security policy', async () => {
  const paper = await newPaper();
  const { status, text, headers } = await get(`/room/${paper}?token=${await token(service, paper, 'Ada')}`);
  expect([status, text.includes('<canvas')]).toEqual([200, true]);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`connect-src ${service.origin.replace('http', 'ws')}`);
  expect(policy).not.toMatch(/unsafe|\*|frame-ancestors/u);
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer' });
  expect(headers['x-frame-options']).toBeUndefined();
  const script = { 'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff' };
  expect(await get('/assets/room.js')).toMatchObject({ status: 200, headers: script });
});

test.each([
  ...'/assets/other.js /assets/ /room/../assets/other.js /assets/..%2froom%2findex.html'.split(' '),
  ...'/assets/%2e%2e/%2e%2e/etc/passwd /index.html'.split(' '),
])('the practice service does not serve the path %s', async (address) => {
  expect((await get(address)).status).toBe(404);
});

test('a practice room accepts only the access token of this room', async () => {
  const [one, two] = [await newPaper(), await newPaper()];
  const good = await token(service, one, 'Ada');
  for (const [paper, presented, reason] of [
    [two, good, 'other-paper'],
    [one, `${good}x`, 'invalid'],
    [one, '', 'missing'],
    ['no-such-paper', good, 'unknown'],
  ] as const) {
    const guest = await Guest.present(service, paper, presented);
    expect((await guest.next('refused')).reason).toBe(reason);
    await guest.closed();
  }
  await service.advance(2 * 60 * 60 * 1000 + 1000);
  const late = await Guest.present(service, one, good);
  expect((await late.next('refused')).reason).toBe('expired');
});

test.each([
  ['a page of another origin', '/room/x/live', { Origin: 'https://other.example' }],
  ['another host name', '/room/x/live', { Host: 'other.example' }],
  ['another address', '/room/x', {}],
])('a practice room refuses a WebSocket from %s', async (_who, address, headers) => {
  const socket = new WebSocket(service.origin.replace('http', 'ws') + address, { headers });
  const [error] = (await once(socket, 'error')) as [Error];
  expect(error.message).toContain('403');
});
