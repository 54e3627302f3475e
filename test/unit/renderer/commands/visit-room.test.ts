import { describe, expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import type { Paper } from '../../../../preload/contract/papers.ts';
import { visitRoom } from '../../../../renderer/commands/visit-room.ts';
import { roomOfJob } from '../../../../renderer/store/job-facts.ts';
import { jobOf, singleOf } from '../job-of.ts';
import { connectionOf, createAppStore, scriptedBridge } from '../scripted-bridge.ts';

const PAPER: Paper = {
  identifier: 'p-1',
  name: 'Plan',
  source: null,
  templateId: null,
  template: 'none',
  origin: 'added',
  isTemplate: false,
  rememberedAt: 1,
  otherFields: [],
  raw: null,
  deletedAt: null,
  inputAt: null,
  local: null,
};

async function started() {
  const { bridge } = scriptedBridge({
    'connections.list': () => ok({ connections: [connectionOf('a'), connectionOf('b')], currentId: 'a' }),
    'papers.list': () => ok([PAPER]),
  });
  const store = createAppStore(bridge);
  await store.getState().start();
  return store;
}

describe('a row that names a room', () => {
  test.each([
    ['p-1', 'paper'],
    ['b-7', 'board'],
  ])('which the register knows or not: %s is a %s', async (id, kind) => {
    const store = await started();
    await visitRoom(store, { connectionId: 'a', kind: null, id });
    expect(store.getState().dialog).toMatchObject({ kind: 'open-preview', target: { kind, id } });
  });
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
