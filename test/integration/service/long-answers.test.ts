/** Easel parses long responses in a worker thread. If the thread fails, Easel relies on the status and headers. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServiceApi } from '../../../main/service/api.ts';
import { LONGEST_READ_HERE } from '../../../main/service/http.ts';
import type { Mirror } from '../../../main/store/mirror/mirror.ts';
import { must } from '../../support/must.ts';
import { RECEIVED } from '../../support/received.ts';
import { complete, CONNECTION, mirrorIn } from '../store/mirror-parts.ts';
import { CALL_NAMES, CALLS, codesOf, KEY, lostAs, opened } from './servers.ts';
import { freshFolder } from '../../support/fresh-folder.ts';

const { client, server, closeAll } = opened();
let folder: string;
let mirror: Mirror;

beforeEach(() => {
  folder = freshFolder();
  mirror = mirrorIn(folder);
});
afterEach(async () => {
  await mirror.close();
  await closeAll();
});

const LONG = 'x'.repeat(LONGEST_READ_HERE);

async function apiFor(body: string, status = 200): Promise<ServiceApi> {
  const { origin } = await server((response) => response.writeHead(status).end(body));
  return client(origin, { reader: mirror }).api;
}

test('the API key is redacted in a long response', async () => {
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

test('at most 500 fields of a long response are read', async () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field-${at}`, at]));
  const few = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field-${at}`, 'x'.repeat(9000)]));
  for (const [fields, returned, left] of [
    [many, 500, 19_500],
    [few, 22, 278],
  ] as const) {
    const api = await apiFor(JSON.stringify({ id: 'board-1', ...fields }));
    const { otherFields, raw } = must(await api.viewBoard('b'));
    expect(otherFields).toHaveLength(returned + 1);
    expect(otherFields.at(-1)).toEqual({ name: '…', value: `${left} more in the raw response` });
    expect(JSON.stringify(otherFields).length).toBeLessThan(220_000);
    expect(raw.length).toBeLessThan(201_000);
  }
});

test.each([
  [422, 'refused'],
  [500, 'service-problem'],
])(
  'the failure after a long response with status %i contains the service’s message',
  async (status, code) => {
    const api = await apiFor(JSON.stringify({ message: `Not with ${KEY}.`, pad: LONG }), status);
    for (const name of CALL_NAMES) {
      const isOpen = status === 500 && name.startsWith('create');
      expect(await CALLS[name](api), name).toMatchObject({
        error: { code: isOpen ? 'outcome-unknown' : code, status, serviceMessage: 'Not with [redacted].' },
      });
    }
  },
);

test('the local board mirror stores a fetched board as received, with the API key redacted', async () => {
  const list = (note: string): string => JSON.stringify({ room_id: 'a', note });
  for (const [sent, kept] of [
    ['y', 'y'],
    [KEY, '[redacted]'],
  ] as const) {
    const api = await apiFor(`[${list(sent)}]`);
    const page = must(await api.fetchBoards({ limit: 3, offset: 0 }));
    expect(page).toMatchObject({ items: 1, notUnderstood: 0 });
    const run = await mirror.begin(CONNECTION);
    expect(await mirror.take(CONNECTION, run, page.number, 'always')).toBe(1);
    await expect(mirror.take(CONNECTION, run, page.number, 'always')).rejects.toThrow('this page is gone');
    await mirror.finish(CONNECTION, run, complete());
    const { rows } = await mirror.rows(CONNECTION, { kind: 'ids', ids: ['a'] }, 0, 1, []);
    expect(rows).toMatchObject([{ raw: list(kept) }]);
  }
});

test('each response in an unknown content encoding causes the failure “not-understood”', async () => {
  const { origin } = await server((response) =>
    response.writeHead(200, { 'content-encoding': 'odd' }).end('x'),
  );
  const { api } = client(origin, { reader: mirror });
  for (const call of [CALLS.fetchBoards, CALLS.viewBoard, CALLS.fetchBoards])
    expect(await call(api)).toMatchObject({ error: { code: 'not-understood' } });
});

test.each([
  [
    'the thread crashes',
    new URL(
      `data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(1))`,
    ),
  ],
  ['the thread’s file is missing', new URL('file:///nowhere/mirror-worker.js')],
])('only status and headers of a long response are read if %s', async (_what, workerUrl) => {
  const broken = mirrorIn(folder, workerUrl);
  const { origin } = await server((response) => response.end(`"${LONG}"`));
  expect(await codesOf(client(origin, { reader: broken }))).toEqual(lostAs('not-understood'));
  await broken.close();
});

test('an error from the thread that reads responses contains no part of the response', async () => {
  const bytes = new TextEncoder().encode(KEY);
  const read = mirror.read(`no kind: ${KEY}` as 'token', null, { ...RECEIVED, call: null as never }, bytes, [
    KEY,
  ]);
  await expect(read).rejects.toThrow(/^the response couldn’t be read$/u);
});

test('locking Easel ends the thread that reads responses', async () => {
  const run = await mirror.begin(CONNECTION);
  const answered = mirror.facts(CONNECTION);
  const dropped = mirror.drop();
  expect(await answered).toMatchObject({ rows: 0 });
  await dropped;
  await expect(mirror.finish(CONNECTION, run, complete())).rejects.toThrow('this listing is over');
  expect(await mirror.facts(CONNECTION)).toMatchObject({ asOf: null });
});
