/**
 * Finds, starts and ends the Chromium behind the shell.
 */
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
  // Renderers of their own at every start, for parts of a browser that nobody sees here: its tab search, what drops
  // down from its address bar, and a page that may come. They cost more than the app's own page.
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  // Else preflighted redirects break while Fetch is paused.
  'AvoidCorsURLLoaderRestartOnRedirect',
];

/**
 * What the window shows that the browser starts with, until the app's first window takes it. It has no tabs and no
 * address bar, which would be drawn for nobody: its pages load at two thirds of the cost.
 */
export const FIRST_PAGE = 'data:text/html,<title>First window</title>';

/** Switches that the app and Playwright may not hand on: the shell sets its own. */
const OWN_SWITCHES = new Set([
  'disable-extensions',
  'disable-features',
  'enable-features',
  'headless',
  'inspect',
  'inspect-brk',
  'no-sandbox',
  'remote-debugging-pipe',
  'remote-debugging-port',
  'user-data-dir',
]);

export type Switches = ReadonlyMap<string, string>;

export type Browser = {
  readonly connection: CdpConnection;
  readonly profile: string;
  readonly process: ChildProcess;
  readonly end: () => void;
};

/** The Chromium to use. Resolved once, then passed on in EASEL_CHROMIUM. Throws, naming the three ways to get one. */
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
  // Guests are third parties of the app's page: without this their cookies are blocked.
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
    // For the WebRTC policy, which an extension sets.
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
    // Drawing is done by the processor anyway: one process less to start.
    '--in-process-gpu',
    // And so it is with its network service: a seventh of what a start costs.
    '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    '--headless=new',
    `--app=${FIRST_PAGE}`,
    ...passedOn,
  ];
}

/**
 * Starts Chromium on a fresh profile. `switches` are the app's command line; `onExit` hears of its end, wanted or not.
 * Of its stderr only the line that Playwright waits for is passed on.
 */
export function startChromium(switches: Switches, onExit: () => void): Browser {
  const executable = chromiumOrThrow();
  const profile = createProfile();
  // Chromium must leave the keyring alone that the app under test may use.
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
    // Its helper processes may still write for some milliseconds.
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

/** The running browser. Throws before `app` is ready, as Electron does where it needs one. */
export function browser(): Browser {
  if (!current) throw new Error('This can only be used after the app is ready');
  return current;
}

export function setBrowser(started: Browser): void {
  current = started;
}
