/** Check D2: settings of electron-builder, macOS entitlements, start scripts. unit/packaging tests release builds. */
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from 'electron-builder';
import { UPDATE_FEED } from '../packaging/build-options.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Reads electron-builder.yml with electron-builder's own function, which only its package app-builder-lib exports. */
async function readConfiguration(): Promise<Configuration> {
  const fromBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
  const library = fromBuilder('app-builder-lib/out/util/config/config.js') as {
    getConfig: (folder: string, file: string) => Promise<Configuration>;
  };
  return library.getConfig(ROOT, 'electron-builder.yml');
}

const WANTED: Readonly<Record<string, unknown>> = {
  forceCodeSigning: true,
  publish: null,
  'mac.publish': UPDATE_FEED,
  'win.publish': UPDATE_FEED,
  // The ASAR archive must contain all files except keytar's native module.
  asar: { smartUnpack: false },
  asarUnpack: ['**/*.node'],
  disableAsarIntegrity: false,
  npmRebuild: false,
  extraResources: [{ from: 'out/THIRD-PARTY-NOTICES.txt', to: 'THIRD-PARTY-NOTICES.txt' }],
  // Easel's own hook sets all nine fuses, because electron-builder knows only eight.
  afterPack: './test/packaging/hooks.ts',
  afterExtract: './test/packaging/hooks.ts',
  'mac.target': ['dmg', 'zip', 'pkg'],
  'mac.hardenedRuntime': true,
  'mac.gatekeeperAssess': false,
  'mac.strictVerify': true,
  'mac.notarize': true,
  'mac.minimumSystemVersion': '13.0',
  'mac.preAutoEntitlements': false,
  'mac.entitlements': 'main/packaging/entitlements.plist',
  'mac.entitlementsInherit': 'main/packaging/entitlements.plist',
  'pkg.isRelocatable': false,
  'pkg.allowCurrentUserHome': false,
  'win.target': ['nsis', 'msi'],
  'win.requestedExecutionLevel': 'asInvoker',
  'win.signExts': ['.node'],
  'nsis.perMachine': true,
  'nsis.oneClick': false,
  'nsis.allowToChangeInstallationDirectory': false,
  'nsis.deleteAppDataOnUninstall': false,
  'msi.perMachine': true,
  'msi.upgradeCode': '51783114-0423-474A-8CFB-7FAFB0839909',
  // electron-builder builds no Linux packages, because a script of this project builds the deb and the rpm.
  'linux.target': 'dir',
};

/** Settings that electron-builder.yml must not contain: signing keys, passwords, unsigned builds, and fuses. */
const UNWANTED =
  'cscLink cscKeyPassword mac.identity win.cscLink win.signExecutable win.signAndEditExecutable win.azureSignOptions win.signtoolOptions extraFiles electronFuses'.split(
    ' ',
  );

const valueAt = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

const quoted = (value: unknown): string => JSON.stringify(value) ?? 'absent';

const settings = (configuration: Configuration): readonly Case[] => {
  const unwanted = UNWANTED.map((where) => [where, undefined] as const);
  return [...Object.entries(WANTED), ...unwanted].map(([where, wanted]) => {
    const found = valueAt(configuration, where.split('.'));
    const isRight = isDeepStrictEqual(found, wanted);
    return { name: where, problems: isRight ? [] : [`is ${quoted(found)}, not ${quoted(wanted)}`] };
  });
};

/** Requires a list of included files, because with a list of excluded files every new file would be packaged. */
const shippedFiles = (configuration: Configuration): Case => {
  const patterns = [configuration.files]
    .flat()
    .flatMap((item) => (typeof item === 'object' && item !== null ? [item.filter ?? []].flat() : []));
  const excluded = patterns.filter((pattern) => pattern.startsWith('!'));
  return {
    name: 'what ships is listed',
    problems: [
      ...(patterns[0] === 'out/app/**/*' ? [] : [`the first pattern is ${quoted(patterns[0])}`]),
      ...(isDeepStrictEqual(excluded, ['!node_modules/**']) ? [] : [`excluded are ${quoted(excluded)}`]),
    ],
  };
};

const entitlements = async (): Promise<Case> => {
  const plist = await readFile(path.join(ROOT, 'main/packaging/entitlements.plist'), 'utf8');
  const keys = [...plist.matchAll(/<key>(.*?)<\/key>/gu)].map(([, key = '']) => key);
  const wanted = ['com.apple.security.cs.allow-jit'];
  return {
    name: 'compiling at run time is the only entitlement',
    problems: isDeepStrictEqual(keys, wanted) ? [] : [`they are ${keys.join(', ')}`],
  };
};

const forbidden = (text: string): readonly string[] => [
  ...(text.match(/--?no-sandbox|disable-setuid-sandbox/gu) ?? []),
  ...(text.match(/BEGIN [A-Z ]*PRIVATE|password[:=] *(?!\$\{\{ secrets\.)\S/giu) ?? []),
];

const launchers = async (): Promise<readonly Case[]> => {
  const below = async (folder: string): Promise<readonly string[]> =>
    (await readdir(path.join(ROOT, folder))).map((file) => `${folder}/${file}`);
  const files = [
    'electron-builder.yml',
    'package.json',
    ...(await below('main/packaging/linux')),
    ...(await below('.github/workflows')),
  ];
  const holds = files.map(async (file) => ({
    name: `${file} leaves the sandbox on, and holds no secret`,
    problems: forbidden(await readFile(path.join(ROOT, file), 'utf8')),
  }));
  return Promise.all(holds);
};

export async function check(): Promise<Finding> {
  const configuration = await readConfiguration();
  const cases = [
    ...settings(configuration),
    shippedFiles(configuration),
    await entitlements(),
    ...(await launchers()),
  ];
  return {
    id: 'D2',
    what: 'builder, entitlements and launchers',
    target: 'every rule holds',
    ...tally(cases),
  };
}
