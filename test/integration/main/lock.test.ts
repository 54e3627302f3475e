import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import { must } from '../../support/must.ts';
import { draftFor, policyOf, startServices, type TestServices } from '../../support/services.ts';

vi.mock('node:crypto', async (original) =>
  (await import('../../support/quick-scrypt.ts')).quickScrypt(await original()),
);

const PASSPHRASE = 'correct horse battery';

let practice: PracticeService;
let services: TestServices;

beforeEach(async () => {
  practice = await startPractice({ boards: 30 });
  services = await startServices();
});

afterEach(async () => {
  await services.close();
  await practice.stop();
});

async function connected(): Promise<Connection> {
  return must(await services.call('connections.save', draftFor(practice.origin, practice.apiKey)));
}

async function turnOn(): Promise<void> {
  const passphrase = PASSPHRASE;
  must(await services.call('lock.configure', { idleMinutes: 5, passphrase, currentPassphrase: null }));
}

test('while locked, Easel says nothing of its connections; once unlocked, session keys are gone', async () => {
  const { id } = await connected();
  await turnOn();
  await services.call('lock.now', {});
  for (const refused of [
    await services.call('connections.list', {}),
    await services.call('boards.state', { connectionId: id }),
    await services.call('keys.list', { connectionId: id }),
    await services.call('boards.list', { connectionId: id }),
  ]) {
    expect(refused).toMatchObject({ ok: false, error: { code: 'locked' } });
  }
  expect(await services.call('lock.unlock', { passphrase: 'wrong' })).toMatchObject({
    error: { code: 'invalid-input' },
  });
  must(await services.call('lock.unlock', { passphrase: PASSPHRASE }));
  const { connections } = must(await services.call('connections.list', {}));
  expect(connections).toMatchObject([{ id, key: { kind: 'none' } }]);
});

test('locking closes the rooms before the page is told', async () => {
  const { id: connectionId } = await connected();
  await turnOn();
  const target = { kind: 'paper', id: practice.samplePapers[0]?.identifier ?? '' } as const;
  const visit = { connectionId, target, displayName: 'Ada', reason: '', minutes: 10 } as const;
  const { previewId } = must(await services.call('previews.open', visit));
  must(await services.call('lock.now', {}));
  const said = services.said();
  const left = said.indexOf(`{"previewId":"${previewId}","state":"closed"`);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(said.indexOf('"locked":true'));
});

test('restarting Easel doesn’t unlock it', async () => {
  await connected();
  await turnOn();
  await services.call('lock.now', {});
  services = await services.restart();
  expect(await services.call('lock.state', {})).toEqual({
    ok: true,
    value: { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' },
  });
  expect(await services.call('connections.list', {})).toMatchObject({ error: { code: 'locked' } });
  must(await services.call('lock.unlock', { passphrase: PASSPHRASE }));
  must(await services.call('connections.list', {}));
  expect(await services.files()).not.toContain(PASSPHRASE);
});

test('locking stops a running listing’s requests', async () => {
  const { id } = await connected();
  await turnOn();
  await practice.faults.set('listBoards', { kind: 'status', status: 503 });
  must(await services.call('boards.list', { connectionId: id }));
  await expect.poll(async () => (await practice.requests()).log.length).toBeGreaterThan(0);
  services.goAway();
  await services.event('boards.changed', ({ phase }) => phase === 'cancelled');
  const { log } = await practice.requests();
  await practice.faults.clear();
  must(await services.call('lock.unlock', { passphrase: PASSPHRASE }));
  expect((await practice.requests()).log).toHaveLength(log.length);
});

test('under a policy with idle minutes nothing uses a key until a passphrase is set', async () => {
  const { id } = await connected();
  const folder = services.folder;
  await services.release();
  services = await startServices(folder, { policy: policyOf({ idleLockMinutes: 10 }) });
  const { counts } = await practice.requests();
  for (const refused of [
    await services.call('boards.list', { connectionId: id }),
    await services.call('keys.list', { connectionId: id }),
    await services.call('connections.save', draftFor(practice.origin, practice.apiKey)),
    await services.call('lock.unlock', { passphrase: PASSPHRASE }),
  ]) {
    expect(refused.ok).toBe(false);
  }
  const passphrase = PASSPHRASE;
  must(await services.call('lock.configure', { idleMinutes: 5, passphrase, currentPassphrase: null }));
  const { connections } = must(await services.call('connections.list', {}));
  expect(connections).toMatchObject([{ id }]);
  expect((await practice.requests()).counts).toEqual(counts);
});

test('under a policy with idle minutes removing all keys locks Easel until the next passphrase', async () => {
  await services.close();
  services = await startServices(undefined, { policy: policyOf({ idleLockMinutes: 10 }) });
  await turnOn();
  await connected();
  services.goAway();
  must(await services.call('lock.removeKeys', {}));
  expect(await services.call('connections.list', {})).toMatchObject({ error: { code: 'locked' } });
  await turnOn();
  const { connections } = must(await services.call('connections.list', {}));
  expect(connections).toMatchObject([{ key: { kind: 'none' } }]);
});
