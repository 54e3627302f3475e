import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Configuration } from 'electron-builder';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** electron-builder's own reader and validator; they belong to the library below it, which only it may import. */
type ConfigModule = {
  getConfig(projectDir: string, file: string): Promise<Configuration>;
  validateConfiguration(config: unknown, debugLogger: { isEnabled: boolean }): Promise<void>;
};
const isConfigModule = (value: unknown): value is ConfigModule =>
  typeof value === 'object' && value !== null && 'getConfig' in value && 'validateConfiguration' in value;

const library: unknown = createRequire(createRequire(import.meta.url).resolve('electron-builder'))(
  'app-builder-lib/out/util/config/config.js',
);
if (!isConfigModule(library)) throw new Error('electron-builder has moved its configuration reader');
const configuration = await library.getConfig(root, 'electron-builder.yml');
const text = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

const manifest: unknown = JSON.parse(await text('package.json'));

test("electron-builder's own schema accepts the configuration", async () => {
  await library.validateConfiguration(structuredClone(configuration), { isEnabled: false });
});

test("electron-builder's own schema refuses a misspelt option", async () => {
  const misspelt = { ...structuredClone(configuration), forceCodeSining: true };
  await expect(library.validateConfiguration(misspelt, { isEnabled: false })).rejects.toThrow(
    /forceCodeSining/,
  );
});

test('an unsigned installer is never built by accident', () => {
  expect(configuration.forceCodeSigning).toBe(true);
  expect(configuration.mac).not.toHaveProperty('identity');
  expect(configuration.win).not.toHaveProperty('signExecutable');
  expect(configuration.win).not.toHaveProperty('signAndEditExecutable');
});

test('the configuration holds no credential and no upload target', async () => {
  expect(configuration.publish).toBeNull();
  for (const key of ['cscLink', 'cscKeyPassword']) expect(configuration).not.toHaveProperty(key);
  for (const key of ['azureSignOptions', 'signtoolOptions', 'cscLink']) {
    expect(configuration.win).not.toHaveProperty(key);
  }
  expect(await text('electron-builder.yml')).not.toMatch(/password|secret|token|BEGIN [A-Z ]*PRIVATE/i);
});

test('the app is sealed in an ASAR, and only native modules lie outside it', () => {
  expect(configuration.asar).toEqual({ smartUnpack: false });
  expect(configuration.disableAsarIntegrity).toBe(false);
  expect(configuration.asarUnpack).toEqual(['**/*.node']);
  expect(configuration.npmRebuild).toBe(false);
});

test('only our hook sets the fuses', () => {
  expect(configuration).not.toHaveProperty('electronFuses');
  expect(configuration.afterPack).toBe('./test/packaging/hooks.ts');
  expect(configuration.afterExtract).toBe('./test/packaging/hooks.ts');
});

test('the shipped files are listed, not the excluded ones', () => {
  const patterns = [configuration.files].flat().flatMap((item) => {
    if (typeof item !== 'object' || item === null) return [];
    return [item.filter ?? []].flat();
  });
  expect(patterns[0]).toBe('out/app/**/*');
  expect(patterns.filter((pattern) => pattern.startsWith('!'))).toEqual(['!node_modules/**']);
  expect(configuration.extraFiles).toBeUndefined();
  expect(configuration.extraResources).toBeUndefined();
});

test('macOS: hardened runtime, notarised, from version 13', () => {
  expect(configuration.mac).toMatchObject({
    target: ['dmg', 'zip', 'pkg'],
    hardenedRuntime: true,
    gatekeeperAssess: false,
    strictVerify: true,
    notarize: true,
    minimumSystemVersion: '13.0',
    preAutoEntitlements: false,
  });
  expect(configuration.mac?.entitlementsInherit).toBe(configuration.mac?.entitlements);
});

test('macOS: JIT compilation is the only entitlement', async () => {
  const plist = await text(configuration.mac?.entitlements ?? 'no entitlements');
  const keys = [...plist.matchAll(/<key>(.*?)<\/key>/g)].map((match) => match[1]);
  expect(keys).toEqual(['com.apple.security.cs.allow-jit']);
});

test('Windows: per machine, without administrator rights at run time, native modules signed', () => {
  expect(configuration.win).toMatchObject({
    target: ['nsis', 'msi'],
    requestedExecutionLevel: 'asInvoker',
    signExts: ['.node'],
  });
  expect(configuration.nsis).toMatchObject({ perMachine: true, oneClick: false });
  expect(configuration.msi).toMatchObject({ perMachine: true });
  expect(configuration.msi?.upgradeCode).toMatch(/^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
});

test('Linux: three formats, and a menu entry that windows match', () => {
  expect(configuration.linux).toMatchObject({ target: ['deb', 'rpm', 'AppImage'], syncDesktopName: true });
  expect(manifest).toMatchObject({ desktopName: `${configuration.linux?.executableName}.desktop` });
});

test('no launcher turns the sandbox off', async () => {
  // Absent, electron-builder would write --no-sandbox into the AppImage's menu entry.
  expect(configuration.linux?.executableArgs).toEqual([]);
  for (const file of ['electron-builder.yml', 'package.json', '.github/workflows/ci.yml']) {
    expect(await text(file)).not.toContain('no-sandbox');
  }
});

test('package.json has the author details that packages show', () => {
  expect(manifest).toHaveProperty('main', 'out/app/main/index.js');
  expect(manifest).toHaveProperty('homepage', expect.stringMatching(/^https:/));
  expect(manifest).toHaveProperty('author', expect.stringMatching(/<.+@.+>/));
  expect(manifest).toHaveProperty('description', expect.stringMatching(/\w/));
});
