import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

let practice: PracticeService;
let services: TestServices;
let connectionId: string;

beforeEach(async () => {
  practice = await startPractice({ boards: 5 });
  services = await startServices();
  const saved = await services.call('connections.save', draftFor(practice.origin, practice.apiKey));
  if (!saved.ok) throw new Error(saved.error.message);
  connectionId = saved.value.id;
});

afterEach(async () => {
  await services.close();
  await practice.stop();
});

async function loseABoard(): Promise<string> {
  await practice.faults.set('createBoard', { kind: 'cut', at: 'after-processing', times: 1 });
  const created = await services.call('boards.create', { connectionId });
  expect(created).toMatchObject({ ok: false, error: { code: 'outcome-unknown' } });
  const unresolved = await services.call('unresolved.list', { connectionId });
  if (!unresolved.ok || unresolved.value[0] === undefined) throw new Error('nothing was written down');
  return unresolved.value[0].id;
}

test('a create whose response is lost is recorded, reported at once, and there after a restart', async () => {
  const unresolvedId = await loseABoard();
  await services.event(
    'unresolved.changed',
    ({ unresolved }) => Array.isArray(unresolved) && unresolved.length === 1,
  );
  services = await services.restart();
  const later = await services.call('unresolved.list', { connectionId });
  expect(later).toMatchObject({ ok: true, value: [{ id: unresolvedId, kind: 'board' }] });
});

test('checking a lost board refreshes the list, offers the new board, and sends no create', async () => {
  const before = new Set((await practice.contents()).boards);
  const unresolvedId = await loseABoard();
  const made = (await practice.contents()).boards.filter((id) => !before.has(id));
  await practice.clearRequests();
  const check = await services.call('unresolved.check', { connectionId, unresolvedId });
  if (!check.ok || check.value.kind !== 'board') throw new Error('not checked');
  expect(check.value.newcomers.map(({ id }) => id)).toEqual(made);
  expect(check.value.completeness).toBe('complete');
  expect((await practice.requests()).counts.createBoard).toBe(0);
});

test('a lost paper keeps its name and template, and says what can be known', async () => {
  await practice.faults.set('createPaper', { kind: 'cut', at: 'after-processing', times: 1 });
  await services.call('papers.create', { connectionId, name: 'Lost', templateId: null });
  const unresolved = await services.call('unresolved.list', { connectionId });
  if (!unresolved.ok || unresolved.value[0] === undefined) throw new Error('nothing was written down');
  expect(unresolved.value[0]).toMatchObject({ kind: 'paper', name: 'Lost' });
  const check = await services.call('unresolved.check', {
    connectionId,
    unresolvedId: unresolved.value[0].id,
  });
  expect(check).toMatchObject({
    ok: true,
    value: { kind: 'paper', sentence: expect.stringContaining('can’t') },
  });
});

test('a settled entry is gone for good, and settling sends nothing', async () => {
  const unresolvedId = await loseABoard();
  await practice.clearRequests();
  await services.call('unresolved.settle', { connectionId, unresolvedId, boardId: null });
  expect(await services.call('unresolved.list', { connectionId })).toEqual({ ok: true, value: [] });
  expect((await practice.requests()).log).toEqual([]);
  services = await services.restart();
  expect(await services.call('unresolved.list', { connectionId })).toEqual({ ok: true, value: [] });
});

test('a create in flight when Easel was killed is unknown at the next start', async () => {
  await practice.faults.set('createBoard', { kind: 'silence' });
  void services.call('boards.create', { connectionId });
  await expect.poll(async () => (await practice.requests()).counts.createBoard).toBe(1);
  // What lies on the disk at that moment is all that the next start has.
  const crashed = await mkdtemp(path.join(tmpdir(), 'easel-crashed-'));
  await cp(services.folder, crashed, { recursive: true });
  const next = await startServices(crashed);
  try {
    const unresolved = await next.call('unresolved.list', { connectionId });
    expect(unresolved).toMatchObject({
      ok: true,
      value: [{ reason: 'Easel closed before the answer came.' }],
    });
  } finally {
    await next.close();
  }
});
