import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mirrorFile } from '../../../main/store/mirror/files.ts';
import type { BoardItem } from '../../../main/service/types.ts';
import type { Mirror, MirrorFacts } from '../../../main/store/mirror/mirror.ts';
import type { BoardWindow } from '../../../preload/contract/boards.ts';
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
let folder: string;
let file: string;
let mirror: Mirror;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-mirror-'));
  file = mirrorFile(folder, CONNECTION);
  mirror = mirrorIn(folder);
});

afterEach(async () => {
  await mirror.close();
  rmSync(folder, { recursive: true, force: true });
});

async function list(items: readonly BoardItem[], connectionId = CONNECTION): Promise<MirrorFacts> {
  const run = await mirror.begin(connectionId);
  await appendTo(mirror, run, items, connectionId);
  return mirror.finish(connectionId, run, complete());
}

const first = (find = ''): Promise<BoardWindow> =>
  mirror.window({
    connectionId: CONNECTION,
    from: 0,
    count: 10,
    query: { find, filters: [], order: { by: 'created', descending: true } },
    fields: [],
  });

/** A list on the disk, with nobody who has it open. */
async function listed(count: number): Promise<MirrorFacts> {
  const facts = await list(manyBoards(count, { name: 'A board of some length, to fill a page' }));
  await mirror.close();
  return facts;
}

/** Garbage over a part of the file, from and to in shares of its length. */
function overwrite(from: number, to: number): void {
  const { size } = statSync(file);
  const bytes = Buffer.alloc(Math.floor(size * (to - from)), 0xa5);
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, Math.floor(size * from));
  closeSync(descriptor);
}

const asides = (): readonly string[] =>
  readdirSync(folder).filter((name) => /^[0-9a-f-]+\.db\.(?:damaged|other)-[^/]*Z$/u.test(name));

async function expectAnew(before: MirrorFacts, kind = 'damaged'): Promise<void> {
  const facts = await mirror.facts(CONNECTION);
  expect(facts).toMatchObject({ asOf: null, rows: 0, completeness: 'maybe-incomplete' });
  expect(facts.revision, 'windows of the file before are stale').toBeGreaterThan(before.revision);
  expect(asides()).toEqual([
    expect.stringMatching(new RegExp(String.raw`\.db\.${kind}-\d{4}-\d\d-\d\dT\d{6}`, 'u')),
  ]);
  expect(await list(boards('a', 'b'))).toMatchObject({ rows: 2, completeness: 'complete' });
  expect((await first()).matching).toBe(2);
  expect(faultsOf(folder)).toEqual([]);
}

test.each([
  ['cut off in the middle', () => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ['cut off within its first page', () => truncateSync(file, 1000)],
  ['overwritten at its beginning', () => overwrite(0, 0.02)],
])('a file that was %s is kept aside and begun anew, whoever meets it first', async (_, damage) => {
  await listed(5000);
  damage();
  mirror = mirrorIn(folder);
  expect(await first()).toMatchObject({ rows: [], matching: 0 });
  await expectAnew({ ...(await mirror.facts(OTHER)), revision: NOW - 1 });
});

test('a row whose text was changed on the disk is damage too, whoever reads it', async () => {
  const before = await listed(2000);
  const bytes = readFileSync(file);
  bytes[bytes.indexOf('{"id":"b1700"')] = 0x78;
  writeFileSync(file, bytes);
  mirror = mirrorIn(folder);
  expect(await mirror.fields(CONNECTION)).toEqual([]);
  await expectAnew({ ...before, revision: NOW - 1 });
});

test('a listing that meets damage fails once, and the next one fills a new file', async () => {
  const before = await listed(5000);
  overwrite(0.3, 0.99);
  mirror = mirrorIn(folder);
  const run = await mirror.begin(CONNECTION);
  await expect(appendTo(mirror, run, manyBoards(5000))).rejects.toThrow(/malformed/u);
  await expect(mirror.finish(CONNECTION, run, complete())).rejects.toThrow('this listing is over');
  await expectAnew(before);
});

test('single boards that meet damage are put into the new file', async () => {
  await listed(5000);
  overwrite(0.3, 0.99);
  mirror = mirrorIn(folder);
  const [made] = boards('made');
  if (made === undefined) throw new Error('no board');
  expect(await mirror.put(CONNECTION, made)).toMatchObject({ rows: 1, asOf: null });
  expect((await first()).rows.map(({ id }) => id)).toEqual(['made']);
});

test('questions that meet the same damage at once are all answered, and only one file is kept aside', async () => {
  await listed(5000);
  overwrite(0.3, 0.99);
  mirror = mirrorIn(folder);
  const answers = await Promise.all([first('b49'), first('b48'), mirror.fields(CONNECTION), first('b47')]);
  expect(answers.map((answer) => ('matching' in answer ? answer.matching : answer.length))).toEqual([
    0, 0, 0, 0,
  ]);
  await expectAnew({ ...(await mirror.facts(OTHER)), revision: NOW - 1 });
});

test('a file of another Easel is kept aside as it is, and begun anew', async () => {
  const before = await listed(10);
  const db = new DatabaseSync(file);
  db.exec('PRAGMA user_version = 999');
  db.close();
  mirror = mirrorIn(folder);
  expect((await first()).matching).toBe(0);
  await expectAnew({ ...before, revision: NOW - 1 }, 'other');
  const kept = new DatabaseSync(path.join(folder, asides()[0] ?? ''), { readOnly: true });
  expect(kept.prepare('SELECT count(*) AS rows FROM boards').get()).toEqual({ rows: 10 });
  kept.close();
});

test('only the last damaged file is kept, and none of a forgotten connection', async () => {
  for (let time = 0; time < 2; time += 1) {
    await listed(10);
    writeFileSync(file, `damage ${time} `.repeat(1000));
    mirror = mirrorIn(folder);
    await mirror.facts(CONNECTION);
    expect(asides()).toHaveLength(1);
  }
  await mirror.forget(CONNECTION);
  expect(readdirSync(folder).filter((name) => name.includes('.db'))).toEqual([]);
});

test('whatever a connection is called, its file lies in the folder and is its own', async () => {
  const names = ['../outside', 'CON', 'a/b', 'A', 'a', '', OTHER, OTHER.toUpperCase(), 'x'.repeat(500)];
  for (const name of names) await list(boards('a'), name);
  const files = readdirSync(folder).filter((entry) => entry.endsWith('.db'));
  expect(files).toHaveLength(names.length);
  expect(new Set(files.map((entry) => entry.toLowerCase())).size).toBe(names.length);
  expect(readdirSync(path.dirname(folder)).filter((entry) => entry.startsWith('outside'))).toEqual([]);
  for (const name of names) expect((await mirror.facts(name)).rows).toBe(1);
});

test('a list that is forgotten while it is asked about is gone, and can be begun again', async () => {
  await list(boards('a', 'b'));
  expect((await first()).matching).toBe(2);
  await Promise.all([first(), mirror.forget(CONNECTION), first()]);
  expect(await mirror.facts(CONNECTION)).toMatchObject({ rows: 0, asOf: null });
  expect((await first()).matching).toBe(0);
  expect(await list(boards('c'))).toMatchObject({ rows: 1 });
  expect((await first()).rows.map(({ id }) => id)).toEqual(['c']);
});
