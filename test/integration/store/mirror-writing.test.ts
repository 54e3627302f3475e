import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWriter, type MirrorWriter } from '../../../main/store/mirror/writer.ts';
import {
  append,
  board,
  boards,
  complete,
  CONNECTION,
  faultsOf,
  idsOf,
  list,
  look,
  manyBoards,
  NOW,
  storedRows,
} from './mirror-parts.ts';

let folder: string;
let writer: MirrorWriter;
let planned: (() => void)[];

const open = (): MirrorWriter =>
  createWriter({ folder, now: () => NOW, later: (work) => void planned.push(work) });

/** Everything that is left to do between calls. */
function doTheRest(): void {
  for (let work = planned.shift(); work !== undefined; work = planned.shift()) work();
}

/** As in another process: nothing is held of runs any more. */
function startAnew(): void {
  writer.close();
  writer = open();
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-mirror-'));
  planned = [];
  writer = open();
});

afterEach(() => {
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const partly = { completeness: 'maybe-incomplete', total: 9, notUnderstood: 2, at: NOW } as const;

test('the rows of a first listing are there while it runs, and outlive its process', () => {
  const run = writer.begin(CONNECTION);
  append(writer, run, boards('a', 'b'));
  expect(idsOf(folder).listed).toEqual(['a', 'b']);
  const during = writer.tidy(CONNECTION);
  expect(during).toMatchObject({ rows: 2, asOf: null, completeness: 'maybe-incomplete' });
  startAnew();
  expect(writer.tidy(CONNECTION)).toEqual(during);
  expect(() => append(writer, run, boards('c'))).toThrow('this listing is over');
  expect(list(writer, boards('a', 'b', 'c'))).toMatchObject({ rows: 3, completeness: 'complete', asOf: NOW });
  expect(faultsOf(folder)).toEqual([]);
});

test('a later listing brings, changes and takes away in one step, at its end', () => {
  const before = list(writer, boards('a', 'b', 'c', 'd'));
  const changed = board('b', { name: 'Changed' });
  const after = list(writer, [board('a'), changed, board('d'), board('e')], complete(NOW + 1), () => {
    expect(writer.tidy(CONNECTION)).toEqual(before);
    expect(idsOf(folder).listed).toEqual(['a', 'b', 'c', 'd']);
  });
  expect(idsOf(folder)).toEqual({ listed: ['a', 'b', 'd', 'e'], vanished: ['c'] });
  expect(after).toMatchObject({ rows: 4, vanished: 1, asOf: NOW + 1 });
  expect(after.revision).toBeGreaterThan(before.revision);
  const rows = storedRows(folder);
  expect(rows.find(({ id }) => id === 'b')?.raw).toBe(changed.raw);
  expect(rows.find(({ id }) => id === 'c')?.vanishedAt).toBe(NOW + 1);
  expect(faultsOf(folder)).toEqual([]);
});

test('a listing that finds everything as it was touches no row and makes no window stale', () => {
  const before = list(writer, boards('a', 'b', 'c', 'd'));
  const rows = storedRows(folder);
  const after = list(writer, boards('d', 'c', 'b', 'a'), complete(NOW + 5));
  expect(after).toEqual({ ...before, asOf: NOW + 5 });
  expect(storedRows(folder)).toEqual(rows);
});

test('a time that is read otherwise than before changes the row, though the service says the same', () => {
  const item = board('a');
  list(writer, [item]);
  list(writer, [{ ...item, created: { raw: '2026-01-01T00:00:00Z', epochMs: null, assumedUtc: false } }]);
  expect(look(folder, (db) => ({ ...db.prepare('SELECT created_ms FROM boards').get() }))).toEqual({
    created_ms: null,
  });
});

test('nothing vanishes from a listing without proof of its end', () => {
  list(writer, boards('a', 'b', 'c'));
  expect(list(writer, boards('a'), partly)).toMatchObject({ rows: 3, vanished: 0 });
});

test('a board that has vanished comes back when it is listed again', () => {
  list(writer, boards('a', 'b'));
  expect(list(writer, boards('a'))).toMatchObject({ rows: 1, vanished: 1 });
  expect(list(writer, boards('a', 'b'), partly)).toMatchObject({ rows: 2, vanished: 0 });
  expect(faultsOf(folder)).toEqual([]);
});

test.each(['first', 'later'])(
  'a board deleted here during a %s listing is not brought back by it',
  (which) => {
    if (which === 'later') list(writer, boards('a', 'b', 'c', 'd'));
    const again = [...boards('a', 'b', 'c', 'd'), board('b', { name: 'Late' })];
    const after = list(writer, again, complete(), () => {
      expect(writer.remove(CONNECTION, 'b').rows).toBe(which === 'later' ? 3 : 2);
      writer.remove(CONNECTION, 'd');
    });
    expect(after).toMatchObject({ rows: 2, vanished: 0 });
    expect(idsOf(folder)).toEqual({ listed: ['a', 'c'], vanished: [] });
    expect(list(writer, boards('a', 'b', 'c')).rows).toBe(3);
    expect(faultsOf(folder)).toEqual([]);
  },
);

test.each(['complete', 'maybe-incomplete'] as const)(
  'a deleted board that a listing brought back is gone when the next one (%s) does not have it',
  (completeness) => {
    list(writer, boards('a', 'b', 'c'));
    writer.remove(CONNECTION, 'b');
    const deleted = ['b'];
    expect(list(writer, boards('a', 'b', 'c'), { ...complete(), deleted })).toMatchObject({ rows: 3 });
    const after = list(writer, boards('a', 'c'), { ...complete(), completeness, deleted });
    expect(after).toMatchObject({ rows: 2, vanished: 0 });
    expect(idsOf(folder)).toEqual({ listed: ['a', 'c'], vanished: [] });
    doTheRest();
    expect(faultsOf(folder)).toEqual([]);
  },
);

test.each(['first', 'later'])('a board made here during a %s listing stays, listed or not', (which) => {
  if (which === 'later') list(writer, boards('a', 'b', 'c', 'x'));
  const made = board('new', { name: 'As made' });
  const after = list(writer, boards('a', 'b', 'c', 'x'), complete(), () => {
    writer.put(CONNECTION, made);
    writer.put(CONNECTION, board('x', { name: 'As made' }));
  });
  expect(after).toMatchObject({ rows: 5, vanished: 0 });
  const rows = storedRows(folder);
  expect(rows.find(({ id }) => id === 'new')?.raw).toBe(made.raw);
  expect(rows.find(({ id }) => id === 'x')?.raw).toContain('As made');
  expect(list(writer, boards('a', 'b', 'c', 'x')), 'it holds for that listing only').toMatchObject({
    rows: 4,
    vanished: 1,
  });
  expect(faultsOf(folder)).toEqual([]);
});

test('a board that was made here before the first listing is one with the listed one', () => {
  writer.put(CONNECTION, board('b', { name: 'As made' }));
  writer.put(CONNECTION, board('gone'));
  const run = writer.begin(CONNECTION);
  append(writer, run, boards('a', 'b', 'c'));
  expect(idsOf(folder).listed).toEqual(['a', 'b', 'c', 'gone']);
  expect(writer.finish(CONNECTION, run, complete())).toMatchObject({ rows: 3, vanished: 1 });
  expect(storedRows(folder).find(({ id }) => id === 'b')?.raw).toBe(board('b').raw);
  expect(faultsOf(folder)).toEqual([]);
});

test.each(['first', 'later'])('a board that a %s listing has twice is there once', (which) => {
  if (which === 'later') list(writer, boards('x'));
  const nameless = { id: null, created: null, raw: '{"odd":1}' };
  const twice = [...boards('a', 'b', 'a'), nameless, board('b'), nameless, ...boards('x')];
  expect(list(writer, twice)).toMatchObject({ rows: 4, vanished: 0 });
  expect(idsOf(folder).listed).toEqual(['', 'a', 'b', 'x']);
  expect(list(writer, twice)).toMatchObject({ rows: 4, vanished: 0 });
  expect(faultsOf(folder)).toEqual([]);
});

test('a first listing that is given up leaves its rows, and the next one goes on from them', () => {
  const many = manyBoards(3000);
  const run = writer.begin(CONNECTION);
  append(writer, run, many.slice(0, 2000));
  writer.abandon(CONNECTION, run);
  doTheRest();
  expect(writer.tidy(CONNECTION)).toMatchObject({ rows: 2000, asOf: null });
  const second = writer.begin(CONNECTION);
  append(writer, second, many.slice(500));
  expect(writer.tidy(CONNECTION)?.rows, 'shown as they come').toBe(3000);
  expect(writer.finish(CONNECTION, second, complete())).toMatchObject({ rows: 2500, vanished: 500 });
  expect(faultsOf(folder)).toEqual([]);
});

test('a later listing that is given up, or whose process ended, changes nothing', () => {
  const before = list(writer, boards('a', 'b'));
  const run = writer.begin(CONNECTION);
  append(writer, run, boards('c'));
  writer.abandon(CONNECTION, run);
  expect(() => writer.finish(CONNECTION, run, complete())).toThrow('this listing is over');
  append(writer, writer.begin(CONNECTION), boards('d'));
  startAnew();
  expect(writer.tidy(CONNECTION)).toEqual(before);
  expect(list(writer, boards('a', 'b', 'e')).rows).toBe(3);
  expect(idsOf(folder).listed).toEqual(['a', 'b', 'e']);
});

test('a new listing ends the one before it', () => {
  const first = writer.begin(CONNECTION);
  const second = writer.begin(CONNECTION);
  expect(() => append(writer, first, boards('a'))).toThrow('this listing is over');
  append(writer, second, boards('b'));
  expect(writer.finish(CONNECTION, second, complete()).rows).toBe(1);
});

test('a number is never given to a second row', () => {
  list(writer, boards('a', 'b'));
  writer.remove(CONNECTION, 'b');
  writer.put(CONNECTION, board('c'));
  list(writer, boards('a', 'c', 'd'));
  expect(storedRows(folder).map(({ n, id }) => [n, id])).toEqual([
    [1, 'a'],
    [3, 'c'],
    [4, 'd'],
  ]);
});

test('a forgotten list has no file left, and its next one looks newer than all windows before', () => {
  const before = list(writer, boards('a'));
  writer.forget(CONNECTION);
  expect(readdirSync(folder)).toEqual([]);
  expect(writer.tidy(CONNECTION)).toBeNull();
  expect(writer.put(CONNECTION, board('z')).revision).toBeGreaterThan(before.revision);
});

test('notes that change make windows stale, and no row', () => {
  const before = list(writer, boards('a'));
  const after = writer.notesChanged(CONNECTION);
  expect(after).toEqual({ ...before, revision: before.revision + 1 });
  expect(look(folder, (db) => db.prepare('SELECT rows_revision AS r FROM facts').get()?.['r'])).toBe(
    before.revision,
  );
});
