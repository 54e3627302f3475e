/** Runs a program to its end and says how long the whole process took. */
import { spawn } from 'node:child_process';

export interface Timed {
  /** From its start to its end, start-up included. */
  readonly ms: number;
  readonly output: string;
}

export interface Program {
  readonly file: string;
  readonly args?: readonly string[];
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const LIMIT_MS = 300_000;

/** Runs it with our own Node; rejects, with what it printed, when it does not end with success. */
export async function timed({ file, args = [], folder, environment }: Program): Promise<Timed> {
  const begun = performance.now();
  const child = spawn(process.execPath, [file, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  });
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (complaint += piece));
  const [code, ms] = await new Promise<readonly [number | null, number]>((resolve, reject) => {
    let ended = 0;
    child.once('error', reject);
    child.once('exit', () => (ended = performance.now()));
    child.once('close', (exitCode) => resolve([exitCode, ended - begun]));
  });
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${complaint}${output.slice(-2000)}`);
  return { ms, output };
}

/** The numbers that a program of ours printed as JSON. */
export function numbersIn({ output }: Timed): Readonly<Record<string, number>> {
  return JSON.parse(output) as Readonly<Record<string, number>>;
}
