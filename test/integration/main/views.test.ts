import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BoardQuery } from '../../../preload/contract/boards.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

let services: TestServices;
let connectionId: string;

/** One of every kind of condition. */
const QUERY: BoardQuery = {
  find: 'lesson',
  filters: [
    { kind: 'created', from: 1, to: null },
    { kind: 'older-than', days: 30 },
    { kind: 'newer-than', days: 90 },
    { kind: 'mark', mark: 'protected', is: false },
    { kind: 'tag', tag: 'school' },
    { kind: 'customer', customer: 'Acme' },
    { kind: 'id-prefix', prefix: 'a' },
    { kind: 'field', name: 'owner', text: 'ines' },
  ],
  order: { by: 'field:owner', descending: true },
};

beforeEach(async () => {
  services = await startServices();
  connectionId = (
    await services.must('connections.save', draftFor('https://acme.example', 'SomeKeyOfNobody-0123456789'))
  ).id;
});
afterEach(() => services.close());

test('the list can run the query of every built-in view', async () => {
  const views = await services.must('views.list', { connectionId });
  expect(views.map(({ builtIn }) => builtIn)).toEqual([true, true, true, true]);
  for (const { query } of [...views, ...(await services.must('views.list', { connectionId, of: 'paper' }))]) {
    const asked = await services.must('boards.window', {
      connectionId,
      from: 0,
      count: 10,
      query,
      fields: [],
    });
    expect(asked.matching).toBe(0);
  }
});

test('a view is saved, changed, removed, and survives a restart with its columns and what was in front', async () => {
  const columns = [
    { id: 'field:owner', width: 240 },
    { id: 'label', width: null },
  ];
  const saved = (
    await services.must('views.save', { connectionId, id: null, name: 'Lessons', query: QUERY })
  ).at(-1);
  if (saved === undefined) throw new Error('nothing was saved');
  expect(saved).toMatchObject({ name: 'Lessons', query: QUERY, builtIn: false });
  await services.must('views.save', { connectionId, id: saved.id, name: 'Old lessons', query: QUERY });
  await services.must('views.setColumns', { connectionId, columns });
  const { order } = QUERY;
  const boards = { viewId: saved.id, filters: QUERY.filters, order, boardId: 'b-1' };
  await services.must('views.keepLast', {
    connectionId,
    last: { screen: 'papers', inspector: false, boards },
  });
  await services.must('views.keepLast', { connectionId, last: { screen: 'home' } });

  services = await services.restart();
  expect((await services.must('views.list', { connectionId })).slice(4)).toEqual([
    { ...saved, name: 'Old lessons' },
  ]);
  expect(await services.must('views.layout', { connectionId })).toEqual({
    columns,
    paperColumns: [],
    last: { screen: 'home', inspector: false, boards },
  });
  expect(await services.must('views.remove', { connectionId, id: saved.id })).toHaveLength(4);
});
