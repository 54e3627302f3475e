import { beforeEach, expect, test } from 'vitest';
import { ReadOnlyLocks, UNLOCKED_MS } from '../../../../main/connections/access.ts';
import { fakeClock, type FakeClock } from '../service/clock.ts';

const CLOSED = { id: 'c', name: 'Acme', readOnly: true };

let clock: FakeClock;
let clockSetMs: number;
let ends: number;
let locks: ReadOnlyLocks;

beforeEach(() => {
  [clock, clockSetMs, ends] = [fakeClock(), 0, 0];
  locks = new ReadOnlyLocks({
    isForced: () => false,
    now: () => clock.now() + clockSetMs,
    after: clock.after,
    onLocked: () => void (ends += 1),
  });
});

const codeOf = (connection = CLOSED): string => {
  const may = locks.mayChange(connection);
  return may.ok ? 'ok' : may.error.code;
};

test('unlocking a read-only connection allows changes for 10 minutes', async () => {
  expect(locks.whyNotUnlocked(CLOSED, 'Acme')).toBeNull();
  locks.unlock('c');
  expect(UNLOCKED_MS).toBe(600_000);
  expect(locks.of(CLOSED)).toEqual({ on: true, forced: false, unlockedUntil: 600_000 });
  expect(codeOf({ ...CLOSED, id: 'other' })).toBe('read-only');
  await clock.advance(599_999);
  expect([codeOf(), ends]).toEqual(['ok', 0]);
});

test.each(['', 'acme', 'Acme '])('Easel does not unlock a connection for the typed name %j', (typedName) => {
  expect(locks.whyNotUnlocked(CLOSED, typedName)).toMatchObject({
    code: 'invalid-input',
    fields: { typedName: expect.any(String) },
  });
});

test('setting the system clock does not prolong the unlock of a read-only connection', async () => {
  locks.unlock('c');
  clockSetMs = 600_000;
  expect([codeOf(), locks.of(CLOSED).unlockedUntil]).toEqual(['read-only', null]);
  clockSetMs = -3_600_000;
  await clock.advance(600_000);
  expect([codeOf(), ends]).toEqual(['read-only', 1]);
});

test('unlocking an unlocked read-only connection restarts its 10 minutes', async () => {
  locks.unlock('c');
  await clock.advance(300_000);
  locks.unlock('c');
  expect(clock.timers.size).toBe(1);
  await clock.advance(400_000);
  expect(codeOf()).toBe('ok');
});
