import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Timed {
  readonly ms: number;
  readonly output: string;
  /** Peak resident memory of the process in MB; null on systems other than Linux. */
  readonly peakMb: number | null;
}

export interface Program {
  readonly file: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const LIMIT_MS = 300_000;
const WATCH_MS = 50;

export async function timed(program: Program): Promise<Timed> {
  const { file, command, args = [], folder, environment } = program;
  const begun = performance.now();
  const child = spawn(command ?? process.execPath, [file, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  });
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (complaint += piece));
  let peakMb: number | null = null;
  const watching = setInterval(() => (peakMb = peakOf(child.pid) ?? peakMb), WATCH_MS);
  const [code, ms] = await new Promise<readonly [number | null, number]>((resolve, reject) => {
    let ended = 0;
    child.once('error', reject);
    child.once('exit', () => (ended = performance.now()));
    child.once('close', (exitCode) => resolve([exitCode, ended - begun]));
  });
  clearInterval(watching);
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${complaint}${output.slice(-2000)}`);
  return { ms, output, peakMb };
}

function peakOf(pid: number | undefined): number | null {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

export function numbersIn({ output }: Timed): Readonly<Record<string, number>> {
  return JSON.parse(output) as Readonly<Record<string, number>>;
}
