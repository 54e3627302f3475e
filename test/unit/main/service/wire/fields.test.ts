import { expect, test } from 'vitest';
import { fieldValues, furtherFields } from '../../../../../main/service/wire/fields.ts';

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

test('a field that could become a prototype is a field like others', () => {
  const raw = String.raw`{"id":"a","\u005f_proto__":"x","__proto__":{"polluted":"yes"}}`;
  expect(furtherFields({ id: 'a', createdRaw: null, raw })).toEqual([]);
  expect(fieldValues(raw, ['polluted', 'toString', '__proto__'])).toEqual(['', '', '{"polluted":"yes"}']);
});
