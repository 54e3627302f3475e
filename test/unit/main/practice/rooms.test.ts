import { describe, expect, test } from 'vitest';
import type * as Items from '../../../../main/practice/items.ts';
import * as service from '../../../../main/practice/rooms.ts';
import type * as page from '../../../../renderer/room/messages.ts';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
    ? true
    : 'the page and the service differ';

test('the page and the service speak the same language (this fails to compile when they do not)', () => {
  const same: readonly [
    Same<service.ClientMessage, page.ClientMessage>,
    Same<service.ServerMessage, page.ServerMessage>,
    Same<service.RoomRefusal, page.RoomRefusal>,
    Same<Items.Item, page.Item>,
  ] = [true, true, true, true];
  expect(same).not.toContain(false);
});

describe('reading what a page sends', () => {
  const stroke = { kind: 'stroke', id: 's', ink: 'red', size: 4, points: [[1, 2, 0.5]] } as const;
  const note = {
    kind: 'note',
    id: 'n',
    color: 'blue',
    x: 1,
    y: 2,
    width: 100,
    fontSize: 16,
    text: 'Hi',
  } as const;
  const read = (item: object): service.ClientMessage | undefined =>
    service.readClientMessage(JSON.stringify({ type: 'put', item }), 'Ada');

  test('known fields survive, others do not, and the service says who it is by', () => {
    expect(read({ ...stroke, by: 'Mallory', html: '<b>' })).toEqual({
      type: 'put',
      item: { ...stroke, by: 'Ada' },
    });
    expect(read({ ...note, by: 'Mallory', style: 'x' })).toEqual({
      type: 'put',
      item: { ...note, by: 'Ada' },
    });
  });

  test('pressure is kept between 0 and 1', () => {
    expect(
      read({
        ...stroke,
        points: [
          [0, 0, 7],
          [1, 1, -7],
        ],
      }),
    ).toMatchObject({
      item: {
        points: [
          [0, 0, 1],
          [1, 1, 0],
        ],
      },
    });
  });

  test.each([
    [{ id: '' }],
    [{ id: 'x'.repeat(65) }],
    [{ id: 7 }],
    [{ ink: 'gold' }],
    [{ ink: '__proto__' }],
    [{ size: 0 }],
    [{ size: 81 }],
    [{ size: '4' }],
    [{ points: [] }],
    [{ points: [[1, 2]] }],
    [{ points: [[1, 2, null]] }],
    [{ points: [[1, 2e9, 0.5]] }],
    [{ points: Array.from({ length: 5001 }, () => [0, 0, 0.5]) }],
    [{ kind: 'image' }],
  ])('a stroke with %j is none', (fault) => {
    expect(read({ ...stroke, ...fault })).toBeUndefined();
  });

  test.each([
    [{ color: 'gold' }],
    [{ x: 'left' }],
    [{ width: 2 }],
    [{ fontSize: 1 }],
    [{ text: 7 }],
    [{ text: 'x'.repeat(2001) }],
  ])('a note with %j is none', (fault) => {
    expect(read({ ...note, ...fault })).toBeUndefined();
  });

  test('only identifiers are removed', () => {
    const text = JSON.stringify({ type: 'remove', ids: ['a', 7, '', null, 'b'] });
    expect(service.readClientMessage(text, 'Ada')).toEqual({ type: 'remove', ids: ['a', 'b'] });
  });

  test('a pointer is a place or null', () => {
    const cursor = (value: unknown): unknown =>
      service.readClientMessage(JSON.stringify({ type: 'cursor', cursor: value }), 'Ada');
    expect(cursor([1, 2])).toEqual({ type: 'cursor', cursor: [1, 2] });
    expect(cursor(null)).toEqual({ type: 'cursor', cursor: null });
    expect(cursor([1])).toBeUndefined();
    expect(cursor('here')).toBeUndefined();
  });
});
