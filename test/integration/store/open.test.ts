import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { openStore, setAsideNotice, type Store } from '../../../main/store/database.ts';
import { openFile } from '../../../main/store/open.ts';
import { VERSION } from '../../../main/store/schema.ts';
import { createTables } from '../../../main/store/tables/index.ts';
import { picturesTable } from '../../../main/store/tables/pictures.ts';
import { freshFolder } from '../../support/fresh-folder.ts';
import { recordOf } from '../../unit/main/connections/connection-record.ts';
import { noteOf } from '../../unit/main/notes/records.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 41);
let folder: string;
let file: string;

beforeEach(() => {
  folder = freshFolder();
  file = path.join(folder, 'easel.db');
});

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(file, { now: NOW });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

test('changes of notes can’t be undone after a restart', async () => {
  const change = { label: 'A', note: null, customer: null, addTags: ['x'], removeTags: [], protected: null };
  await withStore(async (store) => {
    await store.notes.stage('a', ['board']);
    await store.notes.change('a', change, 50);
    for (const at of [60, 70]) await store.boardFacts.made('a', ['board'], at);
    for (const at of [90, 80]) await store.boardFacts.previewed('a', 'board', at);
  });
  await withStore(async (store) => {
    const note = noteOf('board', { label: 'A', tags: ['x'], updatedAt: 50 });
    expect(await store.notes.page('a', '', 10)).toEqual([note]);
    expect(await store.notes.swap('a')).toBe(0);
  });
  const db = new DatabaseSync(file, { readOnly: true });
  const facts = { connection_id: 'a', board_id: 'board', made_at: 60, previewed_at: 90 };
  expect(db.prepare('SELECT * FROM board_facts').all()).toEqual([facts]);
  db.close();
});

test('Easel renames a damaged database and replaces it by a new database', async () => {
  const damaged = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4000, 0x5a)]);
  writeFileSync(file, damaged);
  await withStore(async (store) => {
    expect(readFileSync(store.setAside ?? '')).toEqual(damaged);
    expect(setAsideNotice(store.setAside ?? '')).toContain('keys and passwords may still be in the keychain');
    await store.settings.set('current-connection', 'works');
  });
});

test('a database file that a newer version of Easel has written is not changed', async () => {
  const newer = new DatabaseSync(file);
  newer.exec(`PRAGMA user_version = ${VERSION + 1}`);
  newer.close();
  const before = readFileSync(file);
  await expect(openStore(file, { now: NOW })).rejects.toMatchObject({ kind: 'newer' });
  expect(readFileSync(file)).toEqual(before);
});

test('a missing database folder is reported as a failure', async () => {
  file = path.join(folder, 'missing', 'easel.db');
  await expect(openStore(file, { now: NOW })).rejects.toMatchObject({ kind: '' });
});

test('removed pictures of boards are overwritten on disk', () => {
  const { db } = openFile(file, NOW);
  const pictures = picturesTable(db);
  const bytes = new Uint8Array(Buffer.from('a picture of a customer '.repeat(1000)));
  pictures.put('c', [{ id: 'b', type: 'image/jpeg', bytes, width: 1, height: 1, takenAt: 1 }]);
  pictures.clear();
  const left = readdirSync(folder).filter((name) =>
    readFileSync(path.join(folder, name)).includes('a picture of'),
  );
  expect(left).toEqual([]);
  db.close();
});

test('if the removal of a connection fails, all data of the connection is kept', () => {
  const { db } = openFile(file, NOW);
  const { connections, notes, layouts } = createTables(db);
  connections.put(recordOf({ id: 'c' }));
  notes.put('c', [noteOf('b', { label: 'A' })]);
  layouts.put('c', { columns: '', paperColumns: '', last: '' });
  db.exec(`CREATE TRIGGER refuse BEFORE DELETE ON layouts BEGIN SELECT raise(ABORT, 'no'); END`);
  expect(() => connections.remove('c')).toThrow('no');
  expect([connections.all().length, notes.count('c')]).toEqual([1, 1]);
  db.close();
});

test('only one process at a time can open the data folder', async () => {
  const take = `
    import { takeFolder } from ${JSON.stringify(new URL('../../../main/store/open.ts', import.meta.url).href)};
    globalThis.taken = takeFolder(process.argv[1]);
    process.stdout.write('taken');
    setInterval(() => undefined, 1000);`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', take, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(other.stdout, 'data');
    await expect(openStore(file, { now: NOW })).rejects.toMatchObject({ kind: 'in-use' });
  } finally {
    other.kill('SIGKILL');
  }
  await once(other, 'close');
  await withStore((store) => store.papers.ofConnection('c-1'));
});
