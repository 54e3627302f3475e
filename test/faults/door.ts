/** TCP proxy between Easel and the practice service. Counts requests, replaces the API key, and injects faults. */
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { TLSSocket, type SecureContext } from 'node:tls';
import type { WayFault } from './rows.ts';
import { KEY } from './secrets.ts';

export interface Behind {
  readonly origin: string;
  readonly apiKey: string;
}

export interface Seen {
  readonly method: string;
  readonly path: string;
}

export type Door = Awaited<ReturnType<typeof openDoor>>;

/** Matches the head of a request. Assumes that the client sends the whole head in one piece. */
const HEAD = /^([A-Z]+) (\S+) HTTP\/1\.1\r\n/u;
const TOKEN = /eyJ[\w-]+\.[\w-]{20,}(?:\.[\w-]+)?/gu;

export async function openDoor(behind: Behind, context: SecureContext | null) {
  const seen: Seen[] = [];
  const answers: { text: string }[] = [];
  const sockets = new Set<Socket>();
  let fault: WayFault | null = null;
  let shown = context;

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  }

  function enter(raw: Socket): void {
    keep(raw);
    // Applies faults that occur before the TLS handshake: the proxy sends nothing, or the bytes of another protocol.
    if (shown !== null && fault?.kind === 'silent') return;
    if (shown !== null && fault?.kind === 'say') {
      raw.end(fault.bytes);
      return;
    }
    const socket = shown === null ? raw : new TLSSocket(raw, { isServer: true, secureContext: shown });
    if (socket !== raw) keep(socket);
    serve(socket);
  }

  function serve(client: Socket): void {
    let upstream: Socket | null = null;
    let isReused = false;
    client.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1');
      const [, method, path] = HEAD.exec(text) ?? [];
      if (method === undefined || path === undefined) {
        upstream?.write(bytes);
        return;
      }
      seen.push({ method, path });
      if (fault?.kind === 'silent') return;
      if (fault?.kind === 'say') client.end(fault.bytes, 'latin1');
      else if (fault?.kind === 'reset-reused' && isReused) client.resetAndDestroy();
      else {
        upstream ??= connect(client);
        upstream.write(passed(text, behind), 'latin1');
      }
      isReused = true;
    });
    client.on('close', () => upstream?.destroy());
  }

  function connect(client: Socket): Socket {
    const upstream = net.connect(Number(new URL(behind.origin).port), '127.0.0.1');
    keep(upstream);
    const answer = { text: '' };
    answers.push(answer);
    upstream.on('data', (bytes: Buffer) => {
      // Stores the response's start, to search it for tokens. A whole gzip bomb would fill the memory.
      if (answer.text.length < 100_000) answer.text += bytes.toString('latin1');
      client.write(bytes);
    });
    upstream.on('end', () => client.end());
    upstream.on('error', () => client.resetAndDestroy());
    return upstream;
  }

  const server = net.createServer({ noDelay: true }, enter);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  function cutAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  async function stopListening(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    cutAll();
    await closed;
  }

  return {
    origin: context === null ? `http://127.0.0.1:${port}` : `https://localhost:${port}`,
    seen: (): readonly Seen[] => [...seen],
    forget: () => seen.splice(0),
    tokens: (): ReadonlySet<string> => new Set(answers.flatMap(({ text }) => text.match(TOKEN) ?? [])),
    /** Closes all connections. Then injects the fault `next` into each new connection. */
    meet: async (next: WayFault | null): Promise<void> => {
      fault = next;
      cutAll();
      if (next?.kind === 'refuse') await stopListening();
    },
    show: (next: SecureContext): void => {
      shown = next;
      cutAll();
    },
    close: stopListening,
  };
}

/** Replaces the test's API key in a request's head with the practice service's key. Wrong keys stay unchanged. */
function passed(text: string, { origin, apiKey }: Behind): string {
  return text
    .replace(/^host: .*$/imu, `Host: ${new URL(origin).host}`)
    .replace(`Bearer ${KEY}\r\n`, () => `Bearer ${apiKey}\r\n`);
}
