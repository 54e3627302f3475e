import type { Configuration } from 'electron-builder';
import { electronAge } from './electron-age.ts';
import type { Target } from './target.ts';

export type BuildOptions =
  | { readonly kind: 'ready'; readonly overrides: Configuration }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] };

export const isRelease = (env: NodeJS.ProcessEnv): boolean => env['EASEL_RELEASE'] === '1';

/** Variables for electron-builder. Without APPLE_API_*, electron-builder skips notarisation silently. */
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

/** Subjects of the Windows signing certificates, one per line. There are two while a certificate is renewed. */
export const publishersOf = (env: NodeJS.ProcessEnv): readonly string[] =>
  (env['EASEL_AZURE_PUBLISHER'] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Requires the certificate publisher's full distinguished name, because common names aren't unique. */
const FULL_NAME = /^CN=.+, *O=.+/u;

export const publisherProblems = (publishers: readonly string[]): readonly string[] =>
  publishers.length > 0 && publishers.every((name) => FULL_NAME.test(name))
    ? []
    : ['EASEL_AZURE_PUBLISHER must name the publisher in full (CN=…, O=…, …)'];

// Requires a publisher in app-update.yml, because without one electron-updater accepts any installer.
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

/** The update server's address, as in electron-builder.yml. The policy `updateUrl` overrides this address. */
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

export const signatureGates = ({ platform }: Target, executable: string): readonly Gate[] => {
  switch (platform) {
    case 'darwin': {
      const app = executable.replace(/\.app\/.*$/, '.app');
      const notarised = { name: 'notarisation', command: 'xcrun', args: ['stapler', 'validate', app] };
      if (app.endsWith('.pkg'))
        return [
          { name: 'Gatekeeper', command: 'spctl', args: ['--assess', '--type', 'install', app] },
          notarised,
        ];
      return [
        { name: 'codesign', command: 'codesign', args: ['--verify', '--deep', '--strict', app] },
        { name: 'Gatekeeper', command: 'spctl', args: ['-a', '-vvv', app] },
        notarised,
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
