/** Forward proxies on loopback: tinyproxy, and a fake proxy whose replies a test chooses. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net, { type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls, { type TlsOptions } from 'node:tls';
import { listen } from './servers.ts';

export async function startTinyproxy(auth: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-tinyproxy-'));
  const [config, log] = [path.join(folder, 'config'), path.join(folder, 'log')];
  const port = await freePort();
  const lines = [`Port ${port}`, 'Listen 127.0.0.1', 'Allow 127.0.0.1', 'Timeout 60', 'MaxClients 40'];
  lines.push(`LogFile "${log}"`, 'LogLevel Connect', `BasicAuth ${auth}`);
  writeFileSync(config, `${lines.join('\n')}\n`);
  const child = spawn('tinyproxy', ['-d', '-c', config], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await untilListening(port, () => child.exitCode !== null);
  return {
    name: `127.0.0.1:${port}`,
    log: () => readFileSync(log, 'utf8'),
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const started = await listen(net.createServer());
  await started.close();
  return Number(new URL(started.origin).port);
}

async function untilListening(port: number, hasEnded: () => boolean): Promise<void> {
  for (;;) {
    if (hasEnded()) throw new Error('tinyproxy has ended');
    const socket = net.connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns the reply to a CONNECT request, then the proxy closes the socket. If undefined, the socket stays open. */
type OnConnect = (socket: Socket, head: string) => string | undefined;

export async function startProxy(onConnect: OnConnect, certificate?: TlsOptions) {
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

export const letThrough: OnConnect = (socket, head) => {
  const port = Number(/^CONNECT localhost:(\d+) HTTP\/1\.1\r\n/u.exec(head)?.[1]);
  const upstream = net.connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(upstream).pipe(socket);
  });
  upstream.on('error', () => socket.destroy());
  return undefined;
};

/** SOCKS 5 proxy that sends the reply code `reply` (0: connected). With `user`, it requires a sign-in (RFC 1929). */
export function socks(reply = 0, user?: { readonly user: string; readonly password: string }): OnConnect {
  return (socket, head) => {
    if (user !== undefined && !head.includes('\u0002')) return void socket.end(Buffer.from([5, 0xff]));
    socket.write(Buffer.from([5, user === undefined ? 0 : 2]));
    const connect = (request: Buffer): void => {
      const answer = Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]);
      if (reply !== 0) return void socket.end(answer);
      const upstream = net.connect(request.readUInt16BE(request.length - 2), '127.0.0.1', () => {
        socket.write(answer);
        socket.pipe(upstream).pipe(socket);
      });
      upstream.on('error', () => socket.destroy());
    };
    if (user === undefined) socket.once('data', connect);
    else
      socket.once('data', (sent: Buffer) => {
        const isRight = sent.includes(user.user) && sent.includes(user.password);
        socket.write(Buffer.from([1, isRight ? 0 : 1]));
        if (isRight) socket.once('data', connect);
      });
    return undefined;
  };
}
