import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
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

/** Runs `npm run package` for a target, without what only Linux makes and installs. Returns its exit code and output. */
const packageFor = (target: string): { readonly code: number | null; readonly output: string } => {
  const { EASEL_RELEASE: _release, ELECTRON_OVERRIDE_DIST_PATH: _dist, ...env } = process.env;
  const run = spawnSync(process.execPath, ['test/commands/package.ts', target, '--unpacked'], {
    cwd: project,
    encoding: 'utf8',
    env,
  });
  return { code: run.status, output: run.stdout + run.stderr };
};

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

test.each(['linux-x64', 'darwin-arm64', 'win32-x64'])(
  'a package for %s builds on a stand-in, and the output says so',
  { timeout: 180_000 },
  (target) => {
    const { code, output } = packageFor(target);
    expect(output).toContain('Packaging over a stand-in');
    expect(output).toContain('fuses 9/9');
    expect(output).toMatch(/\n12 passed, 0 failed\n/);
    expect(code).toBe(0);
  },
);

test(
  'a build that leaks is named, a configuration that loses keytar too, and the command fails',
  {
    timeout: 180_000,
  },
  async () => {
    await write(path.join(built, 'renderer/assets/index-1a2b.js.map'), '{}');
    await write(path.join(built, 'renderer/notes.txt'), 'left behind');
    await write(
      path.join(built, 'main/chunks/path-1a2b.js'),
      `export const from = ${JSON.stringify(project)};`,
    );
    await write(
      path.join(built, 'main/chunks/host-1a2b.js'),
      `export const host = 'registry.packages.example.org';`,
    );
    await write(path.join(built, 'main/chunks/mapped-1a2b.js'), '//# sourceMappingURL=mapped.js.map');
    await write(path.join(built, 'main/foreign.node'), 'a foreign binary');
    // electron-builder says nothing of that.
    const file = path.join(project, 'electron-builder.yml');
    const configuration = await readFile(file, 'utf8');
    await writeFile(
      file,
      configuration.replace('files:\n', "files:\n  - '!**/*'\n").replaceAll(/^ {2}- node_modules.*\n/gm, ''),
    );
    const { code, output } = packageFor('linux-x64');
    expect(output).toContain('source or test: out/app/renderer/assets/index-1a2b.js.map');
    expect(output).toContain('not allowed: out/app/renderer/notes.txt');
    expect(output).toContain(`out/app/main/chunks/path-1a2b.js names ${project}`);
    expect(output).toContain('out/app/main/chunks/host-1a2b.js names registry.packages.example.org');
    expect(output).toContain('refers to a source map: out/app/main/chunks/mapped-1a2b.js');
    expect(output).toContain('must not be unpacked: out/app/main/foreign.node');
    expect(output).toContain('missing: node_modules/keytar/lib/keytar.js');
    expect(code).toBe(1);
  },
);

test('a release without its signing variables stops before anything is built', () => {
  const run = spawnSync(process.execPath, ['test/commands/package.ts', 'darwin-arm64'], {
    cwd: project,
    encoding: 'utf8',
    env: { ...bareEnvironment(), EASEL_RELEASE: '1' },
  });
  expect(run.stderr).toContain('APPLE_API_KEY is not set');
  expect(run.stdout).toBe('');
  expect(run.status).toBe(1);
});
