import * as fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../../support/fresh-folder.ts';
import { shredFile, stampFile, type FileStamp } from '../../../../main/files/shred.ts';

const TEXT = 'test-key-4711-abcdef\n';

let folder: string;
let file: string;
beforeEach(() => {
  folder = freshFolder();
  file = fileWith('key.txt', TEXT);
});

function fileWith(name: string, text: string): string {
  const made = path.join(folder, name);
  fs.writeFileSync(made, text);
  return made;
}

async function stamped(text = TEXT): Promise<FileStamp> {
  const stamp = await stampFile(file, text);
  if (stamp === null) throw new Error('the file could not be stamped');
  return stamp;
}

test('a shredded file is gone, and its content is overwritten under each of its names', async () => {
  const other = path.join(folder, 'other-name.txt');
  fs.linkSync(file, other);
  expect(await shredFile(file, await stamped())).toEqual({ ok: true, value: null });
  expect(fs.existsSync(file)).toBe(false);
  expect(fs.readFileSync(other, 'utf8')).toBe('');
});

test.each<[string, () => void]>([
  ['was written to', () => fs.writeFileSync(file, 'something else!!!!!!')],
  ['was touched', () => fs.utimesSync(file, 5, 5)],
  ['was replaced by another', () => fs.renameSync(fileWith('other.txt', TEXT), file)],
])('a file that %s since is left alone', async (_what, change) => {
  const stamp = await stamped();
  change();
  const before = fs.readFileSync(file, 'utf8');
  expect((await shredFile(file, stamp)).ok).toBe(false);
  expect(fs.readFileSync(file, 'utf8')).toBe(before);
});

test('a link is neither checked nor followed', async () => {
  const stamp = await stamped();
  const target = path.join(folder, 'target.txt');
  fs.renameSync(file, target);
  fs.symlinkSync(target, file);
  expect(await stampFile(file, TEXT)).toBeNull();
  expect((await shredFile(file, stamp)).ok).toBe(false);
  expect(fs.readFileSync(target, 'utf8')).toBe(TEXT);
});

test('an empty file is shredded too', async () => {
  fs.writeFileSync(file, '');
  expect((await shredFile(file, await stamped(''))).ok).toBe(true);
  expect(fs.existsSync(file)).toBe(false);
});

test('a file that is already gone isn’t reported as shredded', async () => {
  const stamp = await stamped();
  fs.rmSync(file);
  expect((await shredFile(file, stamp)).ok).toBe(false);
});
