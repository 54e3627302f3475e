import { expect, test } from 'vitest';
import { droppedVariables, REFUSED_SWITCH_EXIT, refusedSwitch } from '../../../../main/security/switches.ts';

const REFUSED = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'host-resolver-rules',
  'host-rules',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-running-insecure-content',
  'disable-web-security',
  'no-sandbox',
  'disable-sandbox',
  'disable-setuid-sandbox',
  'disable-gpu-sandbox',
  'single-process',
  'js-flags',
  'load-extension',
  'log-net-log',
  'net-log-capture-mode',
  'ssl-key-log-file',
  'enable-logging',
  'log-file',
  'user-agent',
  'inspect',
  'inspect-brk',
];

const CASINGS: Readonly<Record<string, (name: string) => string>> = {
  'as it is': (name) => name,
  'in capitals': (name) => name.toUpperCase(),
  'in mixed case': (name) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
};
const FORMS: Readonly<Record<string, (name: string) => string>> = {
  'two dashes': (name) => `--${name}`,
  'one dash': (name) => `-${name}`,
  'a slash': (name) => `/${name}`,
  'a value': (name) => `--${name}=1`,
  'an empty value': (name) => `--${name}=`,
  'a value with an equals sign': (name) => `--${name}=MAP * evil.example=1`,
  // Chromium trims every argument before it reads it (base/command_line.cc).
  'a space before': (name) => ` --${name}`,
  'a tab before and a line end after': (name) => `\t--${name}\n`,
};

test.each(REFUSED)('--%s is refused in every spelling', (name) => {
  for (const casing of Object.values(CASINGS)) {
    for (const form of Object.values(FORMS)) {
      const argument = form(casing(name));
      expect({ argument, refused: refusedSwitch(['easel', argument]) }).toEqual({ argument, refused: name });
    }
  }
});

test('a refused switch is found among harmless ones, even after a lone double dash', () => {
  expect(refusedSwitch(['--lang=de', '--force-dark-mode', '--', '--no-sandbox'])).toBe('no-sandbox');
});

test.each([
  [[]],
  [['--lang=de', '--force-device-scale-factor=2']],
  [['--proxy-server=proxy.example:8080', '--proxy-pac-url=https://pac.example/']],
  [['no-sandbox', 'file--no-sandbox', '--no-sandboxes', '--sandbox', '--=no-sandbox', '--']],
  [['/home/ada/boards', 'C:\\boards\\inspect']],
])('%j is let pass', (argv) => {
  expect(refusedSwitch(argv)).toBeNull();
});

test('only the name of a refused switch is given, never its value', () => {
  expect(refusedSwitch(['--log-net-log=/home/ada/secret'])).toBe('log-net-log');
});

test('variables that weaken TLS or write traffic are dropped, and no others', () => {
  const dropped = [
    'SSLKEYLOGFILE',
    'sslkeylogfile',
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'NODE_OPTIONS',
    'NODE_EXTRA_CA_CERTS',
    'ELECTRON_ENABLE_LOGGING',
    'ELECTRON_LOG_FILE',
    'electron_log_asar_reads',
  ];
  const kept = ['PATH', 'HOME', 'HTTPS_PROXY', 'LANG', 'MY_SSLKEYLOGFILE', 'ELECTRON_OZONE_PLATFORM_HINT'];
  expect(droppedVariables([...kept, ...dropped])).toEqual(dropped);
});

test('the exit code is the one for a configuration error', () => {
  expect(REFUSED_SWITCH_EXIT).toBe(78);
});
