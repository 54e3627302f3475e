import { describe, expect, test } from 'vitest';
import { dropVariables, refusalOf, refusedSwitches } from '../../../../../main/app/security/switches.ts';

/** Chromium switches that enable debuggers, disable protections, add certificates, write files or load code. */
const REFUSED = `
  allow-running-insecure-content app auth-server-allowlist browser-subprocess-path crash-dumps-dir disable-features
  disable-gpu-sandbox disable-sandbox disable-site-isolation-trials disable-web-security enable-blink-features
  enable-features enable-logging gpu-launcher headless host-resolver-rules ignore-certificate-errors inspect inspect-brk
  js-flags load-extension log-file log-net-log no-sandbox no-zygote remote-allow-origins remote-debugging-pipe
  remote-debugging-port renderer-cmd-prefix require single-process ssl-key-log-file ssl-version-min
  unsafely-treat-insecure-origin-as-secure user-agent utility-cmd-prefix v made-up`
  .trim()
  .split(/\s+/u);

const ALLOWED = `
  proxy-server proxy-pac-url proxy-bypass-list proxy-auto-detect no-proxy-server ozone-platform ozone-platform-hint
  enable-wayland-ime force-device-scale-factor high-dpi-support disable-gpu force-dark-mode force-high-contrast
  force-prefers-reduced-motion force-renderer-accessibility lang user-data-dir`
  .trim()
  .split(/\s+/u);

const CASINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replaceAll(/\b[a-z]/gu, (letter) => letter.toUpperCase()),
];
const FORMS: readonly ((name: string) => string)[] = [
  (name) => `--${name}`,
  (name) => `-${name}`,
  (name) => `--${name}=1`,
  (name) => `-${name}=1`,
  (name) => `--${name}=`,
  (name) => `--${name}=MAP * evil.example=1`,
  // Easel must ignore white space around a command-line argument, because Chromium ignores it too.
  (name) => ` --${name}`,
  (name) => `\t--${name}\n`,
  (name) => `\u0085\u00a0--${name}`,
];
const ON_WINDOWS: typeof FORMS = [...FORMS, (name) => `/${name}`, (name) => ` /${name}=1`];
const SYSTEMS = ['linux', 'darwin', 'win32'] as const;

const spellings = (name: string, platform: (typeof SYSTEMS)[number]): readonly string[] =>
  (platform === 'win32' ? ON_WINDOWS : FORMS).flatMap((form) => CASINGS.map((casing) => form(casing(name))));

describe.each(SYSTEMS)('command-line switches on %s', (platform) => {
  test('Easel refuses every spelling of a command-line switch that is not on the allow list', () => {
    const passed = REFUSED.flatMap((name) =>
      spellings(name, platform).filter((argument) => refusedSwitches([argument], platform)[0] !== name),
    );
    expect(passed).toEqual([]);
  });

  test('Easel accepts every spelling of an allowed command-line switch', () => {
    const refused = ALLOWED.flatMap((name) =>
      spellings(name, platform).filter((argument) => refusedSwitches([argument], platform).length > 0),
    );
    expect(refused).toEqual([]);
  });

  test('Easel refuses forbidden command-line switches even after the argument “--”', () => {
    const argv = ['--lang=de', '--no-sandbox', '--', '--js-flags=--expose-gc', 'easel://x', '-inspect'];
    expect(refusedSwitches(argv, platform)).toEqual(['no-sandbox', 'js-flags', 'inspect']);
  });

  test('arguments without a leading dash do not count as command-line switches', () => {
    const argv = ['', ' ', '-', '--', 'no-sandbox', 'easel://paper/1?--no-sandbox', 'C:\\boards\\inspect'];
    expect(refusedSwitches(argv, platform)).toEqual([]);
  });
});

test('Easel for macOS and Linux refuses command-line switches that only Windows adds', () => {
  const refused = SYSTEMS.filter((system) => refusedSwitches(['-Embedding', '--updated'], system).length > 0);
  expect(refused).toEqual(SYSTEMS.filter((system) => system !== 'win32'));
});

test.each([
  ['SSL_CERT_FILE', '1', 'linux', true],
  ['SSL_CERT_DIR', '1', 'linux', true],
  ['SSL_CERT_FILE', undefined, 'linux', false],
  ['SSL_CERT_FILE', '1', 'darwin', false],
] as const)(
  'with %s set and NODE_USE_SYSTEM_CA=%s on %s, Easel refuses to start: %s',
  (name, early, platform, isRefused) => {
    const sentence = refusalOf([], { [name]: '/certs/secret', NODE_USE_SYSTEM_CA: early }, platform);
    expect(sentence !== null).toBe(isRefused);
    if (isRefused) expect(sentence).toContain(name);
    expect(sentence ?? '').not.toContain('secret');
  },
);

test.each(SYSTEMS)('Easel does not start on %s if ELECTRON_DISABLE_SANDBOX is set', (platform) => {
  expect(refusalOf([], { ELECTRON_DISABLE_SANDBOX: '' }, platform)).toContain(
    'ELECTRON_DISABLE_SANDBOX is set',
  );
});

test('Easel removes environment variables that add certificate authorities, weaken TLS or log traffic', () => {
  const dropped = [
    ...'SSL_CERT_FILE SSL_CERT_DIR ssl_cert_file SSLKEYLOGFILE sslkeylogfile'.split(' '),
    ...'NODE_TLS_REJECT_UNAUTHORIZED NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_USE_SYSTEM_CA'.split(' '),
    ...'ELECTRON_ENABLE_LOGGING ELECTRON_LOG_FILE electron_log_asar_reads'.split(' '),
  ];
  const kept = ['PATH', 'HOME', 'HTTPS_PROXY', 'LANG', 'MY_SSLKEYLOGFILE', 'ELECTRON_OZONE_PLATFORM_HINT'];
  const variables = Object.fromEntries([...kept, ...dropped].map((name) => [name, 'x']));
  dropVariables(variables);
  expect(Object.keys(variables)).toEqual(kept);
});
