import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPractice, type PracticeService } from '../../../main/practice/practice.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import { draftFor, policyOf, startHouse, type TestHouse } from '../../support/house.ts';

vi.mock('node:crypto', async (original) =>
  (await import('../../support/quick-scrypt.ts')).quickScrypt(await original()),
);

const PASSPHRASE = 'correct horse battery';

let practice: PracticeService;
let house: TestHouse;

beforeEach(async () => {
  practice = await startPractice({ boards: 30 });
  house = await startHouse();
});

afterEach(async () => {
  await house.close();
  await practice.stop();
});

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

async function connected(): Promise<Connection> {
  return value(await house.call('connections.save', draftFor(practice.origin, practice.apiKey)));
}

async function turnOn(): Promise<void> {
  const passphrase = PASSPHRASE;
  value(await house.call('lock.configure', { idleMinutes: 5, passphrase, currentPassphrase: null }));
}

test('locked, it says nothing of its connections; unlocked, session keys are gone', async () => {
  const { id } = await connected();
  await turnOn();
  await house.call('lock.now', {});
  for (const refused of [
    await house.call('connections.list', {}),
    await house.call('boards.state', { connectionId: id }),
    await house.call('keys.list', { connectionId: id }),
    await house.call('boards.list', { connectionId: id }),
  ]) {
    expect(refused).toMatchObject({ ok: false, error: { code: 'locked' } });
  }
  expect(await house.call('lock.unlock', { passphrase: 'wrong' })).toMatchObject({
    error: { code: 'invalid-input' },
  });
  value(await house.call('lock.unlock', { passphrase: PASSPHRASE }));
  const { connections } = value(await house.call('connections.list', {}));
  expect(connections).toMatchObject([{ id, key: { kind: 'none' } }]);
});

test('it leaves its rooms before the page is told that it is locked', async () => {
  const { id: connectionId } = await connected();
  await turnOn();
  const target = { kind: 'paper', id: practice.samplePapers()[0]?.identifier ?? '' } as const;
  const visit = { connectionId, target, displayName: 'Ada', reason: '' };
  const { previewId } = value(await house.call('previews.open', visit));
  value(await house.call('lock.now', {}));
  const said = house.said();
  const left = said.indexOf(`{"previewId":"${previewId}","state":"closed","failure":null}`);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(said.indexOf('"locked":true'));
});

test('the page is told as soon as it locks', async () => {
  await connected();
  await turnOn();
  house.goAway();
  await house.event('lock.changed', ({ locked }) => locked === true);
  expect(await house.call('lock.state', {})).toMatchObject({ value: { locked: true } });
});

test('starting Easel again unlocks nothing', async () => {
  await connected();
  await turnOn();
  await house.call('lock.now', {});
  house = await house.restart();
  expect(await house.call('lock.state', {})).toEqual({
    ok: true,
    value: { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' },
  });
  expect(await house.call('connections.list', {})).toMatchObject({ error: { code: 'locked' } });
  value(await house.call('lock.unlock', { passphrase: PASSPHRASE }));
  value(await house.call('connections.list', {}));
  expect(await house.files()).not.toContain(PASSPHRASE);
});

test('a list that was under way asks the service no more', async () => {
  const { id } = await connected();
  await turnOn();
  await practice.faults.set('listBoards', { kind: 'status', status: 503 });
  value(await house.call('boards.list', { connectionId: id }));
  house.goAway();
  await house.event('boards.changed', ({ phase }) => phase === 'cancelled');
  const { log } = await practice.hits();
  await practice.faults.clear();
  value(await house.call('lock.unlock', { passphrase: PASSPHRASE }));
  expect((await practice.hits()).log).toHaveLength(log.length);
});

test('practising goes on after it was unlocked', async () => {
  const { id } = value(await house.call('connections.practise', {}));
  await turnOn();
  house.goAway();
  value(await house.call('lock.unlock', { passphrase: PASSPHRASE }));
  value(await house.call('boards.create', { connectionId: id }));
});

test('who has forgotten the passphrase gives up every key, and keeps all else', async () => {
  const { id } = await connected();
  await turnOn();
  house = await house.restart();
  house.goAway();
  expect(await house.call('lock.removeKeys', { typed: 'yes' })).toMatchObject({
    error: { fields: { typed: expect.any(String) } },
  });
  expect(await house.call('lock.removeKeys', { typed: 'remove keys' })).toEqual({
    ok: true,
    value: { locked: false, idleMinutes: null, forcedMinutes: null, unlockBy: 'none' },
  });
  const { connections } = value(await house.call('connections.list', {}));
  expect(connections).toMatchObject([{ id, key: { kind: 'none' } }]);
});

test('a policy’s minutes hold once a passphrase is set, and can’t be raised', async () => {
  const forced = await startHouse(undefined, { policy: policyOf({ idleLockMinutes: 10 }) });
  try {
    const configure = { passphrase: PASSPHRASE, currentPassphrase: null };
    expect(await forced.call('lock.state', {})).toMatchObject({
      value: { forcedMinutes: 10, idleMinutes: null, unlockBy: 'none' },
    });
    expect(await forced.call('lock.configure', { ...configure, idleMinutes: 11 })).toMatchObject({
      error: { fields: { idleMinutes: expect.stringContaining('10') } },
    });
    value(await forced.call('lock.configure', { ...configure, idleMinutes: 10 }));
    forced.goAway();
    expect(await forced.call('lock.state', {})).toMatchObject({ value: { locked: true } });
  } finally {
    await forced.close();
  }
});
