import {
  closeSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { mirrorFile } from '../../../main/store/mirror/board-file.ts';
import { type Mirror, type MirrorFacts } from '../../../main/store/mirror/mirror.ts';
import type { BoardItem } from '../../../main/service/types.ts';
import type { RowQuery, BoardWindow } from '../../../preload/contract/boards.ts';
import { openFile } from '../../../main/store/open.ts';
import { createTables } from '../../../main/store/tables/index.ts';
import { sharedFolder } from '../../support/fresh-folder.ts';
import { recordOf } from '../../unit/main/connections/connection-record.ts';
import { PLAIN } from './mirror-services.ts';
import {
  appendTo,
  boards,
  complete,
  CONNECTION,
  faultsOf,
  manyBoards,
  mirrorIn,
  NOW,
} from './mirror-parts.ts';

const OTHER = 'c0ffee00-0000-4000-8000-000000000001';
const folder = sharedFolder();
const file = mirrorFile(folder, CONNECTION);
let mirror: Mirror;

beforeAll(() => {
  mirror = mirrorIn(folder);
  const { db } = openFile(path.join(folder, 'main'), NOW);
  createTables(db).connections.put(recordOf({ id: CONNECTION }));
  db.close();
});

afterEach(async () => {
  for (const id of [CONNECTION, OTHER]) await mirror.forget(id);
});

afterAll(() => mirror.close());

async function list(items: readonly BoardItem[], connectionId = CONNECTION): Promise<MirrorFacts> {
  const run = await mirror.begin(connectionId);
  await appendTo(mirror, run, items, connectionId);
  return mirror.finish(connectionId, run, complete());
}

const first = (query: Partial<RowQuery> = {}): Promise<BoardWindow> =>
  mirror.window({ connectionId: CONNECTION, from: 0, count: 10, query: { ...PLAIN, ...query }, fields: [] });

async function damaged(count: number, damage: () => void): Promise<MirrorFacts> {
  const facts = await list(manyBoards(count, { name: 'A board of some length, to fill a page' }));
  await mirror.close();
  damage();
  mirror = mirrorIn(folder);
  return facts;
}

function overwrite(from: number, to: number): void {
  const { size } = statSync(file);
  const bytes = Buffer.alloc(Math.floor(size * (to - from)), 0xa5);
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, Math.floor(size * from));
  closeSync(descriptor);
}

async function expectNewFile(before: MirrorFacts | null): Promise<void> {
  const facts = await mirror.facts(CONNECTION);
  expect(facts).toMatchObject({ asOf: null, rows: 0, completeness: 'maybe-incomplete' });
  expect(facts.revision).toBeGreaterThan(before?.revision ?? NOW - 1);
  expect(await list(boards('a', 'b'))).toMatchObject({ rows: 2, completeness: 'complete' });
  expect((await first()).matching).toBe(2);
  expect(faultsOf(folder)).toEqual([]);
}

test.each([
  ['cut off in the middle', () => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ['overwritten in its middle', () => overwrite(0.3, 0.99)],
])('a damaged file of the local board mirror is replaced by an empty file: %s', async (_what, damage) => {
  await damaged(2000, damage);
  const asked = [first(), first({ find: 'b49' }), first({ find: 'b48' })];
  for (const window of await Promise.all(asked)) expect(window).toMatchObject({ rows: [], matching: 0 });
  await expectNewFile(null);
});

test('a damaged row in the file of the local board mirror is detected when the row is read', async () => {
  await damaged(2000, () => {
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('{"id":"b1700"')] = 0x78;
    writeFileSync(file, bytes);
  });
  const byName = { order: { by: 'field:name', descending: false } } as const;
  expect(await first(byName)).toMatchObject({ rows: [], matching: 0 });
  await expectNewFile(null);
});

test('loading the board list fails if Easel finds meanwhile that the local board mirror is damaged', async () => {
  const before = await damaged(5000, () => overwrite(0.3, 0.99));
  await list(boards('x'), OTHER);
  const run = await mirror.begin(CONNECTION);
  await mirror.facts(OTHER);
  await expect(appendTo(mirror, run, manyBoards(5000))).rejects.toThrow('this listing is over');
  await expect(mirror.finish(CONNECTION, run, complete())).rejects.toThrow('this listing is over');
  await expectNewFile(before);
  expect((await mirror.facts(OTHER)).rows).toBe(1);
});

test.each([
  ['Easel version', file, 'PRAGMA user_version = 999'],
  [
    'board API address',
    path.join(folder, 'main'),
    "UPDATE connections SET board_api = 'https://moved.example'",
  ],
])('the local board mirror is emptied if it was written for another %s', async (_what, database, change) => {
  const before = await damaged(10, () => {
    const db = new DatabaseSync(database);
    db.exec(change);
    db.close();
  });
  expect((await first()).matching).toBe(0);
  await expectNewFile({ ...before, revision: NOW - 1 });
});

test('each connection has a separate file for its local board mirror', async () => {
  const names = ['../outside', 'CON', 'a/b', 'A', 'a', '', OTHER, OTHER.toUpperCase(), 'x'.repeat(500)];
  for (const name of names) await list(boards('a'), name);
  const files = readdirSync(folder).filter((entry) => entry.endsWith('.db'));
  expect(new Set(files.map((entry) => entry.toLowerCase())).size).toBe(names.length);
  expect(readdirSync(path.dirname(folder)).filter((entry) => entry.startsWith('outside'))).toEqual([]);
  for (const name of names) expect((await mirror.facts(name)).rows).toBe(1);
  for (const name of names) await mirror.forget(name);
});

test('at its start, the worker thread for boards deletes the files of removed connections', async () => {
  await damaged(2, () => writeFileSync(mirrorFile(folder, OTHER), ''));
  expect((await mirror.facts(CONNECTION)).rows).toBe(2);
  expect(readdirSync(folder)).not.toContain(path.basename(mirrorFile(folder, OTHER)));
});
