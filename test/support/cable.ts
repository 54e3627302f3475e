/** The cable between an app and a service on this computer: it can be pulled out, and put in again. */
import { once } from 'node:events';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Cable {
  /** What the app is told in place of the service's own address. */
  readonly origin: string;
  /** Ends all connections, and refuses new ones from now on. */
  readonly pull: () => Promise<void>;
  /** Passes requests on again, at the same address. */
  readonly plug: () => Promise<void>;
}

/** Lays a cable to the service at this address of loopback; it is called by its own name there. */
export async function layCable(origin: string): Promise<Cable> {
  const { host } = new URL(origin);
  let server: Server | null = null;

  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const { method, headers, url } = request;
    const passed = http.request(`${origin}${url}`, { method, headers: { ...headers, host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  };
  const listen = async (port: number): Promise<number> => {
    server = http.createServer(pass).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  const port = await listen(0);
  return {
    origin: `http://127.0.0.1:${port}`,
    pull: async () => {
      const listening = server;
      server = null;
      if (listening === null) return;
      const closed = once(listening, 'close');
      listening.close();
      listening.closeAllConnections();
      await closed;
    },
    plug: async () => {
      if (server === null) await listen(port);
    },
  };
}
