import { expect, test, vi } from 'vitest';
import { sharedMain, sharedPractice } from './shared-main.ts';

vi.mock('node:crypto', async (original) =>
  (await import('../../support/quick-scrypt.ts')).quickScrypt(await original()),
);

const PASSPHRASE = 'correct horse battery';
const shared = sharedPractice({ boards: 3 });
const main = sharedMain();

test('locking Easel closes all rooms before it tells the page about the lock', async () => {
  await main.connect(shared.practice.origin, shared.practice.apiKey);
  await main.must('lock.configure', { idleMinutes: 5, passphrase: PASSPHRASE, currentPassphrase: null });
  const { connectionId } = main;
  const target = { kind: 'paper', id: shared.practice.samplePapers[0]?.identifier ?? '' } as const;
  const { previewId } = await main.visit(target);
  await main.must('lock.now', {});
  const output = main.services.said();
  const closed = output.indexOf(`{"previewId":"${previewId}","state":"closed"`);
  expect(closed).toBeGreaterThan(0);
  expect(closed).toBeLessThan(output.indexOf('"locked":true'));

  const locked = { ok: false, error: { code: 'locked' } };
  expect(await main.call('connections.list', {})).toMatchObject(locked);
  expect(await main.call('boards.state', { connectionId })).toMatchObject(locked);
  expect(await main.call('keys.list', { connectionId })).toMatchObject(locked);
  await main.restart();
  const state = { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' };
  expect(await main.must('lock.state', {})).toEqual(state);
  expect(await main.call('connections.list', {})).toMatchObject(locked);
  const wrong = await main.call('lock.unlock', { passphrase: 'wrong' });
  expect(wrong).toMatchObject({ error: { code: 'invalid-input' } });
  await main.must('lock.unlock', { passphrase: PASSPHRASE });
  const { connections } = await main.must('connections.list', {});
  expect(connections).toMatchObject([{ id: connectionId, key: { kind: 'none' } }]);
  expect(await main.services.files()).not.toContain(PASSPHRASE);
});
