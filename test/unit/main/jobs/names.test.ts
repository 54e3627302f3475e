import { expect, test } from 'vitest';
import { chooseNameTable, packPaperName, paperNames, readNameRows } from '../../../../main/jobs/names.ts';
import type { Files } from '../../../../main/lib/files/files.ts';
import { whyNotThisPattern } from '../../../../preload/contract/later-facts.ts';
import { ok } from '../../../../preload/contract/failure.ts';

const TODAY = new Date(2026, 10, 3, 12).getTime();

const wrong = (pattern: string, count: number): unknown => {
  const names = paperNames(pattern, count, TODAY);
  return names.ok ? names.value : names.error.fields?.['pattern'];
};

test.each([
  ['Lesson {n}', 3, ['Lesson 1', 'Lesson 2', 'Lesson 3']],
  ['{nn}-{nnn}', 2, ['01-001', '02-002']],
  [' {date} {n} of {n} ', 1, ['2026-11-03 1 of 1']],
  ['Retrospective', 1, ['Retrospective']],
  ['Set {a {n}', 2, ['Set {a 1', 'Set {a 2']],
] as const)('the placeholders of the name pattern “%s” are replaced in %i names', (pattern, count, names) => {
  expect(paperNames(pattern, count, TODAY)).toEqual({ ok: true, value: names });
});

test('Easel rejects a name pattern that results in empty, equal or too long names', () => {
  expect(wrong(' \t', 1)).toMatch(/^Enter a name/u);
  expect(wrong('Lesson {date}', 2)).toMatch(/be the same.*\{n\}/u);
  expect(paperNames(`${'x'.repeat(254)}{n}`, 9, TODAY).ok).toBe(true);
  expect(wrong(`${'x'.repeat(254)}{n}`, 10)).toMatch(/longer than 255/u);
});

test('a long name of a person is shortened in a paper’s name without splitting a character', () => {
  const createdAt = Date.UTC(2026, 10, 21, 12);
  const job = { pattern: '{nn} {name} {date}', createdAt };
  expect(packPaperName(job, { place: 6, name: 'Ada {n}' })).toBe('07 Ada {n} 2026-11-21');
  const long = packPaperName({ pattern: '{name}', createdAt }, { place: 0, name: '👩‍🏫'.repeat(200) });
  expect(long).toMatch(/^(?:👩‍🏫)+…$/u);
  expect(long.length).toBeLessThanOrEqual(255);
  const words = ['date', 'name'];
  expect(whyNotThisPattern('Sums', 2, words)).toMatch(/^All 2 would be the same/u);
  expect(whyNotThisPattern('{name}', 2, words)).toBeNull();
  expect(whyNotThisPattern('{class}', 1, words)).toMatch(/^Easel doesn’t know “\{class\}”/u);
});

test('main sends the page no tokens and API keys from a file of names that the user has chosen', async () => {
  const text = 'name;link\nAda;"https://app.example/room/p?token=t0ken&a=b"\nsk-key;x';
  const choose = () => Promise.resolve(ok({ path: '', name: 'links.csv', text }));
  const core = {
    files: { choose } as Partial<Files> as Files,
    clean: (all: string) => all.replace('sk-key', '…'),
  };
  const table = await chooseNameTable(core, (list) => Promise.resolve(readNameRows(list)));
  const rows = [
    ['name', 'link'],
    ['Ada', 'https://app.example/room/p'],
    ['…', 'x'],
  ];
  expect(table).toEqual(ok({ fileName: 'links.csv', rows, isGuessed: false }));
});
