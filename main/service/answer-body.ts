/** The bytes of an answer on their way from undici to whoever reads them: once, in order, no more at a time than asked. */

/** Bytes that may wait to be read before the connection is told to hold back. */
const MOST_WAITING_BYTES = 64 * 1024;
/** Pieces that may come before others have their turn: they may be of one byte each. */
const MOST_OF_TURN = 20_000;
const MANY_OF_TURN = 1000;

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
  #ofTurn = 0;
  #isPaused = false;
  /** Whether all has come, or why no more will. */
  #end: 'whole' | Error | null = null;
  #reader: { readonly resolve: (next: Next) => void; readonly reject: (error: Error) => void } | null = null;

  constructor(controller: Controller) {
    this.#controller = controller;
  }

  push(piece: Uint8Array): void {
    this.#ofTurn += 1;
    if (this.#ofTurn === MANY_OF_TURN) setImmediate(this.#nextTurn);
    if (this.#ofTurn === MOST_OF_TURN) this.#pause();
    if (this.#reader !== null) {
      this.#reader.resolve({ done: false, value: piece });
      this.#reader = null;
      return;
    }
    this.#pieces.push(piece);
    this.#waitingBytes += piece.length;
    if (this.#waitingBytes > MOST_WAITING_BYTES) this.#pause();
  }

  /** Nothing more comes; `error` says that something is missing. */
  end(error?: Error): void {
    this.#end ??= error ?? 'whole';
    if (error === undefined) this.#reader?.resolve(END);
    else this.#reader?.reject(error);
    this.#reader = null;
  }

  next(): Promise<Next> {
    if (this.#pieces.length > 0) {
      // All at once: to wait for each of ten thousand small ones takes longer than to read them.
      const waiting = this.#pieces.splice(0);
      const [first] = waiting;
      this.#waitingBytes = 0;
      if (this.#isPaused) setImmediate(this.#nextTurn);
      const value = first !== undefined && waiting.length === 1 ? first : Buffer.concat(waiting);
      return Promise.resolve({ done: false, value });
    }
    if (this.#end === 'whole') return Promise.resolve(END);
    if (this.#end !== null) return Promise.reject(this.#end);
    const { promise, resolve, reject } = Promise.withResolvers<Next>();
    this.#reader = { resolve, reject };
    return promise;
  }

  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#controller.pause();
  }

  readonly #nextTurn = (): void => {
    this.#ofTurn = 0;
    if (!this.#isPaused || this.#waitingBytes > 0) return;
    this.#isPaused = false;
    if (this.#end === null) this.#controller.resume();
  };

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
