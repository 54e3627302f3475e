/**
 * What Easel may be started with. Fuses do not stop Chromium's switches, of which there are more than a thousand: those
 * that people and systems need are named here, and an installed Easel starts with no other.
 */
import type { App, Dialog } from 'electron';
import type { Env } from '../../lib/env.ts';

const ALLOWED: ReadonlySet<string> = new Set([
  // The way to the network, as the system's own settings give it too.
  'proxy-server',
  'proxy-pac-url',
  'proxy-bypass-list',
  'proxy-auto-detect',
  'no-proxy-server',
  // What a screen, its driver or a person's eyes need.
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

/** What the systems put there by themselves. */
const OF_THE_SYSTEM: Readonly<Record<Env['platform'], RegExp | null>> = {
  // The Finder's number of a process.
  darwin: /^psn_\d+_\d+$/u,
  // COM, for a click on a notice; the installer, behind an update.
  win32: /^(?:embedding|updated)$/u,
  linux: null,
};

/** U+0085 is a blank to Chromium, and none to `trim`. */
const BLANKS = /^[\s\u0085]+|[\s\u0085]+$/gu;
const SAYABLE = /^[a-z][\w.-]{0,59}$/u;

/** Variables that add an authority, weaken TLS, or write traffic and internals to a file. */
const DROPPED_VARIABLES: readonly RegExp[] = [
  /^SSL_CERT_(?:FILE|DIR)$/i,
  /^SSLKEYLOGFILE$/i,
  /^NODE_TLS_REJECT_UNAUTHORIZED$/i,
  /^NODE_OPTIONS$/i,
  /^NODE_EXTRA_CA_CERTS$/i,
  /^NODE_USE_SYSTEM_CA$/i,
  /^ELECTRON_.*LOG/i,
];

type Variables = Readonly<Record<string, string | undefined>>;

/** Exit code of a packaged build that was started with what it refuses (EX_CONFIG of sysexits.h). */
const REFUSED_EXIT = 78;

/**
 * The names of all switches among the arguments that are not allowed. Letter case, the count of dashes and blanks around
 * an argument make no difference, as in Chromium's own reading (base/command_line.cc), nor does a lone double dash. What
 * is no switch, such as a path or an address, means nothing to Easel and is ignored.
 */
export function refusedSwitches(argv: readonly string[], platform: Env['platform']): readonly string[] {
  const prefix = platform === 'win32' ? /^(?:--?|\/)/u : /^--?/u;
  return argv.flatMap((argument) => {
    const text = argument.replaceAll(BLANKS, '');
    const rest = text.replace(prefix, '');
    if (rest === text || rest === '') return [];
    const [name = ''] = rest.toLowerCase().split('=', 1);
    return ALLOWED.has(name) || OF_THE_SYSTEM[platform]?.test(name) === true ? [] : [name];
  });
}

/**
 * Takes the variables that weaken Easel out of the environment, before anything reads them. `SSL_CERT_FILE` and
 * `SSL_CERT_DIR` are where Node looks for the system's certificates on Linux, at the first connection.
 */
export function dropVariables(variables: Record<string, string | undefined>): void {
  for (const name of Object.keys(variables)) {
    if (DROPPED_VARIABLES.some((pattern) => pattern.test(name))) delete variables[name];
  }
}

/**
 * Why Easel does not start, in whole sentences that name what is refused and never its value; null where it does.
 * With `NODE_USE_SYSTEM_CA` Node has read the system's certificates before the first line of ours ran: then it is too
 * late to drop where they were read from. The other systems do not read them from there.
 */
export function refusalOf(
  refused: readonly string[],
  variables: Variables,
  platform: Env['platform'],
): string | null {
  const [name] = refused;
  if (platform === 'linux' && refused.includes('no-sandbox')) {
    return 'Easel was started with --no-sandbox and doesn’t run without its sandbox. AppImages add this switch on systems that restrict sandboxes, such as Ubuntu 24.04. Install Easel’s deb package instead.';
  }
  if (name !== undefined) {
    const said = SAYABLE.test(name) ? `--${name}` : 'an unknown switch';
    return `Easel doesn’t start with ${said}. Remove it from the command, shortcut or script that starts Easel.`;
  }
  const place = ['SSL_CERT_FILE', 'SSL_CERT_DIR'].find((each) => (variables[each] ?? '') !== '');
  if (platform !== 'linux' || place === undefined || variables['NODE_USE_SYSTEM_CA'] !== '1') return null;
  return `Easel can’t start while ${place} and NODE_USE_SYSTEM_CA are both set: it would trust additional certificate authorities. Remove one. You can add an authority in Network settings.`;
}

/** What a refusal needs of Electron and of the process. */
interface Refusing {
  readonly app: Pick<App, 'whenReady' | 'exit'> & {
    readonly commandLine: Pick<App['commandLine'], 'removeSwitch'>;
  };
  readonly dialog: Pick<Dialog, 'showErrorBox'>;
  readonly process: {
    readonly stderr: { readonly write: (text: string) => unknown };
    readonly exit: (code: number) => unknown;
  };
  readonly variables: Variables;
  readonly platform: Env['platform'];
}

/**
 * Says in a window why Easel does not start, and ends it with code 78. On Linux Electron shows a window only once it is
 * ready: until then what is refused is taken back as far as it can be, such as a door for a debugger, and nothing of
 * Easel's is loaded. Switches of the sandbox stay, or Electron would not come as far. Without a screen it ends at once.
 */
export function refuseStart(sentence: string, refused: readonly string[], on: Refusing): void {
  const { app, dialog, process } = on;
  process.stderr.write(`${sentence}\n`);
  const show = (): void => dialog.showErrorBox('Easel can’t start', sentence);
  if (on.platform === 'linux') {
    const { DISPLAY = '', WAYLAND_DISPLAY = '' } = on.variables;
    if (DISPLAY === '' && WAYLAND_DISPLAY === '') return void process.exit(REFUSED_EXIT);
    for (const name of refused) if (!name.includes('sandbox')) app.commandLine.removeSwitch(name);
    void app.whenReady().then(() => {
      show();
      app.exit(REFUSED_EXIT);
    });
    return;
  }
  show();
  process.exit(REFUSED_EXIT);
}
