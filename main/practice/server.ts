import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { refusal, type Answer, type Content } from './answer.ts';
import { answerApi, type Service } from './endpoints.ts';
import { reshape } from './fault-answers.ts';
import { ActiveFaults, type FaultPlan } from './fault-plan.ts';
import { cutSilently, sendAnswer } from './fault-wire.ts';
import type { FaultOf } from './faults.ts';
import type { RecordedRequest, RequestRecorder } from './requests.ts';
import type { RoomFiles } from './room-files.ts';
import { RoomSockets } from './room-socket.ts';
import { matchRoute, type Match } from './routes.ts';
import type { TokenRefusal } from './tokens.ts';

const BODY_BYTES = 1_048_576;

const COMMON_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

const NO_FAULTS = new ActiveFaults([]);

export interface ServerParts {
  readonly service: Service;
  readonly plan: FaultPlan;
  readonly requests: RequestRecorder;
  /** API keys that are accepted now. */
  readonly keys: ReadonlySet<string>;
  readonly files: RoomFiles | undefined;
}

export interface PracticeServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Takes nothing more, and cuts every connection off. */
  readonly stop: () => void;
}

/** Starts the practice service on a free port of this computer only. */
export async function startServer(parts: ServerParts): Promise<PracticeServer> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const origin = originOf(server);
  const sockets = new RoomSockets(parts.service);
  server.on('request', (request, response) => void serve(parts, origin, request, response));
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head, origin));
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

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function serve(
  parts: ServerParts,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (answer: Answer, faults = NO_FAULTS): Promise<void> =>
    sendAnswer(response, answer, COMMON_HEADERS, faults);
  // A page elsewhere whose host name was made to point here would send that name.
  if (`http://${request.headers.host}` !== origin)
    return send(refusal(421, 'This is not the host you asked for.'));
  const url = URL.parse(request.url ?? '', origin);
  if (!url) return send(refusal(400, 'The address is not valid.'));
  const method = request.method ?? '';
  const asset = method === 'GET' ? answerAsset(parts.files, url.pathname) : undefined;
  if (asset) return send(asset);
  const match = matchRoute(method, url.pathname);
  if (!match.found) return send(unknownAddress(match.allowed));

  const key = checkBearer(request.headers.authorization, parts.keys);
  const faults = parts.plan.meet(match.endpoint);
  const finish = parts.requests.record(describeRequest(match.endpoint, request, url, key));
  response.once('close', finish);

  const body = await readBody(request);
  if (body === 'gone') return;
  for (const { ms } of faults.all('latency')) await delay(ms);
  if (faults.first('silence')) return;
  const cut = faults.first('cut');
  if (cut?.at === 'before-headers') return cutSilently(request.socket, cut);
  const instead = answerInstead(faults);
  if (instead && !faults.first('status')?.processed) return send(instead, faults);
  if (body === 'too-large') return send(refusal(413, 'The body is too large.'));

  const answer = work(parts, origin, match, url, body, key, faults);
  if (cut?.at === 'after-processing') return cutSilently(request.socket, cut);
  if (instead) return send(instead, faults);
  return send(reshape(answer, match.endpoint, faults, parts.service.state.boardCount), faults);
}

function work(
  parts: ServerParts,
  origin: string,
  match: Extract<Match, { readonly found: true }>,
  url: URL,
  body: Buffer,
  key: RecordedRequest['key'],
  faults: ActiveFaults,
): Answer {
  const { endpoint, id } = match;
  if (endpoint === 'room') {
    const token = url.searchParams.get('token') ?? undefined;
    return answerRoom(parts.service, parts.files, id, token, origin);
  }
  if (key !== 'accepted') return refusal(401, 'Unauthenticated.');
  return answerApi(parts.service, { endpoint, id, query: url.searchParams, body, faults });
}

function unknownAddress(allowed: readonly string[]): Answer {
  if (allowed.length === 0) return refusal(404, 'The address could not be found.');
  return { ...refusal(405, 'The method is not supported here.'), headers: { Allow: allowed.join(', ') } };
}

/** The answer that a fault gives in place of the endpoint's own. */
function answerInstead(faults: ActiveFaults): Answer | undefined {
  const status = faults.first('status');
  if (status) {
    return { status: status.status, headers: status.headers ?? {}, content: statusContent(status) };
  }
  const html = faults.first('html');
  if (!html) return undefined;
  const text = '<!doctype html>\n<title>Sign in</title>\n<h1>Sign in to continue</h1>\n';
  return { status: html.status ?? 200, content: { kind: 'text', text, type: 'text/html; charset=utf-8' } };
}

function statusContent({ body }: FaultOf<'status'>): Content {
  if (body === undefined) return { kind: 'none' };
  return typeof body === 'string' ? { kind: 'text', text: body } : { kind: 'json', value: body };
}

function describeRequest(
  endpoint: RecordedRequest['endpoint'],
  request: IncomingMessage,
  url: URL,
  key: RecordedRequest['key'],
): RecordedRequest {
  const query = new URLSearchParams(url.search);
  if (query.has('token')) query.set('token', '');
  return {
    endpoint,
    method: request.method ?? '',
    path: query.size > 0 ? `${url.pathname}?${query.toString()}` : url.pathname,
    at: Date.now(),
    bodyArrived: Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers,
    contentType: request.headers['content-type'],
    accept: request.headers.accept,
    key,
  };
}

/** Compares digests, so that the time taken tells nothing about a key. */
function checkBearer(header: string | undefined, keys: ReadonlySet<string>): RecordedRequest['key'] {
  if (header === undefined) return 'missing';
  const given = digest(header);
  const accepted = [...keys].some((key) => timingSafeEqual(digest(`Bearer ${key}`), given));
  return accepted ? 'accepted' : 'refused';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The whole body; `gone` when the client left before its end. */
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

const STATUS: Readonly<Record<TokenRefusal, number>> = {
  missing: 401,
  invalid: 401,
  expired: 401,
  'other-paper': 403,
};

/**
 * The page of a room. It is the same page with every status: told by its socket why it can't join, it says so.
 * @param token from the address
 * @param origin the service's own
 */
function answerRoom(
  service: Service,
  files: RoomFiles | undefined,
  id: string,
  token: string | undefined,
  origin: string,
): Answer {
  const verdict = service.tokens.verify(token, id, service.now());
  const known = service.state.room(id, service.boardPreviews) !== undefined;
  const status = !known ? 404 : verdict.ok ? 200 : STATUS[verdict.reason];
  if (!files) {
    const message = 'This service was started without the files of the room page.';
    return refusal(status === 200 ? 503 : status, message);
  }
  return {
    status,
    headers: { 'Content-Security-Policy': policy(origin) },
    content: { kind: 'bytes', bytes: Buffer.from(files.page), type: 'text/html; charset=utf-8' },
  };
}

/** A file of the room page; undefined when the page refers to none of this address. */
function answerAsset(files: RoomFiles | undefined, pathname: string): Answer | undefined {
  const file = files?.assets.get(pathname);
  if (!file) return undefined;
  return { status: 200, content: { kind: 'bytes', bytes: Buffer.from(file.bytes), type: file.type } };
}

/** No frame-ancestors: a room is made to be embedded. */
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
