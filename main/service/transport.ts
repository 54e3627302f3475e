/** The one way out: sends a request through undici and says what became of it, without judging the answer. */
import tls from 'node:tls';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import errors from 'undici/lib/core/errors.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { createConnector, signInOf, type ProxyCredentials, type SignIns } from './connect.ts';
import { MOST_IN_FLIGHT } from './limiter.ts';
import { networkError, readNetworkError, type TransportError } from './network-failures.ts';
import { createRouter, nameRoute, type ResolveProxy, type Route } from './routes.ts';
import { SYSTEM_CLOCK, type Clock } from '../lib/clock.ts';

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Called once connected, just before the request is written: false keeps it from being sent. */
  readonly mayBegin?: () => boolean;
}

/** The head of an answer. */
export interface TransportAnswer {
  readonly status: number;
  /** Names in lower case; repeated ones joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes as sent, perhaps compressed. Read it to its end or destroy it: both free the connection. */
  readonly body: Readable;
}

export type TransportResult = Result<TransportAnswer, TransportError>;

export interface Transport {
  /**
   * Sends once, never again, and follows no redirect. Reads may share a connection, and so may deletes, which say the
   * same thing twice; each create has a fresh one, so that none ends on a connection that the other side has just
   * closed. Never rejects.
   */
  request(request: TransportRequest, signal: AbortSignal): Promise<TransportResult>;
  /** Trusts these PEM texts, and no earlier ones, beside Node's and the system's authorities; from the next request on. */
  setExtraCa(pems: readonly string[]): void;
  /** Signs in to a proxy (`host:port`) for this run. Keep the password out of the log: `log.secrets`. */
  signIn(proxy: string, credentials: ProxyCredentials): void;
  /** The way to an address, to be shown: "direct" or "proxy host:port", several joined by ", then ". Never rejects. */
  proxyOf(url: URL): Promise<string>;
  /** Cancels running requests. */
  close(): Promise<void>;
}

export interface TransportOptions {
  /** PEM texts of further certificate authorities to trust. */
  readonly extraCa?: readonly string[];
  /** How the system's settings route an address; without it all ways are direct. */
  readonly resolveProxy?: ResolveProxy;
  readonly clock?: Pick<Clock, 'now'>;
}

/**
 * Connections to one host that reads and deletes may open: some more than requests are ever on their way, for undici lets
 * one rest a turn of the loop after each answer (`setImmediate` in its client-h1.js), and the next request needs one now.
 */
const MOST_KEPT_CONNECTIONS = MOST_IN_FLIGHT + 8;
const KEEP_ALIVE_MS = 10_000;
/** How long a proxy that could not be reached is tried last. */
const SET_BACK_MS = 60_000;
/** Headers of one answer, in bytes. */
const LARGEST_HEADERS = 64 * 1024;

/** Makes the transport. Trusted are Node's, the system's and the given authorities. */
export function createTransport(options: TransportOptions = {}): Transport {
  const { extraCa = [], resolveProxy, clock = SYSTEM_CLOCK } = options;
  const router = createRouter(resolveProxy, clock);
  const signIns: SignIns = new Map();
  let agents = createAgents(extraCa, signIns);
  const retired = new Set<typeof agents>();
  /** Until when a proxy that could not be reached is tried after the others, epoch ms: a dead one costs 10 s each time. */
  const setBack = new Map<string, number>();

  /** The system may take its time to say which route to take. */
  async function routesTo(url: URL, signal: AbortSignal): Promise<Result<readonly Route[], TransportError>> {
    const asking = router(url);
    if (!(asking instanceof Promise)) return ok(asking);
    try {
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => reject(new errors.RequestAbortedError()), { once: true });
      return ok(await Promise.race([asking, aborted]));
    } catch (error) {
      if (signal.aborted) return fail(networkError('aborted', 'UND_ERR_ABORTED'));
      const reason = error instanceof Error ? error.message.slice(0, 200) : 'no reason given';
      return fail(networkError('proxy-unknown', reason));
    }
  }

  async function send(
    route: Route,
    { method, url, headers, body, mayBegin = () => true }: TransportRequest,
    signal: AbortSignal,
  ): Promise<TransportResult> {
    if (route.kind === 'unsupported')
      return fail(networkError('proxy-unsupported', `PROXY_${route.what}`, { proxy: route.name }));
    if (signal.aborted) return fail(networkError('aborted', 'UND_ERR_ABORTED'));
    const answered = Promise.withResolvers<Dispatcher.ResponseData>();
    let begun: Dispatcher.DispatchController | null = null;
    const abort = (): void => {
      const error = new errors.RequestAbortedError();
      // Still connecting, which undici would wait for: nothing was sent, and nothing will be.
      if (begun === null) answered.reject(error);
      else begun.abort(error);
    };
    const agent = agents.get(route, method);
    const dispatch: Dispatcher['dispatch'] = (options, handler) => {
      const begin = handler.onRequestStart?.bind(handler);
      // The connection stands and the request is written next: from here on it may have arrived.
      handler.onRequestStart = (controller, context) => {
        if (signal.aborted || !mayBegin()) controller.abort(new errors.RequestAbortedError());
        else {
          begun = controller;
          begin?.(controller, context);
        }
      };
      return agent.dispatch(options, handler);
    };
    signal.addEventListener('abort', abort, { once: true });
    const path = url.pathname + url.search;
    request
      .call({ dispatch }, { origin: url.origin, path, method, headers, body })
      .then(answered.resolve, answered.reject);
    try {
      const { statusCode: status, headers: lines, body: stream } = await answered.promise;
      const joined: Record<string, string> = {};
      for (const [name, line = ''] of Object.entries(lines))
        joined[name] = typeof line === 'string' ? line : line.join(', ');
      return ok({ status, headers: joined, body: stream });
    } catch (error) {
      const proxy = route.kind === 'proxy' ? route.name : '';
      return fail({ ...readNetworkError(error, begun !== null), proxy });
    }
  }

  return {
    request: async (asked, signal) => {
      let result: TransportResult = fail(networkError('proxy-unknown', 'PROXY_NONE'));
      const routes = await routesTo(asked.url, signal);
      if (!routes.ok) return routes;
      const isSetBack = (route: Route): boolean => clock.now() < (setBack.get(nameRoute(route)) ?? 0);
      // The first route that comes to more than "the proxy can't be reached": nothing was sent until then.
      for (const route of routes.value.toSorted((a, b) => Number(isSetBack(a)) - Number(isSetBack(b)))) {
        result = await send(route, asked, signal);
        if (result.ok || result.error.sent || result.error.fault !== 'proxy-unreachable') break;
        setBack.set(nameRoute(route), clock.now() + SET_BACK_MS);
      }
      return result;
    },
    setExtraCa: (pems) => {
      const old = agents;
      agents = createAgents(pems, signIns);
      // What is under way may end as it began.
      retired.add(old);
      void old.close().finally(() => retired.delete(old));
    },
    signIn: (proxy, credentials) => void signIns.set(proxy, signInOf(credentials)),
    proxyOf: async (url) => {
      try {
        return (await router(url)).map(nameRoute).join(', then ');
      } catch {
        return 'unknown: this computer’s proxy settings could not be read';
      }
    },
    close: async () => {
      await Promise.all([agents, ...retired].map((each) => each.destroy()));
    },
  };
}

/**
 * The connections that trust the same authorities: pools for each way. Makes nothing before the first request, and reads
 * the system's certificates for the first that is encrypted: that holds the thread up for some 60 ms.
 */
function createAgents(extraCa: readonly string[], signIns: SignIns) {
  const made = new Map<string, Agent>();
  let trusted: tls.SecureContext | null = null;

  return {
    get: (route: Route, method: TransportRequest['method']): Agent => {
      const isKept = method !== 'POST';
      const proxy = route.kind === 'proxy' ? route : null;
      const name = `${isKept ? 'kept' : 'creates'} ${proxy?.scheme ?? ''} ${nameRoute(route)}`;
      const known = made.get(name);
      if (known !== undefined) return known;
      const agent = new Agent({
        allowH2: false,
        // Deadlines after the connection are kept in http.ts, where they end with a reason.
        headersTimeout: 0,
        bodyTimeout: 0,
        maxHeaderSize: LARGEST_HEADERS,
        connect: createConnector(() => (trusted ??= trust(extraCa)), proxy, signIns),
        ...(isKept
          ? { connections: MOST_KEPT_CONNECTIONS, keepAliveTimeout: KEEP_ALIVE_MS }
          : { pipelining: 0 }),
      });
      made.set(name, agent);
      return agent;
    },
    /** Settles when all that is under way has ended. */
    close: () => Promise.all([...made.values()].map((agent) => agent.close())),
    destroy: () => Promise.all([...made.values()].map((agent) => agent.destroy())),
  };
}

function trust(extraCa: readonly string[]): tls.SecureContext {
  const ca = [
    ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system'), ...extraCa]),
  ];
  return tls.createSecureContext({ ca, minVersion: 'TLSv1.2' });
}
