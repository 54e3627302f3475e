import { expect, test } from 'vitest';
import { createFileReaders, READERS } from '../../../main/file-readers.ts';
import { looksRewritten } from '../../../main/lib/files/spreadsheet.ts';
import { workerOf } from '../../support/services.ts';

const readers = createFileReaders(workerOf('file'));
const ids = Array.from(
  { length: 40_000 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);
const plan = `{"format":"easel-cleanup-plan","version":1,"ids":${JSON.stringify(ids)}}`;
const connections = `{"format":"easel-connections","version":1,"notes":${JSON.stringify(ids)}}`;
const notes = `id,label\n${ids.map((id) => `${id},Label`).join('\n')}`;
const names = `Name\n"${'Ada '.repeat(400_000)}"`;
const rules = { mostIds: 100_000, now: 0 };

/** Returns the result, and whether main did anything else meanwhile. */
async function meanwhile<T>(work: Promise<T>): Promise<readonly [result: T, isFree: boolean]> {
  let isFree = false;
  setImmediate(() => (isFree = true));
  return [await work, isFree];
}

test.each([
  ['a plan', () => readers.readPlan(plan, rules), READERS.readPlan(plan, rules)],
  ['exported connections', () => readers.readExport(connections), READERS.readExport(connections)],
  [
    'a table of notes',
    () => readers.readNotes(notes, 'https://a.example'),
    READERS.readNotes(notes, 'https://a.example'),
  ],
  ['a table of names', () => readers.readNameRows(names), READERS.readNameRows(names)],
  [
    'a damaged plan',
    () => readers.readPlan(plan.slice(0, -1), rules),
    READERS.readPlan(plan.slice(0, -1), rules),
  ],
] as const)('main stays free while %s is read', async (_what, read, expected) => {
  expect(await meanwhile<unknown>(read())).toEqual([expected, true]);
});

test('a file that its thread can’t read is reported as unreadable', async () => {
  const broken = createFileReaders(new URL('file:///nowhere/file-worker.js'));
  expect(await broken.readNotes(notes, 'https://a.example')).toMatchObject({
    error: { code: 'invalid-input', message: 'This file can’t be read.' },
  });
});

test('a text of megabytes is not taken for a number', () => {
  expect(looksRewritten('1 '.repeat(2_500_000))).toBe(false);
});
