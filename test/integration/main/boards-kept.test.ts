/** Boards stored on this computer: after restarts and offline, without secrets, with all digits of their ids. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteNow } from '../../support/delete-now.ts';
import { findLeaks, textPlace } from '../../support/planted-secrets.ts';
import { json, startServer, type TestServer } from '../service/servers.ts';
import { idIn, pageOf, sharedMain, sharedPractice } from './shared-main.ts';

const BOARDS = 1230;
const shared = sharedPractice({ boards: BOARDS, boardPreviews: true });
const main = sharedMain();
const row = async (id: string) => (await main.rows({ find: id }))[0];

describe('the stored list of a connection', () => {
  let id: string;

  beforeEach(async () => {
    await main.connect(shared.practice.origin, shared.practice.apiKey);
    await main.list();
    id = (await shared.practice.contents()).boards[0] ?? '';
  });

  test('survives a restart without the service, with its date and its boards’ marks', async () => {
    const { connectionId } = main;
    const { id: made } = await main.must('boards.create', { connectionId });
    const target = { kind: 'board', id } as const;
    const visit = { connectionId, target, displayName: 'Ada', reason: '', minutes: 10 } as const;
    await main.must('previews.open', visit);
    await expect.poll(async () => (await row(id))?.previewedAt).toBeTypeOf('number');
    const { asOf } = await main.state();
    await shared.practice.faults.set('*', { kind: 'cut', at: 'before-headers' });
    await main.restart();
    const kept = { phase: 'done', completeness: 'complete', rows: BOARDS + 1, asOf, failure: null };
    expect(await main.state()).toMatchObject(kept);
    expect(asOf).toBeTypeOf('number');
    expect(await row(made)).toMatchObject({ id: made, madeHere: true, previewedAt: null });
    expect(await row(id.slice(9, 20).toUpperCase())).toMatchObject({ id, madeHere: false });
    expect((await row(id))?.previewedAt).toBeTypeOf('number');
  });

  test('is deleted with its connection', async () => {
    const { connectionId } = main;
    const stored = async () =>
      (await readdir(path.join(main.services.folder, 'boards'))).filter((name) =>
        name.includes(connectionId),
      );
    expect(await stored()).not.toEqual([]);
    await main.must('connections.remove', { connectionId, keysMayStay: false });
    await expect.poll(stored).toEqual([]);
  });
});

describe('a service that echoes secrets in its list', () => {
  const KEY = 'k-9f/8e+7d=6c5b4a3';
  const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiQW5uIn0.c2lnbmF0dXJlLW9mLWl0';
  const COUNT = 2500;
  const rows = Array.from({ length: COUNT }, (_, at) => ({
    room_id: `board-${at}`,
    ...(at % 1200 === 7 ? { name: 'TEXT' } : {}),
    plan: 'school',
  }));
  let server: TestServer;
  let written: (page: string, length: number) => string;

  beforeAll(async () => {
    server = await startServer((response, { url }) => {
      const page = pageOf(rows, url);
      response.setHeader('content-type', 'application/json');
      response.end(written(JSON.stringify(page), page.length));
    });
  });
  afterAll(() => server.close());

  async function leaks(): Promise<readonly string[]> {
    const secrets = [KEY, TOKEN].map((text) => ({ name: text, text }));
    const { services } = main;
    return findLeaks(secrets, [
      textPlace('said', services.said()),
      textPlace('files', await services.files()),
    ]);
  }

  test.each([
    ["the key in .NET's JSON escapes", KEY.replaceAll('+', String.raw`\u002B`)],
    ['a token', TOKEN],
  ])('fills the stored list without %s', async (_, text) => {
    written = (page) => page.replaceAll('TEXT', text);
    await main.connect(server.origin, KEY);
    expect(await main.list()).toMatchObject({ phase: 'done', completeness: 'complete', rows: COUNT });
    const [found] = await main.rows({ find: 'board-1207' }, ['name', 'plan']);
    expect(found?.fields).toEqual(['[redacted]', 'school']);
    expect(await leaks()).toEqual([]);
  });

  test('fails the listing with an invalid response, and the failure quotes no secret', async () => {
    written = (page, length) => (length <= 2 ? page : JSON.stringify({ why: [KEY, TOKEN] }));
    await main.connect(server.origin, KEY);
    const state = await main.list();
    expect(state).toMatchObject({ phase: 'failed', failure: { code: 'not-understood' } });
    expect(JSON.stringify(state)).toContain(String.raw`Received: {\"why\":`);
    expect(await leaks()).toEqual([]);
  });
});

describe('ids with too many digits for a JavaScript number', () => {
  const [ID, NEXT, OWNER] = ['9007199254740993', '9007199254740995', '12345678901234567891'];
  const boardOf = (id: string): string =>
    `{"room_id":${id},"owner":${OWNER},"price":1.10,"created_at":1700000000}`;
  let server: TestServer;
  let ids: Set<string>;

  beforeAll(async () => {
    server = await startServer((response, { method, url }) => {
      const id = idIn(url);
      response.setHeader('content-type', 'application/json');
      if (method === 'DELETE') {
        ids.delete(id);
        json(response, { message: 'deleted' });
      } else if (id !== '') response.end(boardOf(id));
      else {
        const page = pageOf([...ids], url).map(boardOf);
        response.end(`[${page.join(',')}]`);
      }
    });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ids = new Set([ID, NEXT]);
    await main.connect(server.origin, 'a-key-of-this-test');
    await main.list();
  });

  test('name the same board in the list, the view and the delete', async () => {
    const { connectionId } = main;
    const rows = await main.rows({ find: ID }, ['owner', 'price']);
    expect(rows).toMatchObject([{ id: ID, fields: [OWNER, '1.10'] }]);
    const view = await main.must('boards.view', { connectionId, boardId: ID });
    expect(view).toMatchObject({ id: ID, otherFields: [{ value: OWNER }, { value: '1.10' }] });
    expect(view.raw).toContain(`"room_id": ${ID},\n  "owner": ${OWNER},\n  "price": 1.10,`);
    await deleteNow(main.services, connectionId, { kind: 'board', id: ID });
    expect([...ids]).toEqual([NEXT]);
  });
});
