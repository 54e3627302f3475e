import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { electronDist } from '../../packaging/electron-dist.ts';
import { writeStandIn } from '../../packaging/stand-in.ts';
import { parseTarget } from '../../packaging/target.ts';

const here = parseTarget(`${process.platform}-${process.arch}`) ?? { platform: 'linux', arch: 'x64' };
const elsewhere = { platform: here.platform, arch: here.arch === 'x64' ? 'arm64' : 'x64' } as const;
let root = '';
let scratch = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'easel-dist-'));
  scratch = path.join(root, 'stand-in');
  await mkdir(path.join(root, 'node_modules/electron'), { recursive: true });
  await writeFile(path.join(root, 'node_modules/electron/package.json'), '{ "version": "45.4.1" }');
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** Something with all parts of a distribution, as if it were Electron's. */
const placeDist = async (folder: string, version: string): Promise<string> => {
  await writeStandIn(path.join(root, folder), here, version);
  return path.join(root, folder);
};

test("without Electron's binary there is a stand-in of the same version", async () => {
  const dist = await electronDist(root, here, {}, scratch);
  expect(dist).toEqual({ folder: scratch, real: false, version: '45.4.1' });
  expect(await readFile(path.join(scratch, 'version'), 'utf8')).toBe('45.4.1');
});

test('a downloaded binary is used', async () => {
  const folder = await placeDist('node_modules/electron/dist', '45.4.1');
  expect(await electronDist(root, here, {}, scratch)).toMatchObject({ folder, real: true });
});

test('a binary of another version is not used', async () => {
  await placeDist('node_modules/electron/dist', 'v44.0.0');
  expect(await electronDist(root, here, {}, scratch)).toMatchObject({ real: false });
});

test('a binary for this machine is not used for another', async () => {
  await placeDist('node_modules/electron/dist', '45.4.1');
  expect(await electronDist(root, elsewhere, {}, scratch)).toMatchObject({ real: false });
});

test('ELECTRON_OVERRIDE_DIST_PATH comes first', async () => {
  await placeDist('node_modules/electron/dist', '45.4.1');
  const folder = await placeDist('elsewhere', '45.4.1');
  const env = { ELECTRON_OVERRIDE_DIST_PATH: folder };
  expect(await electronDist(root, here, env, scratch)).toMatchObject({ folder, real: true });
});

test('the shell that stands in for Electron in tests is not mistaken for a distribution', async () => {
  await mkdir(path.join(root, 'shell'));
  await writeFile(path.join(root, 'shell/electron'), '#!/bin/sh\n');
  const env = { ELECTRON_OVERRIDE_DIST_PATH: path.join(root, 'shell') };
  expect(await electronDist(root, here, env, scratch)).toMatchObject({ real: false });
});
