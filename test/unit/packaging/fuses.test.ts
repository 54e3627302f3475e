import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FuseV1Options, flipFuses } from '@electron/fuses';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fuseConfig, readFuses } from '../../packaging/fuses.ts';
import { writeStandIn } from '../../packaging/stand-in.ts';

// Each one wrong, and a tenth: D1 of `npm run nightly security` (test/security/fuses.ts).
let folder = '';
let executable = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'easel-fuses-'));
  await writeStandIn(folder, { platform: 'linux', arch: 'x64' }, '45.4.1');
  executable = path.join(folder, 'electron');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('the table has all nine fuses, with the required values', () => {
  const { version: _version, strictlyRequireAllFuses, ...fuses } = fuseConfig;
  expect(strictlyRequireAllFuses).toBe(true);
  expect(
    Object.fromEntries(Object.entries(fuses).map(([key, on]) => [FuseV1Options[Number(key)], on])),
  ).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: false,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
    WasmTrapHandlers: true,
  });
});

test('flipping sets all nine, and reading them back confirms it', async () => {
  expect((await readFuses(executable)).wrong.length).toBeGreaterThan(0);
  await flipFuses(executable, fuseConfig);
  expect(await readFuses(executable)).toEqual({ right: 9, wrong: [] });
});
