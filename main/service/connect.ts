/** Opens connections for undici: straight or through a proxy, TLS 1.2 or later, checked at every end. */
import { once } from 'node:events';
import http from 'node:http';
import net, { type Socket } from 'node:net';
import tls, { type SecureContext, type TLSSocket } from 'node:tls';
import buildConnector, { type Connector, type Target } from 'undici/lib/core/connect.js';
import { ConnectError, networkError, readNetworkError, type NetworkFault } from './network-failures.ts';
import type { ProxyRoute } from './routes.ts';

/** How long a connection may take, name lookup, proxy and TLS included, in ms. */
const CONNECT_TIMEOUT_MS = 10_000;

/** undici's own deadline is for each part of a connection; this one is for all. */
const COMMON = { allowH2: false, timeout: 0 } as const;

/**
 * Makes a connector. Errors are `ConnectError`s. `trusted`: the trusted authorities, for the proxy and the host, loaded
 * with the first connection that needs them.
 *
 * undici makes each connection. Its `ProxyAgent` is not used: it says neither which sign-ins a proxy offers nor on which
 * side a certificate was refused, and keeps sending a sign-in that was refused.
 */
export function createConnector(
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
    // Node judges the certificate at this event; once it is found bad, it can't be read any more.
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
      // A fault on the way to the proxy is the proxy's, not the service's.
      if (!(error instanceof ConnectError)) throw error;
      throw new ConnectError({ ...error.found, fault: proxyFault(error.found.fault) });
    });
    const at = Number(target.port || 443);
    const httpSocket = await (route.scheme === 'socks5'
      ? openSocks(toProxy, target.hostname, at, name)
      : openTunnel(toProxy, authorityOf(target.hostname, at), name, signIns.get(name) ?? null));
    // Only https goes through proxies, so what follows is between us and the host.
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

/** Who vouches for the certificate just shown, by its own words; empty where it does not say. */
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

// A proxy between this computer and the host.

/** The sign-ins that a person has entered for proxies: kept in memory for this run, and nowhere else. */
export interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
}

/** One sign-in as it is sent. A refused one is not sent again: directories lock accounts after a few wrong tries. */
interface SignIn {
  readonly authorization: string;
  refused: boolean;
}

/** By the `host:port` of the proxy. */
export type SignIns = Map<string, SignIn>;

export function signInOf({ user, password }: ProxyCredentials): SignIn {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return { authorization, refused: false };
}

/**
 * Asks a proxy for a way through to a host: one CONNECT for `authority` (`host:port`) over a socket to the proxy, which
 * carries the sign-in and nothing of the request. Rejects with a `ConnectError`; the socket is destroyed then.
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
      // 401 is how tinyproxy, for one, answers a wrong sign-in.
      if (usable !== null) usable.refused = true;
      const asked = schemesOf(headers['proxy-authenticate']);
      if (asked !== '' && !/\bbasic\b/iu.test(asked)) refuse('proxy-sign-in-unsupported', asked);
      else refuse(signIn?.refused === true ? 'proxy-sign-in-refused' : 'proxy-sign-in', 'PROXY_407');
    } else refuse('proxy-refused', `PROXY_${statusCode}`);
  });
  request.end();
  return promise;
}

/** Asks a SOCKS 5 proxy for a way to a host, over a socket to it. Rejects with a `ConnectError`. */
async function openSocks(socket: Socket, hostname: string, port: number, proxy: string): Promise<Socket> {
  const { Socks5Client } = (await import('undici/lib/core/socks5-client.js')).default;
  const client = new Socks5Client(socket);
  const gone = new AbortController();
  client.on('error', () => undefined).once('close', () => gone.abort());
  try {
    const welcome = once(client, 'authenticated', gone);
    client.handshake();
    await welcome;
    const way = once(client, 'connected', gone);
    client.connect(hostname, port);
    await way;
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

/** The ways to sign in that a proxy offers: the words at the beginnings of its challenges. */
export function schemesOf(challenges: string | readonly string[] | undefined): string {
  const words = [challenges ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .flatMap((challenge) => /^\s*([a-z-]{1,20})(?=\s|$)/iu.exec(challenge)?.[1] ?? []);
  return [...new Set(words)].slice(0, 4).join(', ');
}
