/** Starts copies of the built app in which files are missing or damaged. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findDriver } from '../support/system.ts';
import { expect, test } from './fixtures.ts';

const repository = path.join(import.meta.dirname, '../..');

/** Main script of the copied app. Prints each message box, clicks "copy details" in the first one, then "quit". */
const ENTRY = `
import { app, clipboard, dialog } from 'electron';
const answers = [1, 0];
dialog.showMessageBox = async (box) => {
  const copied = box.detail.includes('Details copied') ? await clipboard.readText() : null;
  const line = 'BOX ' + JSON.stringify({ ...box, copied }) + '\\n';
  await new Promise((done) => process.stdout.write(line, done));
  return { response: answers.shift() ?? 0, checkboxChecked: false };
};
await import('./index.js');
`;

interface Box {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  readonly copied: string | null;
}

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'easel-broken-'));
  await cp(path.join(repository, 'out/app'), path.join(folder, 'out/app'), { recursive: true });
  // Copies files instead of links, because a test below deletes files of the copy.
  await cp(path.join(repository, 'node_modules/keytar'), path.join(folder, 'node_modules/keytar'), {
    recursive: true,
    dereference: true,
  });
  await cp(path.join(repository, 'package.json'), path.join(folder, 'package.json'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

async function startAndQuit(): Promise<{ readonly code: number | null; readonly boxes: readonly Box[] }> {
  await writeFile(path.join(folder, 'out/app/main/answered.js'), ENTRY);
  const named = path.join(folder, 'package.json');
  const own = JSON.parse(await readFile(named, 'utf8')) as object;
  await writeFile(named, JSON.stringify({ ...own, main: 'out/app/main/answered.js' }));
  const driver = findDriver();
  if (driver === undefined) throw new Error('nothing here can start the app');
  const userData = path.join(folder, 'user-data');
  await mkdir(userData);
  const child = spawn(driver.executable, [folder, `--user-data-dir=${userData}`], {
    env: { ...process.env, ...driver.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 40_000,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  const [code] = (await once(child, 'close')) as [number | null];
  const boxes = output
    .split('\n')
    .filter((line) => line.startsWith('BOX '))
    .map((line) => JSON.parse(line.slice(4)) as Box);
  return { code, boxes };
}

test('a window explains why Easel can’t start with a damaged preload script', async () => {
  await writeFile(path.join(folder, 'out/app/preload/bridge.cjs'), 'throw new Error("half a file")');
  const { code, boxes } = await startAndQuit();
  expect(code).toBe(1);
  expect(boxes).toHaveLength(2);
  const [first, second] = boxes;
  expect(first).toMatchObject({ message: 'Easel can’t start', buttons: ['Quit', 'Copy details'] });
  expect(first?.detail).toContain('Easel can’t show its window');
  expect(first?.detail).toMatch(/\n\n(?:Reinstall|Free)/u);
  expect(second?.copied).toContain('Easel can’t show its window');
  expect(second?.copied).toContain('Easel’s preload script failed: half a file');
});

test('a missing keychain module is reported as a broken installation of Easel', async ({ startEasel }) => {
  await rm(path.join(folder, 'node_modules/keytar/prebuilds'), { recursive: true });
  const { app, window } = await startEasel({ app: folder });
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await window.getByRole('button', { name: 'Try again' }).click();
  await expect(
    window.getByText('Easel’s keychain component is missing, damaged or blocked.').first(),
  ).toBeVisible();
  await window.getByRole('button', { name: 'Copy details' }).click();
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(/missing, damaged or blocked.*Reinstall Easel.*\nMessage: Cannot find module .*keytar\.node/su);
});
