import { expect, test } from 'vitest';
import { createFileReaders } from '../../../main/file-readers.ts';
import { looksRewritten } from '../../../main/lib/files/spreadsheet.ts';

const names = `Name\n"${'Ada '.repeat(400_000)}"`;

test('a file is reported as unreadable if the worker thread for files can’t be loaded', async () => {
  const broken = createFileReaders(new URL('file:///nowhere/file-worker.js'));
  expect(await broken.readNameRows(names)).toMatchObject({
    error: { code: 'invalid-input', message: 'This file can’t be read.' },
  });
});

test('a text of several megabytes does not count as changed by a spreadsheet', () => {
  expect(looksRewritten('1 '.repeat(2_500_000))).toBe(false);
});
