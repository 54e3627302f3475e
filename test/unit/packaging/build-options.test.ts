import { expect, test } from 'vitest';
import {
  buildOptions as decide,
  signatureGates,
  signingVariables,
  updateConfigProblems,
} from '../../packaging/build-options.ts';
import { ELECTRON } from '../../packaging/electron-age.ts';
import type { Target } from '../../packaging/target.ts';

const mac: Target = { platform: 'darwin', arch: 'arm64' };
const windows: Target = { platform: 'win32', arch: 'x64' };
const linux: Target = { platform: 'linux', arch: 'x64' };

const PUBLISHER = 'CN=Easel maintainers, O=Easel maintainers, C=DE';

/** Uses a fixed date on which the installed Electron counts as recent, so that the test does not fail later. */
const buildOptions = (target: Target, env: NodeJS.ProcessEnv): ReturnType<typeof decide> =>
  decide(target, env, new Date(ELECTRON.released));

const complete = (target: Target): Record<string, string> => ({
  EASEL_RELEASE: '1',
  ...Object.fromEntries(signingVariables[target.platform].map((name) => [name, `value of ${name}`])),
  ...(target.platform === 'win32' && { EASEL_AZURE_PUBLISHER: PUBLISHER }),
});

test.each([mac, windows, linux])('a $platform release has all required security settings', (target) => {
  const options = buildOptions(target, complete(target));
  expect(options.kind).toBe('ready');
  for (const setting of ['forceCodeSigning', 'mac', 'win.signExecutable'])
    expect(options).not.toHaveProperty(`overrides.${setting}`);
});

test.each([mac, windows])('the build refuses a $platform release that lacks a signing variable', (target) => {
  for (const name of signingVariables[target.platform]) {
    const options = buildOptions(target, { ...complete(target), [name]: ' ' });
    expect(options).toMatchObject({
      kind: 'refused',
      reasons: expect.arrayContaining([`${name} is not set`]),
    });
  }
});

test('a macOS release requires a notarised pkg installer', () => {
  const gates = signatureGates(mac, '/out/Easel.pkg').map(({ command, args }) =>
    [command, ...args].join(' '),
  );
  expect(gates).toEqual([
    'spctl --assess --type install /out/Easel.pkg',
    'xcrun stapler validate /out/Easel.pkg',
  ]);
});

test('the build script refuses a release if its version of Electron is outdated', () => {
  const late = new Date(Date.parse(ELECTRON.released) + 31 * 24 * 60 * 60_000);
  expect(decide(linux, complete(linux), late).kind).toBe('refused');
  expect(decide(linux, {}, late).kind).toBe('ready');
});

test('a Windows release is signed with the full name of the publisher', () => {
  expect(buildOptions(windows, complete(windows))).toMatchObject({
    overrides: {
      win: { publish: { publisherName: [PUBLISHER] }, azureSignOptions: { publisherName: PUBLISHER } },
    },
  });
  const env = { ...complete(windows), EASEL_AZURE_PUBLISHER: 'Easel maintainers' };
  expect(buildOptions(windows, env).kind).toBe('refused');
});

test.each([
  ['one publisher', `provider: generic\npublisherName:\n  - ${PUBLISHER}\n`, []],
  ['no publisher', 'provider: generic\n', ['app-update.yml does not name the publisher']],
  ['wrong one', 'publisherName:\n  - CN=Other, O=Other\n', ['app-update.yml does not name the publisher']],
  ['no file', null, ['app-update.yml is missing']],
])('the check of a Windows build requires the publisher in app-update.yml: %s', (_name, text, problems) => {
  expect(updateConfigProblems(windows, text, [PUBLISHER])).toEqual(problems);
});
