import { expect, test } from 'vitest';
import { keptWrongTimes, openShapes } from '../../../../main/boards/shape.ts';
import type { Events } from '../../../../preload/contract/events.ts';
import type { SeenNames } from '../../../../main/service/types.ts';
import { localStore } from '../connections/local-store.ts';

const NAMES: SeenNames = { list: 'data.items', id: 'room_id', created: 'created_at', timeForm: 'ISO 8601' };
const END = { meaning: 'rows', sure: true } as const;

async function opened(settings = localStore().settings) {
  const changes: string[] = [];
  const shapes = await openShapes(settings, {
    publish: (_event, change) => changes.push((change as Events['boards.shapeChanged']).what),
    now: () => 7,
  });
  const found = (about: string) =>
    shapes.of({ connectionId: 'c' }).facts.find((fact) => fact.about === about) ?? null;
  return { shapes, changes, settings, found };
}

test('a field name learned from a board list counts as certain only after a second board list has the field too', async () => {
  const { shapes, found, changes } = await opened();
  expect(shapes.of({ connectionId: 'c' })).toEqual({ connectionId: 'c', facts: [] });
  shapes.listed('c', NAMES, END);
  const likely = { about: 'Field with the boards', found: 'data.items', sure: false, times: 1, seenAt: 7 };
  expect(found('Field with the boards')).toEqual(likely);
  expect(found('Unit of the paging offset')).toMatchObject({ found: 'rows', sure: true });
  shapes.listed('c', NAMES, END);
  expect(found('Field with the boards')).toEqual({ ...likely, sure: true, times: 2 });
  expect(changes).toEqual([]);
});

test('Easel saves which services have wrong creation times, even if it finds two of them at the same time', async () => {
  const { settings } = localStore();
  const times = keptWrongTimes(settings);
  await Promise.all([times.learn('c', '7'), times.learn('d', '8')]);
  expect(await settings.get('wrong-times')).toBe('[["c","7"],["d","8"]]');
});

test('Easel reports an access token format that differs from the format in earlier responses', async () => {
  const { shapes, changes, found } = await opened();
  shapes.tokenCame('c', 'data.token');
  shapes.tokenCame('c', 'data.token');
  expect(found('Access token format')).toMatchObject({ found: 'data.token', times: 2, sure: true });
  shapes.tokenCame('c', 'text');
  expect(changes).toEqual(['access token format is text']);
});

test('facts learned about a service survive a restart', async () => {
  const first = await opened();
  first.shapes.listed('c', NAMES, END);
  first.shapes.listed('d', NAMES, END);
  const { shapes, settings } = await opened(first.settings);
  expect(shapes.of({ connectionId: 'c' })).toEqual(first.shapes.of({ connectionId: 'c' }));
  shapes.forget('c');
  const { shapes: third } = await opened(settings);
  expect(third.of({ connectionId: 'c' }).facts).toEqual([]);
  expect(third.of({ connectionId: 'd' }).facts).not.toEqual([]);
});
