/** Starts the app in Electron's order: parses arguments, starts Chromium, loads `-r` files, then the app. */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { app } from './app.ts';
import { readAppPackage, splitArguments } from './arguments.ts';
import { allWindows } from './browser-window.ts';
import { setBrowser, startChromium, type Browser } from './chromium.ts';
import { watchTargets } from './targets.ts';
import { setUserAgent } from './user-agent.ts';

const CLOSING_MS = 3000;

let chromium: Browser | undefined;
let exiting = false;

/** Waits a few seconds until Chromium exits. Afterwards, the 'exit' listener kills the processes that still run. */
async function exit(code: number): Promise<void> {
  exiting = true;
  if (chromium && chromium.process.exitCode === null) {
    const ended = once(chromium.process, 'exit');
    chromium.connection.root.tell('Browser.close');
    await Promise.race([ended, delay(CLOSING_MS)]);
  }
  process.exit(code);
}

function fail(error: unknown): never {
  process.stderr.write(`Chromium shell: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  chromium = startChromium(app.commandLine.switches, () => {
    if (!exiting) fail('Chromium ended.');
  });
  setBrowser(chromium);
  const { userAgent, product } = await chromium.connection.root.send('Browser.getVersion');
  setUserAgent(userAgent);
  Object.defineProperty(process.versions, 'chrome', {
    value: product.split('/')[1] ?? '',
    enumerable: true,
    configurable: true,
  });
  await watchTargets();
  app.announceReady();
}

// Prints a warning for an unhandled rejection, as Electron does. By default, Node would exit.
process.on('unhandledRejection', (reason) => {
  process.stderr.write(
    `(electron) UnhandledPromiseRejectionWarning: ${reason instanceof Error ? reason.stack : String(reason)}\n`,
  );
});
process.on('exit', () => chromium?.end());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());

const executable = process.env['EASEL_SHELL_EXECUTABLE'] ?? process.execPath;
delete process.env['EASEL_SHELL_EXECUTABLE'];
const given = splitArguments(executable, process.argv.slice(2), process.cwd());
if (given.app === undefined) fail('No app given: electron <folder>');
const description = readAppPackage(given.app);
process.argv = [...given.argv];
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true, configurable: true });
app.describe(description, given.switches);
app.connect({ windows: allWindows, exit: (code) => void exit(code) });

// Starts Chromium later, because Playwright's loader adds switches after this file has loaded. Does not await the app's
// main module, because that module may await app.whenReady().
setImmediate(() => void start().catch(fail));
const require = createRequire(import.meta.url);
for (const file of given.requires) require(file);
import(pathToFileURL(require.resolve(description.main)).href).catch((error: unknown) => {
  process.stderr.write(
    `App threw an error during load\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
