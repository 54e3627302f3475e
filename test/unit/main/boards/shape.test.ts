import { expect, test } from 'vitest';
import { openShapes } from '../../../../main/boards/shape.ts';
import type { SeenNames } from '../../../../main/service/types.ts';

const NAMES: SeenNames = { list: 'data.items', id: 'room_id', created: 'created_at', timeForm: 'ISO 8601' };
const END = { meaning: 'rows', sure: true, limit: 1000 } as const;

async function opened(kept: string | null = null) {
  const changes: string[] = [];
  const settings = { kept };
  const shapes = await openShapes({
    settings: {
      get: () => Promise.resolve(settings.kept),
      set: (_name, value) => {
        settings.kept = value;
        return Promise.resolve();
      },
    },
    onChange: ({ what }) => changes.push(what),
    now: () => 7,
  });
  const found = (about: string) =>
    shapes.of({ connectionId: 'c' }).facts.find((fact) => fact.about === about) ?? null;
  return { shapes, changes, settings, found };
}

test('a listing tells where things stand and how the service pages; seen again, that is sure', async () => {
  const { shapes, found, changes } = await opened();
  expect(shapes.of({ connectionId: 'c' })).toEqual({ connectionId: 'c', facts: [] });
  shapes.listed('c', [NAMES], END);
  const likely = { about: 'Boards are in', found: 'data.items', sure: false, times: 1, seenAt: 7 };
  expect(found('Boards are in')).toEqual(likely);
  expect(found('Offsets count')).toMatchObject({ found: 'rows', sure: true });
  expect(found('Pages are requested with')).toMatchObject({ found: 'a limit of 1000' });
  shapes.listed('c', [NAMES], END);
  expect(found('Boards are in')).toEqual({ ...likely, sure: true, times: 2 });
  expect(changes).toEqual([]);
});

test('status codes of creates and deletes are gathered, and the form of the token', async () => {
  const { shapes, changes, found } = await opened();
  shapes.answered('c', 'createBoard', 201, null);
  shapes.answered('c', 'viewBoard', 200, null);
  shapes.answered('c', 'createBoard', 200, null);
  shapes.answered('c', 'createBoard', 201, null);
  shapes.answered('c', 'mintToken', 200, 'data.token');
  expect(found('Creating a board returns')).toMatchObject({ found: '200, 201', times: 2 });
  expect(found('Access tokens come as')).toMatchObject({ found: 'data.token' });
  expect(shapes.of({ connectionId: 'c' }).facts).toHaveLength(2);
  expect(changes).toEqual(['creating a board returns 200, 201']);
});

test('what was learned is there after a restart, until its connection is gone', async () => {
  const first = await opened();
  first.shapes.listed('c', [NAMES], END);
  first.shapes.listed('d', [NAMES], END);
  const { shapes, settings } = await opened(first.settings.kept);
  expect(shapes.of({ connectionId: 'c' })).toEqual(first.shapes.of({ connectionId: 'c' }));
  shapes.forget('c');
  const { shapes: third } = await opened(settings.kept);
  expect(third.of({ connectionId: 'c' }).facts).toEqual([]);
  expect(third.of({ connectionId: 'd' }).facts).not.toEqual([]);
});
