import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../main/store/database.ts';
import { MIGRATIONS } from '../../../main/store/migrations.ts';
import { noteOf } from '../../unit/main/notes/records.ts';

const ADDRESSES = `'https://papers.example', 'https://boards.example', 'https://app.example'`;
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-migrate-'));
  file = path.join(folder, 'easel.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a database as an Easel of this version left it. */
async function withStoreOf(version: number, rows: string, work: (store: Store) => Promise<void>) {
  const db = new DatabaseSync(file);
  db.exec(`${MIGRATIONS.slice(0, version).join('\n')} PRAGMA user_version = ${version}; ${rows}`);
  db.close();
  const store = await openStore(file, { now: 40 });
  await work(store);
  await store.close();
}

test('version 2 keeps its rows: connections in order, keys for both APIs, papers, creates and settings', async () => {
  const rows = `
    INSERT INTO connections VALUES ('z', 'Third', 'staging', ${ADDRESSES}, 30);
    INSERT INTO connections VALUES ('b', 'Second', 'production', ${ADDRESSES}, 20);
    INSERT INTO connections VALUES ('a', 'First', 'test', ${ADDRESSES}, 20);
    INSERT INTO key_slots VALUES ('z', 'current', 'ffff', 31);
    INSERT INTO key_slots VALUES ('a', 'current', 'aaaa', 21);
    INSERT INTO papers VALUES ('a', 'p', 'Plan', NULL, NULL, 'none', 'added', 5, '[]', NULL);
    INSERT INTO creates VALUES ('u', 'a', 'board', '', NULL, 6, 'Lost.');
    INSERT INTO settings VALUES ('current-connection', 'b');`;
  await withStoreOf(2, rows, async (store) => {
    const rest = { separateBoardKey: false, readOnly: false };
    const connections = await store.connections.all();
    expect(connections).toMatchObject([
      { id: 'a', name: 'First', environment: 'test', color: 'blue', createdAt: 20, ...rest },
      { id: 'b', name: 'Second', environment: 'production', color: 'red', createdAt: 20, ...rest },
      { id: 'z', name: 'Third', environment: 'staging', color: 'orange', createdAt: 30, ...rest },
    ]);
    await store.connections.put({ ...connections[0]!, id: 'new' });
    expect((await store.connections.all()).map(({ id }) => id)).toEqual(['a', 'b', 'z', 'new']);
    const keys = await store.keys.all();
    const kept = {
      id: expect.stringMatching(/^[\da-f]{32}$/u),
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
    };
    expect(keys).toEqual([
      { ...kept, connectionId: 'a', account: 'connection-a', fingerprint: 'aaaa', addedAt: 21 },
      { ...kept, connectionId: 'z', account: 'connection-z', fingerprint: 'ffff', addedAt: 31 },
    ]);
    expect(new Set(keys.map(({ id }) => id)).size).toBe(2);
    expect(await store.papers.ofConnection('a')).toMatchObject([{ identifier: 'p', name: 'Plan' }]);
    expect(await store.creates.unknown('a')).toMatchObject([{ id: 'u', reason: 'Lost.' }]);
    expect(await store.settings.get('current-connection')).toBe('b');
  });
  expect(readdirSync(folder)).toContain('easel.db.v2-40.backup');
});

test('version 3 gets notes and board facts, which survive a restart; undo does not', async () => {
  await withStoreOf(3, '', async (store) => {
    const change = {
      label: 'A',
      note: null,
      customer: null,
      addTags: ['x'],
      removeTags: [],
      protected: null,
    };
    await store.notes.stage('a', ['board']);
    await store.notes.change('a', change, { at: 50, after: '', count: 10 });
    for (const at of [60, 70]) await store.boardFacts.made('a', 'board', at);
    for (const at of [90, 80]) await store.boardFacts.previewed('a', 'board', at);
  });
  const store = await openStore(file, { now: 41 });
  const note = noteOf('board', { label: 'A', tags: ['x'], updatedAt: 50 });
  expect(await store.notes.page('a', '', 10)).toEqual([note]);
  expect(await store.notes.letGo('a', 10)).toBe(0);
  await store.close();
  const db = new DatabaseSync(file, { readOnly: true });
  const facts = { connection_id: 'a', board_id: 'board', made_at: 60, previewed_at: 90 };
  expect(db.prepare('SELECT * FROM board_facts').all()).toEqual([facts]);
  db.close();
});

test('version 6 keeps held jobs, and binds keys to the origins that they are sent to', async () => {
  const connection = (id: string, paper: string, board: string, separate: number): string =>
    `INSERT INTO connections (id, name, environment, paper_api, board_api, app_url, created_at, separate_board_key)
      VALUES ('${id}', '${id}', 'test', '${paper}', '${board}', 'https://app.example', 1, ${separate});`;
  const key = (id: string, connectionId: string, slot: string, stage: string): string =>
    `INSERT INTO keys VALUES ('${id}', '${connectionId}', '', '${slot}', '${stage}', 'kept', 'key-${id}', 'f', 1, '',
      '', NULL, 0, NULL, NULL);`;
  const rows = `
    ${connection('one', 'https://papers.example:8443/base/path', 'http://127.0.0.1:8080', 0)}
    ${connection('two', 'https://papers.example', 'https://boards.example/x', 1)}
    ${key('a', 'one', 'main', 'current')} ${key('b', 'one', 'main', 'previous')}
    ${key('c', 'two', 'main', 'current')} ${key('d', 'two', 'board', 'next')} ${key('e', 'gone', 'main', 'current')}
    INSERT INTO jobs VALUES ('j', 'delete-boards', 'a', 'Acme', 'test', 'https://boards.example', 'held', 90, NULL,
      NULL, 'b-7', 'T-7', NULL, 5, NULL, NULL);
    INSERT INTO job_items VALUES ('j', 0, 'b-7', '', 'waiting', NULL, '', NULL);`;
  await withStoreOf(6, rows, async (store) => {
    const both = ['https://papers.example:8443', 'http://127.0.0.1:8080'];
    expect(Object.fromEntries((await store.keys.all()).map(({ id, origins }) => [id, origins]))).toEqual({
      a: both,
      b: both,
      c: ['https://papers.example'],
      d: ['https://boards.example'],
      e: [''],
    });
    const record = {
      id: 'j',
      holdUntil: 90,
      startsEarliest: null,
      draftedBy: null,
      reason: 'T-7',
      createdAt: 5,
    };
    expect(await store.jobs.all()).toMatchObject([{ record, counts: { waiting: 1 } }]);
    expect(await store.jobs.counted()).toEqual([]);
  });
});
