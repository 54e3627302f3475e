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
  // The next four features are disabled, because they start renderers that use more resources than the app.
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  // Disabled, because it makes redirects after a CORS preflight fail while DevTools pauses requests.
  'AvoidCorsURLLoaderRestartOnRedirect',
];

/** Page of the first window. Chromium's switch `--app` opens it without tabs, which loads a third faster. */
export const FIRST_PAGE = 'data:text/html,<title>First window</title>';

/** Chromium switches that neither the app nor Playwright may change. */
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

/** Returns Chromium's path, and stores it in EASEL_CHROMIUM. Throws with three ways to provide Chromium. */
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
  // Allows third-party cookies. Chromium would otherwise block the cookies of webviews, which are iframes here.
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
    // Allows Chromium to load an extension, because only an extension can set the WebRTC policy.
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
    // Starts no GPU process, because Chromium draws in software here.
    '--in-process-gpu',
    // Runs the network service in the browser's process, which shortens the start by a seventh.
    '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    '--headless=new',
    `--app=${FIRST_PAGE}`,
    ...passedOn,
  ];
}

/** Starts Chromium. `onExit` runs when it ends for any reason. Forwards only the stderr line that Playwright needs. */
export function startChromium(switches: Switches, onExit: () => void): Browser {
  const executable = chromiumOrThrow();
  const profile = createProfile();
  // Hides D-Bus from Chromium, so that Chromium does not use the tested app's keyring.
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
    // Retries the removal, because Chromium's helper processes may still write to the profile for some milliseconds.
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

/** As in Electron, throws before the app is ready. */
export function browser(): Browser {
  if (!current) throw new Error('This can only be used after the app is ready');
  return current;
}

export function setBrowser(started: Browser): void {
  current = started;
}
