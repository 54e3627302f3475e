import { expect, test } from 'vitest';
import { minuteChoices } from '../../../../../renderer/screens/settings/settings-screen.tsx';

test('a policy removes “never” and longer times, and adds its own', () => {
  expect(minuteChoices(12, null)).toEqual([1, 5, 10, 12]);
});
