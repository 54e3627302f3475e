import {
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shredFile, stampFile, type FileStamp } from '../../../../main/files/shred.ts';

const TEXT = 'test-key-4711-abcdef\n';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-shred-'));
  file = path.join(folder, 'key.txt');
  writeFileSync(file, TEXT);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function stamped(text = TEXT): Promise<FileStamp> {
  const stamp = await stampFile(file, text);
  if (stamp === null) throw new Error('the file could not be stamped');
  return stamp;
}

test('a shredded file is gone, and its content is overwritten under each of its names', async () => {
  const other = path.join(folder, 'other-name.txt');
  linkSync(file, other);
  expect(await shredFile(file, await stamped())).toEqual({ ok: true, value: null });
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(other, 'utf8')).toBe('');
});

test.each<[string, () => void]>([
  ['was written to', () => writeFileSync(file, 'something else!!!!!!')],
  ['was touched', () => utimesSync(file, 5, 5)],
  [
    'was replaced by another',
    () => {
      writeFileSync(`${file}.new`, TEXT);
      renameSync(`${file}.new`, file);
    },
  ],
])('a file that %s since is left alone', async (_what, change) => {
  const stamp = await stamped();
  change();
  const before = readFileSync(file, 'utf8');
  expect((await shredFile(file, stamp)).ok).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a link is neither checked nor followed', async () => {
  const stamp = await stamped();
  const target = path.join(folder, 'target.txt');
  renameSync(file, target);
  symlinkSync(target, file);
  expect(await stampFile(file, TEXT)).toBeNull();
  expect((await shredFile(file, stamp)).ok).toBe(false);
  expect(readFileSync(target, 'utf8')).toBe(TEXT);
});

test('an empty file is shredded too', async () => {
  writeFileSync(file, '');
  expect((await shredFile(file, await stamped(''))).ok).toBe(true);
  expect(existsSync(file)).toBe(false);
});

test('a file that is already gone isn’t reported as shredded', async () => {
  const stamp = await stamped();
  rmSync(file);
  expect((await shredFile(file, stamp)).ok).toBe(false);
});
