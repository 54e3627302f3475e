import { existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createPersonFiles } from '../../../../../main/app/window/person-files.ts';
import { asWindow, BrowserWindow, dialog, shell } from '../../../../support/fake-electron.ts';
import { freshFolder } from '../../../../support/fresh-folder.ts';

vi.mock('electron', () => import('../../../../support/fake-electron.ts'));

const KIB = 1024;
const NEVER_LOCKED = (): number => 0;
const window = new BrowserWindow({});
let files: ReturnType<typeof createPersonFiles>;
let folder: string;
let file: string;

beforeEach(() => {
  folder = freshFolder();
  file = path.join(folder, 'chosen');
  files = createPersonFiles(() => asWindow(window), NEVER_LOCKED);
  dialog.asked.length = 0;
  dialog.chosen = file;
});

test.each([
  ['certificates', 1024 * KIB, [{ name: 'Certificates', extensions: ['pem', 'crt', 'cer', 'der'] }]],
  ['import', 16 * 1024 * KIB, [{ name: 'Exports', extensions: ['json', 'csv'] }]],
] as const)('the dialog for “%s” files refuses a file that is too large', async (purpose, most, filters) => {
  writeFileSync(file, 'x');
  expect(await files.choose(purpose)).toMatchObject({ ok: true, value: { path: file, name: 'chosen' } });
  truncateSync(file, most + 1);
  expect(await files.choose(purpose)).toMatchObject({
    ok: false,
    error: expect.stringMatching(/larger than/u),
  });
  const properties = ['openFile', 'dontAddToRecent'];
  expect(dialog.asked[0]).toMatchObject([window, { properties, filters }]);
});

test.each([
  ['locks', () => (dialog.asked.length === 0 ? asWindow(window) : null), NEVER_LOCKED],
  ['locks and unlocks', () => asWindow(window), () => dialog.asked.length],
])('Easel ignores a choice in a file dialog if Easel %s meanwhile', async (_what, windowOf, locksOf) => {
  const asking = createPersonFiles(windowOf, locksOf);
  writeFileSync(file, 'x');
  const saved = path.join(folder, 'saved');
  const asks = {
    choose: () => asking.choose('certificates'),
    chooseFolder: () => asking.chooseFolder(),
    save: () => asking.save('connections', 'saved', '{}'),
    saveStream: () => asking.saveStream('links', 'saved'),
  };
  for (const [name, ask] of Object.entries(asks)) {
    dialog.asked.length = 0;
    dialog.chosen = name.startsWith('choose') ? file : saved;
    expect([name, await ask(), dialog.asked.length]).toEqual([name, null, 1]);
  }
  expect(existsSync(saved)).toBe(false);
});

test('a file dialog opens in the folder that the user chose last', async () => {
  dialog.chosen = folder;
  await files.chooseFolder();
  await files.chooseFolder();
  expect(dialog.asked[1]).toMatchObject([window, { defaultPath: folder }]);
});

test('a PDF is not saved if Easel locks while it creates the PDF', async () => {
  let locks = 0;
  const print = (): Promise<Uint8Array> => Promise.resolve(new Uint8Array((locks += 1)));
  const printing = createPersonFiles(
    () => asWindow(window),
    () => locks,
    print,
  );
  expect(await printing.savePdf('codes.pdf', { style: '', body: '', size: 'A4' })).toMatchObject({
    ok: false,
  });
  expect(existsSync(file)).toBe(false);
});

test('a list gets a numbered file name if the folder already contains a file with this name', async () => {
  dialog.chosen = folder;
  expect(await files.chooseFolder()).toBe(folder);
  for (const name of ['list.csv', 'list (2).csv']) {
    const begun = await files.saveIn(folder, 'list.csv');
    expect(begun).toMatchObject({ ok: true, value: { name } });
    if (begun.ok) await begun.value.finish();
  }
  expect(await files.showFile('list.csv')).toBe(true);
  expect(shell.shown).toEqual([path.join(folder, 'list.csv')]);
  rmSync(path.join(folder, 'list.csv'));
  expect(await files.showFile('list.csv')).toBe(false);
  expect(await files.showFile('other.csv')).toBe(false);
});
