import { expect, test } from 'vitest';
import { zoomAt } from '../../../../renderer/room/camera.ts';
import { createLink } from '../../../../renderer/room/link.ts';
import { Room } from '../../../../renderer/room/room.ts';

const TINY = { width: 60, height: 40 };
const USUAL = { width: 1000, height: 700 };

/** A room with one note and a connection that never opens. */
function roomWithNote(): Room {
  const nothing = (): void => undefined;
  const room = new Room(createLink('ws://localhost/live', '', nothing, nothing), nothing);
  const place = { x: 0, y: 0, width: 400, fontSize: 16 };
  room.put({ kind: 'note', id: 'n', by: 'Ada', color: 'blue', text: 'Hi', ...place });
  return room;
}

test('resizing the room keeps all items in view', () => {
  const room = roomWithNote();
  room.fit(TINY);
  expect(room.camera.zoom).toBeLessThan(0.2);
  room.refit(USUAL);
  const grown = room.camera;
  expect(grown.zoom).toBe(1);
  room.fit(USUAL);
  expect(room.camera).toEqual(grown);
});

test('resizing the room keeps a zoom that the user chose', () => {
  const room = roomWithNote();
  room.fit(USUAL);
  room.set({ camera: zoomAt(room.camera, 0.5, 10, 10) });
  const chosen = room.camera;
  room.refit(TINY);
  expect(room.camera).toBe(chosen);
});
