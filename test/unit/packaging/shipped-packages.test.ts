import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Installed } from '../../packaging/lockfile.ts';
import { noticesText, readShipped } from '../../packaging/shipped-packages.ts';

let root = '';
const terms = 'Permission is hereby granted. '.repeat(10).trim();

const installed: Installed = {
  manifest: {
    name: 'easel',
    version: '1.0.0',
    dependencies: {},
    devDependencies: {},
    optionalDependencies: {},
    allowScripts: {},
  },
  lock: {
    lockfileVersion: 3,
    packages: {
      'node_modules/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/a/node_modules/c': { version: '1.1.0', license: 'GPL-3.0' },
      'node_modules/@s/b': { version: '2.0.0', license: 'ISC' },
      'node_modules/c': { version: '2.0.0', license: 'GPL-3.0' },
      'node_modules/t': { version: '3.0.0', license: 'MIT', dev: true },
    },
  },
  text: '',
  npmrc: '',
};

const place = async (name: string, file: string, text: string): Promise<void> => {
  await mkdir(path.join(root, 'node_modules', name), { recursive: true });
  await writeFile(path.join(root, 'node_modules', name, file), text);
};

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'easel-shipped-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('the notices have each licence, from its file or the end of the readme', async () => {
  await place('a', 'LICENSE.md', `By A. ${terms}`);
  await place('@s/b', 'README.md', `# b\n\nDoes b.\n\n## License\n\nBy B. ${terms}\n`);
  const { shipped, problems } = readShipped(root, installed, ['@s/b', 'a']);
  expect(problems).toEqual([]);
  const notices = noticesText(shipped);
  for (const part of ['a 1.0.0', 'MIT', `By A. ${terms}`, '@s/b 2.0.0', 'ISC', `By B. ${terms}`])
    expect(notices).toContain(part);
  expect(notices).not.toContain('Does b.');
});

test('a package that may not ship is told: for developers, unknown, on other terms, without its text', async () => {
  await place('c', 'LICENSE', terms);
  await place('a', 'LICENSE', 'MIT');
  expect(readShipped(root, installed, ['t', 'nowhere', 'c', 'a']).problems).toEqual([
    't is for developers only',
    'nowhere is in no lockfile',
    'c has the licence GPL-3.0',
    'a comes without the text of its licence',
  ]);
});

test('a package inside another one is told from its namesake outside', async () => {
  await place('a/node_modules/c', 'LICENSE', terms);
  const { shipped } = readShipped(root, installed, ['a/node_modules/c']);
  expect(shipped).toMatchObject([{ name: 'c', version: '1.1.0', text: terms }]);
});
