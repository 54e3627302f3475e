import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BoardStore } from '../../../main/store/mirror/board-store.ts';
import { UNDATED } from '../../../main/store/mirror/board-file.ts';
import { openMirrorServices } from './mirror-services.ts';
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
  NOW,
  storedRows,
} from './mirror-parts.ts';

let store: BoardStore;
let folder: string;

beforeEach(() => {
  ({ boards: store, folder } = openMirrorServices());
});
afterEach(() => {
  // Checks the store's SQLite file, unless the test has removed the connection and thus the file.
  const faults = readdirSync(folder).some((name) => name.startsWith(CONNECTION)) ? faultsOf(folder) : [];
  store.close();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

function reopen(): void {
  store.close();
  store = new BoardStore({ folder, mainDatabase: path.join(folder, 'easel.db'), now: () => NOW });
}

const rawOf = (id: string) => storedRows(folder).find((row) => row.id === id)?.raw;

test('after a restart, the local board mirror contains the boards of a board list that was only partly loaded', () => {
  const run = store.begin(CONNECTION);
  append(store, run, boards('a', 'b'));
  expect(idsOf(folder).listed).toEqual(['a', 'b']);
  const during = store.facts(CONNECTION);
  expect(during).toMatchObject({ rows: 2, asOf: null, completeness: 'maybe-incomplete' });
  reopen();
  expect(store.facts(CONNECTION)).toMatchObject({ rows: 2, asOf: null });
  expect(() => append(store, run, boards('c'))).toThrow('this listing is over');
  const facts = { rows: 3, completeness: 'complete', asOf: NOW };
  expect(list(store, boards('a', 'b', 'c'))).toMatchObject(facts);
});

test('a missing board is marked as no longer listed only after the whole board list was loaded', () => {
  const before = list(store, boards('a', 'b', 'c', 'd'));
  const changed = board('b', { name: 'Changed' });
  const items = [board('a'), changed, board('d'), board('e')];
  const after = list(store, items, complete(NOW + 1), () => {
    expect(rawOf('b')).toBe(changed.raw);
    expect(store.facts(CONNECTION)).toMatchObject({ rows: 4, vanished: 0, asOf: before.asOf });
  });
  expect(idsOf(folder)).toEqual({ listed: ['a', 'b', 'd', 'e'], vanished: ['c'] });
  expect(after).toMatchObject({ rows: 4, vanished: 1, asOf: NOW + 1 });
  expect(after.revision).toBeGreaterThan(before.revision);
  expect(rawOf('b')).toBe(changed.raw);
  expect(storedRows(folder).find(({ id }) => id === 'c')?.vanishedAt).toBe(NOW + 1);
});

test('loading an unchanged board list keeps the revision number of the local board mirror', () => {
  const before = list(store, boards('a', 'b', 'c', 'd'));
  const rows = storedRows(folder);
  const after = list(store, boards('d', 'c', 'b', 'a'), complete(NOW + 5));
  expect(after).toEqual({ ...before, asOf: NOW + 5 });
  expect(storedRows(folder)).toEqual(rows);
});

test('loading the board list marks a board as undated if its new creation time can’t be parsed', () => {
  const item = board('a');
  list(store, [item]);
  list(store, [{ ...item, created: { raw: '2026-01-01T00:00:00Z', epochMs: null, assumedUtc: false } }]);
  const stored = look(folder, (db) => ({ ...db.prepare('SELECT age FROM boards').get() }));
  expect(stored).toEqual({ age: UNDATED });
});

test('loading a board list that may be incomplete marks no stored board as no longer listed', () => {
  const partly = { completeness: 'maybe-incomplete', total: 9, notUnderstood: 2, at: NOW } as const;
  list(store, boards('a', 'b', 'c'));
  expect(list(store, boards('a'), partly)).toMatchObject({ rows: 3, vanished: 0 });
  expect(list(store, boards('a'))).toMatchObject({ rows: 1, vanished: 2 });
  expect(list(store, boards('a', 'b'), partly)).toMatchObject({ rows: 2, vanished: 1 });
});

describe.each(['first', 'later'])('the %s loading of a connection’s boards', (which) => {
  const isLater = which === 'later';

  test('loading the board list does not restore a board that the user deletes meanwhile', () => {
    if (isLater) list(store, boards('a', 'b', 'c', 'd'));
    const again = [...boards('a', 'b', 'c', 'd'), board('b', { name: 'Late' })];
    const after = list(store, again, complete(), () => {
      store.remove(CONNECTION, 'b', 'd');
      expect(store.facts(CONNECTION).rows).toBe(2);
    });
    expect(after).toMatchObject({ rows: 2, vanished: 0 });
    expect(idsOf(folder)).toEqual({ listed: ['a', 'c'], vanished: [] });
    expect(list(store, boards('a', 'b', 'c')).rows).toBe(3);
  });

  test('loading the board list does not remove a board that the user creates meanwhile', () => {
    if (isLater) list(store, boards('a', 'b', 'c', 'x'));
    const after = list(store, boards('a', 'b', 'c', 'x'), complete(), () => {
      for (const id of ['new', 'x']) store.put(CONNECTION, board(id, { name: 'As made' }));
    });
    expect(after).toMatchObject({ rows: 5, vanished: 0 });
    expect([rawOf('new'), rawOf('x')].every((raw) => raw?.includes('As made'))).toBe(true);
    expect(list(store, boards('a', 'b', 'c', 'x'))).toMatchObject({ rows: 4, vanished: 1 });
  });
});

test.each(['complete', 'maybe-incomplete'] as const)(
  'a board list with the result “%s” removes a deleted board that an earlier list had restored',
  (completeness) => {
    list(store, boards('a', 'b', 'c'));
    store.remove(CONNECTION, 'b');
    const deleted = ['b'];
    expect(list(store, boards('a', 'b', 'c'), { ...complete(), deleted })).toMatchObject({ rows: 3 });
    const after = list(store, boards('a', 'c'), { ...complete(), completeness, deleted });
    expect(after).toMatchObject({ rows: 2, vanished: 0 });
    expect(idsOf(folder)).toEqual({ listed: ['a', 'c'], vanished: [] });
  },
);

test('loading a board list only partly marks no stored board as no longer listed', () => {
  list(store, boards('a', 'b'));
  const over = 'this listing is over';
  const run = store.begin(CONNECTION);
  append(store, run, boards('c'));
  store.abandon(CONNECTION, run);
  expect(() => store.finish(CONNECTION, run, complete())).toThrow(over);
  append(store, store.begin(CONNECTION), boards('d'));
  reopen();
  expect(store.facts(CONNECTION)).toMatchObject({ rows: 4, vanished: 0, asOf: NOW });
  const [first, second] = [store.begin(CONNECTION), store.begin(CONNECTION)];
  expect(() => append(store, first, boards('x'))).toThrow(over);
  append(store, second, boards('a', 'b', 'e'));
  expect(store.finish(CONNECTION, second, complete()).rows).toBe(3);
  expect(idsOf(folder)).toEqual({ listed: ['a', 'b', 'e'], vanished: ['c', 'd'] });
});

test('if loading the board list fails because the disk is full, the boards stored before are kept', () => {
  const ids = Array.from({ length: 4000 }, (_, at) => `b${at}`);
  list(store, boards(...ids.slice(0, 1500)));
  const before = idsOf(folder);
  const longer = ids.map((id) => board(id, { note: 'x'.repeat(600) }));
  // Simulates a full disk by a limit on the SQLite file's size: larger writes fail with SQLITE_FULL.
  let pages = 100;
  const exec: unknown = Reflect.get(DatabaseSync.prototype, 'exec');
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function limited(this: DatabaseSync, sql) {
    const run = (text: string): unknown => Reflect.apply(exec as () => void, this, [text]);
    if (sql.startsWith('BEGIN IMMEDIATE')) run(`PRAGMA max_page_count = ${pages}`);
    run(sql);
  });
  expect(() => list(store, longer)).toThrow('full');
  expect(idsOf(folder)).toEqual(before);
  expect(faultsOf(folder)).toEqual([]);
  pages = 2 ** 31 - 2;
  expect(list(store, longer)).toMatchObject({ rows: 4000, vanished: 0 });
});

test('the local board mirror never gives the row number of a deleted board to another board', () => {
  list(store, boards('a', 'b'));
  store.remove(CONNECTION, 'b');
  store.put(CONNECTION, board('c'));
  list(store, boards('a', 'c', 'd'));
  expect(storedRows(folder).map(({ n, id }) => `${n} ${id}`)).toEqual(['1 a', '3 c', '4 d']);
});
