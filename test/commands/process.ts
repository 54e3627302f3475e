/** Starts child processes. Ends them and their descendants at a time limit, at Ctrl+C, and when this process exits. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

const onWindows = process.platform === 'win32';

export type ProcessResult = {
  readonly code: number | null;
  /** Text from stdout and stderr in order. Empty if the child process wrote directly to the terminal. */
  readonly output: string;
  readonly seconds: number;
  readonly timedOut: boolean;
};

export type RunOptions = {
  readonly limitMs: number;
  readonly live?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
};

const running = new Set<ChildProcess>();

function endTree(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (onWindows) {
    spawnSync('taskkill', ['/PID', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Ignores the error, because it only means that the process has already exited.
  }
}

/** Folder of Node's compile cache. Without a cache, loading modules took 40 % of the integration tests' time. */
const COMPILED = path.join(ROOT, 'out/compiled');

export function toolEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const bin = path.join(ROOT, 'node_modules/.bin');
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`, ...extra };
}

/** Runs a program in its own process group. If the program can't be started, resolves with code 127 and the reason. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<ProcessResult> {
  const started = performance.now();
  // With `live`, a child uses this process's terminal. Without a terminal, its output is forwarded and also stored.
  const live = options.live === true;
  const terminal = live && process.stdout.isTTY;
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILED, ...toolEnvironment(options.environment) },
    stdio: terminal ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    detached: !onWindows,
  });
  running.add(child);
  let output = '';
  const collect = (piece: string): void => {
    output += piece;
    if (live) process.stdout.write(piece);
  };
  child.stdout?.setEncoding('utf8').on('data', collect);
  child.stderr?.setEncoding('utf8').on('data', collect);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    endTree(child);
  }, options.limitMs);
  // Ends all descendants when the child exits, because a running descendant keeps the output pipe open.
  child.once('exit', () => endTree(child));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(127);
    });
    child.once('close', resolve);
  });
  clearTimeout(timer);
  running.delete(child);
  return { code, output, seconds: (performance.now() - started) / 1000, timedOut };
}

/** Kills every child on Ctrl+C, hang-up or termination, and exits with the signal's usual code. */
export function endChildrenWithUs(): void {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  for (const [signal, code] of Object.entries(codes)) {
    process.once(signal, () => {
      for (const child of running) endTree(child);
      process.exit(code);
    });
  }
}
