import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

let practice: PracticeService;
let services: TestServices;
let connectionId: string;
let identifier: string;

beforeEach(async () => {
  practice = await startPractice({ boards: 3 });
  services = await startServices();
  const saved = await services.call('connections.save', draftFor(practice.origin, practice.apiKey));
  if (!saved.ok) throw new Error(saved.error.message);
  connectionId = saved.value.id;
  identifier = practice.samplePapers[0]?.identifier ?? '';
});

afterEach(async () => {
  await services.close();
  await practice.stop();
});

const jwt = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;

test('opening a preview creates one token, and the page gets a placeholder instead of it', async () => {
  const opened = await services.call('previews.open', {
    connectionId,
    target: { kind: 'paper', id: identifier },
    displayName: 'Support agent',
    reason: '',
    minutes: 10,
  });
  if (!opened.ok) throw new Error(opened.error.message);
  expect(opened.value.placeholder).toBe(`about:blank#preview-${opened.value.previewId}`);
  expect(opened.value.expiresAt).toBeGreaterThan(Date.now());
  expect((await practice.requests()).counts.accessToken).toBe(1);
  expect(services.said()).not.toMatch(jwt);
  expect(await services.files()).not.toMatch(jwt);
});

test('a join link goes to the clipboard and nowhere else, and leaves it when Easel quits', async () => {
  const copied = await services.call('previews.copyLink', { connectionId, identifier, displayName: 'Ada' });
  expect(copied).toMatchObject({ ok: true, value: { displayName: 'Ada' } });
  expect(services.clipboard()).toMatch(new RegExp(`^${practice.origin}/room/${identifier}\\?token=eyJ`));
  expect(services.said()).not.toMatch(jwt);
  const { clipboard } = services;
  services = await services.restart();
  expect(clipboard()).toBe('');
});

test('a link is made without a name where none is given, and a visit never is', async () => {
  const copied = await services.call('previews.copyLink', { connectionId, identifier, displayName: ' ' });
  expect(copied).toMatchObject({ ok: true, value: { displayName: '' } });
  const nameIn = (made: typeof copied) =>
    made.ok ? made.value.claims.find(({ name }) => name === 'name')?.value : null;
  // What practice calls somebody without a name.
  expect(nameIn(copied)).toBe('Guest');
  const named = await services.call('previews.copyLink', { connectionId, identifier, displayName: 'Ada' });
  expect(nameIn(named)).toBe('Ada');
  await practice.clearRequests();
  const visit = {
    connectionId,
    target: { kind: 'paper', id: identifier },
    reason: '',
    minutes: 10,
  } as const;
  expect(await services.call('previews.open', { ...visit, displayName: ' \t' })).toMatchObject({
    error: { code: 'invalid-input', fields: { displayName: 'Enter a name.' } },
  });
  expect((await practice.requests()).counts.accessToken).toBe(0);
});

test('a board for which the service opens no room says that it has no preview', async () => {
  const board = await services.call('boards.create', { connectionId });
  if (!board.ok) throw new Error(board.error.message);
  const target = { kind: 'board', id: board.value.id } as const;
  const opened = await services.call('previews.open', {
    connectionId,
    target,
    displayName: 'Ada',
    reason: '',
    minutes: 10,
  });
  expect(opened).toMatchObject({ ok: false, error: { code: 'no-preview', status: 404 } });
});
