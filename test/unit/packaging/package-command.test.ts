import { spawnSync } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnvironment } from '../../support/bare-environment.ts';

/**
 * The real command over a small project: its own build, this repository's configuration and packaging code.
 * It lies below the repository, so that electron-builder is found; there is no Electron binary in it.
 */
const root = path.resolve(import.meta.dirname, '../../..');
const project = path.join(root, 'out/test-packaging', String(process.pid));
const built = path.join(project, 'built-app');

const app: Readonly<Record<string, string>> = {
  'main/index.js': 'export const name = "main";',
  'main/store-worker.js': 'export {};',
  'main/mirror-worker.js': 'export {};',
  'main/answer-worker.js': 'export {};',
  'main/practice-worker.js': 'export {};',
  'main/drawings.json': '[]',
  'main/chunks/shared-1a2b.js': 'export {};',
  'preload/bridge.cjs': '"use strict";',
  'renderer/index.html': '<!doctype html><title>Easel</title>',
  'renderer/room/index.html': '<!doctype html><title>Room</title>',
  'renderer/assets/index-1a2b.js': 'document.title;',
  'app-files.json': '[]',
};

const write = async (file: string, text: string): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
};

/** Runs `npm run package` for a target, without what only Linux makes and installs. */
const packageFor = (target: string, env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, ['test/commands/package.ts', target, '--unpacked'], {
    cwd: project,
    encoding: 'utf8',
    env: { ...bareEnvironment(), ...env },
  });

beforeAll(async () => {
  for (const file of [
    'package.json',
    'electron-builder.yml',
    'main/packaging',
    'main/updates/release-identity.ts',
    'test/packaging',
    'test/support',
    'test/commands/package.ts',
    'test/commands/process.ts',
    'test/commands/report.ts',
    'test/commands/setup.ts',
    'package-lock.json',
    '.npmrc',
    'node_modules/keytar',
    'node_modules/electron/package.json',
  ]) {
    await cp(path.join(root, file), path.join(project, file), { recursive: true });
  }
  await write(
    path.join(project, 'test/commands/build.ts'),
    `import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
     rmSync('out/app', { recursive: true, force: true });
     cpSync('built-app', 'out/app', { recursive: true });
     mkdirSync('out/bundled', { recursive: true });
     writeFileSync('out/bundled/main.json', '[]');`,
  );
  for (const [file, text] of Object.entries(app)) await write(path.join(built, file), text);
}, 30_000);

afterAll(() => rm(project, { recursive: true, force: true }));

test('a package builds on a stand-in, and the output says so', { timeout: 180_000 }, () => {
  const { stdout, stderr, status } = packageFor('linux-x64');
  expect(stdout + stderr).toContain('Packaging over a stand-in');
  expect(stdout).toContain('fuses 9/9');
  expect(stdout).toMatch(/\n12 passed, 0 failed\n/);
  expect(status).toBe(0);
});

test('a release without its signing variables stops before anything is built', () => {
  const { stdout, stderr, status } = packageFor('darwin-arm64', { EASEL_RELEASE: '1' });
  expect(stderr).toContain('APPLE_API_KEY is not set');
  expect(stdout).toBe('');
  expect(status).toBe(1);
});
