import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { visitRoom } from '../../../../renderer/commands/visit-room.ts';
import { roomOfJob } from '../../../../renderer/store/job-facts.ts';
import { paperOf } from '../../../support/paper-of.ts';
import { jobOf, singleOf } from '../job-of.ts';
import { startedStore } from '../scripted-bridge.ts';

test.each([
  ['p-1', 'paper'],
  ['b-7', 'board'],
])('a row that names %s leads to the question before a visit of that %s', async (id, kind) => {
  const { store } = await startedStore({ 'papers.list': () => ok([paperOf('p-1')]) });
  await visitRoom(store, { connectionId: 'a', kind: null, id });
  expect(store.getState().dialog).toMatchObject({ kind: 'open-preview', target: { kind, id } });
});

test('the room of a job is the one board or paper that it is about, unless it has deleted it', () => {
  expect(roomOfJob(singleOf('1', 'b-7', { aboutName: 'Maths' }))).toEqual({
    connectionId: 'c1',
    kind: 'board',
    id: 'b-7',
    name: 'Maths',
  });
  expect(roomOfJob(singleOf('2', 'p-1', { kind: 'mint-links' }))).toMatchObject({ kind: 'paper', id: 'p-1' });
  expect(roomOfJob(singleOf('3', 'b-7', { state: 'done' }))).toBeNull();
  expect(roomOfJob(jobOf('4'))).toBeNull();
});
