import { expect, test } from 'vitest';
import { readNotes } from '../../../../../main/notes/notes-file.ts';
import { readList } from '../../../../../main/papers/read-list.ts';
import { readNames } from '../../../../../renderer/screens/bulk/typed.ts';

test.each([
  ['underscores', (name: string) => name.replace(' ', '_')],
  ['hyphens and blanks', (name: string) => name.replace(' ', ' - ')],
  ['no-break hyphens', (name: string) => name.replace(' ', '\u2011')],
  ['no-break spaces', (name: string) => ` ${name.replace(' ', '\u00a0')} `],
  ['invisible characters', (name: string) => `\u200b${name}\u00ad`],
])('column headings of imported tables are recognised with %s', (_what, spelled) => {
  expect(
    readNotes(`id;label;${spelled('board api')}\na;A;other.example`, 'https://a.example', []),
  ).toMatchObject({
    error: { code: 'refused' },
  });
  const [paper] = readList(`x;${spelled('room address')}\ny;one`, '', 'https://a.example');
  expect(paper).toMatchObject({ line: 2, read: { value: { identifier: 'one' } } });
  expect(readNames(`${spelled('family name')};First name\nLovelace;Ada`).names).toEqual(['Ada Lovelace']);
});
