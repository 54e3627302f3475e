/** Opens connections for undici: straight or through a proxy, TLS 1.2 or later, checked at every end. */
import net, { type Socket } from 'node:net';
import tls, { type SecureContext, type TLSSocket } from 'node:tls';
import { Attempt } from './attempt.ts';
import type { ProxyRoute } from './routes.ts';
import type { SignIns } from './sign-ins.ts';
import { openTunnel } from './tunnel.ts';

/** Hosts whose TLS session is kept, so that the next connection is cheaper for both sides. */
const MOST_SESSIONS = 100;

/** Where to, in undici's words; the port is empty where it is the usual one. */
interface Target {
  readonly hostname: string;
  readonly port: string;
  readonly protocol: string;
}

/** Undici's own form of a connector. Errors are `ConnectError`s. */
export type Connector = (
  target: Target,
  callback: (...result: [null, Socket] | [Error, null]) => void,
) => void;

export interface ConnectorOptions {
  /** What is trusted, at the proxy and behind it. Asked for with the first connection that needs it. */
  readonly trusted: () => SecureContext;
  readonly proxy: ProxyRoute | null;
  readonly signIns: SignIns;
}

export function createConnector({ trusted, proxy, signIns }: ConnectorOptions): Connector {
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

  async function open({ hostname, port, protocol }: Target, attempt: Attempt): Promise<Socket> {
    const isSecure = protocol === 'https:';
    const portNumber = port === '' ? (isSecure ? 443 : 80) : Number(port);
    if (proxy === null) {
      return isSecure
        ? attempt.secured(startTls(hostname, portNumber))
        : attempt.connected(net.connect({ host: hostname, port: portNumber }));
    }
    const toProxy = await attempt.toProxy(
      proxy.secure
        ? attempt.secured(startTls(proxy.hostname, proxy.port))
        : attempt.connected(net.connect({ host: proxy.hostname, port: proxy.port })),
    );
    const authority = `${net.isIPv6(hostname) ? `[${hostname}]` : hostname}:${portNumber}`;
    const through = await openTunnel(toProxy, authority, proxy.name, signIns.get(proxy.name));
    // Only https goes through proxies, so what follows is between us and the host.
    return attempt.secured(startTls(hostname, portNumber, through));
  }

  const connect = async (...[target, callback]: Parameters<Connector>): Promise<void> => {
    const attempt = new Attempt(proxy?.name ?? '');
    let socket: Socket;
    try {
      socket = await open(target, attempt);
    } catch (error) {
      callback(error instanceof Error ? error : new Error('no connection'), null);
      return;
    } finally {
      attempt.end();
    }
    callback(null, socket);
  };
  return (target, callback) => void connect(target, callback);
}
