/** Child process of a security check. It exchanges messages with the check until the check kills it. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const LONGEST_MS = 120_000;

export class Child<Message> {
  readonly messages: Message[] = [];
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  #errors = '';

  /** Starts a script of this folder, with `environment` added to the environment of this process. */
  constructor(script: string, args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
    const env = { ...process.env, ...environment };
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const;
    this.#process = fork(path.join(import.meta.dirname, script), args, { env, stdio: [...stdio] });
    this.#process.stderr?.on('data', (chunk: Buffer) => void (this.#errors += chunk.toString()));
    this.#process.on('message', (message: Message) => void this.messages.push(message));
    this.#exited = once(this.#process, 'close');
  }

  get errors(): string {
    return this.#errors;
  }

  send(order: object): void {
    this.#process.send(order);
  }

  /** Returns the first message that `fits` accepts. Throws if the process ends first or a time limit expires. */
  async receive<S extends Message>(fits: (message: Message) => message is S): Promise<S> {
    const late = AbortSignal.timeout(LONGEST_MS);
    for (;;) {
      const found = this.messages.find(fits);
      if (found !== undefined) return found;
      const next = once(this.#process, 'message', { signal: late });
      await Promise.race([next, this.#exited]);
      next.catch(() => undefined);
      if (this.#hasEnded) throw new Error(`the process has ended:\n${this.#errors}`);
    }
  }

  async kill(): Promise<void> {
    if (this.#hasEnded) throw new Error(`the process ended by itself:\n${this.#errors}`);
    this.end();
    await this.#exited;
  }

  end(): void {
    this.#process.kill('SIGKILL');
  }

  async ended(): Promise<string> {
    await this.#exited;
    return this.#process.signalCode ?? `code ${this.#process.exitCode ?? 'none'}`;
  }

  get #hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }
}

export const anyMessage = <Message>(_message: Message): _message is Message => true;
