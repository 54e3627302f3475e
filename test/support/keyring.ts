/**
 * A real gnome-keyring of our own: its own D-Bus, its own folders, nothing of the machine's session.
 * keytar in a process with this environment talks to it and to nothing else.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasLibrary, hasProgram } from './system.ts';

const run = promisify(execFile);

/**
 * `unlocked` and `locked`: a keyring that is there. `no-service`: a bus, and nobody on it who keeps secrets.
 * `no-bus`: not even a bus, as on a server.
 */
export type KeyringState = 'unlocked' | 'locked' | 'no-service' | 'no-bus';

export type Keyring = {
  /** For a child: `{ ...process.env, ...keyring.environment }`. HOME and all XDG folders are temporary. */
  readonly environment: Readonly<Record<string, string>>;
  /** Locks it, as a screen lock may do; keys stay in it. */
  readonly lock: () => Promise<void>;
  /** Unlocks it again, keys and all, by a new service: who spoke to the one before must start again. */
  readonly unlock: () => Promise<void>;
  /** Unlocks the service that runs, as signing in does: who speaks to it goes on. */
  readonly unlockInPlace: () => Promise<void>;
  /** Stops the service in mid-air: calls to it never end. Undo with `thaw`. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Ends everything and deletes the folders. Safe to call twice. */
  readonly stop: () => Promise<void>;
};

/** gnome-keyring takes the newline for the password; without it, it creates no keyring. */
const PASSWORD = '\n';
const COLLECTION = '/org/freedesktop/secrets/collection/login';
/** Ends what hangs; a machine may be busy. */
const START_LIMIT_MS = 60_000;
const UNLOCK = 1;

/** A bus without service files: nobody is started on demand, so no-service stays so and no prompt appears. */
const busConfiguration = (socket: string): string => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

/** Whether this machine has all parts of a real keyring; where not, tests of it are skipped by name. */
export function keyringAvailable(): boolean {
  return (
    process.platform === 'linux' &&
    hasLibrary('libsecret-1.so.0') &&
    ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon', 'setpriv'].every(hasProgram)
  );
}

/** Starts a keyring in the given state; rejects when it is not there within ten seconds. */
export async function startKeyring(options: { readonly state: KeyringState }): Promise<Keyring> {
  // A short path: a socket's address holds 107 characters at most.
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-keyring-'));
  const socket = path.join(folder, 'bus');
  const environment = {
    HOME: folder,
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    XDG_DATA_HOME: path.join(folder, 'data'),
    XDG_RUNTIME_DIR: path.join(folder, 'run'),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}`,
  };
  for (const name of ['cache', 'config', 'data', 'run']) mkdirSync(path.join(folder, name), { mode: 0o700 });

  let bus: ChildProcess | undefined;
  let service: ChildProcess | undefined;
  const env = { ...process.env, ...environment };

  const stop = async (): Promise<void> => {
    await end(service);
    await end(bus);
    rmSync(folder, { recursive: true, force: true });
  };
  const lock = async (): Promise<void> => {
    const method = 'org.freedesktop.Secret.Service.Lock';
    await send(env, '/org/freedesktop/secrets', method, `array:objpath:${COLLECTION}`);
  };
  const unlock = async (): Promise<void> => {
    // A running service takes a password only through a prompt, so a new one takes over.
    await end(service);
    service = await startService(env, environment.XDG_RUNTIME_DIR);
  };

  try {
    if (options.state !== 'no-bus') bus = await startBus(folder, socket);
    if (options.state === 'unlocked' || options.state === 'locked') await unlock();
    if (options.state === 'locked') await lock();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    environment,
    lock,
    unlock,
    unlockInPlace: () => signIn(path.join(environment.XDG_RUNTIME_DIR, 'keyring/control')),
    freeze: () => service?.kill('SIGSTOP'),
    thaw: () => service?.kill('SIGCONT'),
    stop,
  };
}

/** Starts the bus; setpriv ends it with us even when we are killed, and the service ends with the bus. */
async function startBus(folder: string, socket: string): Promise<ChildProcess> {
  const file = path.join(folder, 'bus.conf');
  writeFileSync(file, busConfiguration(socket));
  const bus = spawn(
    'setpriv',
    [
      '--pdeathsig',
      'TERM',
      'dbus-daemon',
      `--config-file=${file}`,
      '--nofork',
      '--nopidfile',
      '--print-address',
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const lines = createInterface({ input: bus.stdout });
  const address = once(lines, 'line', { signal: AbortSignal.timeout(START_LIMIT_MS) });
  return await started(bus, 'dbus-daemon', address);
}

async function startService(env: NodeJS.ProcessEnv, runtimeFolder: string): Promise<ChildProcess> {
  const service = spawn(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets', `--control-directory=${runtimeFolder}/keyring`],
    { env, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  service.stdin.end(PASSWORD);
  return await started(service, 'gnome-keyring-daemon', unlocked(env));
}

/**
 * Tells the service the password by its control socket, as the sign-in of the system does (gnome-keyring,
 * pam/gkr-pam-client.c): a zero byte, then length, operation and password; the first length counts all numbers and the password.
 */
async function signIn(socket: string): Promise<void> {
  const numbers = Buffer.alloc(12);
  numbers.writeUInt32BE(numbers.length + PASSWORD.length, 0);
  numbers.writeUInt32BE(UNLOCK, 4);
  numbers.writeUInt32BE(PASSWORD.length, 8);
  const control = connect(socket);
  try {
    await once(control, 'connect');
    control.write(Buffer.concat([Buffer.alloc(1), numbers, Buffer.from(PASSWORD)]));
    const [answer] = (await once(control, 'data')) as [Buffer];
    if (answer.readUInt32BE(4) !== 0) throw new Error('gnome-keyring does not take the password');
  } finally {
    control.destroy();
  }
}

/** Resolves once the service is on the bus with its keyring open. Nobody announces that, so it is asked for. */
async function unlocked(env: NodeJS.ProcessEnv): Promise<void> {
  const until = Date.now() + START_LIMIT_MS;
  for (;;) {
    const answer = await send(
      env,
      COLLECTION,
      'org.freedesktop.DBus.Properties.Get',
      'string:org.freedesktop.Secret.Collection',
      'string:Locked',
    ).catch(String);
    if (answer.includes('boolean false')) return;
    if (Date.now() > until) throw new Error(`gnome-keyring did not open in time: ${answer}`);
    await delay(20);
  }
}

async function send(
  env: NodeJS.ProcessEnv,
  object: string,
  method: string,
  ...args: string[]
): Promise<string> {
  const to = ['--session', '--print-reply', '--reply-timeout=20000', '--dest=org.freedesktop.secrets'];
  const { stdout } = await run('dbus-send', [...to, object, method, ...args], { env });
  return stdout;
}

/** The child once `ready` resolves; when that fails, or the child can't start or ends first, it is gone. */
async function started<C extends ChildProcess>(child: C, name: string, ready: Promise<unknown>): Promise<C> {
  const broken = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended at once (${code ?? 'by a signal'})`)));
  });
  try {
    await Promise.race([ready, broken]);
    return child;
  } catch (error) {
    await end(child);
    throw error;
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
