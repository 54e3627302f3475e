/** Entry of the command line: hands the command to an Easel that is open, else is Easel itself until it has ended. */
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { ComposeOptions, Services } from '../services.ts';
import { readEnv, type Env } from '../env.ts';
import { openLogFile } from '../log/log-file.ts';
import { createLog } from '../log/log.ts';
import { routeByEnvironment } from '../service/routes.ts';
import { startFailureOf } from '../wording/start-failures.ts';
import { failure } from '../wording/failure.ts';
import { fail } from '../../preload/contract/failure.ts';
import { EXIT, HELP, readArguments, type Command } from './arguments.ts';
import { runCommand } from './commands.ts';
import { ownTerminal, type Terminal } from './terminal.ts';
import { told, withSession } from './session.ts';
import { runInOpenEasel } from './socket.ts';

/** How long a command waits for another one to leave the folder. */
const MOST_WAIT_MS = 30_000;
const LOOK_MS = 250;

// `npm run easel` bounds the room for what is young: it would grow with the number of boards, and what came from the network
// would wait in it for a larger collection. Main's alone: threads have bounds of their own, which the flag would override.
setFlagsFromString('--max-semi-space-size=0');

const built = path.dirname(import.meta.dirname);

const { version } = JSON.parse(readFileSync(path.join(built, '../../package.json'), 'utf8')) as {
  readonly version: string;
};

/** No command copies anything. */
const NO_CLIPBOARD: ComposeOptions['clipboard'] = {
  write: () => Promise.resolve(fail(failure('refused'))),
  writeSecret: () => Promise.resolve(fail(failure('refused'))),
  read: () => Promise.resolve(''),
  clear: () => Promise.resolve(),
};

const env = readEnv(process, false);
const typed = process.argv.slice(2);
const terminal: Terminal = ownTerminal(process);
/** A call to the keychain has no end. */
let mayHang = false;

async function start(): Promise<number> {
  const command = readArguments(typed);
  if (!command.ok) {
    terminal.say(`${command.error} “easel help” shows what there is.`);
    return EXIT.usage;
  }
  if (command.value === 'help') {
    await terminal.write(HELP);
    return EXIT.done;
  }
  const userData = path.resolve(command.value.options.folder ?? usualFolder(env));
  for (const until = Date.now() + MOST_WAIT_MS; ;) {
    const done =
      (await runInOpenEasel(userData, typed, terminal)) ?? (await runHere(userData, command.value));
    if (done !== 'in-use') return done;
    if (Date.now() > until || terminal.signal.aborted) break;
    await pause(LOOK_MS);
  }
  terminal.say(
    'Another Easel is at work in this folder and takes no commands. Close it, or wait until its command has ended.',
  );
  return EXIT.busy;
}

/** Is Easel until the command has ended. */
async function runHere(userData: string, command: Command): Promise<number | 'in-use'> {
  if (command.flags.has('detach')) {
    terminal.say('--detach needs an Easel that is open.');
    return EXIT.usage;
  }
  const [{ compose }, { readPolicy }] = await Promise.all([
    import('../compose.ts'),
    import('../policy/read-policy.ts'),
  ]);
  const policy = await readPolicy(env);
  let services: Services;
  try {
    // Nobody else may look in: as Electron makes it.
    await mkdir(userData, { recursive: true, mode: 0o700 });
    const log = createLog(openLogFile(path.join(userData, 'logs')));
    services = await compose({ ...around(userData), log, policy });
  } catch (error) {
    if (error instanceof Error && 'kind' in error && error.kind === 'in-use') return 'in-use';
    const { what, why, fix } = startFailureOf(error);
    terminal.say(`${what} ${why} ${fix}`);
    return EXIT.computer;
  }
  try {
    const { attach, policy: rules } = services;
    const host = { attach, allowsUnattended: rules.allowUnattended, staysOpen: false };
    return await withSession(host, terminal, (session) => runCommand(session, command));
  } finally {
    await services.close();
    mayHang = services.isHeldUp();
  }
}

/** What Electron would give: no window, no dialogs, nobody who leaves; proxies as other programs of a terminal find them. */
function around(userData: string): Omit<ComposeOptions, 'log' | 'policy'> {
  const none = (): Promise<null> => Promise.resolve(null);
  return {
    env,
    version,
    userData,
    isBrief: true,
    workerOf: (thread) => pathToFileURL(path.join(built, 'main', `${thread}-worker.js`)),
    rendererFolder: path.join(built, 'renderer'),
    publish: () => undefined,
    clipboard: NO_CLIPBOARD,
    resolveProxy: (address) => Promise.resolve(routeByEnvironment(address, process.env)),
    files: { choose: none, save: none, saveStream: none },
    confirm: () => Promise.resolve(false),
    presence: { idleSeconds: () => 0, onAway: () => undefined, onSleep: () => undefined, ask: null },
  };
}

/** Where Electron keeps an app's data, under the name that it is packaged with. */
function usualFolder({ platform }: Env): string {
  const home = homedir();
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  const folder = {
    darwin: path.join(home, 'Library/Application Support'),
    win32: APPDATA ?? path.join(home, 'AppData/Roaming'),
    linux: XDG_CONFIG_HOME ?? path.join(home, '.config'),
  }[platform];
  return path.join(folder, 'Easel');
}

const code = await start();
const lost = terminal.lost();
leave(lost === null ? code : lost === 'closed' ? EXIT.closed : told(terminal, lost));

/**
 * Ends the process: what main holds open, such as the eight hours of a session key, must not keep the command. Nor must the
 * keychain: an end in order waits for its threads, as long as for a password that is asked for, and another program does not.
 */
function leave(exitCode: number): void {
  if ((mayHang || terminal.signal.aborted) && process.platform !== 'win32')
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${exitCode}`]);
  process.exit(exitCode);
}
