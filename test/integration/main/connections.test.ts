import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

let practice: PracticeService;
let services: TestServices;

beforeEach(async () => {
  practice = await startPractice({ boards: 3 });
  services = await startServices();
});

afterEach(async () => {
  await services.close();
  await practice.stop();
});

test('a key for this session works until Easel quits, and is then gone', async () => {
  const saved = await services.call('connections.save', draftFor(practice.origin, practice.apiKey));
  if (!saved.ok) throw new Error(saved.error.message);
  expect(saved.value.key.kind).toBe('session');
  const connectionId = saved.value.id;
  expect(await services.call('boards.create', { connectionId })).toMatchObject({ ok: true });
  services = await services.restart();
  expect(await services.call('connections.list', {})).toMatchObject({
    ok: true,
    value: { connections: [{ id: connectionId, key: { kind: 'none' } }], currentId: connectionId },
  });
  expect(await services.call('boards.create', { connectionId })).toMatchObject({
    ok: false,
    error: { code: 'no-key' },
  });
});

test('a check reports its findings part by part, and creates nothing', async () => {
  const checked = await services.call('connections.check', draftFor(practice.origin, practice.apiKey));
  if (!checked.ok) throw new Error(checked.error.message);
  expect(checked.value.map(({ part, state }) => [part, state])).toEqual([
    ['keychain', 'failed'],
    ['board-api', 'good'],
    ['paper-api', 'not-checkable'],
    ['app', 'good'],
  ]);
  const { counts } = await practice.requests();
  expect([counts.createBoard, counts.createPaper, counts.accessToken]).toEqual([0, 0, 0]);
});

test('a check with a wrong key and a dead host reports each at its own part', async () => {
  const checked = await services.call(
    'connections.check',
    draftFor(practice.origin, 'not-the-key', { appUrl: 'http://127.0.0.1:9' }),
  );
  if (!checked.ok) throw new Error(checked.error.message);
  const codes = Object.fromEntries(checked.value.map(({ part, failure }) => [part, failure?.code ?? null]));
  expect(codes).toMatchObject({ 'board-api': 'key-refused', app: 'cannot-reach' });
});

test('removing a connection removes its papers and sends no request', async () => {
  const saved = await services.call('connections.save', draftFor(practice.origin, practice.apiKey));
  if (!saved.ok) throw new Error(saved.error.message);
  const connectionId = saved.value.id;
  await services.call('papers.create', { connectionId, name: 'Left behind', templateId: null });
  await practice.clearRequests();
  expect(await services.call('connections.remove', { connectionId, keysMayStay: false })).toEqual({
    ok: true,
    value: { keysGone: true },
  });
  expect((await practice.requests()).log).toEqual([]);
  expect(await services.call('papers.list', { connectionId })).toEqual({ ok: true, value: [] });
  expect(await services.call('boards.create', { connectionId })).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  });
});

test('practice brings its own connection, boards and papers, and leaves no connection behind', async () => {
  const practised = await services.call('connections.practise', {});
  if (!practised.ok) throw new Error(practised.error.message);
  expect(practised.value.environment).toBe('practice');
  const papers = await services.call('papers.list', { connectionId: practised.value.id });
  expect(papers.ok && papers.value.length).toBe(12);
  expect(await services.call('boards.create', { connectionId: practised.value.id })).toMatchObject({
    ok: true,
  });
  const again = await services.call('connections.practise', {});
  expect(again).toMatchObject({ ok: true, value: { id: practised.value.id } });
  services = await services.restart();
  expect(await services.call('connections.list', {})).toMatchObject({ ok: true, value: { connections: [] } });
  expect(await services.call('papers.list', { connectionId: practised.value.id })).toEqual({
    ok: true,
    value: [],
  });
});

test('what an Easel left that was killed in the middle of practice is gone at the next start', async () => {
  const practised = await services.call('connections.practise', {});
  if (!practised.ok) throw new Error(practised.error.message);
  const left = await mkdtemp(path.join(tmpdir(), 'easel-killed-'));
  await cp(services.folder, left, { recursive: true });
  const next = await startServices(left);
  try {
    const { id: connectionId } = practised.value;
    expect(await next.call('papers.list', { connectionId })).toEqual({ ok: true, value: [] });
    expect(await next.call('pictures.kept', {})).toMatchObject({ ok: true, value: { pictures: 0 } });
  } finally {
    await next.close();
  }
});

test('the paper API is checked with one token for a known paper, and nothing is created', async () => {
  const paper = practice.samplePapers[0]?.identifier ?? '';
  const draft = draftFor(practice.origin, practice.apiKey);
  const good = await services.call('connections.checkPaper', {
    draft,
    paper: `${practice.origin}/room/${paper}`,
  });
  expect(good).toMatchObject({ ok: true, value: { part: 'paper-api', state: 'good' } });
  const { counts } = await practice.requests();
  expect([counts.accessToken, counts.createPaper]).toEqual([1, 0]);
  expect(services.said()).not.toMatch(/eyJ[\w-]+\.[\w-]+/);

  const wrongKey = await services.call('connections.checkPaper', {
    draft: { ...draft, apiKey: 'wrong-key' },
    paper,
  });
  // None is saved yet that it could speak of.
  const nextStep = 'Check the key in the account’s dashboard, then paste it again.';
  expect(wrongKey).toMatchObject({
    ok: true,
    value: { state: 'failed', failure: { code: 'key-refused', nextStep } },
  });
  const noPaper = await services.call('connections.checkPaper', { draft, paper: 'a/b' });
  expect(noPaper).toMatchObject({ ok: false, error: { fields: { paper: expect.any(String) } } });
});

test('order, colour and read-only survive a restart, and unlocked connections are locked again', async () => {
  const ids: string[] = [];
  for (const [name, color] of [
    ['First', 'red'],
    ['Second', 'pink'],
  ] as const) {
    const draft = draftFor(practice.origin, practice.apiKey, { name, color, readOnly: true });
    const saved = await services.call('connections.save', draft);
    if (!saved.ok) throw new Error(saved.error.message);
    ids.push(saved.value.id);
  }
  const [first = '', second = ''] = ids;
  await services.call('connections.reorder', { connectionIds: [second] });
  const unlocked = await services.call('connections.unlockChanges', {
    connectionId: second,
    typedName: 'Second',
  });
  expect(unlocked).toMatchObject({ ok: true, value: { readOnly: { unlockedUntil: expect.any(Number) } } });
  services = await services.restart();
  const readOnly = { on: true, forced: false, unlockedUntil: null };
  expect(await services.call('connections.list', {})).toMatchObject({
    ok: true,
    value: {
      connections: [
        { id: second, name: 'Second', color: 'pink', readOnly },
        { id: first, name: 'First', color: 'red', readOnly },
      ],
      currentId: second,
    },
  });
});

test('the list survives the lock, and practice works after it', async () => {
  const practised = await services.call('connections.practise', {});
  if (!practised.ok) throw new Error(practised.error.message);
  const connectionId = practised.value.id;
  await services.call('boards.list', { connectionId });
  await services.event('boards.changed', (state) => state['phase'] === 'done');
  const before = await services.call('boards.state', { connectionId });
  if (!before.ok) throw new Error(before.error.message);
  const passphrase = 'a passphrase of some length';
  await services.call('lock.configure', { idleMinutes: 5, passphrase, currentPassphrase: null });
  expect(await services.call('lock.now', {})).toMatchObject({ ok: true, value: { locked: true } });
  expect(await services.call('boards.create', { connectionId })).toMatchObject({ error: { code: 'locked' } });
  expect(await services.call('lock.unlock', { passphrase })).toMatchObject({ ok: true });
  // Its revision may go on by itself: once the words of all rows are read, more may be found.
  expect(await services.call('boards.state', { connectionId })).toEqual({
    ok: true,
    value: { ...before.value, revision: expect.any(Number) as unknown },
  });
  expect(await services.call('boards.create', { connectionId })).toMatchObject({ ok: true });
});
