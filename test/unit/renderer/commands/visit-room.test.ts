import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { visitRoom } from '../../../../renderer/commands/visit-room.ts';
import { paperOf } from '../../../support/paper-of.ts';
import { startedStore } from '../scripted-bridge.ts';

test.each([
  ['p-1', 'paper'],
  ['b-7', 'board'],
])('a row that names %s leads to the question before a visit of that %s', async (id, kind) => {
  const { store } = await startedStore({ 'papers.list': () => ok([paperOf('p-1')]) });
  await visitRoom(store, { connectionId: 'a', kind: null, id });
  expect(store.getState().dialog).toMatchObject({ kind: 'open-preview', target: { kind, id } });
});
