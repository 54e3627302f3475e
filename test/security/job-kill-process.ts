/** A process of job-kill-child.ts. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Order, Saying } from './job-kill-child.ts';

const CHILD = path.join(import.meta.dirname, 'job-kill-child.ts');
/** Compiled once for all of them: they live for a second or two. */
const COMPILED = path.join(tmpdir(), 'easel-compiled');

/** How long one may take to do what it is told. */
export const LONGEST_LIFE_MS = 120_000;

/** A process that is told what to do, and whose word is kept. */
export class Child {
  readonly said: Saying[] = [];
  readonly #process: ChildProcess;
  readonly #gone: Promise<unknown>;
  #errors = '';

  constructor() {
    const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED };
    this.#process = fork(CHILD, [], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#process.stderr?.on('data', (chunk: Buffer) => void (this.#errors += chunk.toString()));
    this.#process.on('message', (saying: Saying) => void this.said.push(saying));
    this.#gone = once(this.#process, 'close');
  }

  tell(order: Order): void {
    this.#process.send(order);
  }

  has(say: Saying['say']): boolean {
    return this.said.some((saying) => saying.say === say);
  }

  /** Throws when it ends before, or takes too long. */
  async hear<S extends Saying['say']>(say: S): Promise<Extract<Saying, { readonly say: S }>> {
    const late = AbortSignal.timeout(LONGEST_LIFE_MS);
    for (;;) {
      const heard = this.said.find(
        (saying): saying is Extract<Saying, { readonly say: S }> => saying.say === say,
      );
      if (heard !== undefined) return heard;
      const next = once(this.#process, 'message', { signal: late });
      await Promise.race([next, this.#gone]);
      next.catch(() => undefined);
      if (this.#process.exitCode !== null) throw new Error(`the process has ended:\n${this.#errors}`);
    }
  }

  async killed(): Promise<void> {
    if (this.#process.exitCode !== null) throw new Error(`the process ended by itself:\n${this.#errors}`);
    this.kill();
    await this.#gone;
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }
}
