/** Client of the Chrome DevTools Protocol. All sessions share the pipe to Chromium. */
import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Protocol } from '../../node_modules/playwright-core/types/protocol.d.ts';

export type { Protocol };
type Methods = Protocol.CommandParameters;
type Returns = Protocol.CommandReturnValues;
type Events = Protocol.Events;

type Message = {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
};

/** Error of a DevTools command: Chromium refused it, or the session or browser ended before the reply. */
export class CdpError extends Error {
  override readonly name = 'CdpError';
}

export class CdpSession {
  readonly id: string | undefined;
  readonly #connection: CdpConnection;
  readonly #events = new EventEmitter().setMaxListeners(0);
  #closed = false;

  constructor(connection: CdpConnection, id: string | undefined) {
    this.#connection = connection;
    this.id = id;
  }

  send<M extends keyof Methods & keyof Returns>(method: M, params?: Methods[M]): Promise<Returns[M]> {
    if (this.#closed) return Promise.reject(new CdpError(`${method}: the session is closed`));
    return this.#connection.send(method, params, this.id) as Promise<Returns[M]>;
  }

  /** Sends a DevTools command without waiting. Ignores its result and errors, because the target may be closing. */
  tell<M extends keyof Methods & keyof Returns>(method: M, params?: Methods[M]): void {
    this.send(method, params).catch(() => {});
  }

  on<E extends keyof Events>(event: E, listener: (params: Events[E]) => void): void {
    this.#events.on(event, listener);
  }

  child(id: string): CdpSession {
    return this.#connection.session(id);
  }

  deliver(method: string, params: unknown): void {
    this.#events.emit(method, params);
  }

  markClosed(): void {
    this.#closed = true;
  }
}

type Waiting = {
  readonly method: string;
  readonly sessionId: string | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
};

export class CdpConnection {
  readonly root: CdpSession = new CdpSession(this, undefined);
  readonly #output: Writable;
  readonly #sessions = new Map<string, CdpSession>();
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #pending: Buffer[] = [];

  /** Chromium reads the pipe `output` as file descriptor 3 and writes to the pipe `input` as file descriptor 4. */
  constructor(output: Writable, input: Readable) {
    this.#output = output;
    output.on('error', () => this.close());
    input.on('data', (chunk: Buffer) => this.#read(chunk));
    input.on('close', () => this.close());
  }

  send(method: string, params: unknown, sessionId: string | undefined): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, sessionId, resolve, reject });
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  session(id: string): CdpSession {
    const known = this.#sessions.get(id);
    if (known) return known;
    const session = new CdpSession(this, id);
    this.#sessions.set(id, session);
    return session;
  }

  close(): void {
    this.root.markClosed();
    for (const id of this.#sessions.keys()) this.#forget(id);
    for (const waiting of this.#waiting.values()) {
      waiting.reject(new CdpError(`${waiting.method}: the browser is gone`));
    }
    this.#waiting.clear();
  }

  // Each DevTools message ends with a NUL. Decodes whole messages only, because a chunk may end within a character.
  #read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#pending.push(chunk.subarray(start, end));
      const text = Buffer.concat(this.#pending).toString('utf8');
      this.#pending = [];
      start = end + 1;
      this.#dispatch(JSON.parse(text) as Message);
    }
    if (start < chunk.length) this.#pending.push(chunk.subarray(start));
  }

  #dispatch(message: Message): void {
    if (message.id !== undefined) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) waiting?.reject(new CdpError(`${waiting.method}: ${message.error.message}`));
      else waiting?.resolve(message.result);
      return;
    }
    if (message.method === undefined) return;
    const session = message.sessionId === undefined ? this.root : this.session(message.sessionId);
    session.deliver(message.method, message.params);
    if (message.method === 'Target.detachedFromTarget') {
      this.#forget((message.params as Protocol.Target.detachedFromTargetPayload).sessionId);
    }
  }

  #forget(id: string): void {
    this.#sessions.get(id)?.markClosed();
    this.#sessions.delete(id);
    for (const [key, waiting] of this.#waiting) {
      if (waiting.sessionId !== id) continue;
      this.#waiting.delete(key);
      waiting.reject(new CdpError(`${waiting.method}: the target is gone`));
    }
  }
}
