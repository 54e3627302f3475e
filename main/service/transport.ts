/** Sends HTTP requests through undici and collects the responses. No other module sends requests. */
import { createBrotliDecompress, createGunzip, type BrotliDecompress, type Gunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import errors from 'undici/lib/core/errors.js';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { type Clock, SYSTEM_CLOCK } from '../lib/clock.ts';
import type { createAgents } from './connect.ts';
import type { Method } from './limiter.ts';
import { networkError, readNetworkError, type TransportError } from './network-failures.ts';
import {
  createRouter,
  nameRoute,
  type ProxyEnvironment,
  type ResolveProxy,
  type Route,
  type SignIns,
} from './routes.ts';

export interface TransportRequest {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Called when the connection is open, just before the request is written. If it returns false, nothing is sent. */
  readonly mayBegin?: () => boolean;
  readonly onBytes?: () => void;
}

export interface TransportAnswer {
  readonly status: number;
  /** Response headers by lower-case name. If a header is repeated, its values are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed body in its own buffer, which can be transferred to a thread. Empty unless `end` is `whole`. */
  readonly bytes: Uint8Array;
  readonly end: BodyEnd;
}

/** End of a response's body. `bad-encoding`: unknown or damaged compression. http.ts sets `stalled`, `cancelled`. */
export type BodyEnd = 'whole' | 'lost' | 'too-large' | 'bad-encoding' | 'stalled' | 'cancelled';

export type TransportResult = Result<TransportAnswer, TransportError>;

export type Transport = ReturnType<typeof createTransport>;

export interface TransportOptions {
  readonly extraCa?: readonly string[];
  /** Returns the system's proxies for a URL. If absent, Easel uses no proxy. */
  readonly resolveProxy?: ResolveProxy;
  readonly proxies?: ProxyEnvironment;
  readonly signIns?: SignIns;
  readonly clock?: Pick<Clock, 'now'>;
}

/** Maximum length of a response's body in bytes, before and after decompression. */
export const LARGEST_BODY = 8 * 1024 * 1024;
export const ACCEPT_ENCODING = 'gzip, br';

const SET_BACK_MS = 60_000;
/** After this number of body chunks, other work runs first, because a hostile body may have millions of chunks. */
const MOST_CHUNKS = 5000;

export function createTransport(options: TransportOptions = {}) {
  const { resolveProxy, proxies, clock = SYSTEM_CLOCK } = options;
  const signIns: SignIns = options.signIns ?? new Map();
  const router = createRouter(resolveProxy, clock, proxies);
  let authorities = options.extraCa ?? [];
  let agents: ReturnType<typeof createAgents> | null = null;
  const all = new Set<ReturnType<typeof createAgents>>();
  /** Epoch ms of the last failure per proxy. Tries this proxy last for a minute, because an attempt takes 10 s. */
  const setBack = new Map<string, number>();

  /** Loads undici after the start of Easel, because loading it takes 40 ms and would delay the first rows on screen. */
  async function openAgents(): Promise<NonNullable<typeof agents>> {
    const connect = await import('./connect.ts');
    agents ??= connect.createAgents(authorities, signIns);
    all.add(agents);
    return agents;
  }

  async function routesTo(url: URL, signal: AbortSignal): Promise<Result<readonly Route[], TransportError>> {
    const routes = router(url);
    if (!(routes instanceof Promise)) return ok(routes);
    try {
      return ok(await unlessAborted(routes, signal));
    } catch (error) {
      if (signal.aborted) return fail(networkError('aborted', 'UND_ERR_ABORTED'));
      const reason = error instanceof Error ? error.message.slice(0, 200) : 'no reason given';
      return fail(networkError('proxy-unknown', reason));
    }
  }

  /** Loads a proxy's saved sign-in from the keychain. Fails only if a saved sign-in can't be read. */
  async function loadSignIn(proxy: string, signal: AbortSignal): Promise<Result<null, TransportError>> {
    const loading = signIns.load?.(proxy);
    const loaded = loading && (await unlessAborted(loading, signal).catch(() => null));
    return loaded?.ok === false
      ? fail(networkError('proxy-sign-in-unread', loaded.error.code, { proxy }))
      : ok(null);
  }

  async function send(route: Route, request: TransportRequest, signal: AbortSignal) {
    if (route.kind === 'unsupported')
      return fail(networkError('proxy-unsupported', `PROXY_${route.what}`, { proxy: route.name }));
    const signIn = route.kind === 'proxy' ? await loadSignIn(route.name, signal) : ok(null);
    if (!signIn.ok) return signIn;
    const { method, url, headers, body } = request;
    const agent = (agents ?? (await openAgents())).get(route, method);
    if (signal.aborted) return fail(networkError('aborted', 'UND_ERR_ABORTED'));
    const exchange = new Exchange(request, signal, route.kind === 'proxy' ? route.name : '');
    agent.dispatch({ origin: url.origin, path: url.pathname + url.search, method, headers, body }, exchange);
    return exchange.result;
  }

  return {
    /** Sends a request once. Never rejects. A POST opens a new connection, because a reused one may be closing. */
    request: async (request: TransportRequest, signal: AbortSignal): Promise<TransportResult> => {
      const routes = await routesTo(request.url, signal);
      if (!routes.ok) return routes;
      let result: TransportResult = fail(networkError('proxy-unknown', 'PROXY_NONE'));
      const isSetBack = (route: Route): boolean =>
        Math.abs(clock.now() - (setBack.get(nameRoute(route)) ?? -Infinity)) < SET_BACK_MS;
      // Tries the next route only if this route's proxy was unreachable, because nothing was sent in this case.
      for (const route of routes.value.toSorted((a, b) => Number(isSetBack(a)) - Number(isSetBack(b)))) {
        result = await send(route, request, signal);
        if (result.ok || result.error.sent || result.error.fault !== 'proxy-unreachable') break;
        setBack.set(nameRoute(route), clock.now());
      }
      return result;
    },
    setExtraCa: (pems: readonly string[]): void => {
      // Running requests keep the old certificate authorities. Idle connections with the old ones close after 10 s.
      authorities = pems;
      agents = null;
    },
    /** Returns the routes to an address as text, such as "direct" or "proxy host:port". Never rejects. */
    proxyOf: async (url: URL): Promise<string> => {
      try {
        return (await router(url)).map(nameRoute).join(', then ');
      } catch {
        return 'unknown: this computer’s proxy settings couldn’t be read';
      }
    },
    close: async (): Promise<void> => {
      await Promise.all([...all].map((each) => each.destroy()));
    },
  };
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(new errors.RequestAbortedError());
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

/** Receives a response as an undici dispatch handler. A stream would double the time of a small request. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #settling = Promise.withResolvers<TransportResult>();
  readonly result = this.#settling.promise;
  readonly #request: TransportRequest;
  readonly #signal: AbortSignal;
  readonly #proxy: string;
  /** undici's controller, which pauses or aborts the request. Null until the connection is open. */
  #controller: Dispatcher.DispatchController | null = null;
  #head: Pick<TransportAnswer, 'status' | 'headers'> | null = null;
  #unpacker: Unpacker | null = null;
  #packed = 0;
  #chunks = 0;
  /** The body in one growing buffer. A list could block the main process, because 8 million chunks take 300 ms. */
  #bytes = new Uint8Array(0);
  #length = 0;

  constructor(request: TransportRequest, signal: AbortSignal, proxy: string) {
    this.#request = request;
    this.#signal = signal;
    this.#proxy = proxy;
    signal.addEventListener('abort', this.#abort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#signal.aborted || this.#request.mayBegin?.() === false)
      controller.abort(new errors.RequestAbortedError());
    else this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, lines: Lines): void {
    if (status < 200) return;
    this.#request.onBytes?.();
    const headers = joined(lines);
    this.#head = { status, headers };
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (encoding === 'gzip' || encoding === 'br') this.#unpacker = this.#unpackerOf(encoding);
    else if (encoding !== '' && encoding !== 'identity') this.#giveUp('bad-encoding');
    else if (Number(headers['content-length']) > 0)
      this.#bytes = new Uint8Array(Math.min(LARGEST_BODY, Number(headers['content-length'])));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#request.onBytes?.();
    this.#chunks += 1;
    if (this.#chunks % MOST_CHUNKS === 0) {
      controller.pause();
      setImmediate(() => {
        if (this.#unpacker?.writableNeedDrain !== true) controller.resume();
      });
    }
    if (this.#unpacker === null) return this.#take(chunk);
    this.#packed += chunk.length;
    if (this.#packed > LARGEST_BODY) this.#giveUp('too-large');
    else if (!this.#unpacker.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#unpacker === null || this.#packed === 0) this.#end('whole');
    else this.#unpacker.end();
  }

  onResponseError(_controller: unknown, error: unknown): void {
    if (this.#head === null) this.#fail(error);
    else this.#end('lost');
  }

  readonly #abort = (): void => {
    const error = new errors.RequestAbortedError();
    // undici can't abort a request while it connects. Nothing was sent yet, so the request simply fails here.
    if (this.#controller === null) this.#fail(error);
    else this.#controller.abort(error);
  };

  #unpackerOf(encoding: 'gzip' | 'br'): Unpacker {
    const unpacker = encoding === 'gzip' ? createGunzip() : createBrotliDecompress();
    return unpacker
      .on('data', (piece: Uint8Array) => this.#take(piece))
      .on('drain', () => this.#controller?.resume())
      .on('end', () => this.#end('whole'))
      .on('error', () => this.#giveUp('bad-encoding'));
  }

  #take(piece: Uint8Array): void {
    const end = this.#length + piece.length;
    if (end > LARGEST_BODY) return this.#giveUp('too-large');
    if (end > this.#bytes.length) {
      const length = Math.min(LARGEST_BODY, Math.max(end, 2 * this.#length));
      this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(length));
    }
    this.#bytes.set(piece, this.#length);
    this.#length = end;
  }

  #giveUp(end: BodyEnd): void {
    this.#end(end);
    this.#controller?.abort(new errors.RequestAbortedError());
  }

  /** Resolves the result if the headers have arrived. The result contains the body only if the body is complete. */
  #end(end: BodyEnd): void {
    this.#signal.removeEventListener('abort', this.#abort);
    if (end !== 'whole') this.#unpacker?.destroy();
    if (this.#head === null) return;
    const bytes = this.#bytes.slice(0, end === 'whole' ? this.#length : 0);
    this.#settling.resolve(ok({ ...this.#head, bytes, end }));
  }

  #fail(error: unknown): void {
    this.#signal.removeEventListener('abort', this.#abort);
    const found = readNetworkError(error, this.#controller !== null);
    this.#settling.resolve(fail({ ...found, proxy: this.#proxy }));
  }
}

type Lines = Readonly<Record<string, string | string[] | undefined>>;

function joined(lines: Lines): TransportAnswer['headers'] {
  return Object.fromEntries(
    Object.entries(lines).map(([name, line = '']) => [name, [line].flat().join(', ')]),
  );
}

type Unpacker = Gunzip | BrotliDecompress;
