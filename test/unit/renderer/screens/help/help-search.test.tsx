import { expect, test } from 'vitest';
import { findHelp, loadHelp } from '../../../../../renderer/screens/help/help-search.tsx';

const help = await loadHelp();
const found = (typed: string) => findHelp(help, typed).map(({ title }) => title);

test.each([
  ['RÓTATE', 'Rotate an API key'],
  ['shield', 'Shield'],
  ['csv names', 'Make join links for a class'],
  ['outcom', 'Outcome unknown'],
  ['protct', 'Protect a board from deletion'],
  ['“whiteboard” xyzzy', undefined],
])('the help lists for %j first: %j', (typed, title) => {
  expect(found(typed)[0]).toBe(title);
});

test('the help lists every task and term before the user types, and no shortcuts', () => {
  const shortcut = {
    kind: 'Shortcuts',
    title: 'New board',
    text: '',
    keys: ['Mod+N'],
    command: null,
  } as const;
  expect(findHelp([...help, shortcut], ' ')).toEqual(help);
  expect(findHelp([...help, shortcut], 'new board')).toContain(shortcut);
});

test('the texts of the help are short, named once, and have a command per task', () => {
  expect(help.filter(({ kind, command }) => (kind === 'Tasks') !== (command !== null))).toEqual([]);
  expect(new Set(help.map(({ title }) => title)).size).toBe(help.length);
  for (const { title, text } of help)
    for (const sentence of text.split(/[.!:;] /u))
      expect(sentence.split(' ').length, `${title}: ${sentence}`).toBeLessThanOrEqual(20);
});
