/** Opens connections for undici: straight or through a proxy, TLS 1.2 or later, checked at every end. */
import http from 'node:http';
import net, { type Socket } from 'node:net';
import tls, { type SecureContext, type TLSSocket } from 'node:tls';
import { ConnectError, networkError, readNetworkError, type NetworkFault } from './network-faults.ts';
import type { ProxyRoute } from './routes.ts';

/** Hosts whose TLS session is kept, so that the next connection is cheaper for both sides. */
const MOST_SESSIONS = 100;

/** Where to, in undici's words; the port is empty where it is the usual one. */
interface Target {
  readonly hostname: string;
  readonly port: string;
  readonly protocol: string;
}

/** Undici's own form of a connector. */
type Connector = (target: Target, callback: (...result: [null, Socket] | [Error, null]) => void) => void;

/**
 * Errors are `ConnectError`s. `trusted`: the trusted authorities, for the proxy and the host, loaded with the first
 * connection that needs them.
 */
export function createConnector(
  trusted: () => SecureContext,
  proxy: ProxyRoute | null,
  signIns: SignIns,
): Connector {
  const sessions = new Map<string, Buffer>();

  function startTls(hostname: string, port: number, socket?: Socket): TLSSocket {
    const place = `${hostname}:${port}`;
    const session = sessions.get(place);
    const started = tls.connect({
      host: hostname,
      port,
      servername: net.isIP(hostname) === 0 ? hostname : '',
      secureContext: trusted(),
      ALPNProtocols: ['http/1.1'],
      ...(session === undefined ? {} : { session }),
      ...(socket === undefined ? {} : { socket }),
    });
    started.on('session', (fresh) => {
      sessions.delete(place);
      sessions.set(place, fresh);
      const oldest = sessions.size > MOST_SESSIONS ? sessions.keys().next().value : undefined;
      if (oldest !== undefined) sessions.delete(oldest);
    });
    return started;
  }

  async function open(
    { hostname, port, protocol }: Target,
    begin: (socket: Socket) => Promise<Socket>,
  ): Promise<Socket> {
    const isSecure = protocol === 'https:';
    const portNumber = port === '' ? (isSecure ? 443 : 80) : Number(port);
    const to = (host: string, at: number, overTls: boolean): Promise<Socket> =>
      begin(overTls ? startTls(host, at) : net.connect({ host, port: at }));
    if (proxy === null) return to(hostname, portNumber, isSecure);
    const toProxy = await to(proxy.hostname, proxy.port, proxy.secure).catch((error: unknown) => {
      // A fault on the way to the proxy is the proxy's, not the service's.
      if (!(error instanceof ConnectError)) throw error;
      throw new ConnectError({ ...error.found, fault: proxyFault(error.found.fault) });
    });
    const authority = `${net.isIPv6(hostname) ? `[${hostname}]` : hostname}:${portNumber}`;
    const through = await openTunnel(toProxy, authority, proxy.name, signIns.get(proxy.name) ?? null);
    // Only https goes through proxies, so what follows is between us and the host.
    return begin(startTls(hostname, portNumber, through));
  }

  const connect = async (...[target, callback]: Parameters<Connector>): Promise<void> => {
    const late = Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });
    let opening: Socket | undefined;
    const timer = setTimeout(() => opening?.destroy(late), CONNECT_TIMEOUT_MS);
    let socket: Socket;
    try {
      socket = await open(target, (started) => {
        opening = started;
        return ready(started, proxy?.name ?? '');
      });
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

/** How long a connection may take, name lookup, proxy and TLS included, in ms. */
const CONNECT_TIMEOUT_MS = 10_000;

const KEEP_ALIVE_PROBE_MS = 60_000;

/**
 * Gives the socket as soon as it is connected, and over TLS as soon as that is agreed on and the certificate found good.
 * Rejects with a `ConnectError`. `proxy`: the `host:port` of the proxy on the way; empty for none.
 */
function ready(socket: Socket, proxy: string): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  let issuer = '';
  socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_PROBE_MS);
  if (socket instanceof tls.TLSSocket) {
    // Node judges the certificate at this event; once it is found bad, it can't be read any more.
    socket.prependListener('secure', () => (issuer = issuerOf(socket)));
    socket.once('secureConnect', () => resolve(socket));
  } else socket.once('connect', () => resolve(socket));
  // Stays for good: between here and undici's own listener, an error must not end the process.
  socket.on('error', (error) => {
    const found = readNetworkError(error, false);
    reject(new ConnectError({ ...found, issuer, proxy }));
  });
  return promise;
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

/** The ways to sign in that a proxy offers: the words at the beginnings of its challenges. */
export function schemesOf(challenges: string | readonly string[] | undefined): string {
  const words = [challenges ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .flatMap((challenge) => /^\s*([a-z-]{1,20})(?=\s|$)/iu.exec(challenge)?.[1] ?? []);
  return [...new Set(words)].slice(0, 4).join(', ');
}
