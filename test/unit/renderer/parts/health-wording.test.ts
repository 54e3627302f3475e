import { describe, expect, test } from 'vitest';
import { outageWords, recoveredSentence, troubleNote } from '../../../../renderer/parts/health-wording.ts';
import { troubleSince } from '../../../../renderer/frame/strips.tsx';
import { statusText } from '../../../../renderer/frame/health-panel.tsx';
import { healthOf } from '../scripted-bridge.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 48);
const MINUTE = 60_000;
const down = (since: number) => ({ state: 'trouble', since, lastFailure: since }) as const;

test('a recovery names the parts', () => {
  expect(recoveredSentence(['board-api'], 7 * MINUTE)).toBe('The board API is answering again (down 7 min).');
  expect(recoveredSentence(['network'], 5000)).toBe('Your network is back (down 5 s).');
  expect(recoveredSentence(['board-api', 'paper-api', 'app'], MINUTE)).toBe(
    'The board API, the paper API and the app host are answering again (down 1 min).',
  );
});

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

test('the copied status lists each part’s state and cause', () => {
  const failure = {
    code: 'timeout',
    message: 'boards.example did not answer.',
    nextStep: 'Wait.',
    retryable: true,
    details: ['Request: GET https://boards.example/api/board'],
  } as const;
  const health = healthOf('a', {
    'board-api': { ...down(NOW), failure },
    app: { state: 'good', lastSuccess: NOW },
  });
  const text = statusText(health, 'Acme School', NOW);
  expect(text).toMatch(/^Status of Acme School, 21 Nov 2026/);
  expect(text).toContain('Board API: problem');
  expect(text).toContain('boards.example did not answer.');
  expect(text).toContain('Request: GET https://boards.example/api/board');
  expect(text).toContain('Paper API: not asked yet\n  last success none since start');
  expect(text).toContain('App: good');
  expect(text).toContain('Network: not asked yet');
});
