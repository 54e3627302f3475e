import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BoardQuery, BoardWindow } from '../../../preload/contract/boards.ts';
import { isDamage } from '../../../main/store/mirror/files.ts';
import { isListChanged } from '../../../main/store/mirror/mirror.ts';
import type { BoardItem } from '../../../main/service/types.ts';
import type { NoteRecord } from '../../../main/store/tables/change-note.ts';
import { createReader } from '../../../main/store/mirror/reader.ts';
import { createWriter } from '../../../main/store/mirror/writer.ts';
import { openMirrorServices, PLAIN, type MirrorServices } from './mirror-services.ts';
import { board, boards, CONNECTION, list, look, manyBoards, NOW } from './mirror-parts.ts';
import { dose, isNightly } from '../../support/nightly.ts';

let services: MirrorServices;

beforeEach(() => {
  services = openMirrorServices();
});

afterEach(() => services.close());

const ALL = { kind: 'all', query: PLAIN, except: [] } as const;

/** The ids that a query gives, through the window. */
function idsOf(query: BoardQuery = PLAIN): readonly (string | null)[] {
  const request = { connectionId: CONNECTION, from: 0, count: 1000, query, fields: [] };
  return services.reader.window(request).rows.map(({ id: boardId }) => boardId);
}

const finding = (find: string): BoardQuery => ({ ...PLAIN, find });
const revisionOf = (): number =>
  services.reader.window({ connectionId: CONNECTION, from: 0, count: 1, query: PLAIN, fields: [] }).revision;

test('a line of JSON bears the same as a row, and stays one line of what the service had indented', () => {
  const indented = { ...board('one'), raw: '{\n  "room_id": "one",\r\n  "text": "a\\nb"\n}' };
  list(services.writer, [indented, { ...board('two'), created: null }]);
  services.tables.notes.put(CONNECTION, [{ ...NOTED, boardId: 'one' }]);
  services.tables.boardFacts.made(CONNECTION, ['two'], 5);
  services.tables.boardFacts.previewed(CONNECTION, 'two', 6);
  services.noted(CONNECTION);
  const linesFrom = (from: number): readonly string[] => {
    const { boards: all, rows, text } = services.reader.lines(CONNECTION, ALL, from, 1, 'lines');
    expect([all, rows, text.endsWith('\n')]).toEqual([2, 1, true]);
    return text.trimEnd().split('\n');
  };
  const lines = [...linesFrom(0), ...linesFrom(1)];
  const { label, note, tags, customer, protected: isProtected } = NOTED;
  const notes = { label, note, tags, customer, protected: isProtected };
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      id: 'one',
      created: new Date(indented.created?.epochMs ?? 0).toISOString(),
      createdAsSent: indented.created?.raw,
      ...notes,
      madeHere: false,
      previewed: '',
      vanished: '',
      raw: { room_id: 'one', text: 'a\nb' },
    },
    {
      id: 'two',
      created: '',
      createdAsSent: '',
      label: '',
      note: '',
      tags: [],
      customer: '',
      protected: false,
      madeHere: true,
      previewed: new Date(6).toISOString(),
      vanished: '',
      raw: JSON.parse(board('two').raw) as unknown,
    },
  ]);
});

test('rows bear what was sent, what is written here, and the fields that were asked for', () => {
  const made = board('one', { status: 'Open', size: 2, nested: { a: [1] } });
  list(services.writer, [made, { ...board('two'), created: null }]);
  services.tables.notes.put(CONNECTION, [{ ...NOTED, boardId: 'one' }]);
  services.tables.boardFacts.made(CONNECTION, ['two'], 5);
  services.tables.boardFacts.previewed(CONNECTION, 'two', 6);
  services.noted(CONNECTION);
  const fields = ['size', 'status', 'nested', 'absent'];
  const window = services.reader.window({
    connectionId: CONNECTION,
    from: 0,
    count: 10,
    query: PLAIN,
    fields,
  });
  const { updatedAt: _, boardId: __, ...local } = NOTED;
  expect(window.rows).toEqual([
    {
      rowKey: '=one',
      id: 'one',
      created: made.created,
      vanishedAt: null,
      local,
      madeHere: false,
      previewedAt: null,
      fields: ['2', 'Open', '{"a":[1]}', ''],
    },
    {
      rowKey: '=two',
      id: 'two',
      created: null,
      vanishedAt: null,
      local: null,
      madeHere: true,
      previewedAt: 6,
      fields: ['', '', '', ''],
    },
  ]);
});

test('a rank is the board’s own, else the first from there on whose id begins so', () => {
  list(services.writer, boards('ab', 'abc', 'B1', 'b2', 'c'));
  expect(services.reader.rank(CONNECTION, PLAIN, 'abc', 0)).toBe(idsOf().indexOf('abc'));
  expect(services.reader.rank(CONNECTION, PLAIN, 'b', 0)).toBe(idsOf().indexOf('B1'));
  expect(services.reader.rank(CONNECTION, PLAIN, 'AB', 1)).toBe(idsOf().indexOf('ab', 1));
  expect(services.reader.rank(CONNECTION, finding('b'), 'c', 0)).toBeNull();
  const byId: BoardQuery = { ...PLAIN, order: { by: 'id', descending: true } };
  expect(services.reader.rank(CONNECTION, byId, 'ab', 0)).toBe(3);
});

test('further fields are counted by name, and searched whether they are indexed or not', () => {
  const model = manyBoards(30).map((item, at) => ({ item, at }));
  const items = model.map(({ item, at }) =>
    board(item.id ?? '', at % 3 === 0 ? { status: 'Archived', list: [1] } : { size: at }),
  );
  list(services.writer, items);
  const archived = items.filter(({ raw }) => raw.includes('Archived')).map((item) => item.id);
  const found = idsOf(finding('rchiv'));
  expect(found).toEqual(expect.arrayContaining(archived));
  expect(found).toHaveLength(archived.length);
  services.doTheRest();
  expect(idsOf(finding('archive'))).toEqual(found);
  const byName = new Map(services.reader.fields(CONNECTION).map(({ name, boards: count }) => [name, count]));
  expect(byName).toEqual(
    new Map([
      ['status', 10],
      ['size', 20],
    ]),
  );
});

test('the first rows of a long list come before their count where the page can wait for it, and are the same', () => {
  list(services.writer, manyBoards(21_000));
  const ask = (find: string, hurried: boolean): BoardWindow => {
    const request = { connectionId: CONNECTION, from: 0, count: 100, query: finding(find), fields: [] };
    return services.reader.window(hurried ? { ...request, hurried: true } : request);
  };
  for (const find of ['1', '20']) {
    const first = ask(find, true);
    expect(first).toMatchObject({ counting: true, matching: 100 });
    const counted = ask(find, false);
    expect(counted.rows).toEqual(first.rows);
    expect(counted.counting).toBeUndefined();
    expect(counted.matching).toBeGreaterThan(1000);
    expect(ask(find, true), 'what was counted once is known').toEqual(counted);
  }
  expect(ask('b2099', true), 'what fits into the window is counted').toMatchObject({ matching: 11 });
  expect(ask('z', true)).toMatchObject({ rows: [], matching: 0 });
  expect(ask('z', true).counting).toBeUndefined();
});

test.runIf(isNightly)(
  'the first rows for words of labels are the same as when all are counted, wherever those boards stand',
  () => {
    list(services.writer, manyBoards(21_000));
    services.writer.remove(CONNECTION, 'b20999');
    const newest = services.reader.window({
      connectionId: CONNECTION,
      from: 0,
      count: 1000,
      query: PLAIN,
      fields: [],
    });
    const oldest = services.reader.window({
      connectionId: CONNECTION,
      from: 20_000,
      count: 900,
      query: PLAIN,
      fields: [],
    });
    const note = { note: '', tags: [], customer: '', protected: false, updatedAt: 1 };
    const labelled = (rows: BoardWindow['rows'], label: string) =>
      rows.flatMap(({ id }, at) => (id === null ? [] : [{ ...note, boardId: id, label: `${label} ${at}` }]));
    services.tables.notes.put(CONNECTION, [
      ...labelled(newest.rows, 'Maths'),
      ...labelled(oldest.rows, 'Oldest'),
      { ...note, boardId: 'b20999', label: 'Maths of a board that is gone' },
    ]);
    services.doTheRest();
    services.noted(CONNECTION);
    for (const find of ['ma', 'maths', 'maths 7', 'ol', 'oldest', 'oldest 899', 'q~', 'no such words']) {
      const request = { connectionId: CONNECTION, from: 0, count: 6, query: finding(find), fields: [] };
      const first = services.reader.window({ ...request, hurried: true });
      expect(first.rows, find).toEqual(services.reader.window(request).rows);
      expect(first.rows.length > 0, find).toBe(!/^(?:q|no)/u.test(find));
    }
  },
);

test.runIf(isNightly)(
  'a term that many boards have is found alike whether the list without it is held or not',
  () => {
    list(services.writer, [
      ...manyBoards(21_000, { plan: 'school' }),
      ...boards('other', 'labelled', 'gone'),
    ]);
    services.writer.remove(CONNECTION, 'b5');
    const local = { label: 'Old School', note: '', tags: [], customer: '', protected: false, updatedAt: 1 };
    services.tables.notes.put(CONNECTION, [{ boardId: 'labelled', ...local }]);
    services.doTheRest();
    const ids = (query: BoardQuery): readonly unknown[] =>
      [0, 10_500, 20_000].flatMap((from) => {
        const request = { connectionId: CONNECTION, from, count: 1000, query, fields: [] };
        const { rows, matching } = services.reader.window(request);
        return [matching, ...rows.map(({ id }) => id)];
      });
    for (const order of [PLAIN.order, { by: 'id', descending: false } as const]) {
      services.noted(CONNECTION);
      const alone = ids({ ...finding('Sch'), order });
      expect(alone[0]).toBe(21_000);
      services.noted(CONNECTION);
      expect(ids({ ...PLAIN, order })[0]).toBe(21_002);
      expect(ids({ ...finding('Sch'), order })).toEqual(alone);
    }
  },
);

test('months that have boards are counted in UTC, oldest first, and boards without a time beside them', () => {
  const at = (boardId: string, text: string): BoardItem => ({
    ...board(boardId),
    created: { raw: text, epochMs: Date.parse(text), assumedUtc: false },
  });
  list(services.writer, [
    at('a', '2025-12-31T23:59:59.999Z'),
    at('b', '2026-01-01T00:00:00Z'),
    at('c', '2026-03-31T23:00:00-01:00'),
    at('d', '2026-01-31T00:00:00Z'),
    { ...board('e'), created: { raw: 'one day', epochMs: null, assumedUtc: false } },
    { ...board('f'), created: null },
  ]);
  expect(services.reader.overview(CONNECTION, PLAIN)).toEqual({
    months: [
      { month: '2025-12', boards: 1 },
      { month: '2026-01', boards: 2 },
      { month: '2026-04', boards: 1 },
    ],
    undated: 2,
  });
  const between = services.reader.createdBetween(CONNECTION, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 31));
  expect(between.map(({ id: boardId }) => boardId)).toEqual(['d', 'b']);
});

test.each(dose([1, 21_000], [1]))('a selection of boards is summed up beside %i others', (others) => {
  const made = (id: string, day: number): BoardItem => ({
    ...board(id),
    created: { raw: `day ${day}`, epochMs: Date.UTC(2026, 0, day), assumedUtc: false },
  });
  const undated: BoardItem = { ...board('u'), created: null };
  list(services.writer, [made('a', 3), made('b', 9), made('c', 20), undated, ...manyBoards(others)]);
  services.tables.notes.put(CONNECTION, [
    { ...NOTED, boardId: 'a', tags: ['Year 4', 'art'], customer: 'Northwind', protected: true },
    { ...NOTED, boardId: 'b', tags: ['year 4'], customer: 'NORTHWIND', protected: false },
    { ...NOTED, boardId: 'c', tags: ['music'], customer: 'Elsewhere', protected: false },
  ]);
  services.noted(CONNECTION);
  const ids = { kind: 'ids', ids: ['b', 'u', 'a'] } as const;
  expect(services.reader.summary(CONNECTION, ids)).toMatchObject({
    boards: 3,
    first: [{ id: 'b' }, { id: 'u' }, { id: 'a', local: { customer: 'Northwind' } }],
    oldest: Date.UTC(2026, 0, 3),
    newest: Date.UTC(2026, 0, 9),
    undated: 1,
    protected: 1,
    tags: [
      { name: 'Year 4', boards: 2 },
      { name: 'art', boards: 1 },
    ],
    customers: [{ name: 'Northwind', boards: 2 }],
    moreTags: 0,
  });
  const all = services.reader.summary(CONNECTION, { ...ALL, except: ['c'] });
  expect(all).toMatchObject({ boards: others + 3, customers: [{ boards: 2 }] });
  expect(all.first).toHaveLength(Math.min(6, others + 3));
});

test('a selection is given page by page, by ids, by ranks and but for some', () => {
  const nameless: BoardItem = { ...board('x'), id: null };
  list(services.writer, [...boards('a', 'b', 'c', 'd', 'e'), nameless]);
  expect(services.reader.ids(CONNECTION, ALL, 0, 2)).toEqual({ boards: 5, ids: ['a', 'b'] });
  expect(services.reader.ids(CONNECTION, ALL, 2, 2)).toEqual({ boards: 5, ids: ['c', 'd'] });
  expect(services.reader.ids(CONNECTION, { ...ALL, except: ['b', 'zz'] }, 0, 9).ids).toEqual([
    'a',
    'c',
    'd',
    'e',
  ]);
  expect(services.reader.ids(CONNECTION, { kind: 'ids', ids: ['d', 'none', 'a', 'd'] }, 0, 9)).toEqual({
    boards: 2,
    ids: ['d', 'a'],
  });
  // The board without an id comes first among those of one moment.
  const ranges = [
    [3, 4],
    [0, 1],
    [1, 2],
  ] as const;
  const selection = { kind: 'ranges', query: PLAIN, revision: revisionOf(), ranges } as const;
  expect(services.reader.ids(CONNECTION, selection, 0, 9)).toEqual({ boards: 4, ids: ['a', 'b', 'c', 'd'] });
  const { boards: count, rows } = services.reader.rows(CONNECTION, selection, 0, 2, []);
  expect([count, rows.map(({ rowKey }) => rowKey)]).toEqual([5, [`?${nameless.raw}`, '=a']]);
  expect(rows.map(({ raw }) => raw)).toEqual([nameless.raw, board('a').raw]);
});

test('a selection of ranks is refused when the list has changed, whatever it was that changed', () => {
  list(services.writer, boards('a', 'b', 'c'));
  const changes = [
    () => services.writer.put(CONNECTION, board('aa')),
    () => services.writer.remove(CONNECTION, 'a'),
    () => list(services.writer, boards('b', 'c', 'd')),
    () => services.noted(CONNECTION),
  ];
  for (const change of changes) {
    const ranges = [[0, 1]] as const;
    const selection = { kind: 'ranges', query: PLAIN, revision: revisionOf(), ranges } as const;
    expect(services.reader.ids(CONNECTION, selection, 0, 9).boards).toBe(2);
    change();
    expect(refusal(() => services.reader.ids(CONNECTION, selection, 0, 9))).toBe(true);
    expect(refusal(() => services.reader.rows(CONNECTION, selection, 0, 9, []))).toBe(true);
  }
  const beyond = { kind: 'ranges', query: PLAIN, revision: revisionOf(), ranges: [[0, 99]] } as const;
  expect(refusal(() => services.reader.ids(CONNECTION, beyond, 0, 9))).toBe(true);
});

test('the pages of a selection are of what it meant at first, or refused', () => {
  list(services.writer, boards('b', 'c', 'd', 'e'));
  expect(services.reader.ids(CONNECTION, ALL, 0, 2).ids).toEqual(['b', 'c']);
  services.writer.put(CONNECTION, board('a'));
  expect(services.reader.ids(CONNECTION, ALL, 2, 2)).toEqual({ boards: 4, ids: ['d', 'e'] });
  services.writer.remove(CONNECTION, 'd');
  expect(refusal(() => services.reader.ids(CONNECTION, ALL, 2, 2))).toBe(true);
  expect(refusal(() => services.reader.ids(CONNECTION, { ...ALL, except: ['a'] }, 2, 2))).toBe(true);
});

test('ages are counted from one moment as long as the list stays the same', () => {
  list(services.writer, boards('a', 'b'));
  const age = (NOW - Date.UTC(2026, 0, 1)) / 86_400_000;
  const query: BoardQuery = { ...PLAIN, filters: [{ kind: 'older-than', days: Math.ceil(age) }] };
  expect(idsOf(query)).toEqual([]);
  services.now += 2 * 86_400_000;
  expect(idsOf(query)).toEqual([]);
  services.writer.put(CONNECTION, board('c'));
  expect(idsOf(query)).toEqual(['a', 'b', 'c']);
});

test('notes hold from the next revision on, so that ranks under this one stay what they are', () => {
  list(services.writer, boards('a', 'b'));
  const query = finding('labelled so');
  expect(idsOf(query)).toEqual([]);
  services.tables.notes.put(CONNECTION, [{ ...NOTED, boardId: 'b' }]);
  expect(idsOf(query)).toEqual([]);
  services.writer.notesChanged(CONNECTION);
  expect(idsOf(query)).toEqual(['b']);
});

test('damage of the main database is not taken for damage of the mirror', () => {
  list(services.writer, boards('a'));
  const broken = path.join(services.folder, 'broken.db');
  writeFileSync(broken, 'no database, but long enough to be looked at as one'.repeat(100));
  const other = createReader({
    folder: services.folder,
    mainDatabase: broken,
    now: () => NOW,
    later: () => undefined,
  });
  let thrown: unknown;
  try {
    other.window({ connectionId: CONNECTION, from: 0, count: 1, query: PLAIN, fields: [] });
  } catch (error) {
    thrown = error;
  }
  other.close();
  expect(thrown).toBeInstanceOf(Error);
  expect(isDamage(thrown)).toBe(false);
});

describe('a long list that is sorted by a field', () => {
  const BOARDS = 21_000;

  beforeEach(() => {
    const sizes = (at: number) => [{ size: (at * 7919) % 101 }, { size: `Size ${at % 7}` }, {}][at % 3];
    const items = Array.from({ length: BOARDS }, (_, at) => board(`b${at}`, sizes(at)));
    list(services.writer, items);
  });

  const bySize = (descending: boolean, find = ''): BoardQuery => ({
    ...finding(find),
    order: { by: 'field:size', descending },
  });
  function ask(query: BoardQuery, hurried: boolean): BoardWindow {
    const request = { connectionId: CONNECTION, from: 0, count: 1000, query, fields: ['size'] };
    return services.reader.window(hurried ? { ...request, hurried: true } : request);
  }
  const indexes = (): number =>
    look(services.folder, (db) =>
      db.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'sorted%'").all(),
    ).length;

  test('is prepared once for both directions, sorted the same, and follows its boards', () => {
    const unprepared = [ask(bySize(false), false), ask(bySize(true), false)];
    services.reader.release(CONNECTION);
    services.writer.put(CONNECTION, board('b0', { size: 0 }));
    expect(ask(bySize(true), true)).toMatchObject({ rows: [], sorting: 0 });
    // A few matching boards need no preparation.
    expect(ask(bySize(false, 'b2099'), true)).toMatchObject({ matching: 11 });
    services.writer.sort(CONNECTION, 'size');
    for (const [at, window] of [ask(bySize(false), true), ask(bySize(true), true)].entries()) {
      expect(window.sorting).toBeUndefined();
      expect(window.rows).toEqual(unprepared[at]?.rows);
      expect(window.matching).toBe(BOARDS);
    }
    services.writer.put(CONNECTION, board('least', { size: -1 }));
    services.writer.remove(CONNECTION, ask(bySize(true), true).rows[0]?.id ?? '');
    const { rows, matching, sorting } = ask(bySize(false), true);
    expect([rows[0]?.id, matching, sorting]).toEqual(['least', BOARDS, undefined]);
  });

  test('is no longer prepared once no caller waits for it, and only the last indexes are kept', () => {
    const { folder } = services;
    const progress = new Float64Array([0, NOW - 10_000]);
    const writer = createWriter({ folder, now: () => NOW, later: () => undefined, progress });
    expect(() => writer.sort(CONNECTION, 'size')).toThrow('nobody-waits');
    expect(progress[0]).toBeGreaterThan(0);
    expect(indexes()).toBe(0);
    progress[1] = NOW;
    for (const field of ['a', 'b', 'c', 'd', "e'; DROP TABLE boards; --\0"]) writer.sort(CONNECTION, field);
    expect(indexes()).toBe(4);
    expect(writer.put(CONNECTION, board('another')).rows).toBe(BOARDS + 1);
    writer.close();
  });
});

const NOTED = {
  boardId: '',
  label: 'Labelled so',
  note: 'A note',
  tags: ['one', 'Two'],
  customer: 'Somebody',
  protected: true,
  updatedAt: 1,
} satisfies NoteRecord;

function refusal(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    return isListChanged(error);
  }
}
