import { describe, expect, test } from 'vitest';
import { CALL_NAMES, CALLS } from '../../../../preload/contract/contract.ts';
import { FIVE_MINUTES, openLock, outcomeOf, PASSPHRASE, type LockUnderTest } from './lock-under-test.ts';

/** Configured to lock after five minutes. */
async function configured(): Promise<LockUnderTest> {
  const made = await openLock();
  expect(outcomeOf(await made.lock.configure(FIVE_MINUTES))).toBe('ok');
  made.told.length = 0;
  return made;
}

describe('a lock that is not configured', () => {
  test('never locks, and says that it could not be unlocked', async () => {
    const { lock, leave, person, ring } = await openLock();
    person.idleSeconds = 99_999;
    leave();
    expect(ring()).toBe(false);
    expect(lock.state()).toEqual({
      locked: false,
      idleMinutes: null,
      forcedMinutes: null,
      unlockBy: 'none',
    });
  });

  test('refuses to lock now, and says what is missing', async () => {
    const { lock, told } = await openLock();
    expect(await lock.lockNow()).toMatchObject({
      error: { code: 'refused', nextStep: 'Set one in Settings.' },
    });
    expect([lock.isLocked(), told]).toEqual([false, []]);
  });
});

describe('when idle', () => {
  test('Easel locks at the limit and not before, drops the keys, and publishes the lock after that', async () => {
    const { lock, person, ring, told } = await configured();
    person.idleSeconds = 299;
    expect(ring()).toBe(true);
    expect(lock.isLocked()).toBe(false);
    person.idleSeconds = 300;
    ring();
    expect(lock.isLocked()).toBe(true);
    expect(told).toEqual([
      'drop',
      { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' },
    ]);
  });

  test('a locked Easel stops asking the system for idle time, and starts again when unlocked', async () => {
    const { lock, person, ring } = await configured();
    await lock.lockNow();
    expect(ring()).toBe(false);
    await lock.unlock({ passphrase: PASSPHRASE });
    person.idleSeconds = 300;
    expect(ring()).toBe(true);
    expect(lock.isLocked()).toBe(true);
  });

  test('Easel locks at once when the system’s screen is locked or the computer sleeps', async () => {
    const { lock, leave } = await configured();
    leave();
    expect(lock.isLocked()).toBe(true);
  });

  test('with idle locking off Easel stays open, and can still be locked manually', async () => {
    const { lock, leave, ring } = await configured();
    await lock.configure({ idleMinutes: null, passphrase: null, currentPassphrase: PASSPHRASE });
    leave();
    expect([ring(), lock.isLocked()]).toEqual([false, false]);
    expect(outcomeOf(await lock.lockNow())).toBe('ok');
    expect(outcomeOf(await lock.unlock({ passphrase: PASSPHRASE }))).toBe('ok');
  });
});

test('while locked, the border answers seven channels; unlocked, all', async () => {
  const { lock } = await configured();
  const answered = (): readonly string[] =>
    CALL_NAMES.filter((channel) => lock.gate(CALLS[channel]) === null);
  expect(answered()).toEqual(CALL_NAMES);
  await lock.lockNow();
  expect(lock.gate(CALLS['connections.list'])).toMatchObject({ code: 'locked' });
  expect(answered()).toEqual([
    'app.info',
    'app.preferences',
    'policy.state',
    'lock.state',
    'lock.now',
    'lock.unlock',
    'lock.removeKeys',
  ]);
});

describe('after quitting while locked', () => {
  test('Easel starts locked, with the same passphrase', async () => {
    const { lock, written } = await configured();
    await lock.lockNow();
    const next = await openLock({ written });
    expect(next.lock.state()).toMatchObject({ locked: true, unlockBy: 'passphrase' });
    expect(outcomeOf(await next.lock.unlock({ passphrase: 'something else' }))).toBe('passphrase');
    expect(outcomeOf(await next.lock.unlock({ passphrase: PASSPHRASE }))).toBe('ok');
  });

  test.each([
    '{',
    '[]',
    '"x"',
    '{"idleMinutes":0,"passphrase":null}',
    '{"idleMinutes":5,"passphrase":{"salt":"","hash":"","n":1,"r":1,"p":1}}',
  ])('damaged settings (%s) mean no lock, and the state says so', async (damaged) => {
    const written = new Map([
      ['idle-lock', damaged],
      ['locked', 'yes'],
    ]);
    expect((await openLock({ written })).lock.state()).toEqual({
      locked: false,
      idleMinutes: null,
      forcedMinutes: null,
      unlockBy: 'none',
    });
    const asking = await openLock({ written, ask: () => Promise.resolve(true) });
    expect(asking.lock.state()).toMatchObject({ locked: true, unlockBy: 'system' });
  });
});

describe('the stored settings', () => {
  test('hold neither the passphrase nor the same hash twice', async () => {
    const [one, two] = [await configured(), await configured()];
    const text = one.written.get('idle-lock') ?? '';
    expect(text).not.toContain('horse');
    expect(text).not.toBe(two.written.get('idle-lock'));
    expect(JSON.parse(text)).toMatchObject({ passphrase: { n: 65_536, r: 8, p: 1 } });
  });
});

describe('a policy with idle minutes', () => {
  const UNSET = { locked: true, idleMinutes: null, forcedMinutes: 10, unlockBy: 'none' } as const;

  test('keeps Easel locked from the start until a passphrase is set', async () => {
    const { lock, leave } = await openLock({ forcedMinutes: 10 });
    expect(lock.state()).toEqual(UNSET);
    const set = await lock.configure({ idleMinutes: 3, passphrase: PASSPHRASE, currentPassphrase: null });
    expect(set).toEqual({
      ok: true,
      value: { locked: false, idleMinutes: 3, forcedMinutes: 10, unlockBy: 'passphrase' },
    });
    leave();
    expect(lock.isLocked()).toBe(true);
  });

  test('lets a passphrase be set while there is none, but not while Easel is locked by one', async () => {
    const { lock } = await openLock({ forcedMinutes: 10 });
    const configure = CALLS['lock.configure'];
    expect(lock.gate(configure)).toBeNull();
    expect(lock.gate(CALLS['keys.list'])).toMatchObject({ code: 'locked' });
    await lock.configure({ idleMinutes: 10, passphrase: PASSPHRASE, currentPassphrase: null });
    await lock.lockNow();
    expect(lock.gate(configure)).toMatchObject({ code: 'locked' });
  });

  test.each([null, '', 'short', PASSPHRASE])('can’t be passed by unlocking with %j', async (typed) => {
    const { lock } = await openLock({ forcedMinutes: 10 });
    expect(outcomeOf(await lock.unlock({ passphrase: typed }))).toBe('passphrase');
    expect(lock.state()).toEqual(UNSET);
  });

  test.each([null, 'short'])('stays in force when the passphrase is %j', async (passphrase) => {
    const { lock } = await openLock({ forcedMinutes: 10 });
    const set = await lock.configure({ idleMinutes: 10, passphrase, currentPassphrase: null });
    expect(outcomeOf(set)).toBe('passphrase');
    expect(lock.state()).toEqual(UNSET);
  });

  test.each(['{"idleMinutes":', '{"idleMinutes":5,"passphrase":"plain"}'])(
    'asks for a passphrase when the settings are damaged (%s)',
    async (damaged) => {
      const { lock } = await openLock({ forcedMinutes: 10, written: new Map([['idle-lock', damaged]]) });
      expect(lock.state()).toEqual(UNSET);
    },
  );

  test('asks for a passphrase again after all keys were removed', async () => {
    const { lock, written, told } = await openLock({ forcedMinutes: 10 });
    await lock.configure(FIVE_MINUTES);
    await lock.lockNow();
    expect(await lock.removeKeys()).toEqual({ ok: true, value: UNSET });
    expect(told.findLast((each) => each !== 'drop')).toEqual(UNSET);
    expect((await openLock({ forcedMinutes: 10, written })).lock.state()).toEqual(UNSET);
    expect(outcomeOf(await lock.configure(FIVE_MINUTES))).toBe('ok');
    expect(lock.isLocked()).toBe(false);
  });
});

describe('configuring', () => {
  test.each([null, '', 'wrong passphrase'])(
    'needs the existing passphrase for any change: %s is refused',
    async (currentPassphrase) => {
      const { lock, written } = await configured();
      const before = written.get('idle-lock');
      const change = lock.configure({
        idleMinutes: null,
        passphrase: 'another passphrase',
        currentPassphrase,
      });
      expect(outcomeOf(await change)).toBe('currentPassphrase');
      expect(written.get('idle-lock')).toBe(before);
    },
  );

  test('changes the passphrase when the existing one is given', async () => {
    const { lock } = await configured();
    const passphrase = 'another passphrase';
    await lock.configure({ idleMinutes: 7, passphrase, currentPassphrase: PASSPHRASE });
    await lock.lockNow();
    expect(outcomeOf(await lock.unlock({ passphrase: PASSPHRASE }))).toBe('passphrase');
    expect(await lock.unlock({ passphrase })).toMatchObject({ ok: true, value: { idleMinutes: 7 } });
  });

  test('changes nothing when the disk is full', async () => {
    const { lock, full } = await openLock();
    full.add('idle-lock');
    expect(outcomeOf(await lock.configure(FIVE_MINUTES))).toBe('storage');
    expect(lock.state()).toMatchObject({ idleMinutes: null, unlockBy: 'none' });
  });
});
