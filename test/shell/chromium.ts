/** Finds, starts and ends the Chromium that replaces Electron in tests. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findChromium } from '../support/system.ts';
import { CdpConnection } from './cdp.ts';

const DISABLED_FEATURES = [
  'LocalNetworkAccessChecks',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'OptimizationHints',
  'MediaRouter',
  'Translate',
  'AimEnabled',
  'PreconnectToSearch',
  'NetworkTimeServiceQuerying',
  'ThirdPartyStoragePartitioning',
  // These features start additional renderers for invisible browser UI, which use more resources than the app's page.
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  // Disabled: with this feature, redirects after a CORS preflight fail while the Fetch domain pauses requests.
  'AvoidCorsURLLoaderRestartOnRedirect',
];

/** Page of the first window. Chromium's switch `--app` opens it without tabs, which saves a third of the load time. */
export const FIRST_PAGE = 'data:text/html,<title>First window</title>';

/** Chromium switches that neither the app nor Playwright may override. */
const OWN_SWITCHES = new Set([
  ...'disable-extensions disable-features enable-features headless inspect inspect-brk'.split(' '),
  ...'no-sandbox remote-debugging-pipe remote-debugging-port user-data-dir'.split(' '),
]);

export type Switches = ReadonlyMap<string, string>;

export type Browser = {
  readonly connection: CdpConnection;
  readonly profile: string;
  readonly process: ChildProcess;
  readonly end: () => void;
};

/** Finds Chromium, and stores its path in EASEL_CHROMIUM. The error lists three ways to provide a Chromium. */
function chromiumOrThrow(): string {
  const found = findChromium();
  if (found === undefined) {
    throw new Error(
      'No Chromium found. Set EASEL_CHROMIUM to one, run "npx playwright install chromium", or install the ' +
        "distribution's (for example: apt-get install chromium).",
    );
  }
  process.env['EASEL_CHROMIUM'] = found;
  return found;
}

function createProfile(): string {
  const profile = mkdtempSync(
    path.join(process.env['EASEL_SHELL_PROFILES'] ?? os.tmpdir(), 'easel-chromium-'),
  );
  mkdirSync(path.join(profile, 'Default'));
  // Allows third-party cookies. A webview's guest is an iframe here, so Chromium would otherwise block its cookies.
  const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
  writeFileSync(path.join(profile, 'Default/Preferences'), JSON.stringify(preferences));
  return profile;
}

function flagsFor(profile: string, switches: Switches): readonly string[] {
  const passedOn = [...switches]
    .filter(([name]) => !OWN_SWITCHES.has(name))
    .map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`));
  return [
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--test-type',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--remote-debugging-pipe',
    // Allows loading an extension, because only an extension can set Chromium's WebRTC policy.
    '--enable-unsafe-extension-debugging',
    ...(switches.has('remote-debugging-port')
      ? [`--remote-debugging-port=${switches.get('remote-debugging-port')}`]
      : []),
    '--password-store=basic',
    '--use-mock-keychain',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-default-apps',
    '--disable-breakpad',
    '--metrics-recording-only',
    '--disable-search-engine-choice-screen',
    '--disable-popup-blocking',
    '--disable-prompt-on-repost',
    '--disable-hang-monitor',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    // Starts no GPU process, because Chromium draws in software here anyway.
    '--in-process-gpu',
    // Runs the network service in the browser's process, which saves a seventh of the start-up time.
    '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    '--headless=new',
    `--app=${FIRST_PAGE}`,
    ...passedOn,
  ];
}

/** Calls `onExit` when Chromium ends for any reason. Forwards only the stderr line that Playwright waits for. */
export function startChromium(switches: Switches, onExit: () => void): Browser {
  const executable = chromiumOrThrow();
  const profile = createProfile();
  // Hides D-Bus from Chromium, because Chromium must not use the keyring of the tested app.
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: '' };
  const child = spawn(executable, flagsFor(profile, switches), {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });

  let line = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    const lines = (line + chunk.toString('latin1')).split('\n');
    line = lines.pop() ?? '';
    for (const text of lines)
      if (text.startsWith('DevTools listening on ws://')) process.stderr.write(`${text}\n`);
  });

  const end = (): void => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    // Retries the removal of the profile, because Chromium's helper processes may still write for some milliseconds.
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  };
  child.on('error', onExit);
  child.on('exit', onExit);

  return {
    connection: new CdpConnection(child.stdio[3] as Writable, child.stdio[4] as Readable),
    profile,
    process: child,
    end,
  };
}

let current: Browser | undefined;

/** Throws before the app is ready, as Electron's modules do. */
export function browser(): Browser {
  if (!current) throw new Error('This can only be used after the app is ready');
  return current;
}

export function setBrowser(started: Browser): void {
  current = started;
}
