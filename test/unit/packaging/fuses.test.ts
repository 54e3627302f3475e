import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FuseV1Options, flipFuses } from '@electron/fuses';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fuseConfig, readFuses } from '../../packaging/fuses.ts';
import { writeStandIn } from '../../packaging/stand-in.ts';

let folder = '';
let executable = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'easel-fuses-'));
  await writeStandIn(folder, { platform: 'linux', arch: 'x64' }, '45.4.1');
  executable = path.join(folder, 'electron');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const wireStart = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'.length + 2;

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

test('each single fuse that is not as the table says is named', async () => {
  await flipFuses(executable, fuseConfig);
  const right = await readFile(executable);
  for (let fuse = 0; fuse < 9; fuse += 1) {
    const wrong = Buffer.from(right);
    wrong[wireStart + fuse] = right[wireStart + fuse] === 0x30 ? 0x31 : 0x30;
    await writeFile(executable, wrong);
    const found = await readFuses(executable);
    expect(found.right).toBe(8);
    expect(found.wrong).toEqual([expect.stringContaining(FuseV1Options[fuse] ?? 'no such fuse')]);
  }
});

test('a tenth fuse in a later Electron stops the build and fails the check', async () => {
  const nine = await readFile(executable);
  nine[wireStart - 1] = 10;
  await writeFile(executable, Buffer.concat([nine, Buffer.from('0')]));
  await expect(flipFuses(executable, fuseConfig)).rejects.toThrow(/strictlyRequireAllFuses/);
  expect((await readFuses(executable)).wrong).toContain('fuse 9 is not in the table');
});
