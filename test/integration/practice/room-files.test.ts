import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { buildRoom, type BuiltRoom } from './built-room.ts';
import { call, token } from './clients.ts';

let room: BuiltRoom;
let service: PracticeService;

beforeAll(async () => {
  room = await buildRoom();
  await writeFile(path.join(room.folder, 'assets/other.js'), 'no part of the room');
  service = await startPractice({ roomFiles: room.folder, boards: 0, papers: 2 });
});
afterAll(async () => {
  await service.stop();
  await room.remove();
});

const papers = (): readonly [string, string] => {
  const [one, two] = service.samplePapers;
  return [one?.identifier ?? '', two?.identifier ?? ''];
};

test('a valid link returns the page, under a strict policy, and may be framed', async () => {
  const [paper] = papers();
  const { status, text, headers } = await call(
    service,
    'GET',
    `/room/${paper}?token=${await token(service, paper, 'Ada')}`,
    { key: null },
  );
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('id="canvas"');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`connect-src ${service.origin.replace('http', 'ws')}`);
  expect(policy).not.toMatch(/unsafe|\*|frame-ancestors/);
  expect(headers['x-frame-options']).toBeUndefined();
  expect(headers['referrer-policy']).toBe('no-referrer');
});

test('an invalid link has its own status, and a page that explains it', async () => {
  const [paper, other] = papers();
  const good = await token(service, paper, 'Ada');
  const cases = [
    [`/room/${paper}`, 401],
    [`/room/${paper}?token=x`, 401],
    [`/room/${paper}?token=${good.slice(0, -3)}`, 401],
    [`/room/${other}?token=${good}`, 403],
    [`/room/unknown?token=${good}`, 404],
  ] as const;
  for (const [address, expected] of cases) {
    const { status, text } = await call(service, 'GET', address, { key: null });
    expect([status, text.includes('<canvas')]).toEqual([expected, true]);
  }
});

test('the files that the page refers to are served, with their types', async () => {
  const [paper] = papers();
  const { text } = await call(service, 'GET', `/room/${paper}`);
  const addresses = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
  expect(addresses.length).toBeGreaterThanOrEqual(2);
  for (const address of addresses) {
    const { status, headers } = await call(service, 'GET', address, { key: null });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(
      address.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'text/css; charset=utf-8',
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test.each([
  '/assets/other.js',
  '/assets/',
  '/room/index.html/x',
  '/room/../assets/other.js',
  '/assets/..%2froom%2findex.html',
  '/assets/%2e%2e/%2e%2e/etc/passwd',
  '/index.html',
  '/favicon.ico',
])('%s is not served', async (address) => {
  expect((await call(service, 'GET', address, { key: null })).status).toBe(404);
});

test('without the files a valid link is 503', async () => {
  const bare = await startPractice({ boards: 0, papers: 1 });
  try {
    const paper = bare.samplePapers[0]?.identifier ?? '';
    const address = `/room/${paper}?token=${await token(bare, paper, 'Ada')}`;
    expect((await call(bare, 'GET', address)).status).toBe(503);
    expect((await call(bare, 'GET', `/room/${paper}`)).status).toBe(401);
  } finally {
    await bare.stop();
  }
});
