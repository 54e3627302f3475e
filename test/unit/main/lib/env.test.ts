import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readEnv } from '../../../../main/lib/env.ts';
import { freshFolder } from '../../../support/fresh-folder.ts';

const execPath = '/somewhere/Easel';
const env = { EASEL_POLICY_FILE: '/somewhere/policy.json' };

test('an environment variable can set the path of the policy file only if Easel runs from source code', () => {
  const read = (isPackaged: boolean) => readEnv({ execPath, platform: 'linux', env }, isPackaged);
  expect(read(false)).toMatchObject({ policyFile: '/somewhere/policy.json' });
  expect(read(true)).toMatchObject({ policyFile: null });
});

test('a packaged Easel on Windows counts as installed by MSI if it has no NSIS uninstaller', () => {
  const folder = freshFolder();
  const isMsi = (platform: NodeJS.Platform, isPackaged: boolean): boolean =>
    readEnv({ platform, execPath: path.join(folder, 'Easel.exe'), env: {} }, isPackaged).isMsi;
  expect([isMsi('win32', true), isMsi('win32', false), isMsi('darwin', true)]).toEqual([true, false, false]);
  writeFileSync(path.join(folder, 'Uninstall Easel.exe'), '');
  expect(isMsi('win32', true)).toBe(false);
});
