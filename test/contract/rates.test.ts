/** How often and how long a page may call. */
import { describe, expect, test } from 'vitest';
import { CALL_DEADLINE_MS, MOST_HOLDING_BACK, MOST_IN_FLIGHT, rateOf } from '../../main/ipc/dispatch.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { borderOf, good, outcome, type Border } from './border.ts';
import { GOOD_ARGS } from './examples.ts';

const call = (border: Border, name: CallName): Promise<Result<unknown>> => border.call(name, GOOD_ARGS[name]);

async function callTimes(border: Border, name: CallName, times: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let count = 0; count < times; count += 1) {
    const result = outcome(await call(border, name));
    counts.set(result, (counts.get(result) ?? 0) + 1);
  }
  return counts;
}

test.each([
  ['boards.window', 480, 240],
  ['boards.list', 40, 20],
  ['jobs.deleteOne', 10, 2],
  ['connections.save', 5, 1],
  ['keys.stage', 5, 1],
  ['transfer.unlock', 5, 1],
] as const)('%s may be called %i times at once, and %i times a second', (name, burst, perSecond) => {
  expect(rateOf(CALLS[name])).toEqual({ burst, perSecond });
});

test('of 10,000 calls at once only the burst runs, and the rest fail as too many', async () => {
  for (const name of ['boards.window', 'jobs.deleteOne'] as const) {
    const { burst } = rateOf(CALLS[name]);
    const border = borderOf();
    const counts = await callTimes(border, name, 10_000);
    expect(Object.fromEntries(counts)).toEqual({ ok: burst, 'too-fast': 10_000 - burst });
    expect(border.ran).toHaveLength(burst);
  }
});

test('every call is open again after a second, at its rate, and after a long time at its burst', async () => {
  const wrong: string[] = [];
  for (const name of CALL_NAMES) {
    const { burst, perSecond } = rateOf(CALLS[name]);
    const border = borderOf();
    const first = (await callTimes(border, name, burst + 10)).get('ok');
    border.clock.now += 1000;
    const second = (await callTimes(border, name, perSecond + 10)).get('ok');
    border.clock.now += 3_600_000;
    const later = (await callTimes(border, name, burst + 10)).get('ok');
    if (first !== burst || second !== perSecond || later !== burst) wrong.push(name);
  }
  expect(wrong).toEqual([]);
});

test('a flood of one call leaves the others open', async () => {
  const border = borderOf();
  await callTimes(border, 'boards.list', 1000);
  for (const name of CALL_NAMES) {
    if (name !== 'boards.list') expect(outcome(await call(border, name))).toBe('ok');
  }
});

test('refused arguments count as calls', async () => {
  const border = borderOf();
  for (let count = 0; count < 5; count += 1) await border.call('connections.save', null);
  expect(outcome(await call(border, 'connections.save'))).toBe('too-fast');
});

test('a clock set back by an hour blocks no call', async () => {
  const border = borderOf();
  await call(border, 'boards.create');
  border.clock.now -= 3_600_000;
  expect(outcome(await call(border, 'boards.create'))).toBe('ok');
});

describe('running calls', () => {
  /** A border whose handlers end when they are told to. */
  function slowBorder(): Border & { readonly end: (() => void)[] } {
    const end: (() => void)[] = [];
    const border = borderOf((name) => new Promise((resolve) => end.push(() => resolve(good(name)))));
    return { ...border, end };
  }

  test('are limited to 64 over all channels, and a slot is free again when one ends', async () => {
    const border = slowBorder();
    const waiting = Array.from({ length: MOST_IN_FLIGHT }, () => call(border, 'boards.window'));
    expect(MOST_IN_FLIGHT).toBe(64);
    expect(outcome(await call(border, 'boards.window'))).toBe('too-fast');
    expect(outcome(await call(border, 'app.info'))).toBe('too-fast');
    expect(border.ran).toHaveLength(64);
    border.end[0]?.();
    await waiting[0];
    const next = call(border, 'app.info');
    border.end[64]?.();
    expect(outcome(await next)).toBe('ok');
  });

  test('never take the slots of a call that cancels, pauses, locks or closes', async () => {
    const holdingBack = CALL_NAMES.filter((name) => CALLS[name].effect === 'holds-back');
    expect(holdingBack).toEqual(
      expect.arrayContaining(['jobs.cancel', 'jobs.pause', 'jobs.stop', 'lock.now']),
    );
    const border = borderOf((name) => (name === 'boards.window' ? new Promise(() => undefined) : good(name)));
    for (let count = 0; count < MOST_IN_FLIGHT; count += 1) void call(border, 'boards.window');
    expect(outcome(await call(border, 'app.info'))).toBe('too-fast');
    const outcomes = await Promise.all(holdingBack.map(async (name) => outcome(await call(border, name))));
    expect(outcomes).toEqual(holdingBack.map(() => 'ok'));
  });

  test.each(['jobs.cancel', 'previews.close', 'transfer.close'] as const)(
    'of %s are at most 8, and leave every other call its slots',
    async (hanging) => {
      const border = borderOf((name) => (name === hanging ? new Promise(() => undefined) : good(name)));
      for (let count = 0; count < MOST_HOLDING_BACK; count += 1) void call(border, hanging);
      expect(MOST_HOLDING_BACK).toBe(8);
      expect(outcome(await call(border, hanging))).toBe('too-fast');
      for (const name of CALL_NAMES)
        if (name !== hanging) expect([name, outcome(await call(border, name))]).toEqual([name, 'ok']);
    },
  );

  test('free their slots however they end', async () => {
    const ends = [
      () => Promise.reject(new Error('x')),
      () => undefined,
      () => ({ ok: true, value: 'wrong' }),
    ];
    const border = borderOf(() => ends[border.ran.length % ends.length]?.());
    for (let count = 0; count < 400; count += 1) {
      expect(outcome(await call(border, 'boards.window'))).toBe('internal');
    }
  });

  test('are ended once, after 90 seconds, and their late results are dropped', async () => {
    const border = slowBorder();
    const late = call(border, 'boards.view');
    expect(border.timers.map(({ ms, cancelled }) => [ms, cancelled])).toEqual([[90_000, false]]);
    expect(CALL_DEADLINE_MS).toBe(90_000);
    border.timers[0]?.run();
    expect(outcome(await late)).toBe('internal');
    border.end[0]?.();
    expect(border.lines).toHaveLength(1);
    expect(border.lines[0]).toContain('no end in time');
  });

  test('that fail after their deadline do no harm', async () => {
    const failLate: (() => void)[] = [];
    const border = borderOf(
      () => new Promise((_resolve, reject) => failLate.push(() => reject(new Error('late')))),
    );
    const late = call(border, 'boards.view');
    border.timers[0]?.run();
    expect(outcome(await late)).toBe('internal');
    failLate[0]?.();
    // An unhandled rejection would end this test run.
    await Promise.resolve();
    expect(border.lines).toHaveLength(1);
  });

  test('that wait for a person before a dialog have no deadline', async () => {
    const border = slowBorder();
    const waiting = call(border, 'transfer.open');
    expect(border.timers).toEqual([]);
    border.end[0]?.();
    expect(outcome(await waiting)).toBe('ok');
  });
});
