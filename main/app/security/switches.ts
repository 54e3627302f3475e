/** Allow list of command-line switches, because Electron's fuses don't disable Chromium's dangerous switches. */
import type { Env } from '../../lib/env.ts';

const PROXY_SWITCH = 'proxy-server';

const ALLOWED: ReadonlySet<string> = new Set([
  // Proxy switches are allowed, because users can also set the proxy in the system's settings.
  PROXY_SWITCH,
  'proxy-pac-url',
  'proxy-bypass-list',
  'proxy-auto-detect',
  'no-proxy-server',
  'ozone-platform',
  'ozone-platform-hint',
  'enable-wayland-ime',
  'wayland-text-input-version',
  'gtk-version',
  'force-device-scale-factor',
  'high-dpi-support',
  'disable-gpu',
  'disable-gpu-compositing',
  'force-color-profile',
  'force-dark-mode',
  'force-high-contrast',
  'force-prefers-reduced-motion',
  'force-renderer-accessibility',
  'lang',
  'user-data-dir',
]);

/** Allowed, because Windows adds `-Embedding` after a click on a notification, and the installer adds `--updated`. */
const OF_WINDOWS = /^(?:embedding|updated)$/u;

/** Matches whitespace around a switch. Includes U+0085, which Chromium removes but JavaScript's `trim` does not. */
const BLANKS = /^[\s\u0085]+|[\s\u0085]+$/gu;
const SAYABLE = /^[a-z][\w.-]{0,59}$/u;

/** Environment variables that Easel removes, because they add a certificate authority, weaken TLS or write data. */
const DROPPED_VARIABLES: readonly RegExp[] = [
  /^SSL_CERT_(?:FILE|DIR)$/i,
  /^SSLKEYLOGFILE$/i,
  /^NODE_TLS_REJECT_UNAUTHORIZED$/i,
  /^NODE_OPTIONS$/i,
  /^NODE_EXTRA_CA_CERTS$/i,
  /^NODE_USE_SYSTEM_CA$/i,
  /^ELECTRON_.*LOG/i,
];

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the switches that Easel refuses. Parses the command line like Chromium. Also refuses a `--proxy-server` with
 * a user name, because Chromium ignores this proxy and may connect directly.
 */
export function refusedSwitches(argv: readonly string[], platform: Env['platform']): readonly string[] {
  const prefix = platform === 'win32' ? /^(?:--?|\/)/u : /^--?/u;
  return argv.flatMap((argument) => {
    const text = argument.replaceAll(BLANKS, '');
    const rest = text.replace(prefix, '');
    if (rest === text || rest === '') return [];
    const [name = ''] = rest.toLowerCase().split('=', 1);
    if (name === PROXY_SWITCH && rest.includes('@')) return [name];
    return ALLOWED.has(name) || (platform === 'win32' && OF_WINDOWS.test(name)) ? [] : [name];
  });
}

/** Removes dangerous environment variables. Must run before the first TLS connection reads `SSL_CERT_FILE`. */
export function dropVariables(variables: Record<string, string | undefined>): void {
  for (const name of Object.keys(variables)) {
    if (DROPPED_VARIABLES.some((pattern) => pattern.test(name))) delete variables[name];
  }
}

/** Returns why Easel can't start, or null. Omits the values of switches, because they may include passwords. */
export function refusalOf(
  refused: readonly string[],
  variables: Variables,
  platform: Env['platform'],
): string | null {
  const [name] = refused;
  if (platform === 'linux' && refused.includes('no-sandbox')) {
    return 'Easel was started with --no-sandbox and doesn’t run without its sandbox. AppImages add this switch on systems that restrict sandboxes, such as Ubuntu 24.04. Install Easel’s deb package instead.';
  }
  if (name === PROXY_SWITCH) {
    return 'Easel doesn’t start with a user name or password in --proxy-server. Remove them from the command, shortcut or script that starts Easel. Easel asks for them when the proxy does.';
  }
  if (name !== undefined) {
    const shown = SAYABLE.test(name) ? `--${name}` : 'an unknown switch';
    return `Easel doesn’t start with ${shown}. Remove it from the command, shortcut or script that starts Easel.`;
  }
  // Electron disables its sandbox if this variable exists, even if empty. On Windows, the name may be in any case.
  if (variables['ELECTRON_DISABLE_SANDBOX'] !== undefined) {
    return 'Easel can’t start while the environment variable ELECTRON_DISABLE_SANDBOX is set: it would run without its sandbox. Remove the variable.';
  }
  const place = ['SSL_CERT_FILE', 'SSL_CERT_DIR'].find((each) => (variables[each] ?? '') !== '');
  if (platform !== 'linux' || place === undefined || variables['NODE_USE_SYSTEM_CA'] !== '1') return null;
  return `Easel can’t start while ${place} and NODE_USE_SYSTEM_CA are both set: it would trust additional certificate authorities. Remove one. You can add an authority in Network settings.`;
}
