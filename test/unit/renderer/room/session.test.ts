/** What a person in a practice room looks at. */
import { expect, test } from 'vitest';
import { zoomAt } from '../../../../renderer/room/camera.ts';
import { createLink } from '../../../../renderer/room/link.ts';
import { Session } from '../../../../renderer/room/session.ts';

const TINY = { width: 60, height: 40 };
const USUAL = { width: 1000, height: 700 };

/** In a room with one note, through a link that never connects. */
function entered(): Session {
  const events = { received: () => undefined, refused: () => undefined, lost: () => undefined };
  const session = new Session(createLink('ws://localhost/live', '', events), () => undefined);
  session.paper.put({
    kind: 'note',
    id: 'n',
    by: 'Ada',
    color: 'blue',
    x: 0,
    y: 0,
    width: 400,
    fontSize: 16,
    text: 'Hi',
  });
  return session;
}

test('everything stays in view as the window changes its size, also after a room was entered while tiny', () => {
  const session = entered();
  session.fit(TINY);
  expect(session.camera.zoom).toBeLessThan(0.2);
  session.refit(USUAL);
  const grown = session.camera;
  expect(grown.zoom).toBe(1);
  session.fit(USUAL);
  expect(session.camera).toEqual(grown);
});

test('a low window keeps room for one row of bars, however narrow it is', () => {
  const session = entered();
  session.paper.put({ kind: 'stroke', id: 's', by: 'Ada', ink: 'red', size: 4, points: [[0, 800, 0.5]] });
  session.fit({ width: 660, height: 275 });
  expect(session.camera.zoom).toBeGreaterThan(0.15);
});

test('who has looked elsewhere, or follows somebody, keeps that view in another size', () => {
  const session = entered();
  session.fit(USUAL);
  session.look(zoomAt(session.camera, 0.5, 10, 10));
  const chosen = session.camera;
  session.refit(TINY);
  expect(session.camera).toBe(chosen);
  session.fit(USUAL);
  session.set({ camera: { x: 5, y: 5, zoom: 2 }, following: 'p' });
  session.refit(TINY);
  expect(session).toMatchObject({ camera: { zoom: 2 }, following: 'p' });
});
