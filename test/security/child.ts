/** A child process of a check, which exchanges messages until it is killed. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Longest wait for a message, ms. */
const LONGEST_MS = 120_000;

export class Child<Said> {
  readonly said: Said[] = [];
  readonly #process: ChildProcess;
  readonly #gone: Promise<unknown>;
  #errors = '';

  /** Starts `script` of this folder, with `environment` added to ours. */
  constructor(script: string, args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
    const env = { ...process.env, ...environment };
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const;
    this.#process = fork(path.join(import.meta.dirname, script), args, { env, stdio: [...stdio] });
    this.#process.stderr?.on('data', (chunk: Buffer) => void (this.#errors += chunk.toString()));
    this.#process.on('message', (said: Said) => void this.said.push(said));
    this.#gone = once(this.#process, 'close');
  }

  /** Its output to stderr. */
  get errors(): string {
    return this.#errors;
  }

  tell(order: object): void {
    this.#process.send(order);
  }

  /** Returns the first message that fits. Throws if the process ends before, or takes too long. */
  async hear<S extends Said>(fits: (said: Said) => said is S): Promise<S> {
    const late = AbortSignal.timeout(LONGEST_MS);
    for (;;) {
      const heard = this.said.find(fits);
      if (heard !== undefined) return heard;
      const next = once(this.#process, 'message', { signal: late });
      await Promise.race([next, this.#gone]);
      next.catch(() => undefined);
      if (this.#hasEnded) throw new Error(`the process has ended:\n${this.#errors}`);
    }
  }

  /** Kills it. Throws if it has already exited. */
  async kill(): Promise<void> {
    if (this.#hasEnded) throw new Error(`the process ended by itself:\n${this.#errors}`);
    this.end();
    await this.#gone;
  }

  /** Kills it if it still runs. */
  end(): void {
    this.#process.kill('SIGKILL');
  }

  /** Resolves after its exit, once all messages are read. */
  async ended(): Promise<string> {
    await this.#gone;
    return this.#process.signalCode ?? `code ${this.#process.exitCode ?? 'none'}`;
  }

  get #hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }
}

/** Accepts every message. */
export const anything = <Said>(_said: Said): _said is Said => true;
