import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mirrorFile } from '../../../main/store/mirror/files.ts';
import { openMirrorFile } from '../../../main/store/mirror/schema.ts';
import { type Mirror } from '../../../main/store/mirror/mirror.ts';
import type { BoardWindow } from '../../../preload/contract/boards.ts';
import {
  appendTo,
  pageOf,
  board,
  boards,
  complete,
  CONNECTION,
  faultsOf,
  manyBoards,
  mirrorIn,
} from './mirror-parts.ts';

/** Enough for a question to come while they are written. */
const BOARDS = 16_000;

let folder: string;
let mirror: Mirror;

const open = (workerUrl?: URL): Mirror => mirrorIn(folder, workerUrl);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-mirror-'));
  mirror = open();
});

afterEach(async () => {
  await mirror.close();
  rmSync(folder, { recursive: true, force: true });
});

const first = (find = ''): Promise<BoardWindow> =>
  mirror.window({
    connectionId: CONNECTION,
    from: 0,
    count: 10,
    query: { find, filters: [], order: { by: 'created', descending: true } },
    fields: [],
  });

test('a list that was never listed has no file and no rows, whatever is noted of its boards', async () => {
  const never = { asOf: null, rows: 0, completeness: 'maybe-incomplete' };
  expect(await mirror.facts(CONNECTION)).toMatchObject(never);
  expect(await mirror.notesChanged(CONNECTION)).toMatchObject(never);
  expect(existsSync(mirrorFile(folder, CONNECTION))).toBe(false);
});

test('a question is answered while a listing is being written, as the list was before it', async () => {
  const run = await mirror.begin(CONNECTION);
  await appendTo(mirror, run, boards('a', 'b'));
  await mirror.finish(CONNECTION, run, complete());
  await first();
  const ended: string[] = [];
  const later = await mirror.begin(CONNECTION);
  const all = manyBoards(BOARDS);
  const pages = Array.from({ length: 8 }, (_, page) =>
    pageOf(all.slice((page * BOARDS) / 8, ((page + 1) * BOARDS) / 8)),
  );
  const writing = pages.map((page) => mirror.take(CONNECTION, later, page, 'always'));
  const listing = Promise.all(writing).then(() => ended.push('listing'));
  const question = first().then((window) => {
    ended.push('question');
    return window;
  });
  expect((await question).matching).toBe(2);
  await listing;
  expect(ended).toEqual(['question', 'listing']);
  expect(await mirror.finish(CONNECTION, later, complete())).toMatchObject({ rows: BOARDS, vanished: 2 });
  expect((await first()).matching).toBe(BOARDS);
});

test('a file that is not begun yet costs its own questions a moment, and no question of another list', async () => {
  await mirror.put(CONNECTION, board('a'));
  const other = '0f8e2a11-77aa-4d0e-b2ce-5d8b1a6e3c42';
  // Between making a file and beginning it, as a thread that writes may stand on a busy machine.
  openMirrorFile(mirrorFile(folder, other)).db.close();
  const asked = mirror.facts(other);
  const rows = new Set<number>();
  for (let question = 0; question < 100; question += 1) rows.add((await mirror.facts(CONNECTION)).rows);
  expect([...rows]).toEqual([1]);
  expect((await asked).rows).toBe(0);
});

test('what an answer has promised is seen by the next question, though nothing was ever listed', async () => {
  for (const id of ['a', 'b', 'c']) {
    const { revision, rows } = await mirror.put(CONNECTION, board(id));
    expect(await first()).toMatchObject({ revision, matching: rows });
  }
  const { revision } = await mirror.remove(CONNECTION, 'b');
  const window = await first();
  expect(window.revision).toBe(revision);
  expect(window.rows.map(({ id }) => id)).toEqual(['a', 'c']);
  expect((await mirror.notesChanged(CONNECTION)).revision).toBe((await first()).revision);
});

test('sorting a long list by a field is told as it goes on, and can be asked for again', async () => {
  const run = await mirror.begin(CONNECTION);
  await appendTo(mirror, run, manyBoards(21_000, { size: 1 }));
  await mirror.finish(CONNECTION, run, complete());
  const sorted = (): Promise<BoardWindow> =>
    mirror.window({
      connectionId: CONNECTION,
      from: 0,
      count: 10,
      query: { find: '', filters: [], order: { by: 'field:size', descending: false } },
      fields: [],
      hurried: true,
    });
  expect(await sorted()).toMatchObject({ rows: [], sorting: 0 });
  await expect.poll(async () => (await sorted()).rows.length, { timeout: 60_000 }).toBe(10);
  expect((await sorted()).sorting).toBeUndefined();
});

test('closing waits for what was asked before, and refuses what comes after', async () => {
  const run = await mirror.begin(CONNECTION);
  const taken = mirror.take(CONNECTION, run, pageOf(manyBoards(3000)), 'always');
  const closed = mirror.close();
  await expect(first()).rejects.toThrow('closed');
  await taken;
  await closed;
  await expect(mirror.facts(CONNECTION)).rejects.toThrow('closed');
  expect(faultsOf(folder)).toEqual([]);
  mirror = open();
  expect((await mirror.facts(CONNECTION)).rows).toBe(3000);
});

test('a thread that dies in the middle of a listing rejects what waits for it, and the next call has a new one', async () => {
  const dying = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (message) => {
      if (message === 'close') return parentPort.close();
      if (message.name === 'take') process.exit(1);
      parentPort.postMessage({ id: message.id, value: 1 });
    });`;
  const broken = open(new URL(`data:text/javascript,${encodeURIComponent(dying)}`));
  const run = await broken.begin(CONNECTION);
  const asked = [0, 1].map(() => broken.take(CONNECTION, run, pageOf([]), 'always'));
  for (const page of asked) await expect(page).rejects.toThrow('ended');
  expect(await broken.begin(CONNECTION)).toBe(1);
  await broken.close();
});
