/**
 * `utilityProcess.fork`: a plain Node child whose `process.parentPort` speaks with the parent.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';

type ForkOptions = {
  readonly env?: NodeJS.ProcessEnv;
  readonly execArgv?: readonly string[];
  readonly cwd?: string;
  readonly stdio?: 'pipe' | 'ignore' | 'inherit' | readonly ('pipe' | 'ignore' | 'inherit')[];
  readonly serviceName?: string;
};

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;

  constructor(file: string, args: readonly string[], options: ForkOptions) {
    super();
    const [, out = 'inherit', err = 'inherit'] = Array.isArray(options.stdio)
      ? (options.stdio as readonly ('pipe' | 'ignore' | 'inherit')[])
      : ['ignore', options.stdio ?? 'inherit', options.stdio ?? 'inherit'];
    this.#child = fork(file, [...args], {
      execArgv: [
        '--require',
        path.join(import.meta.dirname, 'utility-child.ts'),
        ...(options.execArgv ?? []),
      ],
      serialization: 'advanced',
      stdio: ['ignore', out as 'inherit', err as 'inherit', 'ipc'],
      ...(options.env ? { env: options.env } : {}),
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    this.#child.on('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1));
    process.once('exit', () => this.#child.kill('SIGKILL'));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }
  get stdout(): Readable | null {
    return this.#child.stdout;
  }
  get stderr(): Readable | null {
    return this.#child.stderr;
  }
  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send({ data: message });
  }
  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork: (file: string, args: readonly string[] = [], options: ForkOptions = {}): UtilityProcess =>
    new UtilityProcess(file, args, options),
};
