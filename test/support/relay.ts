import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** TCP relay to the database. `cut` breaks its connections, to simulate a lost network. */
export interface Relay {
  readonly port: number;
  readonly cut: () => void;
  readonly restore: () => void;
  readonly close: () => void;
}

export async function startRelay(port: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const other = connect(port, '127.0.0.1');
    for (const [one, next] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => next.destroy());
      one.pipe(next);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      drop();
    },
    restore: () => void (isCut = false),
    close: () => {
      drop();
      server.close();
    },
  };
}
