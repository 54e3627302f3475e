import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../main/store/database.ts';
import { MIGRATIONS } from '../../../main/store/migrations.ts';

let folder: string;
let file: string;
let store: Store;

/** A database as an Easel of version 2 left it. */
function writeVersion2(rows: string): void {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA foreign_keys = ON; ${MIGRATIONS.slice(0, 2).join('\n')} PRAGMA user_version = 2; ${rows}`);
  db.close();
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-migrate-'));
  file = path.join(folder, 'easel.db');
  const addresses = `'https://papers.example', 'https://boards.example', 'https://app.example'`;
  writeVersion2(`
    INSERT INTO connections VALUES ('z', 'Third', 'staging', ${addresses}, 30);
    INSERT INTO connections VALUES ('b', 'Second', 'production', ${addresses}, 20);
    INSERT INTO connections VALUES ('a', 'First', 'test', ${addresses}, 20);
    INSERT INTO key_slots VALUES ('z', 'current', 'ffff', 31);
    INSERT INTO key_slots VALUES ('a', 'current', 'aaaa', 21);
    INSERT INTO papers VALUES ('a', 'p', 'Plan', NULL, NULL, 'none', 'added', 5, '[]', NULL);
    INSERT INTO creates VALUES ('u', 'a', 'board', '', NULL, 6, 'Lost.');
    INSERT INTO settings VALUES ('current-connection', 'b');
  `);
  store = await openStore(file, { now: 40 });
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test('connections keep their order, get the colour of their environment, and aren’t read-only', async () => {
  const rest = { separateBoardKey: false, readOnly: false };
  expect(await store.connections.all()).toMatchObject([
    { id: 'a', name: 'First', environment: 'test', color: 'blue', createdAt: 20, ...rest },
    { id: 'b', name: 'Second', environment: 'production', color: 'red', createdAt: 20, ...rest },
    { id: 'z', name: 'Third', environment: 'staging', color: 'orange', createdAt: 30, ...rest },
  ]);
  const [first] = await store.connections.all();
  if (first === undefined) throw new Error('nothing there');
  await store.connections.put({ ...first, id: 'new' });
  expect((await store.connections.all()).map(({ id }) => id)).toEqual(['a', 'b', 'z', 'new']);
});

test('keys stay under their items, as current keys for both APIs and their origins', async () => {
  const rows = await store.keys.all();
  expect(rows).toEqual(
    [
      { connectionId: 'a', account: 'connection-a', fingerprint: 'aaaa', addedAt: 21 },
      { connectionId: 'z', account: 'connection-z', fingerprint: 'ffff', addedAt: 31 },
    ].map((row) => ({
      ...row,
      id: expect.stringMatching(/^[\da-f]{32}$/),
      connectionName: '',
      slot: 'main',
      stage: 'current',
      state: 'kept',
      note: '',
      owner: '',
      remindAt: null,
      lastAcceptedAt: null,
      lastRefusedAt: null,
      useWhenGreen: false,
      origins: ['https://papers.example', 'https://boards.example'],
    })),
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
});

test('papers, creates and settings are kept, and so is a copy of the old file', async () => {
  expect(await store.papers.ofConnection('a')).toMatchObject([{ identifier: 'p', name: 'Plan' }]);
  expect(await store.creates.unknown('a')).toMatchObject([{ id: 'u', reason: 'Lost.' }]);
  expect(await store.settings.get('current-connection')).toBe('b');
  expect(readdirSync(folder)).toContain('easel.db.v2-40.backup');
});

test('keys of version 6 are bound to where they are sent, and leftovers to nowhere', async () => {
  const other = path.join(folder, 'six', 'easel.db');
  mkdirSync(path.dirname(other));
  const db = new DatabaseSync(other);
  const connection = (id: string, paper: string, board: string, separate: number): string =>
    `INSERT INTO connections (id, name, environment, paper_api, board_api, app_url, created_at, separate_board_key)
      VALUES ('${id}', '${id}', 'test', '${paper}', '${board}', 'https://app.example', 1, ${separate});`;
  const key = (id: string, connectionId: string, slot: string, stage: string): string =>
    `INSERT INTO keys VALUES ('${id}', '${connectionId}', '', '${slot}', '${stage}', 'kept', 'key-${id}', 'f', 1, '',
      '', NULL, 0, NULL, NULL);`;
  db.exec(`${MIGRATIONS.slice(0, 6).join('\n')} PRAGMA user_version = 6;
    ${connection('one', 'https://papers.example:8443/base/path', 'http://127.0.0.1:8080', 0)}
    ${connection('two', 'https://papers.example', 'https://boards.example/x', 1)}
    ${key('a', 'one', 'main', 'current')} ${key('b', 'one', 'main', 'previous')}
    ${key('c', 'two', 'main', 'current')} ${key('d', 'two', 'board', 'next')} ${key('e', 'gone', 'main', 'current')}`);
  db.close();
  const six = await openStore(other, { now: 40 });
  const origins = Object.fromEntries((await six.keys.all()).map((row) => [row.id, row.origins]));
  await six.close();
  const both = ['https://papers.example:8443', 'http://127.0.0.1:8080'];
  expect(origins).toEqual({
    a: both,
    b: both,
    c: ['https://papers.example'],
    d: ['https://boards.example'],
    e: [''],
  });
});
