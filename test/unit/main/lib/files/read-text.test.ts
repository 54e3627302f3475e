import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../../../support/fresh-folder.ts';
import { readText } from '../../../../../main/lib/files/read-text.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = freshFolder();
  file = path.join(folder, 'a file');
});

test('a text file may have the maximum size, and one more byte is too large', async () => {
  writeFileSync(file, 'ä'.repeat(512));
  expect(await readText(file, 1024)).toEqual({ ok: true, value: 'ä'.repeat(512) });
  writeFileSync(file, `${'ä'.repeat(512)}.`);
  expect(await readText(file, 1024)).toEqual({
    ok: false,
    error: 'This file is larger than 1 KiB.',
  });
});

test.each([
  ['Latin-1', Buffer.from('Ärzte', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFFkey', 'utf16le')],
  ['half a letter', Buffer.from('ä').subarray(0, 1)],
])('a file of %s is not read as UTF-8', async (_, bytes) => {
  writeFileSync(file, bytes);
  expect(await readText(file, 1024)).toMatchObject({ error: expect.stringMatching(/UTF-8/u) });
});

test('a folder or a missing file fails with its reason', async () => {
  expect(await readText(folder, 1024)).toEqual({ ok: false, error: 'This file can’t be read.' });
  expect(await readText(file, 1024)).toEqual({ ok: false, error: 'This file no longer exists.' });
});

test.skipIf(process.platform === 'win32')(
  'a named pipe is refused immediately, without waiting for its writer',
  async () => {
    execFileSync('mkfifo', [file]);
    expect(await readText(file, 1024)).toEqual({ ok: false, error: 'This file can’t be read.' });
  },
);
