import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../support/fresh-folder.ts';
import { DroppedFiles } from '../../../../../main/lib/files/dropped-file.ts';
import { SAVE_AS_CSV } from '../../../../../main/lib/files/read-text.ts';
import type { DroppedFile } from '../../../../../preload/contract/connections.ts';

function setUp() {
  const folder = freshFolder();
  writeFileSync(path.join(folder, 'notes.csv'), 'id,label\na,Maths 7b\n');
  writeFileSync(path.join(folder, 'other.json'), '{}');
  writeFileSync(path.join(folder, 'picture.png'), 'not even opened');
  writeFileSync(path.join(folder, 'zip.csv'), 'PK\u0003\u0004');
  const dropped: DroppedFile[] = [];
  const files = new DroppedFiles({
    now: () => 1_000_000,
    purposeOf: (text) => (text.startsWith('id,') ? 'import' : null),
    isOpen: () => true,
    onDrop: (file) => dropped.push(file),
  });
  const drop = (name: string) => files.drop(path.join(folder, name));
  return { dropped, files, drop };
}

test('a file that the user dropped can be read only once', async () => {
  const { dropped, files, drop } = setUp();
  await drop('notes.csv');
  expect(dropped).toEqual([{ name: 'notes.csv', purpose: 'import', why: '' }]);
  expect(await files.take('papers')).toBeNull();
  expect(await files.take('import')).toMatchObject({ ok: true, value: { name: 'notes.csv' } });
  expect(await files.take('import')).toBeNull();
});

test.each([
  ['a file of another kind', 'other.json', { name: 'other.json', purpose: null, why: '' }],
  ['a workbook', 'Names.XLSX', { name: 'Names.XLSX', purpose: null, why: SAVE_AS_CSV }],
  ['a LibreOffice workbook', 'a.ods', { name: 'a.ods', purpose: null, why: SAVE_AS_CSV }],
  ['a workbook called CSV', 'zip.csv', { name: 'zip.csv', purpose: null, why: SAVE_AS_CSV }],
  ['a picture', 'picture.png', { name: 'picture.png', purpose: null, why: '' }],
  ['a file that is gone', 'gone.csv', { name: 'gone.csv', purpose: null, why: expect.stringMatching(/./u) }],
] as const)('Easel refuses a file that the user dropped: %s', async (_, name, dropped) => {
  const set = setUp();
  await set.drop(name);
  expect(set.dropped).toEqual([dropped]);
  for (const purpose of ['import', 'papers', 'plan'] as const)
    expect(await set.files.take(purpose)).toBeNull();
});

test('a dropped file can’t be read after the page has declined it', async () => {
  const { files, drop } = setUp();
  await drop('notes.csv');
  files.forget();
  expect(await files.take('import')).toBeNull();
});
