import { expect, test } from 'vitest';
import { buildOptions as decide, signatureGates, signingVariables } from '../../packaging/build-options.ts';
import { ELECTRON } from '../../packaging/electron-age.ts';
import type { Pins } from '../../packaging/release-keys.ts';
import type { Target } from '../../packaging/target.ts';

const mac: Target = { platform: 'darwin', arch: 'arm64' };
const windows: Target = { platform: 'win32', arch: 'x64' };
const linux: Target = { platform: 'linux', arch: 'x64' };

const PUBLISHER = 'CN=Easel maintainers, O=Easel maintainers, C=DE';
const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const PINS: Pins = { keys: [keyOf(1), keyOf(2)], windowsPublishers: [PUBLISHER] };

/** On a day on which Electron is current. */
const buildOptions = (target: Target, env: NodeJS.ProcessEnv, pins = PINS): ReturnType<typeof decide> =>
  decide(target, env, new Date(ELECTRON.released), pins);

const complete = (target: Target): Record<string, string> => ({
  EASEL_RELEASE: '1',
  ...Object.fromEntries(signingVariables[target.platform].map((name) => [name, `value of ${name}`])),
  ...(target.platform === 'win32' && { EASEL_AZURE_PUBLISHER: PUBLISHER }),
});

test('a local build is not signed, even when certificates are present', () => {
  expect(buildOptions(mac, { ...complete(mac), EASEL_RELEASE: '0' })).toEqual({
    kind: 'ready',
    overrides: { forceCodeSigning: false, mac: { identity: null }, win: { signExecutable: false } },
  });
});

test.each([mac, windows, linux])('a release for $platform weakens no setting of the file', (target) => {
  const options = buildOptions(target, complete(target));
  expect(options.kind).toBe('ready');
  expect(options).not.toHaveProperty('overrides.forceCodeSigning');
  expect(options).not.toHaveProperty('overrides.mac');
  expect(options).not.toHaveProperty('overrides.win.signExecutable');
});

test('notarisation can’t be skipped silently: a blank variable counts as missing', () => {
  for (const name of ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'])
    expect(buildOptions(mac, { ...complete(mac), [name]: ' ' })).toEqual({
      kind: 'refused',
      reasons: [`${name} is not set`],
    });
});

test('a release with an old Electron is refused', () => {
  const late = new Date(Date.parse(ELECTRON.released) + 31 * 24 * 60 * 60_000);
  expect(decide(linux, complete(linux), late, PINS)).toEqual({
    kind: 'refused',
    reasons: [expect.stringContaining('31 days old')],
  });
  expect(decide(linux, {}, late).kind).toBe('ready');
});

test('Windows signs through Azure with the settings of the environment', () => {
  expect(buildOptions(windows, complete(windows))).toMatchObject({
    overrides: {
      win: {
        azureSignOptions: {
          publisherName: PUBLISHER,
          endpoint: 'value of EASEL_AZURE_ENDPOINT',
          fileDigest: 'SHA256',
          timestampDigest: 'SHA256',
        },
      },
    },
  });
});

test('a publisher that updates would not be taken from is refused', () => {
  const env = { ...complete(windows), EASEL_AZURE_PUBLISHER: 'CN=Easel maintainers, O=Another, C=DE' };
  expect(buildOptions(windows, env)).toEqual({
    kind: 'refused',
    reasons: ['EASEL_AZURE_PUBLISHER is none of the pinned publishers'],
  });
});

test.each<readonly [string, Partial<Pins>, RegExp]>([
  ['no next key', { keys: [keyOf(1)] }, /must pin two release keys/u],
  ['one key twice', { keys: [keyOf(1), keyOf(1)] }, /must pin two release keys/u],
  ['a key that is none', { keys: [keyOf(1), 'AAAA'] }, /must pin two release keys/u],
  ['no publisher', { windowsPublishers: [] }, /must pin the publisher/u],
  ['only a common name', { windowsPublishers: ['Easel maintainers'] }, /must pin the publisher/u],
])('a release that pins %s is refused on every system, a local build is not', (_name, change, says) => {
  for (const target of [mac, windows, linux]) {
    const options = buildOptions(target, complete(target), { ...PINS, ...change });
    expect(options.kind === 'refused' ? options.reasons : []).toContainEqual(expect.stringMatching(says));
    expect(buildOptions(target, {}, { ...PINS, ...change }).kind).toBe('ready');
  }
});

test('the operating system verifies the whole app', () => {
  const gates = signatureGates(mac, '/anywhere/Easel.app/Contents/MacOS/Easel');
  expect(gates.map(({ command, args }) => [command, ...args].join(' '))).toEqual([
    'codesign --verify --deep --strict /anywhere/Easel.app',
    'spctl -a -vvv /anywhere/Easel.app',
    'xcrun stapler validate /anywhere/Easel.app',
  ]);
  expect(signatureGates(windows, 'Easel.exe')).toHaveLength(1);
});
