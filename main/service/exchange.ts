/** One request on its way: knows whether it began to be sent, hands over the answer's head, then its body. */
import { Readable } from 'node:stream';
import { networkError, readNetworkError } from './network-faults.ts';
import type { TransportResult } from './transport.ts';

/** What undici's controller of one request can do. */
interface Controller {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Implements undici's `Dispatcher.DispatchHandler`. */
export class Exchange {
  readonly result: Promise<TransportResult>;
  readonly #signal: AbortSignal;
  readonly #proxy: string;
  readonly #resolve: (result: TransportResult) => void;
  #controller: Controller | null = null;
  #body: Readable | null = null;

  /** `proxy` is the `host:port` of the proxy on the way; empty for none. */
  constructor(signal: AbortSignal, proxy: string) {
    const { promise, resolve } = Promise.withResolvers<TransportResult>();
    this.result = promise;
    this.#resolve = resolve;
    this.#signal = signal;
    this.#proxy = proxy;
    signal.addEventListener('abort', this.#abort, { once: true });
    if (signal.aborted) this.#abort();
  }

  /** The connection stands and the request is written next: from here on it may have arrived. */
  onRequestStart(controller: Controller): void {
    if (this.#signal.aborted) controller.abort(new Aborted());
    else this.#controller = controller;
  }

  onResponseStart(controller: Controller, status: number, headers: RawHeaders): void {
    // Interim answers (1xx) come before the one that counts.
    if (status < 200) return;
    const body = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        if (!body.readableEnded) controller.abort(error ?? new Aborted());
        done(error);
      },
    });
    // A body that nobody reads must not end the process with its error.
    body.on('error', () => undefined);
    this.#body = body;
    this.#resolve({ ok: true, answer: { status, headers: joined(headers), body } });
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#settle();
    this.#body?.push(null);
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#settle();
    if (this.#body === null) {
      const found = readNetworkError(error, this.#controller !== null);
      this.#resolve({ ok: false, error: { ...found, proxy: this.#proxy } });
    } else this.#body.destroy(error);
  }

  readonly #abort = (): void => {
    if (this.#controller !== null) this.#controller.abort(new Aborted());
    // Still connecting: nothing was sent, and onRequestStart sees to it that nothing will be.
    else this.#resolve({ ok: false, error: networkError('aborted', 'UND_ERR_ABORTED') });
  };

  #settle(): void {
    this.#signal.removeEventListener('abort', this.#abort);
  }
}

class Aborted extends Error {
  readonly code = 'UND_ERR_ABORTED';

  constructor() {
    super('aborted');
  }
}

function joined(headers: RawHeaders): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).filter((entry) => entry[1] !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]));
}
