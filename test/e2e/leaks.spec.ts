/**
 * No key and no token leaves main but to where it belongs: a walk with both through success and failure, and then a
 * search through everything that the walk said, showed or left behind.
 */
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Album, callEverything, connectWith, recordedOf, walkWithSecrets } from '../support/leak-walk.ts';
import type { LaunchedApp } from '../support/driver.ts';
import { goTo } from '../support/easel.ts';
import { walkWithFiles } from '../support/files-walk.ts';
import { walkWithKeys } from '../support/key-walk.ts';
import {
  filesBelow,
  findLeaks,
  formsOf,
  processPlaces,
  textPlace,
  type Place,
  type Secret,
} from '../support/planted-secrets.ts';
import { expect, test } from './fixtures.ts';

const recordedApp = path.join(import.meta.dirname, 'recorded-easel');

/** All that can be searched of a run that still runs. */
async function placesOf(easel: LaunchedApp, album: Album): Promise<readonly Place[]> {
  const titles = await easel.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => `title: ${window.getTitle()}`),
  );
  const recorded = [...(await recordedOf(easel)), ...titles];
  expect(recorded.filter((line) => line.startsWith('reply')).length).toBeGreaterThan(10);
  expect(recorded.filter((line) => line.startsWith('event')).length).toBeGreaterThan(3);
  const pid = easel.app.process().pid ?? 0;
  return [
    ...recorded.map((line) => textPlace(`main’s ${line.split(':')[0]}`, line)),
    ...album.places,
    ...filesBelow(easel.userData),
    ...processPlaces(pid),
    textPlace('the output', easel.output()),
  ];
}

// A key that is kept for the session is in the walk through the files below, and here where there is no keychain.
test('a key and its tokens are only where they belong', async ({ startEasel, practice, computer }, info) => {
  test.setTimeout(180_000);
  const easel = await startEasel({ app: recordedApp, userData: info.outputPath('user-data') });
  const album = new Album();
  const secrets = await walkWithSecrets(easel, practice, album, (await computer.keyring()) === null);
  expect(secrets.filter(({ text }) => text.length < 20)).toEqual([]);

  // And when nobody answers any more.
  await practice.stop();
  await callEverything(easel, album, 'a dead host', 5);
  const places = await placesOf(easel, album);
  expect(places.length).toBeGreaterThan(100);
  expect(places.map(({ name }) => name).join('\n')).toMatch(/easel\.log/);
  // The echoes did arrive, and were cleaned.
  const echoes = places.filter(({ bytes }) => bytes.includes('bad key [redacted]'));
  expect(new Set(echoes.map(({ name }) => name)).size).toBeGreaterThan(8);
  // A picture was kept and shown, and stands in no log.
  expect(
    places.some(({ name, bytes }) => name.startsWith('the page') && bytes.includes('data:image/jpeg')),
  ).toBe(true);
  const logged = places.filter(
    ({ name, bytes }) => /jsonl|\.log|output/u.test(name) && bytes.includes('data:image'),
  );
  expect(logged).toEqual([]);
  await easel.close();
  expect(
    findLeaks(secrets, [...places, ...filesBelow(easel.userData), textPlace('the output', easel.output())]),
  ).toEqual([]);
});

test('keys that are staged, verified, exported and locked, and their passphrases, are only where they belong', async ({
  startEasel,
  practice,
  keyring: _keepsTheKeys,
}, info) => {
  test.setTimeout(120_000);
  const policy = info.outputPath('managed/policy.json');
  await mkdir(path.dirname(policy), { recursive: true });
  await writeFile(policy, '{"version": 1, "idleLockMinutes": 60, "allowDelete": false}');
  const easel = await startEasel({
    app: recordedApp,
    userData: info.outputPath('user-data'),
    env: { EASEL_POLICY_FILE: policy },
  });
  const album = new Album();
  const { secrets, exported } = await walkWithKeys(easel, practice, album, info.outputPath('files'));
  const places = await placesOf(easel, album);
  // The echoes did arrive, and were cleaned.
  expect(places.filter(({ bytes }) => bytes.includes('bad key [redacted]')).length).toBeGreaterThan(1);
  await easel.close();
  const file = textPlace('the exported file', await readFile(exported, 'utf8'));
  expect(file.bytes.includes('"sealed"')).toBe(true);
  const left = [...filesBelow(easel.userData), ...filesBelow(path.dirname(exported))];
  const output = textPlace('the output', easel.output());
  expect(findLeaks(secrets, [...places, ...left, file, output])).toEqual([]);
});

test('no file written for a person holds a key or a token, even when the service echoes both', async ({
  startEasel,
  practice,
}, info) => {
  test.setTimeout(120_000);
  const folder = info.outputPath('files');
  // Sockets of Chromium stand there too, whose paths must be short.
  const temporary = await mkdtemp(path.join(tmpdir(), 'easel-'));
  const easel = await startEasel({
    app: recordedApp,
    userData: info.outputPath('user-data'),
    env: { TMPDIR: temporary },
  });
  const album = new Album();
  await connectWith(easel.window, practice, album, true);
  const token = await walkWithFiles(easel, practice, folder);
  await album.keep(easel.window, 'files were written');
  const places = [...(await placesOf(easel, album)), ...filesBelow(temporary)];
  await easel.close();
  const kinds = (await readdir(folder)).map((name) => name.replace(/^.*?(\.\w+(?:\.json)?)$/u, '$1'));
  expect(kinds.toSorted()).toEqual([
    '.csv',
    '.csv',
    '.csv',
    '.csv',
    '.csv',
    '.easelplan.json',
    '.json',
    '.json',
    '.pdf',
    // A folder, of diagnostics.
    expect.stringMatching(/^easel-diagnostics-/u),
  ]);
  // The answers did arrive in the results of the job, and were cleaned.
  const files = filesBelow(folder);
  expect(files.filter(({ bytes }) => bytes.includes('bad key [redacted]')).length).toBeGreaterThan(1);
  const secrets = [
    { name: 'the API key', text: practice.apiKey },
    { name: 'a token', text: token },
  ];
  expect(token).toMatch(/^eyJ/u);
  expect(findLeaks(secrets, [...files, ...places, ...filesBelow(easel.userData)])).toEqual([]);
  await rm(temporary, { recursive: true, force: true });
});

test('the leak check finds a planted leak, in every place and encoding', async ({
  startEasel,
  practice,
}, info) => {
  const userData = info.outputPath('user-data');
  await mkdir(path.join(userData, 'deep/er'), { recursive: true });
  const easel = await startEasel({
    app: recordedApp,
    userData,
    env: { PLANTED: `x${practice.apiKey}` },
    args: [`--planted=${practice.apiKey}`],
  });
  const album = new Album();
  await connectWith(easel.window, practice, album, true);
  await goTo(easel.window, 'Papers');
  const secret: Secret = { name: 'the API key', text: practice.apiKey };
  await easel.app.evaluate(({ BrowserWindow }, text) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.webContents.send('command.run', { commandId: text, keys: null });
    window?.setTitle(text);
    process.stderr.write(`${text}\n`);
  }, practice.apiKey);
  await easel.window.evaluate((text) => {
    document.body.dataset['planted'] = text;
  }, practice.apiKey);
  await album.keep(easel.window, 'planted');
  for (const [form, text] of formsOf(practice.apiKey)) {
    await writeFile(
      path.join(userData, 'deep/er', `${form}.bin`),
      Buffer.from(`\0before${text}after`, 'latin1'),
    );
  }
  await expect.poll(() => easel.output()).toContain(practice.apiKey);
  const found = findLeaks([secret], await placesOf(easel, album));
  for (const form of formsOf(practice.apiKey).keys()) {
    expect(found).toContain(`the API key (${form}) in file ${path.join('deep/er', `${form}.bin`)}`);
  }
  for (const place of ['main’s event command.run', 'main’s title', 'the page (planted)', 'the output']) {
    expect(found).toContain(`the API key (raw) in ${place}`);
  }
  if (process.platform === 'linux') {
    expect(found.filter((line) => line.includes('(raw) in environ of process')).length).toBeGreaterThan(0);
    expect(found.filter((line) => line.includes('(raw) in cmdline of process')).length).toBeGreaterThan(0);
  }
});
