/** TCP proxy before a database server, for tests of network failures and connection poolers. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Gets the bytes of a connection. Returns the bytes to forward, or null to cut the connection. */
type Edit = (bytes: Buffer) => Buffer | null;

export interface Gate {
  readonly port: number;
  toServer: Edit;
  toClient: Edit;
  readonly shut: () => Promise<void>;
  readonly open: () => Promise<void>;
}

export async function openGate(behind: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((raw) => {
    const [client, upstream] = [keep(raw), keep(connect(behind, '127.0.0.1'))];
    const pipe = (from: Socket, to: Socket, edit: () => Edit): void => {
      from.on('data', (bytes) => {
        const edited = edit()(Buffer.from(bytes));
        if (edited === null) client.destroy();
        else to.write(edited);
      });
      from.on('close', () => to.destroy());
    };
    pipe(client, upstream, () => gate.toServer);
    pipe(upstream, client, () => gate.toClient);
  });
  const listen = async (port: number): Promise<void> =>
    void (await once(server.listen(port, '127.0.0.1'), 'listening'));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const gate: Gate = {
    port,
    toServer: (bytes) => bytes,
    toClient: (bytes) => bytes,
    shut: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    open: async () => {
      if (!server.listening) await listen(port);
    },
  };
  return gate;
}
