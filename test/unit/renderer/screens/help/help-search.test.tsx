import { expect, test } from 'vitest';
import { COMMANDS } from '../../../../../renderer/commands/registry.ts';
import { findHelp } from '../../../../../renderer/screens/help/help-dialog.tsx';
import { TASKS, TERMS } from '../../../../../renderer/screens/help/help-texts.ts';

const HELP = [...TASKS, ...TERMS];

test.each([
  ['ROTATE', 'Rotate an API key'],
  ['blocked', 'Blocked input'],
  ['csv names', 'Create join links for a class'],
  ['outcom', 'Outcome unknown'],
  ['protct', 'Protect a board from deletion'],
  [' ', TASKS[0]?.[0]],
  ['“whiteboard” xyzzy', undefined],
])('a search of the help for %j finds %j first', (typed, title) => {
  expect(findHelp(HELP, typed)[0]?.[0]).toBe(title);
});

test('the command of every task in the help exists', () => {
  const ids = COMMANDS.map(({ id }) => id);
  expect(TASKS.filter(([, , commandId]) => !ids.includes(commandId ?? ''))).toEqual([]);
  expect(new Set(HELP.map(([title]) => title)).size).toBe(HELP.length);
  for (const [title, text] of HELP)
    for (const sentence of text.split(/[.!:;] /u))
      expect(sentence.split(' ').length, `${title}: ${sentence}`).toBeLessThanOrEqual(20);
});
