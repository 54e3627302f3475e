import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Mirror } from '../../../main/store/mirror/mirror.ts';
import { openMirror } from '../../../main/store/mirror/open-mirror.ts';
import type { BoardWindow } from '../../../preload/contract/domain.ts';
import { board, boards, complete, CONNECTION, faultsOf, manyBoards, NOW } from './mirror-parts.ts';

let folder: string;
let mirror: Mirror;

const open = (workerUrl?: URL): Mirror =>
  openMirror({
    folder,
    mainDatabase: path.join(folder, 'easel.db'),
    now: () => NOW,
    ...(workerUrl && { workerUrl }),
  });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-mirror-'));
  mirror = open();
});

afterEach(async () => {
  await mirror.close();
  rmSync(folder, { recursive: true, force: true });
});

const first = (): Promise<BoardWindow> =>
  mirror.window({
    connectionId: CONNECTION,
    from: 0,
    count: 10,
    query: { find: '', filters: [], order: { by: 'created', descending: true } },
    fields: [],
  });

test('a question is answered while a listing is being written, as the list was before it', async () => {
  const run = await mirror.begin(CONNECTION);
  await mirror.append(CONNECTION, run, boards('a', 'b'));
  await mirror.finish(CONNECTION, run, complete());
  await first();
  const ended: string[] = [];
  const later = await mirror.begin(CONNECTION);
  const page = manyBoards(3000);
  const writing = Array.from({ length: 16 }, () => mirror.append(CONNECTION, later, page));
  const listing = Promise.all(writing).then(() => ended.push('listing'));
  const question = first().then((window) => {
    ended.push('question');
    return window;
  });
  expect((await question).matching).toBe(2);
  await listing;
  expect(ended).toEqual(['question', 'listing']);
  expect(await mirror.finish(CONNECTION, later, complete())).toMatchObject({ rows: 3000, vanished: 2 });
  expect((await first()).matching).toBe(3000);
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

test('closing waits for what was asked before, and refuses what comes after', async () => {
  const run = await mirror.begin(CONNECTION);
  const appended = mirror.append(CONNECTION, run, manyBoards(3000));
  const closed = mirror.close();
  await expect(first()).rejects.toThrow('closed');
  await appended;
  await closed;
  await expect(mirror.facts(CONNECTION)).rejects.toThrow('closed');
  expect(faultsOf(folder)).toEqual([]);
  mirror = open();
  expect((await mirror.facts(CONNECTION)).rows).toBe(3000);
});

test('threads that can’t start reject every call, and closing ends all the same', async () => {
  const broken = open(new URL('file:///nowhere/mirror-worker.js'));
  await expect(broken.facts(CONNECTION)).rejects.toThrow('mirror-worker.js');
  await expect(
    broken.overview(CONNECTION, { find: '', filters: [], order: { by: 'id', descending: false } }),
  ).rejects.toThrow('mirror-worker.js');
  await broken.close();
});
