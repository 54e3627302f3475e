import { expect, test } from 'vitest';
import { BoardRows } from '../../../../main/boards/rows.ts';
import type { BoardRow, BoardWindowRequest } from '../../../../preload/contract/domain.ts';

function row(id: string | null, epochMs: number | null): BoardRow {
  const created = epochMs === null ? null : { raw: String(epochMs), epochMs, assumedUtc: false };
  return { rowKey: id === null ? '?x' : `=${id}`, id, created };
}

function ask(change: Partial<BoardWindowRequest> = {}): BoardWindowRequest {
  return { connectionId: 'c', from: 0, count: 100, sort: 'created', descending: true, find: '', ...change };
}

function rowsOf(...rows: readonly BoardRow[]): BoardRows {
  const all = new BoardRows();
  all.replace(rows);
  return all;
}

function ids(rows: BoardRows, change: Partial<BoardWindowRequest> = {}): readonly (string | null)[] {
  return rows.window(ask(change)).rows.map(({ id }) => id);
}

test('rows are sorted by creation time in both directions, with unreadable times last in both', () => {
  const rows = rowsOf(row('b', 2), row('none', null), row('a', 1), row('c', 3));
  expect(ids(rows)).toEqual(['c', 'b', 'a', 'none']);
  expect(ids(rows, { descending: false })).toEqual(['a', 'b', 'c', 'none']);
});

test('rows of the same time keep one order', () => {
  const rows = rowsOf(row('b', 1), row('a', 1));
  expect(ids(rows)).toEqual(['a', 'b']);
  expect(ids(rows, { descending: false })).toEqual(['a', 'b']);
});

test('rows without an id are listed, and last by id', () => {
  expect(ids(rowsOf(row(null, 5), row('a', 1)), { sort: 'id', descending: false })).toEqual(['a', null]);
});

test('any part of an id finds it, whatever its letter case', () => {
  const rows = rowsOf(row('Abc-123', 1), row('def-123', 2), row(null, 3));
  expect(ids(rows, { find: ' BC-1 ' })).toEqual(['Abc-123']);
  expect(rows.window(ask({ find: '123' })).matching).toBe(2);
});

test('a window holds just the ranks asked for, and says how many match', () => {
  const rows = rowsOf(...Array.from({ length: 10 }, (_, index) => row(`b${index}`, index)));
  const window = rows.window(ask({ from: 3, count: 4 }));
  expect(window.rows.map(({ id }) => id)).toEqual(['b6', 'b5', 'b4', 'b3']);
  expect(window).toMatchObject({ from: 3, matching: 10 });
});

test('every change of the rows is another revision', () => {
  const rows = rowsOf(row('a', 1));
  const before = rows.window(ask()).revision;
  rows.add(row('b', 2));
  expect(rows.window(ask()).revision).toBeGreaterThan(before);
  expect(ids(rows)).toEqual(['b', 'a']);
  rows.remove('a');
  expect(ids(rows)).toEqual(['b']);
});

test('a board that is listed already is not added twice', () => {
  const rows = rowsOf(row('a', 1));
  rows.add(row('a', 1));
  expect(rows.count).toBe(1);
});
