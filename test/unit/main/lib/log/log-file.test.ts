import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../../../support/fresh-folder.ts';
import { LARGEST_LOG_FILE, LOG_FILES, openLogFile } from '../../../../../main/lib/log/log.ts';

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

const read = (name: string): string => readFileSync(path.join(folder, 'logs', name), 'utf8');

test('the log keeps its newest lines in at most two files of one megabyte each', () => {
  const writeLine = openLogFile(path.join(folder, 'logs'));
  const line = 'x'.repeat(100_000);
  for (let count = 0; count < 30; count += 1) writeLine(`${count} ${line}`);
  expect(readdirSync(path.join(folder, 'logs')).sort()).toEqual([...LOG_FILES].sort());
  for (const name of LOG_FILES) expect(read(name).length).toBeLessThanOrEqual(LARGEST_LOG_FILE);
  expect(read(LOG_FILES[0])).toContain('\n29 x');
});

test('logging continues after a disk error', () => {
  writeFileSync(path.join(folder, 'logs'), 'a file where the folder should be');
  const writeLine = openLogFile(path.join(folder, 'logs'));
  expect(() => writeLine('lost')).not.toThrow();
  rmSync(path.join(folder, 'logs'));
  writeLine('kept');
  expect(read(LOG_FILES[0])).toBe('kept\n');
});

test.skipIf(process.platform === 'win32')('only the current user can read the log files', () => {
  openLogFile(path.join(folder, 'logs'))('one');
  expect(statSync(path.join(folder, 'logs')).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(folder, 'logs', LOG_FILES[0])).mode & 0o777).toBe(0o600);
});
