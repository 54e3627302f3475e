/** `npm start`: builds the app and shows it in Electron. Without a display it runs `npm run tour` instead. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { findDriver, hasDisplay, withDisplay } from '../support/system.ts';
import { ROOT, run, toolEnvironment } from './process.ts';
import { ensureElectron, ensureSystem } from './setup.ts';

const DRIVER_NAMES = {
  electron: 'Electron',
  'chromium-shell': 'the Chromium shell (no Electron binary here)',
};

const appArguments = process.argv.slice(2);

async function runInFront(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const child: ChildProcess = spawn(command, args, { cwd: ROOT, env: environment, stdio: 'inherit' });
  // The first Ctrl+C also reaches the child process, so that it can close. A second Ctrl+C kills it.
  let interrupts = 0;
  process.on('SIGINT', () => {
    interrupts += 1;
    if (interrupts > 1) child.kill('SIGKILL');
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

await ensureSystem();
await ensureElectron();

const built = await run(process.execPath, [path.join(ROOT, 'test/commands/build.ts')], {
  limitMs: 2 * 60_000,
});
const driver = findDriver();
if (built.code !== 0) {
  console.error(built.output.trimEnd());
  process.exitCode = 1;
} else if (!driver) {
  console.error('Nothing here can show the app: it needs Electron or a Chromium (see the lines above).');
  process.exitCode = 1;
} else {
  console.log(`Easel runs on ${DRIVER_NAMES[driver.kind]}`);
  const environment = toolEnvironment(driver.environment);
  if (driver.kind === 'electron' && hasDisplay()) {
    process.exitCode = await runInFront(driver.executable, [ROOT, ...appArguments], environment);
  } else {
    const tour = path.join(ROOT, 'test/commands/tour.ts');
    const [program, ...args] = withDisplay(driver, [process.execPath, tour, ...appArguments]);
    process.exitCode = await runInFront(program, args, environment);
    if (process.exitCode === 0)
      console.log(`No window can be shown here: the pictures of the tour are in ${path.join('out', 'tour')}`);
  }
}
