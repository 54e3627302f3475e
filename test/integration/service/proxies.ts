/** Forward proxies on loopback that do as a test says. */
import net, { type Socket } from 'node:net';
import tls, { type TlsOptions } from 'node:tls';
import { listen } from './servers.ts';

export interface TestProxy {
  /** `host:port` */
  readonly name: string;
  readonly close: () => Promise<void>;
}

export interface OwnProxy extends TestProxy {
  /** All that it was sent, by everyone, outside the tunnels' TLS. */
  readonly received: () => string;
  readonly connections: () => number;
}

/** Says what to do with a CONNECT: answer with these bytes and end, or see to it oneself; `head` is as it came. */
type OnConnect = (socket: Socket, head: string) => string | undefined;

/** A proxy that does with each CONNECT as it is told; with `certificate` it is spoken to over TLS. */
export async function startProxy(onConnect: OnConnect, certificate?: TlsOptions): Promise<OwnProxy> {
  const received: string[] = [];
  const connected = (socket: Socket): void => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => received.push(bytes.toString('latin1')));
    socket.once('data', (bytes: Buffer) => {
      const answer = onConnect(socket, bytes.toString('latin1'));
      if (answer !== undefined) socket.end(answer);
    });
  };
  const server =
    certificate === undefined ? net.createServer(connected) : tls.createServer(certificate, connected);
  const { origin, close, connections } = await listen(server);
  const { port } = new URL(origin);
  return {
    name: `${certificate === undefined ? '127.0.0.1' : 'localhost'}:${port}`,
    received: () => received.join(''),
    connections,
    close,
  };
}

/** Lets everything through, as an honest proxy does. */
export const letThrough: OnConnect = (socket, head) => {
  const port = Number(/^CONNECT localhost:(\d+) HTTP\/1\.1\r\n/u.exec(head)?.[1]);
  const onward = net.connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(onward).pipe(socket);
  });
  onward.on('error', () => socket.destroy());
  return undefined;
};

/** Lets through who signs in like this, as tinyproxy does: it answers a missing sign-in with 407, and a wrong one with 401. */
export function withSignIn(user: string, password: string): OnConnect {
  const right = Buffer.from(`${user}:${password}`).toString('base64');
  return (socket, head) => {
    const [, given] = /^proxy-authorization: Basic (\S+)\r$/imu.exec(head) ?? [];
    if (given === right) return letThrough(socket, head);
    const status = given === undefined ? '407 Proxy Authentication Required' : '401 Unauthorized';
    return `HTTP/1.1 ${status}\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n`;
  };
}

/** A SOCKS 5 proxy: gives this reply to the request for a way, and makes it if the reply is 0. */
export function socks(reply = 0): OnConnect {
  return (socket) => {
    socket.write(Buffer.from([5, 0]));
    socket.once('data', (asked: Buffer) => {
      const answer = Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]);
      if (reply !== 0) return void socket.end(answer);
      const onward = net.connect(asked.readUInt16BE(asked.length - 2), '127.0.0.1', () => {
        socket.write(answer);
        socket.pipe(onward).pipe(socket);
      });
      onward.on('error', () => socket.destroy());
    });
    return undefined;
  };
}
