import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { draftFor, startServices } from '../../support/services.ts';
import { sharedMain, sharedPractice } from './shared-main.ts';
import { freshFolder } from '../../support/fresh-folder.ts';

const shared = sharedPractice({ boards: 3 });
const main = sharedMain();

const draft = (key = shared.practice.apiKey, change = {}) => draftFor(shared.practice.origin, key, change);
const connect = (change = {}) => main.connect(shared.practice.origin, shared.practice.apiKey, change);
const create = (connectionId = main.connectionId) => main.call('boards.create', { connectionId });
const known = async () => (await main.must('connections.list', {})).connections;

test('session keys, unlocked read-only connections and practice mode end when Easel restarts', async () => {
  await connect({ name: 'First', color: 'red' });
  const { connectionId: first } = main;
  expect(await create()).toMatchObject({ ok: true });
  const second = await main.must('connections.save', draft(undefined, { name: 'Second', readOnly: true }));
  const unlock = { connectionId: second.id, typedName: 'Second' };
  const unlocked = { unlockedUntil: expect.any(Number) as number };
  expect(await main.must('connections.unlockChanges', unlock)).toMatchObject({ readOnly: unlocked });
  await main.must('connections.practise', {});
  expect(await main.must('connections.list', {})).toMatchObject({ currentId: 'practice' });
  await main.restart();
  expect(await main.must('connections.list', {})).toMatchObject({
    connections: [
      { id: first, name: 'First', color: 'red', key: { kind: 'none' }, readOnly: { on: false } },
      { id: second.id, color: 'blue', readOnly: { on: true, forced: false, unlockedUntil: null } },
    ],
    currentId: second.id,
  });
  expect(await create()).toMatchObject({ error: { code: 'no-key' } });
  await main.must('connections.remove', { connectionId: second.id, keysMayStay: false });
});

test('removing a connection removes its locally stored papers and boards, and stops its jobs', async () => {
  await connect();
  const { connectionId } = main;
  await main.list();
  await main.must('papers.create', { connectionId, name: 'Left behind', templateId: null });
  const [id = ''] = (await shared.practice.contents()).boards;
  const job = await main.must('jobs.deleteOne', { connectionId, target: { kind: 'board', id } });
  const stored = async () =>
    (await readdir(path.join(main.services.folder, 'boards'))).filter((name) => name.includes(connectionId));
  expect(await stored()).not.toEqual([]);
  await shared.practice.clearRequests();
  const removed = await main.must('connections.remove', { connectionId, keysMayStay: false });
  expect(removed).toEqual({ keysGone: true });
  expect(await main.must('papers.list', { connectionId })).toEqual([]);
  await expect.poll(stored).toEqual([]);
  expect(await create()).toMatchObject({ error: { code: 'not-found' } });
  const ended = { state: 'stopped', failure: { code: 'refused' }, counts: { untouched: 1 } };
  expect(await main.job(job.id)).toMatchObject(ended);
  expect((await shared.practice.requests()).log).toEqual([]);
});

test('a job that waits for the rate limit continues after its connection is renamed', async () => {
  await connect();
  const { connectionId } = main;
  await shared.practice.faults.set('createPaper', { kind: 'latency', ms: 100 });
  const names = Array.from({ length: 24 }, (_, at) => `Paper ${at}`);
  const { id } = await main.must('jobs.createPapers', { connectionId, names, templateId: null });
  await expect.poll(async () => (await shared.practice.requests()).log.length).toBeGreaterThan(0);
  await main.must('connections.save', draft(undefined, { id: connectionId, name: 'Renamed' }));
  expect(await main.until(id, ({ state }) => state !== 'running')).toMatchObject({ counts: { done: 24 } });
});

const rehearsal = async () => (await known()).find(({ id }) => id === 'practice')?.rehearsal;
const rehearse = (kind: 'outage' | 'rotation' | null, connectionId = 'practice') => {
  main.pass(60_000);
  return main.call('connections.rehearse', { connectionId, kind });
};

test('an outage can be simulated only on the practice connection', async () => {
  await connect();
  for (const id of ['practice', main.connectionId])
    expect(await rehearse('outage', id)).toMatchObject({ error: { code: 'refused' } });
  await main.must('connections.practise', {});
  expect(await rehearse('outage', main.connectionId)).toMatchObject({ error: { code: 'refused' } });
  expect(await rehearse('outage')).toMatchObject({ ok: true });
  const [real] = await known();
  expect(real).not.toHaveProperty('rehearsal');
  expect(await create()).toMatchObject({ ok: true });
  expect(await create('practice')).toMatchObject({ error: { code: 'outcome-unknown' } });
  const paper = { connectionId: 'practice', name: 'Still there', templateId: null };
  expect(await main.call('papers.create', paper)).toMatchObject({ ok: true });
  await rehearse(null);
  expect(await rehearsal()).toBeUndefined();
  main.pass(60_000);
  expect(await create('practice')).toMatchObject({ ok: true });
  await main.restart();
  expect(await rehearsal()).toBeUndefined();
});

test('the practice service refuses the previous API key a minute after the switch to the next key', async () => {
  const { id: connectionId } = await main.must('connections.practise', {});
  expect(await rehearse('rotation')).toMatchObject({ ok: true });
  const apiKey = main.services.clipboard();
  expect(await rehearse('rotation')).toMatchObject({ ok: true });
  expect(main.services.clipboard()).toBe(apiKey);
  const about = { note: '', remindAt: null, useWhenGreen: false };
  const slot = { connectionId, slot: 'main' } as const;
  await main.must('keys.stage', { ...slot, apiKey, sessionOnly: true, ...about });
  const checked = await main.must('keys.rehearse', { connectionId, paper: '' });
  expect(new Set(checked.rehearsal?.cells.map(({ state }) => state))).toEqual(new Set(['good']));
  await main.must('keys.useNext', { ...slot, knowingly: false });
  await expect.poll(rehearsal).toMatchObject({ switched: true });
  expect(await create(connectionId)).toMatchObject({ ok: true });
  main.pass(60_000);
  await main.must('keys.goBack', slot);
  expect(await create(connectionId)).toMatchObject({ error: { code: 'key-refused' } });
});

test('practice mode leaves no data even if Easel is killed', async () => {
  const { id: connectionId, environment } = await main.must('connections.practise', {});
  expect(environment).toBe('practice');
  const papers = await main.must('papers.list', { connectionId });
  expect(papers).toHaveLength(12);
  const ids = papers.map(({ identifier }) => identifier);
  expect(await main.must('pictures.of', { connectionId, ids })).toHaveLength(12);
  expect(await main.must('connections.practise', {})).toMatchObject({ id: connectionId });

  const passphrase = 'a passphrase of some length';
  await main.must('lock.configure', { idleMinutes: 5, passphrase, currentPassphrase: null });
  expect(await main.must('lock.now', {})).toMatchObject({ locked: true });
  expect(await create(connectionId)).toMatchObject({ error: { code: 'locked' } });
  await main.must('lock.unlock', { passphrase });
  expect(await create(connectionId)).toMatchObject({ ok: true });

  const left = freshFolder();
  await cp(main.services.folder, left, { recursive: true });
  const next = await startServices(left);
  await next.must('lock.unlock', { passphrase });
  expect(await next.must('papers.list', { connectionId })).toEqual([]);
  expect(await next.must('pictures.of', { connectionId, ids })).toEqual([]);
  await next.close();

  await main.restart();
  await main.must('lock.unlock', { passphrase });
  expect(await known()).toEqual([]);
  expect(await main.must('papers.list', { connectionId })).toEqual([]);
});
