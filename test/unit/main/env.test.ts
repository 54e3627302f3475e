import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readEnv } from '../../../main/env.ts';

const execPath = '/somewhere/Easel';
const env = { EASEL_POLICY_FILE: '/somewhere/policy.json', EASEL_UPDATE_KEY: 'a key' };

test('only an Easel running from source takes the policy file and the update key from the environment', () => {
  const read = (isPackaged: boolean) => readEnv({ execPath, platform: 'linux', env }, isPackaged);
  expect(read(false)).toMatchObject({ policyFile: '/somewhere/policy.json', updateKey: 'a key' });
  expect(read(true)).toMatchObject({ policyFile: null, updateKey: null });
});

test.each([
  ['linux', true, 'packages'],
  ['linux', false, 'itself'],
  ['darwin', true, 'itself'],
  ['win32', false, 'itself'],
  ['win32', true, 'distribution'],
] as const)('on %s, packaged: %s, newer versions come by %s', (platform, isPackaged, by) => {
  expect(readEnv({ execPath, platform, env: {} }, isPackaged).updatedBy).toBe(by);
});

test('an Easel that its own installer put on Windows is updated by itself, one of an MSI is not', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-env-'));
  const installed = () =>
    readEnv({ platform: 'win32', execPath: path.join(folder, 'Easel.exe'), env: {} }, true).updatedBy;
  try {
    expect(installed()).toBe('distribution');
    writeFileSync(path.join(folder, 'Uninstall Easel.exe'), '');
    expect(installed()).toBe('itself');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
