/** Starts an Electron app with Electron's binary, or with the Chromium shell (test/shell) if there is no binary. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { _electron, type ElectronApplication } from 'playwright';
import { findChromium, findElectron, SHELL_FOLDER, type Driver } from './system.ts';

const repository = path.join(import.meta.dirname, '../..');

const LAUNCH_MS = 30_000;
const CLOSE_MS = 10_000;
const FORCED_CLOSE_MS = 3_000;

export type LaunchOptions = {
  readonly app?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly userData?: string;
  /** Time limit for the start and the first window, in ms; 30,000 by default. */
  readonly timeout?: number;
  /** True to show animations. Without them, the tests take a quarter less time. */
  readonly moves?: boolean;
};

export type LaunchedApp = Awaited<ReturnType<typeof launchApp>>;

/** Returns the kind of program that runs Easel. Does not import `electron`, because the import starts a download. */
export function driver(): Driver['kind'] {
  return findElectron() === undefined ? 'chromium-shell' : 'electron';
}

export async function launchApp(options: LaunchOptions = {}) {
  // ELECTRON_OVERRIDE_DIST_PATH makes the npm package `electron` give Playwright the path of the Chromium shell.
  const onShell = driver() === 'chromium-shell';
  if (onShell) process.env['ELECTRON_OVERRIDE_DIST_PATH'] = SHELL_FOLDER;
  // Passes on the browser's path, because Playwright looks for it below HOME, which a test may change.
  const browser = onShell ? { EASEL_CHROMIUM: findChromium() } : {};

  const temporary = await mkdtemp(path.join(os.tmpdir(), 'easel-app-'));
  const profiles = path.join(temporary, 'profiles');
  await mkdir(profiles);
  const userData = options.userData ?? path.join(temporary, 'user-data');
  const timeout = options.timeout ?? LAUNCH_MS;
  let output = '';
  let app: ElectronApplication | undefined;
  // Keeps the child process, because Playwright's `app.process()` fails after the app has ended.
  let child: ChildProcess | undefined;
  let closing: Promise<void> | undefined;

  const close = (): Promise<void> => {
    closing ??= end(app, child, temporary);
    return closing;
  };

  try {
    app = await _electron.launch({
      args: [options.app ?? repository, `--user-data-dir=${userData}`, ...(options.args ?? [])],
      env: environment({ ...browser, ...options.env, EASEL_SHELL_PROFILES: profiles }),
      timeout,
    });
    child = app.process();
    const listen = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    const window = await app.firstWindow({ timeout });
    await window.waitForURL((url) => url.protocol !== 'about:' && url.protocol !== 'data:', {
      waitUntil: 'domcontentloaded',
      timeout,
    });
    // Emulates reduced motion by Playwright, because Playwright overrides Chromium's command-line switch for it.
    if (options.moves !== true) await window.emulateMedia({ reducedMotion: 'reduce' });
    const endTrace = await startTraces(app);
    return { app, window, userData, output: () => output, endTrace, close };
  } catch (error) {
    await close();
    throw new Error(`The app did not start. Its output:\n${output}`, { cause: error });
  }
}

/** Returns a function that saves a trace to `file` (unless null) and starts the next one. Needs EASEL_TRACES=1. */
async function startTraces(app: ElectronApplication): Promise<(file: string | null) => Promise<void>> {
  if (process.env['EASEL_TRACES'] !== '1') return () => Promise.resolve();
  const { tracing } = app.context();
  await tracing.start({ screenshots: true });
  return async (file) => {
    await tracing.stopChunk(file === null ? {} : { path: file }).catch(() => undefined);
    await tracing.startChunk().catch(() => undefined);
  };
}

function environment(changes: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const merged = Object.entries({ ...process.env, ...changes });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function settles(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const done = promise.then(() => true).catch(() => true);
  return Promise.race([done, delay(milliseconds, false, { ref: false })]);
}

async function end(
  app: ElectronApplication | undefined,
  child: ChildProcess | undefined,
  temporary: string,
): Promise<void> {
  if (app && child) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    const ended = hasEnded ? Promise.resolve() : once(child, 'exit');
    const closed = app.close();
    if (!(await settles(closed, CLOSE_MS))) {
      // Forces the exit, because the app may refuse to quit, for example with unsaved input.
      const exit = app.evaluate((electron) => electron.app.exit(0));
      await settles(exit, FORCED_CLOSE_MS);
    }
    if (!(await settles(ended, FORCED_CLOSE_MS))) child.kill('SIGKILL');
    await settles(ended, FORCED_CLOSE_MS);
  }
  killLeftovers(temporary);
  await rm(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {});
}

/** On Linux, kills processes that still use this launch's temporary folder, such as the browser of a killed shell. */
function killLeftovers(temporary: string): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(temporary))
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // Skips the process, because it has already ended or belongs to another user.
    }
  }
}
