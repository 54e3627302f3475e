import { expect, test } from 'vitest';
import type { ClientMessage } from '../../../../preload/contract/practice-room.ts';
import { readClientMessage } from '../../../../main/practice/rooms.ts';

const stroke = { kind: 'stroke', id: 's', ink: 'red', size: 4, points: [[1, 2, 0.5]] } as const;
const place = { x: 1, y: 2, width: 100, fontSize: 16 };
const note = { kind: 'note', id: 'n', color: 'blue', ...place, text: 'Hi' } as const;
const read = (item: object): ClientMessage | undefined =>
  readClientMessage(JSON.stringify({ type: 'put', item }), 'Ada');

test('a practice room drops unknown fields of a message', () => {
  for (const item of [stroke, note])
    expect(read({ ...item, by: 'Mallory', html: '<b>' })).toEqual({
      type: 'put',
      item: { ...item, by: 'Ada' },
    });
});

test.each([
  [{ id: '' }],
  [{ ink: '__proto__' }],
  [{ size: 81 }],
  [{ points: [[1, 2]] }],
  [{ points: Array.from({ length: 5001 }, () => [0, 0, 0.5]) }],
  [{ kind: 'image' }],
])('a practice room rejects a stroke with the invalid field %j', (fault) => {
  expect(read({ ...stroke, ...fault })).toBeUndefined();
});

test.each([[{ color: 'gold' }], [{ text: 'x'.repeat(2001) }]])(
  'a practice room rejects a sticky note with the invalid %j',
  (fault) => expect(read({ ...note, ...fault })).toBeUndefined(),
);
