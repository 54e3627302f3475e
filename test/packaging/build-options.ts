import type { Configuration } from 'electron-builder';
import { electronAge } from './electron-age.ts';
import type { Target } from './target.ts';

export type BuildOptions =
  | { readonly kind: 'ready'; readonly overrides: Configuration }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] };

/** True for a release build. Other builds are local, unsigned and unpacked. */
export const isRelease = (env: NodeJS.ProcessEnv): boolean => env['EASEL_RELEASE'] === '1';

/**
 * Environment variables required for signing, by electron-builder's documentation and Microsoft Entra's
 * EnvironmentCredential (AZURE_*). Without APPLE_API_*, electron-builder silently skips notarisation. Linux needs none,
 * because the package repository signs its packages.
 */
export const signingVariables: Readonly<Record<Target['platform'], readonly string[]>> = {
  darwin: [
    ...'CSC_LINK CSC_KEY_PASSWORD CSC_INSTALLER_LINK CSC_INSTALLER_KEY_PASSWORD APPLE_API_KEY'.split(' '),
    ...'APPLE_API_KEY_ID APPLE_API_ISSUER'.split(' '),
  ],
  linux: [],
  win32: [
    ...'AZURE_TENANT_ID AZURE_CLIENT_ID AZURE_CLIENT_SECRET EASEL_AZURE_ENDPOINT'.split(' '),
    ...'EASEL_AZURE_ACCOUNT EASEL_AZURE_PROFILE EASEL_AZURE_PUBLISHER'.split(' '),
  ],
};

export const missingVariables = (names: readonly string[], env: NodeJS.ProcessEnv): readonly string[] =>
  names.filter((name) => (env[name] ?? '').trim() === '').map((name) => `${name} is not set`);

/** Subjects of Windows signing certificates, one per line: the current one and, for a renewal, the next. */
export const publishersOf = (env: NodeJS.ProcessEnv): readonly string[] =>
  (env['EASEL_AZURE_PUBLISHER'] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Requires a full distinguished name of a certificate's publisher, because common names aren't unique. */
const FULL_NAME = /^CN=.+, *O=.+/u;

export const publisherProblems = (publishers: readonly string[]): readonly string[] =>
  publishers.length > 0 && publishers.every((name) => FULL_NAME.test(name))
    ? []
    : ['EASEL_AZURE_PUBLISHER must name the publisher in full (CN=…, O=…, …)'];

/**
 * Returns one sentence for each reason why updates would not be verified. `text` is app-update.yml, or null.
 * electron-updater accepts any installer if no publisher is named.
 */
export const updateConfigProblems = (
  { platform }: Target,
  text: string | null,
  publishers: readonly string[],
): readonly string[] => {
  if (platform === 'linux') return text === null ? [] : ['the Linux package has an app-update.yml'];
  if (text === null) return ['app-update.yml is missing'];
  if (platform === 'darwin') return [];
  const named = [
    ...(/^publisherName:\n((?: *- .*\n?)+)/mu.exec(text)?.[1] ?? '').matchAll(/^ *- ['"]?(.*?)['"]?$/gmu),
  ];
  const found = named.map(([, name = '']) => name);
  return found.join('\n') === publishers.join('\n') && found.length > 0
    ? publisherProblems(found)
    : ['app-update.yml does not name the publisher'];
};

const azureSigning = (env: NodeJS.ProcessEnv): Configuration => ({
  win: {
    publish: { ...UPDATE_FEED, publisherName: [...publishersOf(env)] },
    azureSignOptions: {
      endpoint: env['EASEL_AZURE_ENDPOINT'] ?? '',
      codeSigningAccountName: env['EASEL_AZURE_ACCOUNT'] ?? '',
      certificateProfileName: env['EASEL_AZURE_PROFILE'] ?? '',
      publisherName: publishersOf(env)[0] ?? '',
      fileDigest: 'SHA256',
      timestampDigest: 'SHA256',
    },
  },
});

/** Address of the update server, as in electron-builder.yml. The policy `updateUrl` replaces it. */
export const UPDATE_FEED = {
  provider: 'generic',
  url: 'https://updates.invalid/',
  publishAutoUpdate: false,
} as const;

const local: Configuration = {
  forceCodeSigning: false,
  mac: { identity: null },
  win: { signExecutable: false },
};

/**
 * Returns overrides of electron-builder.yml: no weaker rules for a release, no signing for a local build. Refuses a
 * release with a missing variable, an old Electron, or a publisher without a full name.
 */
export const buildOptions = (target: Target, env: NodeJS.ProcessEnv, now = new Date()): BuildOptions => {
  if (!isRelease(env)) return { kind: 'ready', overrides: local };
  const reasons = [
    ...missingVariables(signingVariables[target.platform], env),
    ...(target.platform === 'win32' ? publisherProblems(publishersOf(env)) : []),
    ...electronAge(now),
  ];
  if (reasons.length > 0) return { kind: 'refused', reasons };
  return { kind: 'ready', overrides: target.platform === 'win32' ? azureSigning(env) : {} };
};

export type Gate = { readonly name: string; readonly command: string; readonly args: readonly string[] };

/** Returns the system command that verifies the signature of the package with this executable. */
export const signatureGates = ({ platform }: Target, executable: string): readonly Gate[] => {
  switch (platform) {
    case 'darwin': {
      const app = executable.replace(/\.app\/.*$/, '.app');
      return [
        { name: 'codesign', command: 'codesign', args: ['--verify', '--deep', '--strict', app] },
        { name: 'Gatekeeper', command: 'spctl', args: ['-a', '-vvv', app] },
        { name: 'notarisation', command: 'xcrun', args: ['stapler', 'validate', app] },
      ];
    }
    case 'linux':
      return [];
    case 'win32': {
      const script = `if ((Get-AuthenticodeSignature -LiteralPath $args[0]).Status -ne 'Valid') { exit 1 }`;
      return [
        {
          name: 'Authenticode',
          command: 'powershell.exe',
          args: ['-NoProfile', '-NonInteractive', '-Command', `& { ${script} }`, executable],
        },
      ];
    }
  }
};
