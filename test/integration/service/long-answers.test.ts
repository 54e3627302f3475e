/** Answers that are too long for main's thread: another one reads them, and what it can't read counts by its head alone. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnswerThread } from '../../../main/service/answer-worker.ts';
import {
  createAnswerReader,
  LONGEST_READ_HERE,
  type AnswerReader,
} from '../../../main/service/answer-reader.ts';
import type { ServiceApi } from '../../../main/service/api.ts';
import { openThread } from '../../../main/lib/threads/rpc.ts';
import { must } from '../../support/must.ts';
import { RECEIVED } from '../../support/received.ts';
import { CALL_NAMES, CALLS, codesOf, KEY, lostAs, opened } from './servers.ts';

const { client, server, closeAll } = opened();
let reader: AnswerReader;

beforeEach(() => {
  reader = createAnswerReader();
});
afterEach(async () => {
  vi.useRealTimers();
  await reader.drop();
  await closeAll();
});

const LONG = 'x'.repeat(LONGEST_READ_HERE);
/** Only the head of a good answer could be read. */
const BY_THE_HEAD = lostAs('not-understood');

async function apiFor(body: string, status = 200): Promise<ServiceApi> {
  const { origin } = await server((response) => response.writeHead(status).end(body));
  return client(origin, { reader }).api;
}

/** A worker in place of the real one. */
const workerOf = (onMessage: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (message) => { ${onMessage} });`)}`,
  );

test('a long response means what a short one would, and holds nothing of the key', async () => {
  const body = (pad: string): string =>
    JSON.stringify({ room_id: 'board-1', created_at: '2026-01-01T00:00:00Z', note: KEY, pad });
  const [short, long] = [await apiFor(body('x')), await apiFor(body(LONG))];
  const [board, longBoard] = [must(await short.viewBoard('b')), must(await long.viewBoard('b'))];
  const note = { name: 'note', value: '[redacted]' };
  for (const shown of [board, longBoard]) {
    expect(shown).toMatchObject({ id: 'board-1', created: board.created, otherFields: [note, {}] });
    expect(shown.raw).toContain('[redacted]');
    expect(JSON.stringify(shown)).not.toContain(JSON.stringify(KEY).slice(1, -1));
  }
});

test('a response with many fields returns 500 of them and 200,000 characters, and counts the rest', async () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field-${at}`, at]));
  const few = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field-${at}`, 'x'.repeat(9000)]));
  for (const [fields, told, left] of [
    [many, 500, 19_500],
    [few, 22, 278],
  ] as const) {
    const api = await apiFor(JSON.stringify({ id: 'board-1', ...fields }));
    const { otherFields, raw } = must(await api.viewBoard('b'));
    expect(otherFields).toHaveLength(told + 1);
    expect(otherFields.at(-1)).toEqual({ name: '…', value: `${left} more in the answer as it came` });
    expect(JSON.stringify(otherFields).length).toBeLessThan(220_000);
    expect(raw.length).toBeLessThan(201_000);
  }
});

test.each([
  [422, 'refused'],
  [500, 'service-problem'],
])('a long response with status %i is that failure, in the service’s words', async (status, code) => {
  const api = await apiFor(JSON.stringify({ message: `Not with ${KEY}.`, pad: LONG }), status);
  for (const name of CALL_NAMES) {
    const isOpen = status === 500 && name.startsWith('create');
    expect(await CALLS[name](api), name).toMatchObject({
      error: { code: isOpen ? 'outcome-unknown' : code, status, serviceMessage: 'Not with [redacted].' },
    });
  }
});

test('a long page of boards goes to the mirror as it came, except for the key', async () => {
  const list = (note: string): string => JSON.stringify({ room_id: 'a', note, pad: LONG });
  for (const [sent, kept] of [
    ['y', 'y'],
    [KEY, '[redacted]'],
  ] as const) {
    const api = await apiFor(`[${list(sent)}]`);
    const page = must(await api.fetchBoards({ limit: 3, offset: 0 }));
    expect(page).toMatchObject({ items: 1, notUnderstood: 0, ids: 'a' });
    expect(new TextDecoder().decode(page.bytes)).toContain(list(kept));
  }
});

test.each([
  ['ends the thread', workerOf('process.exit(1)')],
  ['makes it throw', workerOf('throw new Error("x")')],
  ['finds no thread', new URL('file:///nowhere/answer-worker.js')],
])('a response that %s counts by its head', async (_what, workerUrl) => {
  reader = createAnswerReader(workerUrl);
  const { origin } = await server((response) => response.end(`"${LONG}"`));
  expect(await codesOf(client(origin, { reader }))).toEqual(BY_THE_HEAD);
});

test('a response that takes too long to read is abandoned, and the next one is read', async () => {
  const read = `{ result: { ok: true, value: 'read' }, tookKey: true }`;
  reader = createAnswerReader(
    workerOf(`if (message.args[0] === 'board') for (;;);
      parentPort.postMessage({ id: message.id, value: ${read} });`),
  );
  const cleaning = { clean: (text: string) => text, secrets: () => [] };
  const bytes = (): Uint8Array => new TextEncoder().encode(LONG + LONG);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const endless = reader.read('board', { boardId: 'b' }, RECEIVED, bytes(), cleaning);
  const next = reader.read('status', null, RECEIVED, bytes(), cleaning);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await endless).toMatchObject({ tookKey: false, result: { error: { code: 'not-understood' } } });
  expect(await next).toMatchObject({ tookKey: true, result: { value: 'read' } });
});

test('responses that wait when Easel is locked count by their heads', async () => {
  reader = createAnswerReader(workerOf('for (;;);'));
  const { origin } = await server((response) => response.end(`"${LONG}"`));
  const told = codesOf(client(origin, { reader }));
  const ended = told.then(() => true);
  while (!(await Promise.race([ended, new Promise((next) => setTimeout(next, 50))]))) await reader.drop();
  expect(await told).toEqual(BY_THE_HEAD);
});

test('an error from the thread quotes nothing of the response', async () => {
  const url = new URL('../../../main/service/answer-worker.ts', import.meta.url);
  const thread = openThread<AnswerThread>({ url, name: 'the reader of answers' });
  const bytes = new TextEncoder().encode(KEY);
  const read = thread.of('answers').read(`no kind: ${KEY}` as 'token', null, {} as never, bytes, [KEY]);
  await expect(read).rejects.toThrow(/^the answer could not be read$/u);
  await thread.end();
});
