/** One try to get a connection: its time limit, and what is said when it comes to nothing. */
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { ConnectError, readNetworkError, type NetworkFault, type TransportError } from './network-faults.ts';

/** How long a connection may take, name lookup, proxy and TLS included, in ms. */
export const CONNECT_TIMEOUT_MS = 10_000;

const KEEP_ALIVE_PROBE_MS = 60_000;

export class Attempt {
  readonly #proxy: string;
  readonly #timer: NodeJS.Timeout;
  #socket: Socket | null = null;

  /** `proxy` is the `host:port` of the proxy on the way; empty for none. */
  constructor(proxy: string) {
    this.#proxy = proxy;
    this.#timer = setTimeout(() => this.#socket?.destroy(new TimedOut()), CONNECT_TIMEOUT_MS);
  }

  /** Gives the socket as soon as it is connected. Rejects with a `ConnectError`. */
  connected(socket: Socket): Promise<Socket> {
    return this.#ready(socket, 'connect', () => '');
  }

  /** Gives the socket as soon as TLS is agreed on and the certificate is found good. Rejects with a `ConnectError`. */
  secured(socket: TLSSocket): Promise<Socket> {
    let issuer = '';
    // Node judges the certificate at this event; when it is found bad, it can't be asked for any more.
    socket.prependListener('secure', () => (issuer = issuerOf(socket)));
    return this.#ready(socket, 'secureConnect', () => issuer);
  }

  /** What goes wrong on the way to the proxy is the proxy's trouble, not the service's. */
  async toProxy(connecting: Promise<Socket>): Promise<Socket> {
    try {
      return await connecting;
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      const { fault } = error.found;
      throw new ConnectError({ ...error.found, fault: proxyFault(fault) });
    }
  }

  /** No more time limit. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #ready(socket: Socket, event: 'connect' | 'secureConnect', issuer: () => string): Promise<Socket> {
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    this.#socket = socket;
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_PROBE_MS);
    socket.once(event, () => resolve(socket));
    // Stays for good: between here and undici's own listener, an error must not end the process.
    socket.on('error', (error) => {
      const found: TransportError = {
        ...readNetworkError(error, false),
        issuer: issuer(),
        proxy: this.#proxy,
      };
      reject(new ConnectError(found));
    });
    return promise;
  }
}

class TimedOut extends Error {
  readonly code = 'ETIMEDOUT';
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
