import { expect, test } from 'vitest';
import { isPaperList, readList } from '../../../../main/papers/read-list.ts';

const APP = 'https://app.example';
const UUID = '123e4567-e89b-42d3-a456-426614174000';

const read = (text: string, head = '') => [...readList(text, head, APP)];
const named = (text: string, head = '') =>
  read(text, head).map((each) =>
    each.read.ok
      ? [each.line, each.read.value.identifier, each.read.value.name]
      : [each.line, each.read.error],
  );

test('in a pasted list of papers, the name of a paper can be before or after its identifier', () => {
  expect(
    named(`one\n${APP}/room/two?token=a.b.c,Lesson 2\n\nLesson, part 3;x,${UUID}\nfour,"Say ""hi"""`),
  ).toEqual([
    [1, 'one', ''],
    [2, 'two', 'Lesson 2'],
    [4, UUID, 'Lesson, part 3;x'],
    [5, 'four', 'Say "hi"'],
  ]);
});

test('the first line of a pasted list of papers can name the columns', () => {
  const text = String.raw`Name;Customer;Room address;Tags;Protected;Note
Maths;Acme;one;"exam\;oral; fair";yes;"Two
lines"
;;two;;;`;
  const empty = { label: '', customer: '', tags: [], protected: false, note: '' };
  const full = {
    ...empty,
    customer: 'Acme',
    tags: ['exam;oral', 'fair'],
    protected: true,
    note: 'Two\nlines',
  };
  expect(read(text)).toEqual([
    {
      line: 2,
      read: { ok: true, value: { identifier: 'one', name: 'Maths', isTemplate: false, local: full } },
    },
    { line: 4, read: { ok: true, value: { identifier: 'two', name: '', isTemplate: false, local: empty } } },
  ]);
});

test('a list of papers read in parts uses the column names of its first line for all parts', () => {
  expect(named('Maths\tone\nArt\ttwo', 'name\tidentifier')).toEqual([
    [1, 'one', 'Maths'],
    [2, 'two', 'Art'],
  ]);
  expect(named('two,Art', 'one,Maths')).toEqual([[1, 'two', 'Art']]);
});

test('in a list of papers, a line “sep=” before the column names is skipped', () => {
  expect(named('sep=;\nName;Room address\nMaths;one')).toEqual([[3, 'one', 'Maths']]);
  expect(named('Maths;one', 'sep=;\r\nName;Room address')).toEqual([[1, 'one', 'Maths']]);
});

test.each([
  ['https://elsewhere.example/room/x', /is on elsewhere\.example/u],
  ['"open', /quotation mark is not closed/u],
  [`one,${'x'.repeat(600)}`, /at most 512/u],
  ['one,Maths eyJhbGciOiJub25l.eyJz.c', /^Remove the key or access token/u],
  ['<b>bold</b>', /only letters, digits and dashes/u],
])('a line of a paper list that names no paper is reported with the reason: %s', (line, why) => {
  const [, second] = read(`good\n${line}`);
  expect(second).toMatchObject({ line: 2, read: { ok: false } });
  expect(second?.read.ok === false && second.read.error).toMatch(why);
});

test.each([
  ['identifier,name,template\nabc,Maths,', true],
  ['Name;Room address\nMaths;https://app.example/room/abc', true],
  ['{"link":"https://app.example/room/abc"}', false],
  ['Name,Class\nAda,7b', false],
  ['', false],
])('the text %j counts as a list of papers: %s', (text, is) => expect(isPaperList(text)).toBe(is));

test.each([
  ['identifier,name\n1.58E+18,Maths', '1.58E+18'],
  ['name;id\nMaths;2026-09-07', '2026-09-07'],
])('a paper’s identifier that a spreadsheet seems to have changed is rejected: %j', (text, id) => {
  const [line] = read(text);
  const error = line?.read.ok === false ? line.read.error : '';
  expect(error).toContain(`“${id}”`);
  expect(error).toContain('spreadsheets');
});

test('in a list of papers, an identifier that looks like a date is accepted if the paper is known', () => {
  const isKnown = (identifier: string) => identifier === '3-4';
  const taken = [...readList("identifier,name\n3-4,3-4\n'1e5,1e5\n7-Sep,x", '', APP, isKnown)];
  expect(taken.map((each) => (each.read.ok ? each.read.value.identifier : 'refused'))).toEqual([
    '3-4',
    '1e5',
    'refused',
  ]);
});
