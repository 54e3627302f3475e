import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../main/store/database.ts';
import { MIGRATIONS } from '../../../main/store/migrations.ts';
import { noteOf } from '../../unit/main/notes/records.ts';

let folder: string;
let file: string;
let store: Store;

/** A database as an Easel of version 3 left it. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-migrate-notes-'));
  file = path.join(folder, 'easel.db');
  const db = new DatabaseSync(file);
  db.exec(`${MIGRATIONS.slice(0, 3).join('\n')} PRAGMA user_version = 3;
    INSERT INTO papers VALUES ('a', 'p', 'Plan', NULL, NULL, 'none', 'added', 5, '[]', NULL);
    INSERT INTO settings VALUES ('current-connection', 'a');`);
  db.close();
  store = await openStore(file, { now: 40 });
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test('notes, the first creation and the last preview survive a restart, but undo does not', async () => {
  const change = { label: 'A', note: null, customer: null, addTags: ['x'], removeTags: [], protected: null };
  await store.notes.stage('a', ['board']);
  await store.notes.change('a', change, { at: 50, after: '', count: 10 });
  await store.boardFacts.made('a', 'board', 60);
  await store.boardFacts.made('a', 'board', 70);
  await store.boardFacts.previewed('a', 'board', 90);
  await store.boardFacts.previewed('a', 'board', 80);
  await store.close();
  store = await openStore(file, { now: 41 });
  expect(await store.notes.page('a', '', 10)).toEqual([
    noteOf('board', { label: 'A', tags: ['x'], updatedAt: 50 }),
  ]);
  expect(await store.notes.letGo('a', 10)).toBe(0);
  const db = new DatabaseSync(file, { readOnly: true });
  expect(db.prepare('SELECT * FROM board_facts').all()).toEqual([
    { connection_id: 'a', board_id: 'board', made_at: 60, previewed_at: 90 },
  ]);
  db.close();
});
