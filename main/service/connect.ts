/** Opens connections, directly or through proxies. Loaded after the start, because undici loads slowly. */
import { once } from 'node:events';
import http from 'node:http';
import net, { type Socket } from 'node:net';
import tls, { type SecureContext, type TLSSocket } from 'node:tls';
import buildConnector, { type Connector, type Target } from 'undici/lib/core/connect.js';
import socks from 'undici/lib/core/socks5-client.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { trustedAuthorities } from './ca-file.ts';
import { MOST_IN_FLIGHT, type Method } from './limiter.ts';
import { ConnectError, networkError, type NetworkFault, readNetworkError } from './network-failures.ts';
import {
  nameRoute,
  type ProxyCredentials,
  type ProxyRoute,
  type Route,
  type SignIn,
  type SignIns,
} from './routes.ts';

/** Time limit in ms for opening a connection. undici's own limit applies to each step (DNS, TCP, TLS) separately. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Maximum number of connections per host. Higher than `MOST_IN_FLIGHT`, because undici frees connections late. */
const MOST_KEPT_CONNECTIONS = MOST_IN_FLIGHT + 8;
const KEEP_ALIVE_MS = 10_000;
const LARGEST_HEADERS = 64 * 1024;

const COMMON = { allowH2: false, timeout: 0 } as const;

/** Creates undici agents. The first TLS request loads the system's certificates, which takes about 60 ms. */
export function createAgents(extraCa: readonly string[], signIns: SignIns) {
  const made = new Map<string, Agent>();
  let trusted: SecureContext | null = null;
  const secureContext = (): SecureContext =>
    (trusted ??= tls.createSecureContext({ ca: trustedAuthorities(extraCa), minVersion: 'TLSv1.2' }));

  return {
    get: (route: Route, method: Method): Agent => {
      const isKept = method !== 'POST';
      const proxy = route.kind === 'proxy' ? route : null;
      const name = `${isKept ? 'kept' : 'creates'} ${proxy?.scheme ?? ''} ${nameRoute(route)}`;
      const known = made.get(name);
      if (known !== undefined) return known;
      const agent = new Agent({
        allowH2: false,
        // undici's timeouts are off, because http.ts has its own deadlines.
        headersTimeout: 0,
        bodyTimeout: 0,
        maxHeaderSize: LARGEST_HEADERS,
        connect: createConnector(secureContext, proxy, signIns),
        ...(isKept
          ? { connections: MOST_KEPT_CONNECTIONS, keepAliveTimeout: KEEP_ALIVE_MS }
          : { pipelining: 0 }),
      });
      made.set(name, agent);
      return agent;
    },
    destroy: () => Promise.all([...made.values()].map((agent) => agent.destroy())),
  };
}

/**
 * Creates a connector instead of undici's `ProxyAgent`, which repeats a rejected sign-in, and reports neither sign-in
 * methods nor a rejected certificate. Rejects with `ConnectError`.
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
    // Reads the certificate's issuer at the event `secure`, because Node discards a certificate that it rejects.
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
      // Reports the proxy as the cause, because Easel was connecting to the proxy, not yet to the service.
      if (!(error instanceof ConnectError)) throw error;
      const isOfTls = error.found.fault === 'certificate' || error.found.fault === 'tls';
      throw new ConnectError({ ...error.found, fault: isOfTls ? 'proxy-certificate' : 'proxy-unreachable' });
    });
    const at = Number(target.port || 443);
    const host = net.isIPv6(target.hostname) ? `[${target.hostname}]` : target.hostname;
    const signIn = signIns.get(name) ?? null;
    const httpSocket = await (route.scheme === 'socks5'
      ? connectSocks(toProxy, target.hostname, at, name, signIn)
      : openTunnel(toProxy, `${host}:${at}`, name, signIn));
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

const LONGEST_NAME = 100;

function issuerOf(socket: TLSSocket): string {
  const issuer: unknown = socket.getPeerCertificate().issuer;
  if (typeof issuer !== 'object' || issuer === null) return '';
  const names = ['CN', 'O'].flatMap((part) => {
    const name: unknown = Reflect.get(issuer, part);
    // Omits long names instead of shortening them, because the redactor doesn't recognise half a secret.
    const isShown = typeof name === 'string' && name.length <= LONGEST_NAME;
    return isShown ? [name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')] : [];
  });
  return [...new Set(names)].join(', ');
}

function basic({ user, password }: ProxyCredentials): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Opens a proxy's tunnel to `authority` (host:port). Only this request contains the proxy's sign-in. */
function openTunnel(socket: Socket, authority: string, proxy: string, signIn: SignIn | null) {
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
      ...(usable === null ? {} : { 'proxy-authorization': basic(usable.credentials) }),
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
      // Treats 401 like 407 (sign-in refused), because the proxy program tinyproxy sends 401 instead.
      if (usable !== null) usable.refused = true;
      const asked = schemesOf(headers['proxy-authenticate']);
      if (asked !== '' && !/\bbasic\b/iu.test(asked)) refuse('proxy-sign-in-unsupported', asked);
      else refuse(signIn?.refused === true ? 'proxy-sign-in-refused' : 'proxy-sign-in', 'PROXY_407');
    } else refuse('proxy-refused', `PROXY_${statusCode}`);
  });
  request.end();
  return promise;
}

async function connectSocks(
  socket: Socket,
  hostname: string,
  port: number,
  proxy: string,
  signIn: SignIn | null,
): Promise<Socket> {
  const usable = signIn?.refused === false ? signIn : null;
  const { user: username, password } = usable?.credentials ?? {};
  const client = new socks.Socks5Client(socket, { username, password });
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
    const isSignIn = code.startsWith('UND_ERR_SOCKS5_AUTH');
    if (isSignIn && usable !== null) usable.refused = true;
    const fault = isSignIn
      ? signIn === null
        ? 'proxy-sign-in-unsupported'
        : 'proxy-sign-in-refused'
      : code.startsWith('UND_ERR_SOCKS5_REPLY')
        ? 'proxy-refused'
        : 'proxy-unreachable';
    throw new ConnectError(networkError(fault, code, { proxy }));
  }
}

/** Returns the sign-in methods of a proxy, such as `Basic`: the first word of each `Proxy-Authenticate` challenge. */
export function schemesOf(challenges: string | readonly string[] | undefined): string {
  const words = [challenges ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .flatMap((challenge) => /^\s*([a-z-]{1,20})(?=\s|$)/iu.exec(challenge)?.[1] ?? []);
  return [...new Set(words)].slice(0, 4).join(', ');
}
