import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWriter, type MirrorWriter } from '../../../main/store/mirror/writer.ts';
import { openMirrorServices, type MirrorServices } from './mirror-services.ts';
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

let services: MirrorServices;
let writer: MirrorWriter;
let folder: string;

beforeEach(() => {
  services = openMirrorServices();
  ({ writer, folder } = services);
});
afterEach(() => {
  // A forgotten list has no file.
  const faults = readdirSync(folder).some((name) => name.startsWith(CONNECTION)) ? faultsOf(folder) : [];
  writer.close();
  services.close();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

/** As in another process: no run is open. The new writer plans its work into the same queue. */
function reopen(): void {
  writer.close();
  writer = createWriter({ folder, now: () => NOW, later: services.later });
}

const rawOf = (id: string) => storedRows(folder).find((row) => row.id === id)?.raw;

describe('a listing', () => {
  test('has its first rows at once, which outlive its process', () => {
    const run = writer.begin(CONNECTION);
    append(writer, run, boards('a', 'b'));
    expect(idsOf(folder).listed).toEqual(['a', 'b']);
    const during = writer.tidy(CONNECTION);
    expect(during).toMatchObject({ rows: 2, asOf: null, completeness: 'maybe-incomplete' });
    reopen();
    expect(writer.tidy(CONNECTION)).toEqual(during);
    expect(() => append(writer, run, boards('c'))).toThrow('this listing is over');
    const facts = { rows: 3, completeness: 'complete', asOf: NOW };
    expect(list(writer, boards('a', 'b', 'c'))).toMatchObject(facts);
  });

  test('that is a later one adds, changes and removes rows in one step, at its end', () => {
    const before = list(writer, boards('a', 'b', 'c', 'd'));
    const changed = board('b', { name: 'Changed' });
    const items = [board('a'), changed, board('d'), board('e')];
    const after = list(writer, items, complete(NOW + 1), () => {
      expect(writer.tidy(CONNECTION)).toEqual(before);
      expect(idsOf(folder).listed).toEqual(['a', 'b', 'c', 'd']);
    });
    expect(idsOf(folder)).toEqual({ listed: ['a', 'b', 'd', 'e'], vanished: ['c'] });
    expect(after).toMatchObject({ rows: 4, vanished: 1, asOf: NOW + 1 });
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(rawOf('b')).toBe(changed.raw);
    expect(storedRows(folder).find(({ id }) => id === 'c')?.vanishedAt).toBe(NOW + 1);
  });

  test('that finds no change touches no row and makes no window stale', () => {
    const before = list(writer, boards('a', 'b', 'c', 'd'));
    const rows = storedRows(folder);
    const after = list(writer, boards('d', 'c', 'b', 'a'), complete(NOW + 5));
    expect(after).toEqual({ ...before, asOf: NOW + 5 });
    expect(storedRows(folder)).toEqual(rows);
  });

  test('changes a row whose time is read in another way, though the service sends the same', () => {
    const item = board('a');
    list(writer, [item]);
    list(writer, [{ ...item, created: { raw: '2026-01-01T00:00:00Z', epochMs: null, assumedUtc: false } }]);
    const stored = look(folder, (db) => ({ ...db.prepare('SELECT created_ms FROM boards').get() }));
    expect(stored).toEqual({ created_ms: null });
  });

  test('without proof of its end makes no board vanish; a vanished one returns when it is listed', () => {
    const partly = { completeness: 'maybe-incomplete', total: 9, notUnderstood: 2, at: NOW } as const;
    list(writer, boards('a', 'b', 'c'));
    expect(list(writer, boards('a'), partly)).toMatchObject({ rows: 3, vanished: 0 });
    expect(list(writer, boards('a'))).toMatchObject({ rows: 1, vanished: 2 });
    expect(list(writer, boards('a', 'b'), partly)).toMatchObject({ rows: 2, vanished: 1 });
  });

  describe.each(['first', 'later'])('that is the %s one', (which) => {
    const isLater = which === 'later';

    test('does not bring back a board that is deleted here meanwhile', () => {
      if (isLater) list(writer, boards('a', 'b', 'c', 'd'));
      const again = [...boards('a', 'b', 'c', 'd'), board('b', { name: 'Late' })];
      const after = list(writer, again, complete(), () => {
        expect(writer.remove(CONNECTION, 'b').rows).toBe(isLater ? 3 : 2);
        writer.remove(CONNECTION, 'd');
      });
      expect(after).toMatchObject({ rows: 2, vanished: 0 });
      expect(idsOf(folder)).toEqual({ listed: ['a', 'c'], vanished: [] });
      expect(list(writer, boards('a', 'b', 'c')).rows).toBe(3);
    });

    test('keeps a board that is made here meanwhile, listed or not, for that listing only', () => {
      if (isLater) list(writer, boards('a', 'b', 'c', 'x'));
      const after = list(writer, boards('a', 'b', 'c', 'x'), complete(), () => {
        for (const id of ['new', 'x']) writer.put(CONNECTION, board(id, { name: 'As made' }));
      });
      expect(after).toMatchObject({ rows: 5, vanished: 0 });
      expect([rawOf('new'), rawOf('x')].every((raw) => raw?.includes('As made'))).toBe(true);
      expect(list(writer, boards('a', 'b', 'c', 'x'))).toMatchObject({ rows: 4, vanished: 1 });
    });

    test('has a board once that it contains twice', () => {
      if (isLater) list(writer, boards('x'));
      const nameless = { id: null, created: null, raw: '{"odd":1}' };
      const twice = [...boards('a', 'b', 'a'), nameless, board('b'), nameless, ...boards('x')];
      for (const _time of [1, 2]) expect(list(writer, twice)).toMatchObject({ rows: 4, vanished: 0 });
      expect(idsOf(folder).listed).toEqual(['', 'a', 'b', 'x']);
    });
  });

  test.each(['complete', 'maybe-incomplete'] as const)(
    'of the kind %s drops a deleted board that the one before brought back',
    (completeness) => {
      list(writer, boards('a', 'b', 'c'));
      writer.remove(CONNECTION, 'b');
      const deleted = ['b'];
      expect(list(writer, boards('a', 'b', 'c'), { ...complete(), deleted })).toMatchObject({ rows: 3 });
      const after = list(writer, boards('a', 'c'), { ...complete(), completeness, deleted });
      expect(after).toMatchObject({ rows: 2, vanished: 0 });
      expect(idsOf(folder)).toEqual({ listed: ['a', 'c'], vanished: [] });
      services.doTheRest();
    },
  );

  test('has a board made here before it under its own row', () => {
    writer.put(CONNECTION, board('b', { name: 'As made' }));
    writer.put(CONNECTION, board('gone'));
    const run = writer.begin(CONNECTION);
    append(writer, run, boards('a', 'b', 'c'));
    expect(idsOf(folder).listed).toEqual(['a', 'b', 'c', 'gone']);
    expect(writer.finish(CONNECTION, run, complete())).toMatchObject({ rows: 3, vanished: 1 });
    expect(rawOf('b')).toBe(board('b').raw);
  });

  test('that is the first and is given up leaves its rows to the next one', () => {
    const many = manyBoards(3000);
    const run = writer.begin(CONNECTION);
    append(writer, run, many.slice(0, 2000));
    writer.abandon(CONNECTION, run);
    services.doTheRest();
    expect(writer.tidy(CONNECTION)).toMatchObject({ rows: 2000, asOf: null });
    const second = writer.begin(CONNECTION);
    append(writer, second, many.slice(500));
    expect(writer.tidy(CONNECTION)?.rows).toBe(3000);
    expect(writer.finish(CONNECTION, second, complete())).toMatchObject({ rows: 2500, vanished: 500 });
  });

  test('that is a later one changes nothing if it is given up, or its process or the next listing ends it', () => {
    const before = list(writer, boards('a', 'b'));
    const over = 'this listing is over';
    const run = writer.begin(CONNECTION);
    append(writer, run, boards('c'));
    writer.abandon(CONNECTION, run);
    expect(() => writer.finish(CONNECTION, run, complete())).toThrow(over);
    append(writer, writer.begin(CONNECTION), boards('d'));
    reopen();
    expect(writer.tidy(CONNECTION)).toEqual(before);
    const [first, second] = [writer.begin(CONNECTION), writer.begin(CONNECTION)];
    expect(() => append(writer, first, boards('x'))).toThrow(over);
    append(writer, second, boards('a', 'b', 'e'));
    expect(writer.finish(CONNECTION, second, complete()).rows).toBe(3);
    expect(idsOf(folder).listed).toEqual(['a', 'b', 'e']);
  });
});

test('a row number is never used twice', () => {
  list(writer, boards('a', 'b'));
  writer.remove(CONNECTION, 'b');
  writer.put(CONNECTION, board('c'));
  list(writer, boards('a', 'c', 'd'));
  expect(storedRows(folder).map(({ n, id }) => `${n} ${id}`)).toEqual(['1 a', '3 c', '4 d']);
});

test('a forgotten list has no file, and its next one looks newer than all windows before', () => {
  const before = list(writer, boards('a'));
  writer.forget(CONNECTION);
  expect(readdirSync(folder).filter((name) => name.startsWith(CONNECTION))).toEqual([]);
  expect(writer.tidy(CONNECTION)).toBeNull();
  expect(writer.put(CONNECTION, board('z')).revision).toBeGreaterThan(before.revision);
});

test('notes that change make windows stale, and touch no row', () => {
  const before = list(writer, boards('a'));
  expect(writer.notesChanged(CONNECTION)).toEqual({ ...before, revision: before.revision + 1 });
  const revision = look(folder, (db) => db.prepare('SELECT rows_revision AS r FROM facts').get()?.['r']);
  expect(revision).toBe(before.revision);
});

describe('the search index', () => {
  /** Ids of boards whose line in the index has every three letters in a row of a text. */
  function found(text: string): readonly unknown[] {
    const parts = Array.from({ length: text.length - 2 }, (_, at) => `"${text.slice(at, at + 3)}"`);
    const sql =
      'SELECT id FROM boards WHERE n IN (SELECT rowid FROM search WHERE search MATCH ?) ORDER BY id';
    return look(folder, (db) =>
      db
        .prepare(sql)
        .all(parts.join(' AND '))
        .map((row) => row['id']),
    );
  }

  const isReady = (): boolean =>
    look(folder, (db) => {
      const due = db.prepare('SELECT count(*) AS due FROM search_due').get()?.['due'];
      const facts = db.prepare('SELECT searched_to >= last_n AS ready FROM facts').get();
      return due === 0 && facts?.['ready'] === 1;
    });

  test('has ids and the scalar values of further fields, ignoring case, once its work is done', () => {
    list(writer, [
      board('board-a', { owner: 'Ada@Example.com', seats: 4711, paid: true, tags: ['listed'] }),
      board('board-b', { owner: 'bob@example.com' }),
    ]);
    expect(isReady()).toBe(false);
    services.doTheRest();
    expect(isReady()).toBe(true);
    for (const text of ['board-a', 'ada@example', '4711', 'true']) expect(found(text)).toEqual(['board-a']);
    expect(found('example.com')).toEqual(['board-a', 'board-b']);
    for (const text of ['listed', '2026-01-01']) expect(found(text)).toEqual([]);
  });

  test('follows boards that are changed, made, deleted and listed again', () => {
    list(writer, [board('a', { name: 'alpha' }), board('b', { name: 'bravo' })]);
    services.doTheRest();
    const again = [
      board('a', { name: 'amber' }),
      board('b', { name: 'bravo' }),
      board('d', { name: 'delta' }),
    ];
    list(writer, again);
    expect(isReady()).toBe(false);
    services.doTheRest();
    expect(['alpha', 'amber', 'bravo', 'delta'].map(found)).toEqual([[], ['a'], ['b'], ['d']]);
    writer.put(CONNECTION, board('e', { name: 'early' }));
    writer.put(CONNECTION, board('b', { name: 'basil' }));
    writer.remove(CONNECTION, 'a');
    services.doTheRest();
    expect(['amber', 'bravo', 'basil', 'early'].map(found)).toEqual([[], [], ['b'], ['e']]);
  });

  test('is right after changes while it is built, and after a restart of Easel', () => {
    list(writer, manyBoards(3000, { name: 'before' }));
    services.doOne();
    expect(found('before').length).toBeGreaterThan(0);
    expect(isReady()).toBe(false);
    writer.put(CONNECTION, board('b0', { name: 'after' }));
    writer.remove(CONNECTION, 'b1999');
    services.planned.length = 0;
    reopen();
    writer.tidy(CONNECTION);
    services.doTheRest();
    expect(isReady()).toBe(true);
    expect(found('after')).toEqual(['b0']);
    expect(found('before')).toHaveLength(2998);
  });
});
