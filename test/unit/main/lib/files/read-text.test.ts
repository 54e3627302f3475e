import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../../../support/fresh-folder.ts';
import { readChosen, readText } from '../../../../../main/lib/files/read-text.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = freshFolder();
  file = path.join(folder, 'a file');
});

test('Easel refuses a text file that is one byte larger than the maximum', async () => {
  writeFileSync(file, 'ä'.repeat(512));
  expect(await readText(file, 1024)).toMatchObject({ value: { text: 'ä'.repeat(512) } });
  writeFileSync(file, `${'ä'.repeat(512)}.`);
  expect(await readText(file, 1024)).toEqual({ ok: false, error: 'This file is larger than 1 KiB.' });
});

test.each([
  ['UTF-16 without a byte order mark', Buffer.from('key\u4e2d', 'utf16le')],
  ['half a UTF-16 character', Buffer.from('fffe41', 'hex')],
])('Easel refuses a text file with %s, because the file is not UTF-8', async (_, bytes) => {
  writeFileSync(file, bytes);
  expect(await readText(file, 1024)).toMatchObject({ error: expect.stringMatching(/UTF-8/u) });
});

test('reading a missing file or a folder fails with a reason', async () => {
  expect(await readText(folder, 1024)).toEqual({ ok: false, error: 'This file can’t be read.' });
  expect(await readText(file, 1024)).toEqual({ ok: false, error: 'This file no longer exists.' });
});

test.skipIf(process.platform === 'win32')('reading a named pipe fails immediately', async () => {
  execFileSync('mkfifo', [file]);
  expect(await readText(file, 1024)).toEqual({ ok: false, error: 'This file can’t be read.' });
});

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

test.each([
  ['big-endian UTF-16', 'import', utf16('id,ä').swap16(), 'id,ä', undefined],
  ['a certificate in UTF-16', 'certificates', utf16('-----BEGIN'), '-----BEGIN', undefined],
  ['UTF-8 and its mark', 'names', Buffer.from('\uFEFFZoë'), 'Zoë', undefined],
  ['names in Windows-1252', 'names', latin('Zo\xeb \x80 \x93Bj\xf6rn\x94\r'), 'Zoë € “Björn”\r', true],
] as const)('a file with %s is accepted as “%s”', async (_what, purpose, bytes, text, isGuessed) => {
  writeFileSync(file, bytes);
  const read = await readChosen(file, purpose);
  expect(read).toMatchObject({ ok: true, value: { text } });
  expect(read.ok && read.value.isGuessed).toBe(isGuessed);
});

test.each([
  ['a list in Windows-1252', 'papers', latin('Zo\xeb'), /UTF-8/u],
  ['bytes that are not characters', 'names', latin('Zo\xeb\x00'), /UTF-8/u],
  ['the content of an Excel workbook', 'names', latin('PK\x03\x04\x14\x00'), /Save it as CSV/u],
  ['the content of an old workbook', 'import', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /Save it as CSV/u],
] as const)('Easel refuses a file with %s for the purpose “%s”', async (_what, purpose, bytes, why) => {
  writeFileSync(file, bytes);
  expect(await readChosen(file, purpose)).toMatchObject({ ok: false, error: expect.stringMatching(why) });
});
