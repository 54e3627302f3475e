import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWriter, type MirrorWriter } from '../../../main/store/mirror/writer.ts';
import { board, CONNECTION, faultsOf, list, look, manyBoards, NOW } from './mirror-parts.ts';

let folder: string;
let writer: MirrorWriter;
let planned: (() => void)[];

/** Everything that is left to do between calls; gives in how many parts it was done. */
function doTheRest(): number {
  let parts = 0;
  for (let work = planned.shift(); work !== undefined; work = planned.shift()) {
    work();
    parts += 1;
  }
  return parts;
}

const open = (): MirrorWriter =>
  createWriter({ folder, now: () => NOW, later: (work) => void planned.push(work) });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-mirror-'));
  planned = [];
  writer = open();
});

afterEach(() => {
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Ids of boards whose line in the search index has every three letters in a row of a text. */
function withWords(text: string): readonly unknown[] {
  const parts = Array.from({ length: text.length - 2 }, (_, at) => `"${text.slice(at, at + 3)}"`);
  return look(folder, (db) =>
    db
      .prepare('SELECT id FROM boards WHERE n IN (SELECT rowid FROM search WHERE search MATCH ?) ORDER BY id')
      .all(parts.join(' AND '))
      .map((row) => row['id']),
  );
}

/** Everything is in the index as it is. */
const isReady = (): boolean =>
  look(folder, (db) => {
    const due = db.prepare('SELECT count(*) AS due FROM search_due').get()?.['due'];
    return due === 0 && db.prepare('SELECT searched_to >= last_n AS ready FROM facts').get()?.['ready'] === 1;
  });

test('ids and what further fields say are in the index after a listing, in whatever case', () => {
  list(writer, [
    board('board-a', { owner: 'Ada@Example.com', seats: 4711, paid: true, tags: ['listed'] }),
    board('board-b', { owner: 'bob@example.com' }),
    board('board-c'),
  ]);
  expect(isReady()).toBe(false);
  doTheRest();
  expect(isReady()).toBe(true);
  expect(withWords('board-a')).toEqual(['board-a']);
  expect(withWords('ada@example')).toEqual(['board-a']);
  expect(withWords('4711')).toEqual(['board-a']);
  expect(withWords('true')).toEqual(['board-a']);
  expect(withWords('example.com')).toEqual(['board-a', 'board-b']);
  expect(withWords('listed'), 'only values that are a text, a number or a truth').toEqual([]);
  expect(withWords('2026-01-01'), 'the creation time is no further field').toEqual([]);
});

test('the index follows its boards: changed, made, deleted and listed anew', () => {
  list(writer, [board('a', { name: 'alpha' }), board('b', { name: 'bravo' })]);
  doTheRest();
  list(writer, [board('a', { name: 'amber' }), board('b', { name: 'bravo' }), board('d', { name: 'delta' })]);
  expect(isReady()).toBe(false);
  doTheRest();
  expect(['alpha', 'amber', 'bravo', 'delta'].map(withWords)).toEqual([[], ['a'], ['b'], ['d']]);
  writer.put(CONNECTION, board('e', { name: 'early' }));
  writer.put(CONNECTION, board('b', { name: 'basil' }));
  writer.remove(CONNECTION, 'a');
  expect(isReady()).toBe(false);
  doTheRest();
  expect(['amber', 'bravo', 'basil', 'early'].map(withWords)).toEqual([[], [], ['b'], ['e']]);
  expect(faultsOf(folder)).toEqual([]);
});

test('boards that change or go while the index is built are right in the end', () => {
  list(writer, manyBoards(2000, { name: 'before' }));
  planned.shift()?.();
  expect(withWords('before').length).toBeGreaterThan(0);
  expect(isReady()).toBe(false);
  writer.put(CONNECTION, board('b0', { name: 'after' }));
  writer.remove(CONNECTION, 'b1999');
  doTheRest();
  expect(withWords('after')).toEqual(['b0']);
  expect(withWords('before')).toHaveLength(1998);
});

test('building goes on where it was when Easel ended', () => {
  list(writer, manyBoards(3000, { name: 'anything' }));
  planned.shift()?.();
  const before = withWords('anything').length;
  expect(before).toBeGreaterThan(0);
  writer.close();
  planned = [];
  writer = open();
  writer.tidy(CONNECTION);
  doTheRest();
  expect(isReady()).toBe(true);
  expect(withWords('anything')).toHaveLength(3000);
});
