import { expect, test } from 'vitest';
import { buildOptions as decide, signatureGates, signingVariables } from '../../packaging/build-options.ts';
import { ELECTRON } from '../../packaging/electron-age.ts';
import type { Target } from '../../packaging/target.ts';

const mac: Target = { platform: 'darwin', arch: 'arm64' };
const windows: Target = { platform: 'win32', arch: 'x64' };
const linux: Target = { platform: 'linux', arch: 'x64' };

/** On a day on which Electron is current. */
const buildOptions = (target: Target, env: NodeJS.ProcessEnv): ReturnType<typeof decide> =>
  decide(target, env, new Date(ELECTRON.released));

const complete = (target: Target): Record<string, string> => ({
  EASEL_RELEASE: '1',
  ...Object.fromEntries(signingVariables[target.platform].map((name) => [name, `value of ${name}`])),
  ...(target.platform === 'win32' && {
    EASEL_AZURE_PUBLISHER: 'CN=Easel maintainers, O=Easel maintainers, C=DE',
  }),
});

test('a local build is not signed, even when certificates are present', () => {
  expect(buildOptions(mac, { ...complete(mac), EASEL_RELEASE: '0' })).toEqual({
    kind: 'ready',
    overrides: { forceCodeSigning: false, mac: { identity: null }, win: { signExecutable: false } },
  });
});

test('a release weakens no setting of the file', () => {
  for (const target of [mac, windows, linux]) {
    const options = buildOptions(target, complete(target));
    expect(options.kind).toBe('ready');
    expect(options).not.toHaveProperty('overrides.forceCodeSigning');
    expect(options).not.toHaveProperty('overrides.mac');
    expect(options).not.toHaveProperty('overrides.win.signExecutable');
  }
});

test.each([mac, windows])(
  'a release for $platform is refused when any signing variable is missing',
  (target) => {
    expect(signingVariables[target.platform].length).toBeGreaterThan(0);
    for (const name of signingVariables[target.platform]) {
      for (const value of [undefined, '', ' ']) {
        expect(buildOptions(target, { ...complete(target), [name]: value })).toEqual({
          kind: 'refused',
          reasons: [`${name} is not set`],
        });
      }
    }
  },
);

test('a release with an old Electron is refused', () => {
  const late = new Date(Date.parse(ELECTRON.released) + 31 * 24 * 60 * 60_000);
  expect(decide(linux, complete(linux), late)).toEqual({
    kind: 'refused',
    reasons: [expect.stringContaining('31 days old')],
  });
  expect(decide(linux, {}, late).kind).toBe('ready');
});

test('notarisation can’t be skipped silently', () => {
  expect(signingVariables.darwin).toEqual(
    expect.arrayContaining(['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER']),
  );
});

test('Windows signs through Azure with the settings of the environment', () => {
  expect(buildOptions(windows, complete(windows))).toMatchObject({
    overrides: {
      win: {
        azureSignOptions: {
          publisherName: 'CN=Easel maintainers, O=Easel maintainers, C=DE',
          endpoint: 'value of EASEL_AZURE_ENDPOINT',
          fileDigest: 'SHA256',
          timestampDigest: 'SHA256',
        },
      },
    },
  });
});

test('a publisher that is only a common name is refused', () => {
  const options = buildOptions(windows, { ...complete(windows), EASEL_AZURE_PUBLISHER: 'Easel maintainers' });
  expect(options).toMatchObject({
    kind: 'refused',
    reasons: [expect.stringContaining('distinguished name')],
  });
});

test('the operating system verifies the whole app', () => {
  const app = '/anywhere/mac-arm64/Easel.app';
  expect(
    signatureGates(mac, `${app}/Contents/MacOS/Easel`).map(({ command, args }) => [command, ...args]),
  ).toEqual([
    ['codesign', '--verify', '--deep', '--strict', app],
    ['spctl', '-a', '-vvv', app],
    ['xcrun', 'stapler', 'validate', app],
  ]);
  expect(signatureGates(windows, 'Easel.exe')).toHaveLength(1);
});
