import { scryptSync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { isPassphrase, keepPassphrase } from '../../../../../main/ipc/lock/lock.ts';
import { failure } from '../../../../../main/lib/wording/failure.ts';
import { CALLS } from '../../../../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../../../../preload/contract/failure.ts';
import {
  FIVE_MINUTES,
  openLock,
  outcomeOf,
  PASSPHRASE,
  type Changes,
  type LockUnderTest,
} from './lock-under-test.ts';

async function configured(changes: Changes = {}): Promise<LockUnderTest> {
  const made = await openLock(changes);
  expect(outcomeOf(await made.lock.configure(FIVE_MINUTES))).toBe('ok');
  made.told.length = 0;
  return made;
}

async function locked(changes: Changes = {}): Promise<LockUnderTest> {
  const made = await configured(changes);
  await made.lock.lockNow();
  made.told.length = 0;
  return made;
}

const unlock = async ({ lock }: LockUnderTest, passphrase: string | null = PASSPHRASE): Promise<string> =>
  outcomeOf(await lock.unlock({ passphrase }));

const NO_LOCK = { locked: false, idleMinutes: null, forcedMinutes: null, unlockBy: 'none' } as const;

test('Easel refuses the command “Lock now” if no passphrase is set', async () => {
  const { lock, told } = await openLock();
  const nextStep = 'Set a passphrase in Settings.';
  expect(await lock.lockNow()).toMatchObject({ error: { code: 'refused', nextStep } });
  expect([lock.isLocked(), told]).toEqual([false, []]);
});

test('Easel drops its keys from memory before it announces that it is locked', async () => {
  const { lock, person, ring, told } = await configured();
  person.idleSeconds = 299;
  expect(ring()).toBe(true);
  expect(lock.isLocked()).toBe(false);
  person.idleSeconds = 300;
  ring();
  expect(lock.isLocked()).toBe(true);
  const state = { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' };
  expect(told).toEqual(['drop', state]);
});

test('after the user has unlocked Easel, the idle lock locks it again when the user is idle', async () => {
  const under = await locked();
  expect(under.ring()).toBe(false);
  expect(await unlock(under)).toBe('ok');
  under.person.idleSeconds = 300;
  expect(under.ring()).toBe(true);
  expect(under.lock.isLocked()).toBe(true);
});

test('without an idle lock, Easel locks only when the user chooses “Lock now”', async () => {
  const under = await configured();
  const { lock, leave, ring } = under;
  await lock.configure({ idleMinutes: null, passphrase: null, currentPassphrase: PASSPHRASE });
  leave();
  expect([ring(), lock.isLocked()]).toEqual([false, false]);
  expect(outcomeOf(await lock.lockNow())).toBe('ok');
  expect(await unlock(under)).toBe('ok');
});

const DAMAGED = ['{', '{"idleMinutes":5,"passphrase":{"salt":"","hash":""}}'];
test.each(DAMAGED)('damaged lock settings keep Easel locked only with Touch ID: %s', async (damaged) => {
  const written = new Map(Object.entries({ 'idle-lock': damaged, locked: 'yes' }));
  expect((await openLock({ written })).lock.state()).toEqual(NO_LOCK);
  const asking = await openLock({ written, ask: () => Promise.resolve(true) });
  expect(asking.lock.state()).toMatchObject({ locked: true, unlockBy: 'system' });
});

test.each([null, 10])(
  'a lock with Touch ID stays closed after a restart without Touch ID (idle minutes by policy: %s)',
  async (forcedMinutes) => {
    const ask = (): Promise<boolean> => Promise.resolve(true);
    const before = await openLock({ ask, forcedMinutes });
    await before.lock.lockNow();
    const { lock } = await openLock({ ask, canAsk: false, forcedMinutes, written: before.written });
    expect(lock.state()).toMatchObject({ locked: true, unlockBy: 'system' });
    expect(lock.gate({ answeredWhile: ['no-passphrase'] })?.code).toBe('locked');
    expect(await lock.unlock({ passphrase: null })).toMatchObject({ value: { locked: false } });
  },
);

test('Easel sets up the lock with a passphrase if Touch ID can’t be used at the first start on a Mac', async () => {
  const { lock } = await openLock({ ask: () => Promise.resolve(true), canAsk: false });
  expect(lock.state()).toMatchObject({ locked: false, unlockBy: 'none' });
});

test('only a hash (scrypt) of the passphrase is stored', async () => {
  const kept = await keepPassphrase(PASSPHRASE);
  const options = { N: 65_536, r: 8, p: 1, maxmem: 2 ** 27 };
  const hash = scryptSync(PASSPHRASE, Buffer.from(kept.salt, 'hex'), 32, options);
  expect(kept.hash).toBe(hash.toString('hex'));
  expect(await isPassphrase(PASSPHRASE, kept)).toBe(true);
  expect(await isPassphrase(`${PASSPHRASE} `, kept)).toBe(false);
});

const UNSET = { locked: true, idleMinutes: null, forcedMinutes: 10, unlockBy: 'none' } as const;

test('if the policy requires an idle lock, Easel is locked at the start until a passphrase is set', async () => {
  const { lock, leave } = await openLock({ forcedMinutes: 10 });
  expect(lock.state()).toEqual(UNSET);
  const set = await lock.configure({ idleMinutes: 3, passphrase: PASSPHRASE, currentPassphrase: null });
  expect(set).toEqual(ok({ locked: false, idleMinutes: 3, forcedMinutes: 10, unlockBy: 'passphrase' }));
  leave();
  expect(lock.isLocked()).toBe(true);
});

test('a locked Easel lets the user set a passphrase only if none is set and the policy requires an idle lock', async () => {
  const { lock } = await openLock({ forcedMinutes: 10 });
  const configure = CALLS['lock.configure'];
  expect(lock.gate(configure)).toBeNull();
  expect(lock.gate(CALLS['keys.list'])).toMatchObject({ code: 'locked' });
  await lock.configure(FIVE_MINUTES);
  await lock.lockNow();
  expect(lock.gate(configure)).toMatchObject({ code: 'locked' });
});

test.each([
  [10, null, 'passphrase'],
  [10, 'short', 'passphrase'],
  [11, PASSPHRASE, 'idleMinutes'],
  [null, PASSPHRASE, 'idleMinutes'],
])('Easel refuses %j idle minutes (limit 10) or passphrase %j', async (idleMinutes, passphrase, wrong) => {
  const { lock } = await openLock({ forcedMinutes: 10 });
  const set = await lock.configure({ idleMinutes, passphrase, currentPassphrase: null });
  expect(outcomeOf(set)).toBe(wrong);
  expect(lock.state()).toEqual(UNSET);
});

test('if the policy requires an idle lock, damaged lock settings require a new passphrase', async () => {
  const written = new Map([['idle-lock', '{"idleMinutes":5,"passphrase":"plain"}']]);
  expect((await openLock({ forcedMinutes: 10, written })).lock.state()).toEqual(UNSET);
});

test('after all keys were removed, an idle lock required by policy needs a new passphrase', async () => {
  const { lock, written, told } = await locked({ forcedMinutes: 10 });
  const question = lock.removeKeysQuestion();
  expect([question.message, question.yes]).toEqual(['Remove all keys?', 'Remove all keys']);
  expect(await lock.removeKeys()).toEqual(ok(UNSET));
  expect(told.findLast((each) => each !== 'drop')).toEqual(UNSET);
  expect((await openLock({ forcedMinutes: 10, written })).lock.state()).toEqual(UNSET);
  expect(outcomeOf(await lock.configure(FIVE_MINUTES))).toBe('ok');
  expect(lock.isLocked()).toBe(false);
});

test.each([null, '', 'wrong passphrase'])(
  'the lock settings can’t be changed with the wrong passphrase “%s”',
  async (currentPassphrase) => {
    const { lock, written } = await configured();
    const before = written.get('idle-lock');
    const passphrase = 'another passphrase';
    const change = lock.configure({ idleMinutes: null, passphrase, currentPassphrase });
    expect(outcomeOf(await change)).toBe('currentPassphrase');
    expect(written.get('idle-lock')).toBe(before);
  },
);

test('the passphrase can be changed by a user who enters the current passphrase', async () => {
  const under = await configured();
  const passphrase = 'another passphrase';
  const change = { idleMinutes: 7, passphrase, currentPassphrase: PASSPHRASE };
  const message = 'Use this passphrase and allow more idle time before Easel locks?';
  expect(await under.lock.configureQuestion(change)).toMatchObject({ value: { message } });
  await under.lock.configure(change);
  await under.lock.lockNow();
  expect(await unlock(under, PASSPHRASE)).toBe('passphrase');
  expect(await under.lock.unlock({ passphrase })).toMatchObject({ ok: true, value: { idleMinutes: 7 } });
});

test('new lock settings do not take effect if the disk is too full to save them', async () => {
  const { lock, full } = await openLock();
  full.add('idle-lock');
  expect(outcomeOf(await lock.configure(FIVE_MINUTES))).toBe('storage');
  expect(lock.state()).toMatchObject({ idleMinutes: null, unlockBy: 'none' });
});

test.each([null, '', 'wrong', `${PASSPHRASE} `])('the passphrase %j does not unlock Easel', async (typed) => {
  const under = await locked();
  expect(await unlock(under, typed)).toBe('passphrase');
  expect([under.lock.isLocked(), under.told]).toEqual([true, []]);
});

test('each wrong passphrase from the third on doubles the delay before the next attempt', async () => {
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

test('several attempts to unlock at the same time all count as wrong passphrases', async () => {
  const under = await locked();
  const guesses = [...Array<string>(5).fill('wrong'), PASSPHRASE];
  const tried = await Promise.all(guesses.map((guess) => unlock(under, guess)));
  expect(tried).toEqual(Array(6).fill('passphrase'));
  expect(under.lock.isLocked()).toBe(true);
});

test('wrong passphrases entered in the lock settings delay the next attempt', async () => {
  const { lock } = await configured();
  const change = { idleMinutes: 6, passphrase: null, currentPassphrase: 'wrong' };
  await lock.configure(change);
  await lock.configure(change);
  expect(await lock.configure(change)).toMatchObject({ error: { retryAfterSeconds: 1 } });
});

test('locking Easel cancels an unlock whose passphrase is still being checked', async () => {
  const under = await locked();
  const unlocking = unlock(under);
  under.leave();
  expect(await unlocking).toBe('locked');
  expect(under.lock.isLocked()).toBe(true);
  expect((await openLock({ written: under.written })).lock.isLocked()).toBe(true);
  expect(await unlock(under)).toBe('ok');
});

async function asking() {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const ask = vi.fn(() => promise);
  const under = await openLock({ ask });
  await under.lock.lockNow();
  return { under, ask, resolve, reject };
}

test.each([
  ['yes', 'ok'],
  ['no', 'refused'],
  ['failure', 'refused'],
])('the answer “%s” to the Touch ID prompt makes the unlock “%s”', async (answer, outcome) => {
  const { under, resolve, reject } = await asking();
  const unlocking = unlock(under, null);
  if (answer === 'failure') reject(new Error('no sensor'));
  else resolve(answer === 'yes');
  expect(await unlocking).toBe(outcome);
  expect(under.lock.isLocked()).toBe(outcome !== 'ok');
});

test('a Touch ID prompt does not unlock an Easel that was locked again after the prompt appeared', async () => {
  const { under, resolve } = await asking();
  const unlocking = unlock(under, null);
  await under.lock.lockNow();
  resolve(true);
  expect(await unlocking).toBe('locked');
  expect(under.lock.isLocked()).toBe(true);
});

test('the reset of a forgotten passphrase removes all keys', async () => {
  const removeKeys = vi.fn(() => Promise.resolve(ok(null)));
  const { lock, written } = await locked({ removeKeys });
  expect(lock.removeKeysQuestion().detail).toContain('every API key');
  expect(await lock.removeKeys()).toEqual(ok(NO_LOCK));
  expect(removeKeys).toHaveBeenCalledTimes(1);
  expect([...written]).toEqual([]);
});

test('a forgotten passphrase is not reset if one of the keys could not be removed', async () => {
  const under = await locked({ removeKeys: () => Promise.resolve(fail(failure('keychain-locked'))) });
  expect(outcomeOf(await under.lock.removeKeys())).toBe('keychain-locked');
  expect(under.lock.state()).toMatchObject({ locked: true, unlockBy: 'passphrase' });
  expect(await unlock(under)).toBe('ok');
});

test('the reset of a forgotten passphrase keeps Easel locked until the last key is removed', async () => {
  const { promise, resolve } = Promise.withResolvers<Result<null>>();
  const { lock } = await locked({ removeKeys: () => promise });
  const removing = lock.removeKeys();
  expect(lock.gate(CALLS['connections.list'])).not.toBeNull();
  resolve(ok(null));
  expect(outcomeOf(await removing)).toBe('ok');
});
