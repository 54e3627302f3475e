import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  HANDLERS,
  matchLiveRoom,
  matchRoute,
  refusal,
  toMessage,
  type Answer,
  type Endpoint,
  type Service,
} from './endpoints.ts';
import { readClientMessage, refuse, type Link, type Visit } from './rooms.ts';

const BODY_BYTES = 1_048_576;

/** Time limit in ms within which a room page must send its access token after connecting. */
const HELLO_MS = 5_000;
const MESSAGE_BYTES = 1_048_576;
/** Minimum time in ms between two messages to a room page: one screen frame. */
const SPEAK_EVERY = 16;

export interface RoomFile {
  readonly bytes: Uint8Array;
  readonly type: string;
}

export interface RoomFiles {
  readonly page: Uint8Array;
  readonly assets: ReadonlyMap<string, RoomFile>;
}

export type KeyVerdict = 'accepted' | 'refused' | 'missing';

export interface Exchange {
  readonly endpoint: Endpoint;
  readonly id: string;
  readonly url: URL;
  readonly key: KeyVerdict;
  readonly service: Service;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly receive: () => Promise<boolean>;
  readonly work: () => Answer;
}

/** Answers a request to the practice service. Tests replace this function to simulate a failing service. */
export type Responder = (exchange: Exchange) => Promise<void>;

export interface ServerParts {
  readonly service: Service;
  readonly keys: ReadonlySet<string>;
  readonly files: RoomFiles;
  readonly respond: Responder;
}

/** Starts the practice service on a free port of 127.0.0.1. `stop` closes the port and all connections. */
export async function startServer(parts: ServerParts) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', (request, response) => void serve(parts, origin, request, response));
  server.on('upgrade', roomSockets(parts.service, origin));
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const stop = (): void => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { origin, stop };
}

async function serve(
  { service, keys, files, respond }: ServerParts,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Rejects requests for another host, because a foreign `Host` header is a sign of a DNS rebinding attack.
  if (`http://${request.headers.host}` !== origin)
    return send(response, refusal(421, 'This is not the host you asked for.'));
  const url = URL.parse(request.url ?? '', origin);
  if (!url) return send(response, refusal(400, 'The address is not valid.'));
  const method = request.method ?? '';
  const asset = method === 'GET' ? files.assets.get(url.pathname) : undefined;
  if (asset) return send(response, { status: 200, type: asset.type, body: asset.bytes });
  const match = matchRoute(method, url.pathname);
  if (match === null) return send(response, refusal(404, 'The address could not be found.'));

  const { endpoint, id } = match;
  const key = checkBearer(request.headers.authorization, keys);
  let body: Awaited<ReturnType<typeof readBody>> = 'gone';
  const receive = async (): Promise<boolean> => {
    body = await readBody(request);
    return body !== 'gone';
  };
  const work = (): Answer => {
    if (typeof body === 'string') return refusal(413, 'The body is too large.');
    if (endpoint === 'room') {
      return answerRoom(service, files, id, url.searchParams.get('token') ?? undefined, origin);
    }
    if (key !== 'accepted') return refusal(401, 'Unauthenticated.');
    return HANDLERS[endpoint](service, { id, query: url.searchParams, body });
  };
  await respond({ endpoint, id, url, key, service, request, response, receive, work });
}

export function send(response: ServerResponse, answer: Answer): void {
  const { status, headers, body } = toMessage(answer);
  response.statusCode = status;
  response.setHeaders(new Map(Object.entries(headers)));
  response.end(body);
}

function checkBearer(header: string | undefined, keys: ReadonlySet<string>): KeyVerdict {
  if (header === undefined) return 'missing';
  return header.startsWith('Bearer ') && keys.has(header.slice('Bearer '.length)) ? 'accepted' : 'refused';
}

async function readBody(request: IncomingMessage): Promise<Buffer | 'too-large' | 'gone'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= BODY_BYTES) chunks.push(chunk);
    }
  } catch {
    return 'gone';
  }
  return size > BODY_BYTES ? 'too-large' : Buffer.concat(chunks);
}

/** Serves the room page even if access is refused, because the page shows the reason that its WebSocket receives. */
function answerRoom(
  service: Service,
  files: RoomFiles,
  id: string,
  token: string | undefined,
  origin: string,
): Answer {
  const verdict = service.tokens.verify(token, id, service.now());
  const known = service.state.room(id, service.boardPreviews) !== undefined;
  const status = !known ? 404 : verdict.ok ? 200 : verdict.error === 'other-paper' ? 403 : 401;
  return {
    status,
    headers: { 'Content-Security-Policy': policy(origin) },
    type: 'text/html; charset=utf-8',
    body: files.page,
  };
}

/** Content security policy of the room page. Has no `frame-ancestors`, because other pages may embed rooms. */
function policy(origin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src ${origin.replace('http:', 'ws:')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function roomSockets(service: Service, origin: string) {
  const { tokens, rooms, boardPreviews, now } = service;
  const server = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES, perMessageDeflate: false });

  function accept(socket: WebSocket, id: string): void {
    let visit: Visit | undefined;
    let name = '';
    const link = collecting(socket);
    setTimeout(() => {
      if (!visit) refuse(link, 'missing');
    }, HELLO_MS).unref();
    socket.on('message', (data, isBinary) => {
      const text = data instanceof Buffer && !isBinary ? data.toString() : '';
      const message = readClientMessage(text, name);
      if (visit && message) return visit.receive(message);
      if (visit) return;
      if (message?.type !== 'hello') return refuse(link, 'missing');
      const verdict = tokens.verify(message.token, id, now());
      const content = service.state.room(id, boardPreviews);
      if (!content) return refuse(link, verdict.ok ? 'deleted' : 'unknown');
      if (!verdict.ok) return refuse(link, verdict.error);
      name = verdict.value.name;
      visit = rooms.join(content, name, link);
    });
    socket.on('close', () => visit?.leave());
    // Without an `error` listener, a socket error would crash the worker. A `close` event follows and ends the visit.
    socket.on('error', () => undefined);
  }

  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Accepts requests without an `Origin` header, because only browsers send this header.
    const from = request.headers.origin;
    const id = matchLiveRoom(request.url ?? '');
    if (id === undefined || `http://${request.headers.host}` !== origin || (from && from !== origin)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    server.handleUpgrade(request, socket, head, (webSocket) => accept(webSocket, id));
  };
}

/** Collects a room's messages for some ms and sends them together, because 50 users cause too many single messages. */
function collecting(socket: WebSocket): Link {
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  function speak(): void {
    timer = undefined;
    const [first] = waiting;
    if (first === undefined) return;
    socket.send(waiting.length === 1 ? first : `[${waiting.join()}]`);
    waiting = [];
    timer = setTimeout(speak, SPEAK_EVERY);
  }
  return {
    send: (text) => {
      waiting.push(text);
      if (timer === undefined) speak();
    },
    close: () => {
      clearTimeout(timer);
      speak();
      clearTimeout(timer);
      socket.close();
    },
  };
}
