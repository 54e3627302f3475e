import { beforeEach, describe, expect, test } from 'vitest';
import type { BoardSelection, RowFilter, RowQuery } from '../../../preload/contract/boards.ts';
import { ListChanged } from '../../../main/store/mirror/mirror.ts';
import type { BoardItem } from '../../../main/service/types.ts';
import type { NoteRecord } from '../../../main/store/tables/change-note.ts';
import { openMirrorServices, PLAIN, type MirrorServices } from './mirror-services.ts';
import { append, board, boards, complete, CONNECTION, list, manyBoards, NOW } from './mirror-parts.ts';
import { done } from '../../support/steps.ts';

let services: MirrorServices;

beforeEach(() => {
  services = openMirrorServices();
});

const ALL = { kind: 'all', query: PLAIN, except: [] } as const;

function idsOf(query: RowQuery = PLAIN): readonly (string | null)[] {
  const request = { connectionId: CONNECTION, from: 0, count: 1000, query, fields: [] };
  return done(services.boards.window(request)).rows.map(({ id: boardId }) => boardId);
}

function selected(selection: BoardSelection, from: number, count: number) {
  const { boards: all, rows } = services.boards.rows(CONNECTION, selection, from, count, []);
  return { boards: all, ids: rows.flatMap(({ id }) => id ?? []) };
}

const finding = (find: string): RowQuery => ({ ...PLAIN, find });
const revisionOf = (): number => services.boards.facts(CONNECTION).revision;

test('a row of the local board mirror contains the board’s notes and the requested fields', () => {
  const made = board('one', { status: 'Open', size: 2, nested: { a: [1] } });
  list(services.boards, [made, { ...board('two'), created: null }]);
  services.tables.notes.put(CONNECTION, [{ ...NOTED, boardId: 'one' }]);
  services.tables.boardFacts.made(CONNECTION, ['two'], 5);
  services.tables.boardFacts.previewed(CONNECTION, 'two', 6);
  services.noted(CONNECTION);
  const fields = ['size', 'status', 'nested', 'absent'];
  const window = done(
    services.boards.window({ connectionId: CONNECTION, from: 0, count: 10, query: PLAIN, fields }),
  );
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

test('the local board mirror returns the row positions of given board ids in a query’s result', () => {
  list(services.boards, boards('ab', 'abc', 'b', 'c'));
  const byId: RowQuery = { ...PLAIN, order: { by: 'id', descending: true } };
  for (const query of [PLAIN, byId, finding('c')])
    expect(services.boards.ranks(CONNECTION, query, ['abc'])).toEqual([idsOf(query).indexOf('abc')]);
  expect(services.boards.ranks(CONNECTION, finding('b'), ['c', 'b', 'a'])).toEqual([2]);
});

test('the local board mirror lists the names of the service’s fields that the grid can show as columns', () => {
  list(services.boards, [
    board('a', { status: 'Archived', list: [1] }),
    board('b', { size: 2, '': 1, ['x'.repeat(201)]: 1 }),
  ]);
  expect(services.boards.names(CONNECTION).fields).toEqual(['size', 'status']);
});

describe('long board lists', () => {
  /** A list so long that the store counts its matching boards in several steps. */
  const many = manyBoards(41_000);
  const asking = (query: Partial<RowQuery>, hurry: { readonly hurried?: true } = {}) =>
    services.boards.window({
      connectionId: CONNECTION,
      from: 0,
      count: 100,
      query: { ...PLAIN, ...query },
      fields: [],
      ...hurry,
    });

  beforeEach(() => void list(services.boards, many));

  test('the first rows of a long list can be read before all matching boards are counted', () => {
    for (const find of ['1', '20']) {
      const first = done(asking({ find }, { hurried: true }));
      expect(first).toMatchObject({ counting: true, matching: 100 });
      const counted = done(asking({ find }));
      expect(counted.rows).toEqual(first.rows);
      expect(counted.counting).toBeUndefined();
      expect(counted.matching).toBe(many.filter(({ id }) => id?.includes(find)).length);
      expect(done(asking({ find }, { hurried: true })), 'what was counted once is known').toEqual(counted);
    }
    expect(done(asking({ find: 'b2099' }, { hurried: true })), 'a count that fits').toMatchObject({
      matching: 11,
    });
    expect(done(asking({ find: 'z' }, { hurried: true })).counting).toBeUndefined();
  });

  test('the matching boards of a long list are counted in several steps', () => {
    const matching = many.filter(({ id }) => id?.includes('7')).length;
    for (const descending of [true, false]) {
      const steps = asking({ find: '7', order: { by: 'created', descending } });
      // All boards have the same creation time, so each counting step must continue between boards with equal times.
      for (let step = 1; step <= 3; step += 1) expect(steps.next().done).toBe(false);
      expect(done(steps).matching).toBe(matching);
    }
    const changed = asking({ find: '77' });
    changed.next();
    services.boards.put(CONNECTION, board('new 77'));
    expect(done(changed).matching).toBe(many.filter(({ id }) => id?.includes('77')).length + 1);
  });

  test('a filter by age counts the boards without a creation time in several steps', () => {
    list(
      services.boards,
      many.map((item) => ({ ...item, created: null })),
    );
    const steps = asking({ find: '7', filters: [{ kind: 'older-than', days: 1 }] });
    for (let step = 1; step <= 3; step += 1) expect(steps.next().done).toBe(false);
    const undated = many.filter(({ id }) => id?.includes('7')).length;
    expect(done(steps)).toMatchObject({ rows: [], matching: 0, undated });
  });
});

test('tags that differ only in letter case are counted together, and so are customers', () => {
  list(services.boards, boards('a', 'b', 'c'));
  services.tables.notes.put(CONNECTION, [
    { ...NOTED, boardId: 'a', tags: ['Year 4', 'art'], customer: 'Northwind', protected: true },
    { ...NOTED, boardId: 'b', tags: ['year 4'], customer: 'NORTHWIND', protected: false },
    { ...NOTED, boardId: 'c', tags: ['music'], customer: 'Elsewhere', protected: false },
  ]);
  services.noted(CONNECTION);
  expect(services.boards.names(CONNECTION)).toMatchObject({
    tags: [{ name: 'Year 4', boards: 2 }, { name: 'art' }, { name: 'music' }],
    customers: [
      { name: 'NORTHWIND', boards: 2 },
      { name: 'Elsewhere', boards: 1 },
    ],
  });
});

test('a selection of all boards, of board ids or of row positions is read page by page', () => {
  const nameless: BoardItem = { ...board('x'), id: null };
  list(services.boards, [...boards('a', 'b', 'c', 'd', 'e'), nameless]);
  // The first row is the board without an id, because it sorts before boards with the same creation time.
  expect(selected(ALL, 0, 3)).toEqual({ boards: 6, ids: ['a', 'b'] });
  expect(selected(ALL, 3, 2)).toEqual({ boards: 6, ids: ['c', 'd'] });
  expect(selected({ ...ALL, except: ['b', 'zz'] }, 0, 9).ids).toEqual(['a', 'c', 'd', 'e']);
  expect(selected({ kind: 'ids', ids: ['d', 'none', 'a', 'd'] }, 0, 9)).toEqual({
    boards: 2,
    ids: ['d', 'a'],
  });
  const ranges = [
    [3, 4],
    [0, 1],
    [1, 2],
  ] as const;
  const selection = { kind: 'ranges', query: PLAIN, revision: revisionOf(), ranges } as const;
  expect(selected(selection, 0, 9)).toEqual({ boards: 5, ids: ['a', 'b', 'c', 'd'] });
  const { boards: count, rows } = services.boards.rows(CONNECTION, selection, 0, 2, []);
  expect([count, rows.map(({ rowKey }) => rowKey)]).toEqual([5, [`?${nameless.raw}`, '=a']]);
  expect(rows.map(({ raw }) => raw)).toEqual([nameless.raw, board('a').raw]);
});

test('Easel rejects selected row positions after any change of boards or notes', () => {
  list(services.boards, boards('a', 'b', 'c'));
  const changes = [
    () => services.boards.put(CONNECTION, board('aa')),
    () => services.boards.remove(CONNECTION, 'a'),
    () => list(services.boards, boards('b', 'c', 'd')),
    () => services.noted(CONNECTION),
  ];
  for (const change of changes) {
    const ranges = [[0, 1]] as const;
    const selection = { kind: 'ranges', query: PLAIN, revision: revisionOf(), ranges } as const;
    expect(selected(selection, 0, 9).boards).toBe(2);
    change();
    expect(() => selected(selection, 0, 9)).toThrow(ListChanged);
  }
  const beyond = { kind: 'ranges', query: PLAIN, revision: revisionOf(), ranges: [[0, 99]] } as const;
  expect(() => selected(beyond, 0, 9)).toThrow(ListChanged);
});

test('Easel rejects selected row positions while a connection’s boards are loaded for the first time', () => {
  const run = services.boards.begin(CONNECTION);
  append(services.boards, run, manyBoards(20));
  const selection = { kind: 'ranges', query: PLAIN, revision: revisionOf(), ranges: [[0, 1]] } as const;
  append(services.boards, run, boards('a'));
  expect(revisionOf()).toBe(selection.revision);
  expect(() => selected(selection, 0, 9)).toThrow(ListChanged);
});

test('boards that are added while a selection is read page by page are not in the later pages', () => {
  list(services.boards, boards('b', 'c', 'd', 'e'));
  expect(selected(ALL, 0, 1).ids).toEqual(['b']);
  services.boards.put(CONNECTION, board('a'));
  for (const find of ['b', 'c', 'd', 'e', 'z']) {
    idsOf(finding(find));
    expect(selected(ALL, 1, 1), 'a selection in use is kept').toEqual({ boards: 4, ids: ['c'] });
  }
  expect(selected(ALL, 2, 2)).toEqual({ boards: 4, ids: ['d', 'e'] });
  services.boards.remove(CONNECTION, 'd');
  expect(() => selected(ALL, 2, 2)).toThrow(ListChanged);
  expect(() => selected({ ...ALL, except: ['a'] }, 2, 2)).toThrow(ListChanged);
});

test('an age filter compares boards with a time that the local board mirror updates once an hour', () => {
  list(services.boards, boards('a', 'b'));
  const query: RowQuery = { ...PLAIN, filters: [{ kind: 'older-than', days: 325 }] };
  const due = Date.UTC(2026, 0, 1) + 325 * 86_400_000;
  services.clock.now = due - 60_000;
  expect(idsOf(query)).toEqual([]);
  const { revision } = services.boards.facts(CONNECTION);
  services.clock.now = due + 3_500_000;
  expect(idsOf(query)).toEqual([]);
  services.clock.now = due + 3_600_000;
  expect(idsOf(query)).toEqual(['a', 'b']);
  expect(services.boards.facts(CONNECTION).revision).toBe(revision + 1);
});

test.each([400, -400])(
  'an age filter requires a match by the service’s clock (%i days ahead) and by this computer’s clock',
  (days) => {
    const ageDays = (NOW - Date.UTC(2026, 0, 1)) / 86_400_000;
    list(services.boards, boards('a'), { ...complete(), clockAheadMs: days * 86_400_000 });
    const matching = (filter: RowFilter) => idsOf({ ...PLAIN, filters: [filter] });
    expect(matching({ kind: 'older-than', days: Math.ceil(ageDays) })).toEqual([]);
    expect(matching({ kind: 'newer-than', days: Math.floor(ageDays) })).toEqual([]);
  },
);

const NOTED = {
  boardId: '',
  label: 'Labelled so',
  note: 'A note',
  tags: ['one', 'Two'],
  customer: 'Somebody',
  protected: true,
  updatedAt: 1,
} satisfies NoteRecord;
