/** Private gnome-keyring with its own D-Bus and folders. With its environment, keytar uses only this keyring. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { hasLibrary, hasProgram } from './system.ts';
import { waitUntil } from './wait.ts';

const run = promisify(execFile);

/** State of the keyring at the start of a test. `no-service`: D-Bus without a keyring. `no-bus`: no D-Bus. */
export type KeyringState = 'unlocked' | 'locked' | 'no-service' | 'no-bus';

export type Keyring = Awaited<ReturnType<typeof startKeyring>>;

/** Password of the keyring. It is not empty, because gnome-keyring creates no keyring without a password. */
const PASSWORD = '\n';
const COLLECTION = '/org/freedesktop/secrets/collection/login';
const START_LIMIT_MS = 60_000;
const UNLOCK = 1;

/** Configures a D-Bus that starts no services on demand, so that no password prompt appears. */
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

export function keyringAvailable(): boolean {
  return (
    process.platform === 'linux' &&
    hasLibrary('libsecret-1.so.0') &&
    ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon', 'setpriv'].every(hasProgram)
  );
}

export async function startKeyring(options: { readonly state: KeyringState }) {
  // Uses a short folder name, because the path of a Unix socket may have at most 107 characters.
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-keyring-'));
  const socket = path.join(folder, 'bus');
  /** Environment variables for child processes. HOME and all XDG folders are temporary. */
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
  /** Starts a new keyring service, which is unlocked. Clients of the earlier service must restart. */
  const unlock = async (): Promise<void> => {
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
    /** Unlocks the running keyring service, as the user's sign-in does. */
    unlockInPlace: () => signIn(path.join(environment.XDG_RUNTIME_DIR, 'keyring/control')),
    freeze: (): void => void service?.kill('SIGSTOP'),
    thaw: (): void => void service?.kill('SIGCONT'),
    stop,
  };
}

/** Starts D-Bus with `setpriv`, so that D-Bus and the keyring service end with this process. */
async function startBus(folder: string, socket: string): Promise<ChildProcess> {
  const file = path.join(folder, 'bus.conf');
  writeFileSync(file, busConfiguration(socket));
  const bus = spawn(
    'setpriv',
    ['--pdeathsig', 'TERM', 'dbus-daemon', `--config-file=${file}`, '--print-address'],
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

/** Signs in as the PAM module of gnome-keyring does (pam/gkr-pam-client.c). */
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

function unlocked(env: NodeJS.ProcessEnv): Promise<void> {
  const property = ['string:org.freedesktop.Secret.Collection', 'string:Locked'];
  const isOpen = async (): Promise<boolean> => {
    const answer = await send(env, COLLECTION, 'org.freedesktop.DBus.Properties.Get', ...property).catch(
      String,
    );
    return answer.includes('boolean false');
  };
  return waitUntil('gnome-keyring is open', isOpen, START_LIMIT_MS);
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
