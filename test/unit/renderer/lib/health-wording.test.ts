import { describe, expect, test } from 'vitest';
import { troubleNote } from '../../../../renderer/lib/health-wording.ts';
import { troubleSince } from '../../../../renderer/frame/strips.tsx';
import { healthOf } from '../scripted-bridge.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 48);
const MINUTE = 60_000;
const down = (since: number) => ({ state: 'trouble', since, lastFailure: since }) as const;

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
