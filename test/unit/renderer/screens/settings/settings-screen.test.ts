import { expect, test } from 'vitest';
import {
  minuteChoices,
  SETTINGS,
  settingsWith,
  shapeReport,
  unlockSentence,
} from '../../../../../renderer/screens/settings/settings-screen.tsx';

test('a setting is found by words of its section, its name and its explanation', () => {
  const found = (text: string) => settingsWith(text).map(({ id }) => id);
  expect(found('THEME')).toEqual(['theme']);
  expect(found('bulk hold')).toEqual(['hold-bulk']);
  expect(found('deleting')).toEqual(['hold-single', 'hold-bulk']);
  expect(found('speech')).toEqual(['single-keys']);
  expect(found('')).toEqual(SETTINGS.map(({ id }) => id));
  expect(found('no such setting')).toEqual([]);
});

test('without a policy every time can be chosen, and never', () => {
  expect(minuteChoices(null, null)).toEqual([null, 1, 5, 10, 15, 30, 60]);
});

test('a policy removes “never” and longer times, and adds its own', () => {
  expect(minuteChoices(12, null)).toEqual([1, 5, 10, 12]);
});

test('a lock without a way to unlock asks for a passphrase', () => {
  const lock = { locked: false, idleMinutes: null, forcedMinutes: null, unlockBy: 'none' } as const;
  expect(unlockSentence(lock, false)).toBe('Locking needs a passphrase.');
});

test('a report says what was learned, how sure that is and since when, and not whose service it is', () => {
  const seenAt = Date.UTC(2026, 10, 23, 9, 41);
  const report = shapeReport({
    connectionId: 'the-connection',
    facts: [
      { about: 'Boards are in', found: 'data.items', sure: true, times: 12, seenAt },
      { about: 'Offsets count', found: 'rows', sure: false, times: 1, seenAt },
    ],
  });
  expect(report).toBe(
    [
      'What Easel has learned of the service:',
      'Boards are in data.items (sure, seen 12 times, last 2026-11-23T09:41:00.000Z)',
      'Offsets count rows (likely, seen once, last 2026-11-23T09:41:00.000Z)',
      '',
    ].join('\n'),
  );
});
