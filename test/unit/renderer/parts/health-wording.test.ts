import { describe, expect, test } from 'vitest';
import { outageWords, troubleNote } from '../../../../renderer/parts/health-wording.ts';
import { troubleSince } from '../../../../renderer/frame/strips.tsx';
import { healthOf } from '../scripted-bridge.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 48);
const MINUTE = 60_000;
const down = (since: number) => ({ state: 'trouble', since, lastFailure: since }) as const;

test('a part that is down is said to be so from its first failure on, and for how long it was down before', () => {
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
  const seen = { since: null, downMs: 0, watchedSince: NOW - 10 * MINUTE };
  const begun = clock.format(NOW - 10 * MINUTE);
  expect(outageWords(seen, NOW)).toBe(`No outage since ${begun}`);
  expect(outageWords({ ...seen, downMs: 2 * MINUTE }, NOW)).toBe(`Down 2 min since ${begun}`);
  // The page's clock ticks twice a minute only.
  expect(outageWords({ ...seen, since: NOW + 5000 }, NOW)).toBe(`Down since ${clock.format(NOW + 5000)}`);
  expect(outageWords({ ...seen, watchedSince: null }, NOW)).toBeNull();
});

test('trouble counts from the first part that failed', () => {
  const health = healthOf('a', { app: down(NOW - MINUTE), 'paper-api': down(NOW - 3 * MINUTE) });
  expect(troubleSince(health)).toBe(NOW - 3 * MINUTE);
  expect(troubleSince(healthOf('a'))).toBeNull();
  expect(troubleSince(null)).toBeNull();
});

describe('a change shows a warning', () => {
  test('when its part, or the network, is in trouble', () => {
    const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
    const since = NOW - 7 * MINUTE;
    expect(troubleNote(healthOf('a', { 'board-api': down(since) }), 'board-api', NOW)).toBe(
      `The board API has had problems since ${clock.format(since)}. This may fail.`,
    );
    expect(troubleNote(healthOf('a', { network: down(since) }), 'board-api', NOW)).toMatch(/^Your network/);
  });
});
