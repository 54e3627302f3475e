import { describe, expect, test } from 'vitest';
import { CALL_DEADLINE_MS, WAITS_FOR_A_PERSON } from '../../main/ipc/dispatch.ts';
import { MOST_IN_FLIGHT } from '../../main/ipc/rate-limit.ts';
import { CALL_NAMES } from '../../preload/contract/call-names.ts';
import type { CallName } from '../../preload/contract/calls.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { borderOf, good, outcome, type Border } from './border.ts';
import { GOOD_ARGS } from './good-args.ts';

/** Calls at once, then calls a second, as security.md C asks for. */
const RATES: Readonly<Record<CallName, readonly [burst: number, perSecond: number]>> = {
  'app.info': [40, 20],
  'app.copy': [40, 20],
  'app.preferences': [40, 20],
  'app.prefer': [10, 2],
  'policy.state': [40, 20],
  'lock.state': [40, 20],
  'lock.now': [5, 1],
  'lock.unlock': [5, 1],
  'lock.configure': [5, 1],
  'lock.removeKeys': [5, 1],
  'keychain.state': [40, 20],
  'keychain.status': [40, 20],
  'connections.list': [40, 20],
  'connections.select': [40, 20],
  'connections.check': [5, 1],
  'connections.checkPaper': [5, 1],
  'connections.save': [5, 1],
  'connections.remove': [5, 1],
  'connections.reorder': [10, 2],
  'connections.duplicate': [10, 2],
  'connections.unlockChanges': [5, 1],
  'connections.lockChanges': [10, 2],
  'connections.practise': [5, 1],
  'keys.list': [40, 20],
  'keys.chooseFile': [5, 1],
  'keys.shredFile': [5, 1],
  'keys.stage': [5, 1],
  'keys.edit': [5, 1],
  'keys.keep': [5, 1],
  'keys.rehearse': [5, 1],
  'keys.useNext': [5, 1],
  'keys.goBack': [5, 1],
  'keys.retire': [5, 1],
  'keys.discard': [5, 1],
  'keys.leftovers': [40, 20],
  'keys.removeLeftovers': [5, 1],
  'transfer.export': [5, 1],
  'transfer.open': [5, 1],
  'transfer.unlock': [5, 1],
  'transfer.apply': [5, 1],
  'transfer.close': [40, 20],
  'boards.list': [40, 20],
  'boards.cancelList': [40, 20],
  'boards.state': [40, 20],
  'boards.window': [480, 240],
  'boards.rank': [480, 240],
  'boards.fields': [40, 20],
  'boards.overview': [40, 20],
  'boards.annotate': [10, 2],
  'boards.undo': [10, 2],
  'boards.copy': [10, 2],
  'boards.export': [10, 2],
  'boards.cancelExport': [40, 20],
  'views.list': [40, 20],
  'views.save': [10, 2],
  'views.remove': [10, 2],
  'views.columns': [40, 20],
  'views.setColumns': [10, 2],
  'notes.export': [10, 2],
  'notes.open': [10, 2],
  'notes.apply': [10, 2],
  'boards.create': [10, 2],
  'boards.view': [40, 20],
  'papers.list': [40, 20],
  'papers.create': [10, 2],
  'papers.add': [10, 2],
  'papers.forget': [10, 2],
  'jobs.list': [40, 20],
  'jobs.deleteOne': [10, 2],
  'jobs.review': [10, 2],
  'jobs.saveReview': [10, 2],
  'jobs.closeReview': [40, 20],
  'jobs.deleteReviewed': [10, 2],
  'jobs.createBoards': [10, 2],
  'jobs.paperNames': [40, 20],
  'jobs.createPapers': [10, 2],
  'jobs.mintLinks': [10, 2],
  'jobs.copyLinks': [10, 2],
  'jobs.saveLinks': [10, 2],
  'jobs.startNow': [10, 2],
  'jobs.cancel': [40, 20],
  'jobs.pause': [40, 20],
  'jobs.resume': [10, 2],
  'jobs.stop': [40, 20],
  'jobs.retryFailed': [10, 2],
  'jobs.dismiss': [40, 20],
  'jobs.items': [480, 240],
  'jobs.saveItems': [10, 2],
  'plans.save': [10, 2],
  'plans.open': [10, 2],
  'activity.page': [480, 240],
  'activity.check': [10, 2],
  'activity.export': [10, 2],
  'unknowns.list': [40, 20],
  'unknowns.check': [10, 2],
  'unknowns.settle': [10, 2],
  'health.state': [40, 20],
  'health.tryNow': [10, 2],
  'network.settings': [40, 20],
  'network.chooseCa': [10, 2],
  'network.removeCas': [10, 2],
  'network.signIn': [5, 1],
  'previews.open': [10, 2],
  'previews.close': [40, 20],
  'previews.copyLink': [10, 2],
};

const call = (border: Border, channel: CallName): Promise<Result<unknown>> =>
  border.dispatch(channel, true, GOOD_ARGS[channel]);

async function callTimes(border: Border, channel: CallName, times: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let count = 0; count < times; count += 1) {
    const result = outcome(await call(border, channel));
    counts.set(result, (counts.get(result) ?? 0) + 1);
  }
  return counts;
}

test.each(['boards.window', 'boards.list', 'jobs.deleteOne', 'connections.save'] as const)(
  'of 10,000 calls of %s at once no more than its burst runs, and the rest is told to be too fast',
  async (channel) => {
    const [burst] = RATES[channel];
    const border = borderOf();
    const counts = await callTimes(border, channel, 10_000);
    expect(Object.fromEntries(counts)).toEqual({ ok: burst, 'too-fast': 10_000 - burst });
    expect(border.ran).toHaveLength(burst);
  },
);

describe.each(CALL_NAMES)('too many calls of %s', (channel) => {
  const [burst, perSecond] = RATES[channel];

  test('at once run no more than its burst', async () => {
    const border = borderOf();
    expect((await callTimes(border, channel, burst + 50)).get('ok')).toBe(burst);
    expect(border.ran).toHaveLength(burst);
  });

  test('leave it open again after a second, at its rate, and after a long time at its burst', async () => {
    const border = borderOf();
    await callTimes(border, channel, burst + 10);
    border.clock.now += 1000;
    expect((await callTimes(border, channel, perSecond + 10)).get('ok')).toBe(perSecond);
    border.clock.now += 3_600_000;
    expect((await callTimes(border, channel, burst + 10)).get('ok')).toBe(burst);
  });
});

test('a flood of one channel leaves the others open', async () => {
  const border = borderOf();
  await callTimes(border, 'boards.list', 1000);
  for (const channel of CALL_NAMES) {
    if (channel !== 'boards.list') expect(outcome(await call(border, channel))).toBe('ok');
  }
});

test('refused arguments count as calls', async () => {
  const border = borderOf();
  for (let count = 0; count < 5; count += 1) await border.dispatch('connections.save', true, null);
  expect(outcome(await call(border, 'connections.save'))).toBe('too-fast');
});

test('a clock that is set back by an hour shuts no channel', async () => {
  const border = borderOf();
  await call(border, 'boards.create');
  border.clock.now -= 3_600_000;
  expect(outcome(await call(border, 'boards.create'))).toBe('ok');
});

describe('calls under way', () => {
  /** A border whose handlers end when they are told to. */
  function slowBorder(): Border & { readonly end: (() => void)[] } {
    const end: (() => void)[] = [];
    const border = borderOf((channel) => new Promise((resolve) => end.push(() => resolve(good(channel)))));
    return { ...border, end };
  }

  test('are 64 at most over all channels, and a place is free again when one ends', async () => {
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

  test('free their places however they end', async () => {
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

  test('are ended after 90 seconds, once, and their late answers are dropped', async () => {
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

  test('that fail after their deadline harm nobody', async () => {
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

  test('leave no timer behind', async () => {
    const border = borderOf();
    for (const channel of CALL_NAMES) await call(border, channel);
    expect(border.timers.filter((timer) => !timer.cancelled)).toEqual([]);
    expect(border.timers).toHaveLength(CALL_NAMES.length - WAITS_FOR_A_PERSON.size);
  });

  test('that wait for a person before a dialog have no deadline', async () => {
    const border = slowBorder();
    const waiting = call(border, 'transfer.open');
    expect(border.timers).toEqual([]);
    border.end[0]?.();
    expect(outcome(await waiting)).toBe('ok');
  });
});
