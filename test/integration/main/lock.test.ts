import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sharedMain, sharedPractice } from './shared-main.ts';

vi.mock('node:crypto', async (original) =>
  (await import('../../support/quick-scrypt.ts')).quickScrypt(await original()),
);

const PASSPHRASE = 'correct horse battery';
const shared = sharedPractice({ boards: 30 });
const connectTo = (main: ReturnType<typeof sharedMain>) =>
  main.connect(shared.practice.origin, shared.practice.apiKey);
const configure = (main: ReturnType<typeof sharedMain>, currentPassphrase: string | null) =>
  main.must('lock.configure', { idleMinutes: 5, passphrase: PASSPHRASE, currentPassphrase });

describe('a locked Easel', () => {
  const main = sharedMain();
  let isOn = false;
  beforeEach(async () => {
    await connectTo(main);
    if (!isOn) await configure(main, null);
    isOn = true;
  });

  test('closes rooms first, refuses calls even after a restart, and drops session keys', async () => {
    const { connectionId } = main;
    const target = { kind: 'paper', id: shared.practice.samplePapers[0]?.identifier ?? '' } as const;
    const visit = { connectionId, target, displayName: 'Ada', reason: '', minutes: 10 } as const;
    const { previewId } = await main.must('previews.open', visit);
    await main.must('lock.now', {});
    const output = main.services.said();
    const closed = output.indexOf(`{"previewId":"${previewId}","state":"closed"`);
    expect(closed).toBeGreaterThan(0);
    expect(closed).toBeLessThan(output.indexOf('"locked":true'));

    const locked = { ok: false, error: { code: 'locked' } };
    expect(await main.call('connections.list', {})).toMatchObject(locked);
    expect(await main.call('boards.state', { connectionId })).toMatchObject(locked);
    expect(await main.call('keys.list', { connectionId })).toMatchObject(locked);
    const wrong = await main.call('lock.unlock', { passphrase: 'wrong' });
    expect(wrong).toMatchObject({ error: { code: 'invalid-input' } });
    await main.restart();
    const state = { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' };
    expect(await main.must('lock.state', {})).toEqual(state);
    expect(await main.call('connections.list', {})).toMatchObject(locked);
    await main.must('lock.unlock', { passphrase: PASSPHRASE });
    const { connections } = await main.must('connections.list', {});
    expect(connections).toMatchObject([{ id: connectionId, key: { kind: 'none' } }]);
    expect(await main.services.files()).not.toContain(PASSPHRASE);
  });

  test('stops a running listing', async () => {
    const { connectionId } = main;
    await shared.practice.faults.set('listBoards', { kind: 'status', status: 503 });
    await main.must('boards.list', { connectionId });
    const requests = async () => (await shared.practice.requests()).log.length;
    await expect.poll(requests).toBeGreaterThan(0);
    main.services.goAway();
    await main.event('boards.changed', ({ phase }) => phase === 'cancelled');
    const before = await requests();
    await shared.practice.faults.clear();
    await main.must('lock.unlock', { passphrase: PASSPHRASE });
    expect(await requests()).toBe(before);
  });
});
