import { expect, test } from 'vitest';
import { INKS, type ClientMessage } from '../../../../preload/contract/practice-room.ts';
import { readClientMessage, Rooms } from '../../../../main/practice/rooms.ts';

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

test('no two participants of a room get the same pen colour while others are free', () => {
  const rooms = new Rooms();
  const link = { send: () => undefined, close: () => undefined };
  const join = (id: string) => rooms.join({ id, name: '', items: new Map() }, 'Ada', link);
  for (const _ink of INKS) {
    join('a');
    for (let visits = 0; visits < 4; visits += 1) join('b').leave();
  }
  const pens = rooms.members('a').map(({ person }) => person.ink);
  expect(new Set(pens.slice(0, -1))).toEqual(new Set(INKS.filter((ink) => ink !== 'ink')));
});
