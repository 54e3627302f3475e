import { expect, test } from 'vitest';
import {
  minuteChoices,
  minutesLabel,
  unlockSentence,
  unseenSentence,
} from '../../../../../renderer/screens/settings/lock-settings.tsx';

test('without a policy every time can be chosen, and never', () => {
  expect(minuteChoices(null, null)).toEqual([null, 1, 5, 10, 15, 30, 60]);
});

test('a policy takes away never and what is longer, and adds what it asks for', () => {
  expect(minuteChoices(12, null)).toEqual([1, 5, 10, 12]);
});

test('a time that is in force can be seen, also one that is none of the choices', () => {
  expect(minuteChoices(null, 7)).toContain(7);
});

test('times are said as people say them', () => {
  expect([null, 1, 10, 60].map(minutesLabel)).toEqual(['Never', '1 minute', '10 minutes', '1 hour']);
});

test('a lock that a policy asks for, and that has no way to be opened, asks for a passphrase', () => {
  const lock = { locked: false, idleMinutes: null, forcedMinutes: 10, unlockBy: 'none' } as const;
  expect(unlockSentence(lock, false)).toContain('Set a passphrase');
  expect(unlockSentence({ ...lock, forcedMinutes: null }, false)).not.toContain('organisation');
});

test('Linux alone may hide that the screen is locked, and it is said there', () => {
  expect(unseenSentence('linux')).toContain('screen is locked');
  expect([unseenSentence('darwin'), unseenSentence('win32')]).toEqual([null, null]);
});
