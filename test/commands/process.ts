/** Child processes that end with us: at their time limit, at Ctrl+C, with all that they started. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import path from 'node:path';

/** The root of the checkout; every command runs there. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

const onWindows = process.platform === 'win32';

export type ProcessResult = {
  /** 0 is success; null when it was ended from outside. */
  readonly code: number | null;
  /** What it printed, both streams in order; empty when it printed straight to a terminal. */
  readonly output: string;
  readonly seconds: number;
  readonly timedOut: boolean;
};

export type RunOptions = {
  readonly limitMs: number;
  /** Whether what it prints is seen at once. */
  readonly live?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
};

const running = new Set<ChildProcess>();

/** Ends a child and all that it started: its process group, or its tree on Windows. */
function endTree(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (onWindows) {
    spawnSync('taskkill', ['/PID', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

/**
 * Where Node keeps code that it has compiled, and TypeScript without its types: every start of main, with its threads,
 * loads the same modules, which was two fifths of what integration costs, and most of a short process.
 */
const COMPILED = path.join(ROOT, 'out/compiled');

/** The environment for tools: ours, with the project's own tools and its Node first in PATH. */
export function toolEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const bin = path.join(ROOT, 'node_modules/.bin');
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`, ...extra };
}

/**
 * Runs a program to its end, in its own process group, from the root of the checkout.
 * A program that can't be started ends with code 127 and the reason as its output.
 */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<ProcessResult> {
  const started = performance.now();
  // A terminal is handed on as it is; into a log we pass on what is printed, and know it too.
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
  // What it left running ends with it; a leftover that held its output would keep us waiting.
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

/** On Ctrl+C, hang-up or termination: ends every child, then this process with the usual code. */
export function endChildrenWithUs(): void {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  for (const [signal, code] of Object.entries(codes)) {
    process.once(signal, () => {
      for (const child of running) endTree(child);
      process.exit(code);
    });
  }
}
