import { beforeEach, expect, test } from 'vitest';
import { ReadOnlyLocks, UNLOCKED_MS } from '../../../../main/connections/access.ts';

const OPEN = { id: 'o', name: 'Acme', readOnly: false };
const CLOSED = { id: 'c', name: 'Acme', readOnly: true };

let now: number;
let forced: boolean;
let ends: number;
let timers: { ms: number; run: () => void; cancelled: boolean }[];
let locks: ReadOnlyLocks;

beforeEach(() => {
  now = 1_000_000;
  forced = false;
  ends = 0;
  timers = [];
  locks = new ReadOnlyLocks({
    isForced: () => forced,
    now: () => now,
    after: (ms, run) => {
      const timer = { ms, run, cancelled: false };
      timers.push(timer);
      return () => {
        timer.cancelled = true;
      };
    },
    onLocked: () => {
      ends += 1;
    },
  });
});

const codeOf = (connection = CLOSED): string => {
  const may = locks.mayChange(connection);
  return may.ok ? 'ok' : may.error.code;
};

test('unlocking a read-only connection allows changes for 10 minutes', () => {
  expect(locks.whyNotUnlocked(CLOSED, 'Acme')).toBeNull();
  locks.unlock('c');
  expect(UNLOCKED_MS).toBe(600_000);
  expect(timers).toMatchObject([{ ms: 600_000, cancelled: false }]);
  expect(locks.of(CLOSED)).toEqual({ on: true, forced: false, unlockedUntil: now + 600_000 });
  expect(codeOf({ ...CLOSED, id: 'other' })).toBe('read-only');
  now += 599_999;
  expect(codeOf()).toBe('ok');
});

test.each(['', 'acme', 'Acme '])(
  'unlocking a read-only connection is refused for the typed name %j',
  (typedName) => {
    expect(locks.whyNotUnlocked(CLOSED, typedName)).toMatchObject({
      code: 'invalid-input',
      fields: { typedName: expect.any(String) },
    });
  },
);

test('the unlock of a read-only connection ends by its timer even if the clock is set back', () => {
  locks.unlock('c');
  now += 600_000;
  expect([codeOf(), locks.of(CLOSED).unlockedUntil]).toEqual(['read-only', null]);
  now -= 3_600_000;
  timers[0]?.run();
  expect([codeOf(), ends]).toEqual(['read-only', 1]);
});

test('a second unlock of a read-only connection restarts the 10 minutes', () => {
  locks.unlock('c');
  now += 300_000;
  locks.unlock('c');
  expect(timers.map(({ cancelled }) => cancelled)).toEqual([true, false]);
  now += 400_000;
  expect(codeOf()).toBe('ok');
});

test.each([
  ['the connection is locked again', () => locks.lock('c')],
  ['all connections are locked again', () => locks.lockAll()],
])('the unlock of a read-only connection ends when %s', (_what, lock) => {
  locks.unlock('c');
  lock();
  expect(codeOf()).toBe('read-only');
  expect(timers[0]?.cancelled).toBe(true);
});

test('no connection can be unlocked if the policy forces read-only', () => {
  forced = true;
  for (const connection of [OPEN, CLOSED]) {
    expect(locks.of(connection)).toEqual({ on: true, forced: true, unlockedUntil: null });
    expect(locks.whyNotUnlocked(connection, 'Acme')).toMatchObject({ code: 'policy' });
    expect(codeOf(connection)).toBe('policy');
  }
});
