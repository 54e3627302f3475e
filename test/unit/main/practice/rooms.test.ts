import { describe, expect, test } from 'vitest';
import type * as Items from '../../../../main/practice/items.ts';
import * as service from '../../../../main/practice/rooms.ts';
import type * as page from '../../../../renderer/room/messages.ts';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
    ? true
    : 'the page and the service differ';

test('the page and the service use the same message types (checked by the compiler)', () => {
  const same: readonly [
    Same<service.ClientMessage, page.ClientMessage>,
    Same<service.ServerMessage, page.ServerMessage>,
    Same<service.RoomRefusal, page.RoomRefusal>,
    Same<Items.Item, page.Item>,
  ] = [true, true, true, true];
  expect(same).not.toContain(false);
});

describe('reading a message from a page', () => {
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

  test('keeps known fields, drops others, and the service adds the sender', () => {
    for (const item of [stroke, note])
      expect(read({ ...item, by: 'Mallory', html: '<b>' })).toEqual({
        type: 'put',
        item: { ...item, by: 'Ada' },
      });
  });

  test('takes shapes, and images of three kinds that are not too large', () => {
    const shape = {
      kind: 'shape',
      id: 'r',
      form: 'arrow',
      ink: 'red',
      size: 4,
      x: 1,
      y: 2,
      width: -30,
      height: 0,
    };
    expect(read(shape)).toEqual({ type: 'put', item: { ...shape, by: 'Ada' } });
    expect(read({ ...shape, form: 'script' })).toBeUndefined();
    const image = { kind: 'image', id: 'i', x: 1, y: 2, width: 30, height: 20 };
    const source = 'data:image/webp;base64,UklGRg==';
    expect(read({ ...image, source })).toEqual({ type: 'put', item: { ...image, source, by: 'Ada' } });
    for (const bad of [
      'https://evil.example/a.png',
      'data:image/svg+xml;base64,UklGRg==',
      'data:image/png;base64,"><script>',
      `data:image/png;base64,${'A'.repeat(400_000)}`,
    ])
      expect(read({ ...image, source: bad })).toBeUndefined();
  });

  test('clamps pressure to 0 and 1', () => {
    const points = (...pressures: readonly number[]) => pressures.map((pressure) => [0, 0, pressure]);
    expect(read({ ...stroke, points: points(7, -7) })).toMatchObject({ item: { points: points(1, 0) } });
  });

  test.each([
    [{ id: '' }],
    [{ id: 'x'.repeat(65) }],
    [{ ink: '__proto__' }],
    [{ size: 0 }],
    [{ size: 81 }],
    [{ points: [] }],
    [{ points: [[1, 2]] }],
    [{ points: [[1, 2e9, 0.5]] }],
    [{ points: Array.from({ length: 5001 }, () => [0, 0, 0.5]) }],
    [{ kind: 'image' }],
  ])('rejects a stroke with %j', (fault) => {
    expect(read({ ...stroke, ...fault })).toBeUndefined();
  });

  test.each([[{ color: 'gold' }], [{ width: 2 }], [{ fontSize: 1 }], [{ text: 'x'.repeat(2001) }]])(
    'rejects a note with %j',
    (fault) => expect(read({ ...note, ...fault })).toBeUndefined(),
  );

  test('removes by identifier only', () => {
    const text = JSON.stringify({ type: 'remove', ids: ['a', 7, '', null, 'b'] });
    expect(service.readClientMessage(text, 'Ada')).toEqual({ type: 'remove', ids: ['a', 'b'] });
  });

  test('accepts a position or null as a pointer', () => {
    const cursor = (value: unknown): unknown =>
      service.readClientMessage(JSON.stringify({ type: 'cursor', cursor: value }), 'Ada');
    expect(cursor([1, 2])).toEqual({ type: 'cursor', cursor: [1, 2] });
    expect(cursor(null)).toEqual({ type: 'cursor', cursor: null });
    expect(cursor([1])).toBeUndefined();
    expect(cursor('here')).toBeUndefined();
  });
});
