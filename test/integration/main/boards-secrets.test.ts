/** What a service says of boards is kept without any key or token in it, however large the list. */
import http from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BoardQuery } from '../../../preload/contract/boards.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';
import { findLeaks, type Secret } from '../../support/planted-secrets.ts';
import { listen } from '../service/servers.ts';

const KEY = 'k-9f/8e+7d=6c5b4a3';
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiQW5uIn0.c2lnbmF0dXJlLW9mLWl0';
const SECRETS: readonly Secret[] = [
  { name: 'key', text: KEY },
  { name: 'token', text: TOKEN },
];
const BOARDS = 2500;
const NEWEST: BoardQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

let services: TestServices;
let close: () => Promise<void>;
let connectionId: string;
/** What the board at a place says beside its id. */
let sayOf: (place: number) => Readonly<Record<string, unknown>>;
/** Pages as they leave, in place of a plain list of boards. */
let written: (list: readonly unknown[]) => string;

beforeEach(async () => {
  sayOf = () => ({});
  written = (list) => JSON.stringify(list);
  const server = http.createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service');
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit') ?? 50)];
    const count = Math.max(0, Math.min(limit, BOARDS - offset));
    const list = Array.from({ length: count }, (_, at) => ({
      room_id: `board-${offset + at}`,
      ...sayOf(offset + at),
    }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(written(list));
  });
  const listening = await listen(server);
  close = listening.close;
  services = await startServices();
  const saved = await services.call('connections.save', draftFor(listening.origin, KEY));
  if (!saved.ok) throw new Error(saved.error.message);
  connectionId = saved.value.id;
});

afterEach(async () => {
  await services.close();
  await close();
});

async function listAll(): Promise<void> {
  await services.call('boards.list', { connectionId });
  await services.event('boards.changed', ({ phase }) => phase === 'done' || phase === 'failed');
}

const leaks = async (): Promise<readonly string[]> =>
  findLeaks(SECRETS, [
    { name: 'what was said', bytes: Buffer.from(services.said()) },
    { name: 'files', bytes: Buffer.from(await services.files()) },
  ]);

test.each([
  ['the key', KEY],
  ['the key as PHP writes it', KEY.replaceAll('/', String.raw`\/`)],
  ['the key as .NET writes it', KEY.replaceAll('+', String.raw`\u002B`)],
  ['a token', TOKEN],
])('boards are listed without %s when the service echoes it', async (_, text) => {
  sayOf = (place) => (place % 1200 === 7 ? { name: 'TEXT', plan: 'school' } : { plan: 'school' });
  written = (list) => JSON.stringify(list).replaceAll('TEXT', text);
  await listAll();
  expect(await services.call('boards.state', { connectionId })).toMatchObject({
    value: { phase: 'done', completeness: 'complete', rows: BOARDS },
  });
  const query = { ...NEWEST, find: 'board-1207' };
  expect(
    await services.call('boards.window', {
      connectionId,
      from: 0,
      count: 1,
      query,
      fields: ['name', 'plan'],
    }),
  ).toMatchObject({ value: { rows: [{ id: 'board-1207', fields: ['[redacted]', 'school'] }] } });
  expect(await leaks()).toEqual([]);
});

test('a response that isn’t a list ends the listing with the rows so far, without any key or token', async () => {
  written = (list) => (list.length <= 2 ? JSON.stringify(list) : JSON.stringify({ why: [KEY, TOKEN] }));
  await listAll();
  const state = await services.call('boards.state', { connectionId });
  expect(state).toMatchObject({ value: { phase: 'failed', failure: { code: 'not-understood' } } });
  expect(JSON.stringify(state)).toContain('Received: {\\"why\\":');
  expect(await leaks()).toEqual([]);
});
