/** One request on its way: knows whether it began to be sent, hands over the answer's head, then its body. */
import { AnswerBody, type Controller } from './answer-body.ts';
import { networkError, readNetworkError } from './network-faults.ts';
import type { TransportResult } from './transport.ts';
import type { StopSignal } from './watch.ts';

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Implements undici's `Dispatcher.DispatchHandler`. */
export class Exchange {
  readonly result: Promise<TransportResult>;
  readonly #signal: StopSignal;
  readonly #proxy: string;
  readonly #mayBegin: () => boolean;
  readonly #resolve: (result: TransportResult) => void;
  #controller: Controller | null = null;
  #body: AnswerBody | null = null;

  /** `proxy` is the `host:port` of the proxy on the way; empty for none. */
  constructor(signal: StopSignal, proxy: string, mayBegin: () => boolean = () => true) {
    const { promise, resolve } = Promise.withResolvers<TransportResult>();
    this.result = promise;
    this.#resolve = resolve;
    this.#signal = signal;
    this.#proxy = proxy;
    this.#mayBegin = mayBegin;
    signal.addEventListener('abort', this.#abort, { once: true });
    if (signal.aborted) this.#abort();
  }

  /** The connection stands and the request is written next: from here on it may have arrived. */
  onRequestStart(controller: Controller): void {
    if (this.#signal.aborted || !this.#mayBegin()) controller.abort(new Aborted());
    else this.#controller = controller;
  }

  onResponseStart(controller: Controller, status: number, headers: RawHeaders): void {
    // Interim answers (1xx) come before the one that counts.
    if (status < 200) return;
    this.#body = new AnswerBody(controller);
    this.#resolve({ ok: true, answer: { status, headers: joined(headers), body: this.#body } });
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#body?.push(chunk);
  }

  onResponseEnd(): void {
    this.#settle();
    this.#body?.end();
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#settle();
    if (this.#body === null) {
      const found = readNetworkError(error, this.#controller !== null);
      this.#resolve({ ok: false, error: { ...found, proxy: this.#proxy } });
    } else this.#body.end(error);
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
  const whole: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) whole[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return whole;
}
