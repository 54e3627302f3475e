/** Types of undici's files that Easel imports one by one. Importing all of undici costs 14 MB and 60 ms. */
declare module 'undici/lib/dispatcher/agent.js' {
  const Agent: typeof import('undici').Agent;
  type Agent = import('undici').Agent;
  export default Agent;
}
declare module 'undici/lib/core/errors.js' {
  const errors: typeof import('undici').errors;
  export default errors;
}
declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import type { SecureContext } from 'node:tls';

  /** Target of a connection. `port` is empty for the default port. `httpSocket`: an open tunnel that TLS will use. */
  export interface Target {
    readonly hostname: string;
    readonly host?: string;
    readonly port: string;
    readonly protocol: string;
    readonly httpSocket?: Socket;
  }
  export type Connector = (
    target: Target,
    callback: (...result: [error: null, socket: Socket] | [error: Error, socket: null]) => void,
  ) => Socket;

  export default function buildConnector(options: {
    readonly allowH2: boolean;
    readonly timeout: number;
    readonly secureContext?: SecureContext;
  }): Connector;
}
declare module 'undici/lib/core/socks5-client.js' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  class Socks5Client extends EventEmitter {
    constructor(
      socket: Socket,
      options: { readonly username: string | undefined; readonly password: string | undefined },
    );
    handshake(): void;
    connect(hostname: string, port: number): void;
  }
  const parts: { readonly Socks5Client: typeof Socks5Client };
  export default parts;
}
