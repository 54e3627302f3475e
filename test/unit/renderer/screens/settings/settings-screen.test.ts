import { expect, test } from 'vitest';
import { minuteChoices, unlockSentence } from '../../../../../renderer/screens/settings/settings-screen.tsx';

test('a policy removes “never” and longer times, and adds its own', () => {
  expect(minuteChoices(12, null)).toEqual([1, 5, 10, 12]);
});

test('a lock without a way to unlock asks for a passphrase', () => {
  const lock = { locked: false, idleMinutes: null, forcedMinutes: null, unlockBy: 'none' } as const;
  expect(unlockSentence(lock, false)).toBe('Locking needs a passphrase.');
});
