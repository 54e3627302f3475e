/** The one way out: sends a request through undici and says what became of it, without judging the answer. */
import { Readable } from 'node:stream';
import tls from 'node:tls';
import { Agent, type Dispatcher } from 'undici';
import { readNetworkError, type TransportError } from './network-faults.ts';

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The head of an answer. */
export interface TransportAnswer {
  readonly status: number;
  /** Names in lower case; repeated ones joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes as sent, perhaps compressed. Read it to its end or leave the loop: both free the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

export type TransportResult =
  | { readonly ok: true; readonly answer: TransportAnswer }
  | { readonly ok: false; readonly error: TransportError };

export interface Transport {
  /**
   * Sends once, never again, and follows no redirect. Reads may share a connection; each write has a fresh one,
   * so that no write ends on a connection that the other side has just closed. Never rejects.
   */
  request(request: TransportRequest, signal: AbortSignal): Promise<TransportResult>;
  /** Cuts off what is under way. */
  close(): Promise<void>;
}

export interface TransportOptions {
  /** PEM texts of further certificate authorities to trust. */
  readonly extraCa?: readonly string[];
}

/** How long a connection may take, name lookup and TLS included, in ms. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** Connections to one host that reads may open. */
const MOST_READ_CONNECTIONS = 32;
const KEEP_ALIVE_MS = 10_000;
/** Headers of one answer, in bytes. */
const LARGEST_HEADERS = 64 * 1024;

/** Makes the transport. TLS 1.2 or later; trusted are Node's, the system's and the given authorities. */
export function createTransport({ extraCa = [] }: TransportOptions = {}): Transport {
  let agents: { readonly reads: Agent; readonly writes: Agent } | null = null;

  // Reading the system's certificates takes a while, so nothing is made before the first request.
  function agentFor(method: TransportRequest['method']): Agent {
    if (agents === null) {
      const options = agentOptions(extraCa);
      agents = {
        reads: new Agent({ ...options, connections: MOST_READ_CONNECTIONS, keepAliveTimeout: KEEP_ALIVE_MS }),
        writes: new Agent({ ...options, pipelining: 0 }),
      };
    }
    return method === 'GET' ? agents.reads : agents.writes;
  }

  return {
    request: ({ method, url, headers, body }, signal) => {
      const exchange = new Exchange(signal);
      if (!signal.aborted) {
        const path = url.pathname + url.search;
        agentFor(method).dispatch({ origin: url.origin, path, method, headers, body }, exchange);
      }
      return exchange.result;
    },
    close: async () => {
      await Promise.all([agents?.reads.destroy(), agents?.writes.destroy()]);
    },
  };
}

/** Deadlines after the connection are kept in http.ts, where they end with a reason. */
function agentOptions(extraCa: readonly string[]): Agent.Options {
  const ca = [
    ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system'), ...extraCa]),
  ];
  const secureContext = tls.createSecureContext({ ca, minVersion: 'TLSv1.2' });
  return {
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: LARGEST_HEADERS,
    connect: { secureContext, timeout: CONNECT_TIMEOUT_MS },
  };
}

/** One request on its way: knows whether it began to be sent, hands over the answer's head, then its body. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<TransportResult>;
  readonly #signal: AbortSignal;
  readonly #resolve: (result: TransportResult) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #body: Readable | null = null;

  constructor(signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<TransportResult>();
    this.result = promise;
    this.#resolve = resolve;
    this.#signal = signal;
    signal.addEventListener('abort', this.#abort, { once: true });
    if (signal.aborted) this.#abort();
  }

  /** The connection stands and the request is written next: from here on it may have arrived. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#signal.aborted) controller.abort(new Aborted());
    else this.#controller = controller;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
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

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#settle();
    this.#body?.push(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle();
    if (this.#body === null) {
      this.#resolve({ ok: false, error: readNetworkError(error, this.#controller !== null) });
    } else this.#body.destroy(error);
  }

  readonly #abort = (): void => {
    if (this.#controller !== null) this.#controller.abort(new Aborted());
    // Still connecting: nothing was sent, and onRequestStart sees to it that nothing will be.
    else this.#resolve({ ok: false, error: readNetworkError(new Aborted(), false) });
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

function joined(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).filter((entry) => entry[1] !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]));
}
