import { accessSync, constants, existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Folder of test/shell, which replaces Electron by Chromium. It has the same structure as an Electron distribution. */
export const SHELL_FOLDER = path.join(ROOT, 'test/shell/bin');

export type Driver = {
  readonly kind: 'electron' | 'chromium-shell';
  readonly executable: string;
  readonly environment: Readonly<Record<string, string>>;
};

const DISTRIBUTION_BROWSERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  // Prefers Chromium's program to /usr/bin/chromium, which is a slow wrapper script on Debian.
  linux: [
    '/usr/lib/chromium/chromium',
    '/usr/lib64/chromium-browser/chromium-browser',
    '/opt/google/chrome/chrome',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`],
};

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function hasProgram(name: string): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => runs(path.join(folder, name)));
}

export function hasLibrary(name: string): boolean {
  const folders = ['/usr/lib', '/lib', '/usr/lib64', '/lib64', '/usr/local/lib'];
  const perMachine = existsSync('/usr/lib')
    ? readdirSync('/usr/lib').filter(
        (entry) => entry.endsWith('-linux-gnu') || entry.endsWith('-linux-gnueabihf'),
      )
    : [];
  return [...folders, ...perMachine.map((entry) => `/usr/lib/${entry}`)].some((folder) =>
    existsSync(path.join(folder, name)),
  );
}

export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

type Command = readonly [program: string, ...args: string[]];

/** Returns the command that gives Electron a virtual display on a computer without a display. */
export function withDisplay(driver: Driver | undefined, command: Command): Command {
  return driver?.kind === 'electron' && !hasDisplay() ? ['xvfb-run', '-a', ...command] : command;
}

/** Returns the program folder of PostgreSQL: the one in PATH, or Debian's newest (15 or later). */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const newest = versions.filter((version) => version >= 15).toSorted((a, b) => b - a);
  return [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    ...newest.map((version) => `${debian}/${version}/bin`),
  ].find((folder) => ['initdb', 'postgres', 'psql'].every((name) => existsSync(path.join(folder, name))));
}

/** Returns the path in EASEL_CHROMIUM, of Playwright's Chromium, or of an installed browser. */
export function findChromium(): string | undefined {
  const named = process.env['EASEL_CHROMIUM'];
  if (named) return runs(named) ? named : undefined;
  // Imports Playwright only here, because the package takes long to load.
  const { chromium } = createRequire(import.meta.url)('playwright') as typeof import('playwright');
  // Checks each file, because Playwright's executablePath() may name a missing file.
  return [chromium.executablePath(), ...(DISTRIBUTION_BROWSERS[process.platform] ?? [])].find(runs);
}

/** Returns why Electron can't start on this Linux system, and what to do. Null if no reason is found. */
export function electronTrouble(): string | null {
  if (process.platform !== 'linux') return null;
  if (process.getuid?.() === 0) return 'Electron does not start as root.';
  // Ubuntu 23.10 and later allow Chromium's sandbox only with an AppArmor profile or a setuid helper.
  const rule = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
  const helper = path.join('node_modules/electron/dist', 'chrome-sandbox');
  const found = statSync(path.join(ROOT, helper), { throwIfNoEntry: false });
  const isRestricted = existsSync(rule) && readFileSync(rule, 'utf8').trim() === '1';
  if (found === undefined || !isRestricted || (found.uid === 0 && (found.mode & 0o4000) !== 0)) return null;
  return `Electron's sandbox may not start here. Allow it: sudo chown root ${helper} && sudo chmod 4755 ${helper}`;
}

/** Finds Electron without importing its npm package, because the import would start a download. */
export function findElectron(): string | undefined {
  const folder = path.join(ROOT, 'node_modules/electron');
  const pathFile = path.join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : undefined;
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override) {
    const executable = path.join(override, name ?? 'electron');
    return path.resolve(override) !== SHELL_FOLDER && runs(executable) ? executable : undefined;
  }
  if (name === undefined || electronTrouble() !== null) return undefined;
  const executable = path.join(folder, 'dist', name);
  return runs(executable) ? executable : undefined;
}

export function findDriver(): Driver | undefined {
  const electron = findElectron();
  if (electron) return { kind: 'electron', executable: electron, environment: {} };
  // The Chromium shell is a shell script, which Windows can't start.
  if (process.platform === 'win32') return undefined;
  const browser = findChromium();
  const executable = path.join(SHELL_FOLDER, 'electron');
  if (!browser || !runs(executable)) return undefined;
  return {
    kind: 'chromium-shell',
    executable,
    environment: { ELECTRON_OVERRIDE_DIST_PATH: SHELL_FOLDER, EASEL_CHROMIUM: browser },
  };
}
