import { expect, test } from 'vitest';
import {
  boardColumns,
  columnChoices,
  FIRST_COLUMNS,
  shownColumns,
  withChosen,
  withMoved,
} from '../../../../../renderer/screens/boards/board-columns.tsx';

const ids = (columns: readonly { readonly id: string }[]): readonly string[] => columns.map(({ id }) => id);

test('by default boards are shown by id, time, label and tags', () => {
  expect(ids(shownColumns([]))).toEqual(['id', 'created', 'label', 'tags']);
  const kept = [{ id: 'note', width: null }];
  expect(shownColumns(kept)).toBe(kept);
});

test('an added column comes last, choosing it again removes it, and the last one stays', () => {
  const more = withChosen(FIRST_COLUMNS, 'note');
  expect(ids(more)).toEqual(['id', 'created', 'label', 'tags', 'note']);
  expect(ids(withChosen(more, 'id'))).toEqual(['created', 'label', 'tags', 'note']);
  const one = [{ id: 'id', width: 90 }];
  expect(withChosen(one, 'id')).toBe(one);
});

test('a column is moved with its width, in either direction', () => {
  const columns = [
    { id: 'id', width: 90 },
    { id: 'created', width: null },
    { id: 'label', width: null },
  ];
  expect(withMoved(columns, 'id', 2)).toEqual([columns[1], columns[2], columns[0]]);
  expect(ids(withMoved(columns, 'label', 0))).toEqual(['label', 'id', 'created']);
});

test('the service’s own fields can be added by name, and sorted by', () => {
  expect(columnChoices([{ name: 'colour' }]).at(-1)).toEqual({ id: 'field:colour', title: 'colour' });
  const [column] = boardColumns([{ id: 'field:colour', width: 120 }], ['a', 'colour']);
  expect(column).toMatchObject({ title: 'colour', width: '120px', sortable: true });
});

test('a column that this version doesn’t know is dropped', () => {
  expect(ids(boardColumns([{ id: 'nothing', width: null }, ...FIRST_COLUMNS], []))).toEqual(
    ids(FIRST_COLUMNS),
  );
});
