/** Sends requests through undici. The only file that opens connections to the service. */
import type { Readable } from 'node:stream';
import { once } from 'node:events';
import http from 'node:http';
import net, { type Socket } from 'node:net';
import tls, { type SecureContext, type TLSSocket } from 'node:tls';
import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import errors from 'undici/lib/core/errors.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import buildConnector, { type Connector, type Target } from 'undici/lib/core/connect.js';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { MOST_IN_FLIGHT, type Method } from './limiter.ts';
import {
  ConnectError,
  networkError,
  type NetworkFault,
  readNetworkError,
  type TransportError,
} from './network-failures.ts';
import { type Clock, SYSTEM_CLOCK } from '../lib/clock.ts';

export interface TransportRequest {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Called once connected, just before the request is written. False cancels it. */
  readonly mayBegin?: () => boolean;
}

export interface TransportAnswer {
  readonly status: number;
  /** Names in lower case; repeated headers joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** As sent, perhaps compressed. Read it to its end or destroy it, to free the connection. */
  readonly body: Readable;
}

export type TransportResult = Result<TransportAnswer, TransportError>;

export type Transport = ReturnType<typeof createTransport>;

export interface TransportOptions {
  readonly extraCa?: readonly string[];
  /** Resolves the system's proxy settings; without it all routes are direct. */
  readonly resolveProxy?: ResolveProxy;
  readonly clock?: Pick<Clock, 'now'>;
}

/**
 * Connections to one host for reads and deletes. More than the requests in flight, because undici frees one a loop turn
 * after its response (`setImmediate` in client-h1.js).
 */
const MOST_KEPT_CONNECTIONS = MOST_IN_FLIGHT + 8;
const KEEP_ALIVE_MS = 10_000;
const SET_BACK_MS = 60_000;
const LARGEST_HEADERS = 64 * 1024;

export function createTransport(options: TransportOptions = {}) {
  const { extraCa = [], resolveProxy, clock = SYSTEM_CLOCK } = options;
  const router = createRouter(resolveProxy, clock);
  const signIns: SignIns = new Map();
  let agents = createAgents(extraCa, signIns);
  const retired = new Set<typeof agents>();
  /** Unreachable proxies, and until when they are tried last, epoch ms. Each attempt costs 10 s. */
  const setBack = new Map<string, number>();

  async function routesTo(url: URL, signal: AbortSignal): Promise<Result<readonly Route[], TransportError>> {
    const routes = router(url);
    if (!(routes instanceof Promise)) return ok(routes);
    try {
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => reject(new errors.RequestAbortedError()), { once: true });
      return ok(await Promise.race([routes, aborted]));
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
      // Still connecting: undici would wait for it, and nothing was sent.
      if (begun === null) answered.reject(error);
      else begun.abort(error);
    };
    const agent = agents.get(route, method);
    const dispatch: Dispatcher['dispatch'] = (options, handler) => {
      const begin = handler.onRequestStart?.bind(handler);
      // Connected; the request is written next and may arrive from here on.
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
    /**
     * Sends once and follows no redirect. Never rejects. Reads and deletes reuse connections. Each create opens one, so
     * that it never starts on a connection that the server is just closing.
     */
    request: async (asked: TransportRequest, signal: AbortSignal): Promise<TransportResult> => {
      let result: TransportResult = fail(networkError('proxy-unknown', 'PROXY_NONE'));
      const routes = await routesTo(asked.url, signal);
      if (!routes.ok) return routes;
      const isSetBack = (route: Route): boolean => clock.now() < (setBack.get(nameRoute(route)) ?? 0);
      // The next route is only tried if the proxy of this one was unreachable, so nothing was sent.
      for (const route of routes.value.toSorted((a, b) => Number(isSetBack(a)) - Number(isSetBack(b)))) {
        result = await send(route, asked, signal);
        if (result.ok || result.error.sent || result.error.fault !== 'proxy-unreachable') break;
        setBack.set(nameRoute(route), clock.now() + SET_BACK_MS);
      }
      return result;
    },
    /** Trusts these PEM texts, instead of earlier ones, besides Node's and the system's authorities. */
    setExtraCa: (pems: readonly string[]): void => {
      const old = agents;
      agents = createAgents(pems, signIns);
      retired.add(old);
      void old.close().finally(() => retired.delete(old));
    },
    /** Signs in to a proxy (`host:port`) for this run. Add the password to `log.secrets`. */
    signIn: (proxy: string, credentials: ProxyCredentials): void =>
      void signIns.set(proxy, signInOf(credentials)),
    /** Returns the routes to an address as text, such as "direct" or "proxy host:port". Never rejects. */
    proxyOf: async (url: URL): Promise<string> => {
      try {
        return (await router(url)).map(nameRoute).join(', then ');
      } catch {
        return 'unknown: this computer’s proxy settings could not be read';
      }
    },
    close: async (): Promise<void> => {
      await Promise.all([agents, ...retired].map((each) => each.destroy()));
    },
  };
}

/**
 * Connection pools per route. Reads the system's certificates at the first encrypted request, because that blocks the
 * thread for about 60 ms.
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
        // http.ts has these deadlines.
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
    /** Resolves when all running requests have ended. */
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

// Routes.

export type Route =
  | { readonly kind: 'direct' }
  | ProxyRoute
  /** Such as SOCKS 4; `what` is its kind. */
  | { readonly kind: 'unsupported'; readonly what: string; readonly name: string };

export interface ProxyRoute {
  readonly kind: 'proxy';
  /** SOCKS is experimental in undici. */
  readonly scheme: 'http' | 'https' | 'socks5';
  readonly hostname: string;
  readonly port: number;
  /** `host:port` */
  readonly name: string;
}

/**
 * Returns the system's answer for an address: "DIRECT", "PROXY host:port", "HTTPS host:port", "SOCKS5 host:port",
 * separated by `;`.
 */
export type ResolveProxy = (address: string) => Promise<string>;

const DIRECT: readonly Route[] = [{ kind: 'direct' }];
const PROXIES = new Map<string, { readonly scheme: ProxyRoute['scheme']; readonly usualPort: number }>([
  ['PROXY', { scheme: 'http', usualPort: 80 }],
  ['HTTPS', { scheme: 'https', usualPort: 443 }],
  ['SOCKS5', { scheme: 'socks5', usualPort: 1080 }],
]);

/** Parses the system's answer. Unknown parts become `unsupported`, never a direct route. */
export function readRoutes(answer: string): readonly Route[] {
  const entries = answer
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries.length === 0
    ? [{ kind: 'unsupported', what: 'an empty answer', name: '' }]
    : entries.map(readRoute);
}

function readRoute(entry: string): Route {
  const [word = '', address = '', ...more] = entry.split(/\s+/u);
  const what = word.toUpperCase();
  if (what === 'DIRECT' && address === '') return { kind: 'direct' };
  const known = PROXIES.get(what);
  const parts = /^(?:\[([\da-f:.]+)\]|([^\s:/?#@[\]]+))(?::(\d{1,5}))?$/iu.exec(address);
  const port = Number(parts?.[3] ?? known?.usualPort);
  const hostname = parts?.[1] ?? parts?.[2];
  if (known === undefined || hostname === undefined || more.length > 0 || port < 1 || port > 65_535) {
    return { kind: 'unsupported', what: what.slice(0, 20), name: address.slice(0, 260) };
  }
  const name = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
  return { kind: 'proxy', scheme: known.scheme, hostname, port, name };
}

/** Returns a route as text: "direct", "proxy host:port" or "SOCKS proxy host:port (experimental)". */
export function nameRoute(route: Route): string {
  if (route.kind === 'direct') return 'direct';
  if (route.kind === 'unsupported') return `${route.what} ${route.name} (Easel can’t use it)`;
  return route.scheme === 'socks5' ? `SOCKS proxy ${route.name} (experimental)` : `proxy ${route.name}`;
}

const FRESH_MS = 30_000;

/**
 * Returns a function that lists the routes to a URL, best first. It asks the system once per origin and 30 s, and
 * rejects if that fails.
 *
 * The system gets the origin only, because a proxy script must not see ids. `http:` is this computer, and always
 * direct.
 */
export function createRouter(resolveProxy: ResolveProxy | undefined, clock: Pick<Clock, 'now'>) {
  const known = new Map<string, { readonly routes: Promise<readonly Route[]>; readonly until: number }>();

  return ({ protocol, origin }: URL): readonly Route[] | Promise<readonly Route[]> => {
    if (resolveProxy === undefined || protocol === 'http:') return DIRECT;
    const held = known.get(origin);
    if (held !== undefined && clock.now() < held.until) return held.routes;
    const ask = async (): Promise<readonly Route[]> => readRoutes(await resolveProxy(`${origin}/`));
    const routes = ask();
    known.set(origin, { routes, until: clock.now() + FRESH_MS });
    routes.catch(() => known.delete(origin));
    return routes;
  };
}

// Connections.

/** Limit of a connection, with name lookup, proxy and TLS, ms. undici's own limit is per step. */
const CONNECT_TIMEOUT_MS = 10_000;

const COMMON = { allowH2: false, timeout: 0 } as const;

/**
 * Creates a connector. `trusted`: the authorities for proxy and host, loaded at the first use. Errors are
 * `ConnectError`s.
 *
 * undici's `ProxyAgent` is not used: it reports neither the sign-in methods of a proxy nor the side whose certificate
 * failed, and it keeps sending a rejected sign-in.
 */
function createConnector(
  trusted: () => SecureContext,
  proxy: ProxyRoute | null,
  signIns: SignIns,
): (...asked: Parameters<Connector>) => void {
  const plain = buildConnector(COMMON);
  let secure: Connector | null = null;

  async function open(target: Target, onOpening: (socket: Socket) => void): Promise<Socket> {
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    const isSecure = target.protocol === 'https:';
    if (isSecure) secure ??= buildConnector({ ...COMMON, secureContext: trusted() });
    let issuer = '';
    const connector = isSecure && secure !== null ? secure : plain;
    const socket = connector(target, (error, connected) => {
      if (connected !== null && connected !== undefined) resolve(connected);
      else reject(new ConnectError({ ...readNetworkError(error, false), issuer, proxy: proxy?.name ?? '' }));
    });
    // Node checks the certificate at this event; afterwards a bad one can't be read.
    if (socket instanceof tls.TLSSocket) socket.prependListener('secure', () => (issuer = issuerOf(socket)));
    onOpening(socket);
    return promise;
  }

  async function openThrough(
    route: ProxyRoute,
    target: Target,
    onOpening: (socket: Socket) => void,
  ): Promise<Socket> {
    const { hostname, port, name } = route;
    const protocol = route.scheme === 'https' ? 'https:' : 'http:';
    const place = { hostname, host: name, port: String(port), protocol };
    const toProxy = await open(place, onOpening).catch((error: unknown) => {
      // Until the tunnel exists, every fault is the proxy's.
      if (!(error instanceof ConnectError)) throw error;
      throw new ConnectError({ ...error.found, fault: proxyFault(error.found.fault) });
    });
    const at = Number(target.port || 443);
    const httpSocket = await (route.scheme === 'socks5'
      ? connectSocks(toProxy, target.hostname, at, name)
      : openTunnel(toProxy, authorityOf(target.hostname, at), name, signIns.get(name) ?? null));
    return open({ ...target, httpSocket }, onOpening);
  }

  const connect = async (...[target, callback]: Parameters<Connector>): Promise<void> => {
    let opening: Socket | null = null;
    const onOpening = (socket: Socket): void => void (opening = socket);
    const late = Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });
    const timer = setTimeout(() => opening?.destroy(late), CONNECT_TIMEOUT_MS);
    let socket: Socket;
    try {
      socket = await (proxy === null ? open(target, onOpening) : openThrough(proxy, target, onOpening));
    } catch (error) {
      callback(error instanceof Error ? error : new Error('no connection'), null);
      return;
    } finally {
      clearTimeout(timer);
    }
    callback(null, socket);
  };
  return (target, callback) => void connect(target, callback);
}

function authorityOf(hostname: string, port: number): string {
  return `${net.isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
}

function proxyFault(fault: NetworkFault): NetworkFault {
  return fault === 'certificate' || fault === 'tls' ? 'proxy-certificate' : 'proxy-unreachable';
}

const LONGEST_NAME = 100;

/** Returns the issuer of the presented certificate; empty if it names none. */
function issuerOf(socket: TLSSocket): string {
  const issuer: unknown = socket.getPeerCertificate().issuer;
  if (typeof issuer !== 'object' || issuer === null) return '';
  const names = ['CN', 'O'].flatMap((part) => {
    const name: unknown = Reflect.get(issuer, part);
    return typeof name === 'string'
      ? [name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, LONGEST_NAME)]
      : [];
  });
  return [...new Set(names)].join(', ');
}

/** Kept in memory for this run only. */
export interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
}

/** A rejected sign-in is not sent again: directories lock accounts after a few. */
interface SignIn {
  readonly authorization: string;
  refused: boolean;
}

type SignIns = Map<string, SignIn>;

function signInOf({ user, password }: ProxyCredentials): SignIn {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return { authorization, refused: false };
}

/**
 * Opens a tunnel to `authority` (`host:port`) with one CONNECT, which carries the sign-in and nothing of the request.
 * Rejects with a `ConnectError` and destroys the socket.
 */
function openTunnel(
  socket: Socket,
  authority: string,
  proxy: string,
  signIn: SignIn | null,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const usable = signIn?.refused === false ? signIn : null;

  function refuse(fault: NetworkFault, code: string): void {
    socket.destroy();
    reject(new ConnectError(networkError(fault, code, { proxy })));
  }

  const request = http.request({
    createConnection: () => socket,
    method: 'CONNECT',
    path: authority,
    headers: {
      host: authority,
      'user-agent': 'Easel',
      ...(usable === null ? {} : { 'proxy-authorization': usable.authorization }),
    },
  });
  request.on('error', (error) => {
    const code = 'code' in error ? String(error.code) : 'UNKNOWN';
    refuse(code.startsWith('HPE_') ? 'proxy-refused' : 'proxy-unreachable', code);
  });
  request.on('connect', ({ statusCode = 0, headers }, connected, head) => {
    if (statusCode >= 200 && statusCode < 300) {
      if (head.length > 0) connected.unshift(head);
      resolve(connected);
    } else if (statusCode === 407 || (statusCode === 401 && usable !== null)) {
      // tinyproxy answers a wrong sign-in with 401.
      if (usable !== null) usable.refused = true;
      const asked = schemesOf(headers['proxy-authenticate']);
      if (asked !== '' && !/\bbasic\b/iu.test(asked)) refuse('proxy-sign-in-unsupported', asked);
      else refuse(signIn?.refused === true ? 'proxy-sign-in-refused' : 'proxy-sign-in', 'PROXY_407');
    } else refuse('proxy-refused', `PROXY_${statusCode}`);
  });
  request.end();
  return promise;
}

/** Connects a socket to a SOCKS 5 proxy through to a host. Rejects with a `ConnectError`. */
async function connectSocks(socket: Socket, hostname: string, port: number, proxy: string): Promise<Socket> {
  const { Socks5Client } = (await import('undici/lib/core/socks5-client.js')).default;
  const client = new Socks5Client(socket);
  const gone = new AbortController();
  client.on('error', () => undefined).once('close', () => gone.abort());
  try {
    const welcome = once(client, 'authenticated', gone);
    client.handshake();
    await welcome;
    const connected = once(client, 'connected', gone);
    client.connect(hostname, port);
    await connected;
    return socket;
  } catch (error) {
    socket.destroy();
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
    const fault = code.startsWith('UND_ERR_SOCKS5_REPLY')
      ? 'proxy-refused'
      : code.startsWith('UND_ERR_SOCKS5_AUTH')
        ? 'proxy-sign-in-unsupported'
        : 'proxy-unreachable';
    throw new ConnectError(networkError(fault, code, { proxy }));
  }
}

/** Returns the first words of a proxy's challenges: its sign-in methods. */
export function schemesOf(challenges: string | readonly string[] | undefined): string {
  const words = [challenges ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .flatMap((challenge) => /^\s*([a-z-]{1,20})(?=\s|$)/iu.exec(challenge)?.[1] ?? []);
  return [...new Set(words)].slice(0, 4).join(', ');
}
