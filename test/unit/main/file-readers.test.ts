import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createFileReaders, READERS } from '../../../main/file-readers.ts';
import { looksRewritten } from '../../../main/lib/files/spreadsheet.ts';
import { workerOf } from '../../support/services.ts';

const ids = Array.from({ length: 40_000 }, (_, index) => `board-${index}`);
const jsonOf = (format: string): string => JSON.stringify({ format, version: 1, ids });
const notes = ['id,label', ...ids.map((id) => `${id},Label`)].join('\n');
const names = `Name\n"${'Ada '.repeat(400_000)}"`;
const digestOf = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex');
const plan = jsonOf('easel-cleanup-plan');

test.each([
  ['readPlan', plan, [{ mostIds: 100_000, now: 0 }]],
  ['readPlan', plan.slice(0, -1), [{ mostIds: 100_000, now: 0 }]],
  ['readExport', jsonOf('easel-connections'), [[]]],
  ['readNotes', notes, ['https://a.example', []]],
  ['readNameRows', names, []],
  ['readPlanBoards', JSON.stringify(ids), [JSON.stringify(ids.slice(1)), digestOf(ids)]],
] as const)('the main process stays responsive while %s reads a long file', async (name, text, rest) => {
  let isFree = false;
  setImmediate(() => (isFree = true));
  const read = createFileReaders(workerOf('file'))[name] as (...args: readonly unknown[]) => Promise<unknown>;
  expect(await read(text, ...rest)).toEqual(Reflect.apply(READERS[name], null, [text, ...rest]));
  expect(isFree).toBe(true);
});

test('a file is reported as unreadable if the worker thread that reads files can’t be loaded', async () => {
  const broken = createFileReaders(new URL('file:///nowhere/file-worker.js'));
  expect(await broken.readNameRows(names)).toMatchObject({
    error: { code: 'invalid-input', message: 'This file can’t be read.' },
  });
});

test('a text of several megabytes is not reported as rewritten by a spreadsheet', () => {
  expect(looksRewritten('1 '.repeat(2_500_000))).toBe(false);
});
