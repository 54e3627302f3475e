/** The bytes of an answer on their way from undici to whoever reads them: once, in order, no more at a time than asked. */

/** Bytes that may wait to be read before the connection is told to hold back. */
const MOST_WAITING_BYTES = 64 * 1024;

/** What undici's controller of one request can do. */
export interface Controller {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

type Next = IteratorResult<Uint8Array, undefined>;

const END: Next = { done: true, value: undefined };

/** A plain queue: a stream of Node's costs several times as much, which counts where answers are small. */
export class AnswerBody implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #controller: Controller;
  readonly #pieces: Uint8Array[] = [];
  #waitingBytes = 0;
  #isPaused = false;
  /** Whether all has come, or why no more will. */
  #end: 'whole' | Error | null = null;
  #reader: { readonly resolve: (next: Next) => void; readonly reject: (error: Error) => void } | null = null;

  constructor(controller: Controller) {
    this.#controller = controller;
  }

  push(piece: Uint8Array): void {
    if (this.#reader !== null) {
      this.#reader.resolve({ done: false, value: piece });
      this.#reader = null;
      return;
    }
    this.#pieces.push(piece);
    this.#waitingBytes += piece.length;
    if (this.#waitingBytes > MOST_WAITING_BYTES && !this.#isPaused) {
      this.#isPaused = true;
      this.#controller.pause();
    }
  }

  /** Nothing more comes; `error` says that something is missing. */
  end(error?: Error): void {
    this.#end ??= error ?? 'whole';
    if (error === undefined) this.#reader?.resolve(END);
    else this.#reader?.reject(error);
    this.#reader = null;
  }

  next(): Promise<Next> {
    const piece = this.#pieces.shift();
    if (piece !== undefined) {
      this.#waitingBytes -= piece.length;
      if (this.#isPaused && this.#waitingBytes === 0) {
        this.#isPaused = false;
        this.#controller.resume();
      }
      return Promise.resolve({ done: false, value: piece });
    }
    if (this.#end === 'whole') return Promise.resolve(END);
    if (this.#end !== null) return Promise.reject(this.#end);
    const { promise, resolve, reject } = Promise.withResolvers<Next>();
    this.#reader = { resolve, reject };
    return promise;
  }

  /** Whoever leaves before the end ends the connection. */
  return(): Promise<Next> {
    if (this.#end === null) {
      this.#end = 'whole';
      this.#controller.abort(new Left());
    }
    this.#pieces.length = 0;
    return Promise.resolve(END);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

class Left extends Error {
  readonly code = 'UND_ERR_ABORTED';

  constructor() {
    super('the rest of the answer is not wanted');
  }
}
