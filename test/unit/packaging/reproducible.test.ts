import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compareFolders } from '../../packaging/reproducible.ts';

let folder = '';
const at = (name: string): string => path.join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'easel-same-'));
  for (const build of ['one', 'two']) {
    await mkdir(at(`${build}/resources`), { recursive: true });
    await writeFile(at(`${build}/easel`), 'program', { mode: 0o755 });
    await writeFile(at(`${build}/resources/app.asar`), 'app');
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const differences = (): Promise<readonly string[]> => compareFolders(at('one'), at('two'));

test('two builds of the same bytes don’t differ, whenever they were made', async () => {
  expect(await differences()).toEqual([]);
});

test('each file that differs, or that only one has, is named', async () => {
  await writeFile(at('two/resources/app.asar'), 'another');
  await writeFile(at('one/first'), '');
  await writeFile(at('two/second'), '');
  expect(await differences()).toEqual([
    'only the first has first',
    'only the second has second',
    expect.stringMatching(/^resources\/app\.asar: [0-9a-f]{64} .*, then [0-9a-f]{64} /u),
  ]);
});

test.skipIf(process.platform === 'win32')('other rights and other links differ, too', async () => {
  await chmod(at('two/easel'), 0o644);
  await symlink('easel', at('one/link'));
  await symlink('elsewhere', at('two/link'));
  expect(await differences()).toEqual([
    expect.stringContaining('755, then'),
    'link: leads to easel, then leads to elsewhere',
  ]);
});
