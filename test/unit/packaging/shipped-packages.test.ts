import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { noticesText, readShipped } from '../../packaging/shipped-packages.ts';
import { readInstalled } from '../../packaging/lockfile.ts';
import { ROOT } from '../../architecture/repository.ts';
import { freshFolder } from '../../support/fresh-folder.ts';

const terms = 'Permission is hereby granted. '.repeat(10).trim();

test('the package check reports packages without an accepted licence', async () => {
  const root = freshFolder();
  const packages = {
    'node_modules/good': { version: '1.0.0', license: 'MIT' },
    'node_modules/copyleft': { version: '1.0.0', license: 'GPL-3.0' },
    'node_modules/silent': { version: '1.0.0', license: 'ISC' },
    'node_modules/silent/node_modules/good': { version: '2.0.0', license: 'GPL-3.0' },
    'node_modules/tool': { version: '1.0.0', license: 'MIT', dev: true },
  };
  for (const name of ['good', 'copyleft']) {
    await mkdir(path.join(root, 'node_modules', name), { recursive: true });
    await writeFile(path.join(root, 'node_modules', name, 'LICENSE.md'), `By ${name}. ${terms}`);
  }
  const installed = { ...readInstalled(ROOT), lock: { packages } };
  const names = ['tool', 'nowhere', 'copyleft', 'silent', 'good'];
  const { shipped, problems } = readShipped(root, installed, names);
  expect(problems).toEqual([
    'tool is for developers only',
    'nowhere is in no lockfile',
    'copyleft has the licence GPL-3.0',
    'silent comes without the text of its licence',
  ]);
  expect(noticesText(shipped)).toContain(`By good. ${terms}`);
});
