import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findChromium, findDriver, findElectron, hasProgram, SHELL_FOLDER } from '../../support/system.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-system-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Puts a program into the folder and gives its path. */
function program(name: string, mode = 0o755): string {
  const file = path.join(folder, name);
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, mode);
  return file;
}

test('EASEL_CHROMIUM names the browser, and nothing else is tried', () => {
  vi.stubEnv('EASEL_CHROMIUM', program('my-chromium'));
  expect(findChromium()).toBe(path.join(folder, 'my-chromium'));
  vi.stubEnv('EASEL_CHROMIUM', path.join(folder, 'not-there'));
  expect(findChromium()).toBeUndefined();
});

test.skipIf(process.platform === 'win32')(
  'a file without execute permission is no program (Windows has no such mode)',
  () => {
    program('plain', 0o644);
    program('runs');
    vi.stubEnv('PATH', folder);
    expect([hasProgram('plain'), hasProgram('runs'), hasProgram('absent')]).toEqual([false, true, false]);
  },
);

test('ELECTRON_OVERRIDE_DIST_PATH leads to Electron', () => {
  const electron = program('electron');
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
  expect(findElectron()).toBe(electron);
  expect(findDriver()).toEqual({ kind: 'electron', executable: electron, environment: {} });
});

test('the shell is never taken for Electron', () => {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', SHELL_FOLDER);
  expect(findElectron()).toBeUndefined();
  vi.stubEnv('EASEL_CHROMIUM', program('my-chromium'));
  expect(findDriver()).toMatchObject({
    kind: 'chromium-shell',
    environment: {
      ELECTRON_OVERRIDE_DIST_PATH: SHELL_FOLDER,
      EASEL_CHROMIUM: path.join(folder, 'my-chromium'),
    },
  });
});

test('without Electron and without a Chromium there is no driver', () => {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
  vi.stubEnv('EASEL_CHROMIUM', path.join(folder, 'not-there'));
  expect(findDriver()).toBeUndefined();
});
