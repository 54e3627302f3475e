/** HTTP server on this computer that a test can stop and restart at the same address. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Host {
  readonly origin: string;
  /** Closes all connections to the server and refuses new ones. Has no effect on a stopped server. */
  readonly takeDown: () => Promise<void>;
  readonly bringUp: () => Promise<void>;
}

export async function startHost(listener: RequestListener): Promise<Host> {
  let server: Server | null = null;
  let port = 0;
  const bringUp = async (): Promise<void> => {
    server = createServer(listener).listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const takeDown = async (): Promise<void> => {
    const running = server;
    server = null;
    if (running === null) return;
    running.closeAllConnections();
    running.close();
    await once(running, 'close');
  };
  await bringUp();
  return { origin: `http://127.0.0.1:${port}`, takeDown, bringUp };
}
