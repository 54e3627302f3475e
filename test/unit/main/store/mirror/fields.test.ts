import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { fieldValues, furtherFields, rowsWithField } from '../../../../../main/store/mirror/fields.ts';

const RAW =
  '{"room_id":9007199254740993,"created":1.70000e9,"owner":9007199254740995,"price":1.10,"big":1e400}';

test('a board’s numbers are found and shown as they came', () => {
  const told = { id: '9007199254740993', createdRaw: '1.70000e9', raw: RAW };
  expect(furtherFields(told)).toEqual([
    ['owner', '9007199254740995'],
    ['price', '1.10'],
    ['big', '1e400'],
  ]);
  expect(fieldValues(RAW, ['room_id', 'price', 'big', 'other'])).toEqual([
    '9007199254740993',
    '1.10',
    '1e400',
    '',
  ]);
});

test('a search in a field takes all of its digits', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE boards (n INTEGER PRIMARY KEY, raw TEXT)');
  db.prepare('INSERT INTO boards (n, raw) VALUES (7, ?)').run(RAW);
  const found = (name: string, text: string): readonly number[] => [...rowsWithField(db, name, text)];
  expect([
    found('owner', '9007199254740995'),
    found('price', '1.10'),
    found('owner', '9007199254740996'),
  ]).toEqual([[7], [7], []]);
  db.close();
});
