import { CALLS } from '../../../../preload/contract/contract.ts';
import { describe, expect, test, vi } from 'vitest';
import { failure } from '../../../../main/wording/failure.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';
import { must } from '../../../support/must.ts';
import {
  FIVE_MINUTES,
  openLock,
  outcomeOf,
  PASSPHRASE,
  type Changes,
  type LockUnderTest,
} from './lock-under-test.ts';
import { scryptSync } from 'node:crypto';
import { isPassphrase, keepPassphrase } from '../../../../main/lock/lock.ts';

/** Configured with the passphrase, and locked. */
async function locked(changes: Changes = {}): Promise<LockUnderTest> {
  const made = await openLock(changes);
  await made.lock.configure(FIVE_MINUTES);
  await made.lock.lockNow();
  made.told.length = 0;
  return made;
}

describe('by passphrase', () => {
  test('the right one unlocks and publishes it; the keys are not dropped again', async () => {
    const { lock, told } = await locked();
    expect(await lock.unlock({ passphrase: PASSPHRASE })).toMatchObject({
      ok: true,
      value: { locked: false },
    });
    expect(told).toMatchObject([{ locked: false }]);
  });

  test.each([null, '', 'wrong', `${PASSPHRASE} `])('%s leaves Easel locked', async (typed) => {
    const { lock, told } = await locked();
    expect(outcomeOf(await lock.unlock({ passphrase: typed }))).toBe('passphrase');
    expect([lock.isLocked(), told]).toEqual([true, []]);
  });

  test('from the third wrong one on, each wait is twice the last, up to half a minute', async () => {
    const { lock, clock } = await locked();
    const waits: (number | undefined)[] = [];
    for (let tries = 0; tries < 9; tries += 1) {
      const tried = await lock.unlock({ passphrase: 'wrong' });
      if (tried.ok) throw new Error('unlocked');
      waits.push(tried.error.retryAfterSeconds);
      clock.now += (tried.error.retryAfterSeconds ?? 0) * 1000;
    }
    expect(waits).toEqual([undefined, undefined, 1, 2, 4, 8, 16, 30, 30]);
    expect(outcomeOf(await lock.unlock({ passphrase: PASSPHRASE }))).toBe('ok');
  });

  test('during a wait not even the right one is checked, whatever the clock does', async () => {
    const { lock, clock } = await locked();
    for (let tries = 0; tries < 4; tries += 1) {
      await lock.unlock({ passphrase: 'wrong' });
      clock.now += tries < 3 ? 1000 : 0;
    }
    expect(await lock.unlock({ passphrase: PASSPHRASE })).toMatchObject({ error: { retryAfterSeconds: 2 } });
    clock.now -= 3_600_000;
    expect(await lock.unlock({ passphrase: PASSPHRASE })).toMatchObject({ error: { retryAfterSeconds: 2 } });
    clock.now += 2000;
    expect(outcomeOf(await lock.unlock({ passphrase: PASSPHRASE }))).toBe('ok');
  });

  test('concurrent attempts are counted one by one', async () => {
    const { lock } = await locked();
    const guesses = [...Array<string>(5).fill('wrong'), PASSPHRASE];
    const tried = await Promise.all(guesses.map((guess) => lock.unlock({ passphrase: guess })));
    expect(tried.map(outcomeOf)).toEqual(Array(6).fill('passphrase'));
    expect(lock.isLocked()).toBe(true);
  });

  test('attempts to change the passphrase count as well', async () => {
    const { lock } = await openLock();
    await lock.configure(FIVE_MINUTES);
    const change = { idleMinutes: 6, passphrase: null, currentPassphrase: 'wrong' };
    const tried: Result<unknown>[] = [];
    for (let tries = 0; tries < 3; tries += 1) tried.push(await lock.configure(change));
    expect(tried.at(-1)).toMatchObject({ error: { retryAfterSeconds: 1 } });
  });
});

describe('while an attempt is checked', () => {
  test('Easel stays locked', async () => {
    const { lock } = await locked();
    const unlocking = lock.unlock({ passphrase: PASSPHRASE });
    expect(lock.gate(CALLS['boards.list'])).toMatchObject({ code: 'locked' });
    await unlocking;
    expect(lock.gate(CALLS['boards.list'])).toBeNull();
  });

  test('a new lock wins: Easel stays locked, also in the next run', async () => {
    const { lock, leave, written } = await locked();
    const unlocking = lock.unlock({ passphrase: PASSPHRASE });
    leave();
    expect(outcomeOf(await unlocking)).toBe('locked');
    expect(lock.isLocked()).toBe(true);
    expect((await openLock({ written })).lock.isLocked()).toBe(true);
    expect(outcomeOf(await lock.unlock({ passphrase: PASSPHRASE }))).toBe('ok');
  });
});

describe('by the system', () => {
  test.each([
    ['its yes unlocks', () => Promise.resolve(true), 'ok'],
    ['its no does not', () => Promise.resolve(false), 'refused'],
    ['its failure does not', () => Promise.reject(new Error('no sensor')), 'refused'],
  ] as const)('%s', async (_what, ask, outcome) => {
    const { lock } = await openLock({ ask });
    await lock.lockNow();
    expect(outcomeOf(await lock.unlock({ passphrase: null }))).toBe(outcome);
    expect(lock.isLocked()).toBe(outcome !== 'ok');
  });

  test('the system is asked once, however many attempts are made meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let asked = 0;
    const { lock } = await openLock({
      ask: () => {
        asked += 1;
        return promise;
      },
    });
    await lock.lockNow();
    const all = [lock.unlock({ passphrase: null }), lock.unlock({ passphrase: null })];
    resolve(true);
    expect((await Promise.all(all)).map(outcomeOf)).toEqual(['ok', 'ok']);
    expect(asked).toBe(1);
  });

  test('a yes to a prompt from before the next lock is ignored', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { lock } = await openLock({ ask: () => promise });
    await lock.lockNow();
    const unlocking = lock.unlock({ passphrase: null });
    await lock.lockNow();
    resolve(true);
    expect(outcomeOf(await unlocking)).toBe('locked');
    expect(lock.isLocked()).toBe(true);
  });
});

describe('a forgotten passphrase', () => {
  test('is removed with all keys, once main’s question about them was answered', async () => {
    let removed = 0;
    const { lock, written } = await locked({
      removeKeys: () => {
        removed += 1;
        return Promise.resolve(ok(null));
      },
    });
    const question = await lock.removeKeysQuestion();
    expect(question).toMatchObject({
      value: { detail: expect.stringContaining('3 API keys of 2 connections') },
    });
    expect(outcomeOf(await lock.removeKeys(null))).toBe('refused');
    expect([removed, lock.isLocked()]).toEqual([0, true]);
    expect(await lock.removeKeys(must(question))).toEqual({
      ok: true,
      value: { locked: false, idleMinutes: null, forcedMinutes: null, unlockBy: 'none' },
    });
    expect([removed, [...written]]).toEqual([1, []]);
  });

  test('stays while a key is not proven gone', async () => {
    const { lock } = await locked({
      removeKeys: () => Promise.resolve(fail(failure('keychain-locked'))),
    });
    expect(outcomeOf(await lock.removeKeys())).toBe('keychain-locked');
    expect(lock.state()).toMatchObject({ locked: true, unlockBy: 'passphrase' });
    expect(outcomeOf(await lock.unlock({ passphrase: PASSPHRASE }))).toBe('ok');
  });

  test('keeps Easel locked until the last key is gone', async () => {
    const { promise, resolve } = Promise.withResolvers<Result<null>>();
    const { lock } = await locked({ removeKeys: () => promise });
    const removing = lock.removeKeys();
    expect(lock.gate(CALLS['connections.list'])).not.toBeNull();
    resolve(ok(null));
    expect(outcomeOf(await removing)).toBe('ok');
  });
});

// With the real cost: a fifth of a second for each guess by design, and more on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const WORDS = 'correct horse battery';

test('the passphrase is stored as scrypt, at the cost stored beside it', async () => {
  const kept = await keepPassphrase(WORDS);
  expect(kept).toMatchObject({ n: 65_536, r: 8, p: 1 });
  const options = { N: kept.n, r: kept.r, p: kept.p, maxmem: 2 ** 27 };
  expect(kept.hash).toBe(scryptSync(WORDS, Buffer.from(kept.salt, 'hex'), 32, options).toString('hex'));
  expect(await isPassphrase(WORDS, kept)).toBe(true);
  expect(await isPassphrase(`${WORDS} `, kept)).toBe(false);
});
