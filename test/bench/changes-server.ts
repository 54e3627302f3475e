/**
 * A process of its own that lists, deletes and creates boards, after a latency that can be set, and refuses what comes
 * faster than a rate that it does not tell. It reads no more of a request than it must, so that not the server but the
 * client is the slower part.
 */
import net, { type AddressInfo, type Socket } from 'node:net';
import { boardId, boardText } from './boards-of-bench.ts';

export interface ChangesSetting {
  readonly boards: number;
  readonly latencyMs: number;
  /** Requests a second that are taken, and how many at once; 0 for any. */
  readonly rate: number;
  readonly burst: number;
  /** Whether a refusal says `Retry-After: 1`. */
  readonly asks: boolean;
}

const END = '\r\n\r\n';
const DELETED = JSON.stringify({ message: 'The board was deleted.' });
const MOST_JITTER = 0.3;

let setting: ChangesSetting = { boards: 0, latencyMs: 0, rate: 0, burst: 0, asks: false };
let [served, refused, made] = [0, 0, 0];
let tokens = 0;
let countedAt = 0;
let left = new Set<number>();
const placeOf = new Map<string, number>();

function reset(next: ChangesSetting): void {
  setting = next;
  [served, refused, made, tokens] = [0, 0, 0, next.burst];
  left = new Set(Array.from({ length: next.boards }, (_, place) => place));
  for (const place of left) placeOf.set(boardId(place), place);
}

function isTaken(): boolean {
  const { rate, burst } = setting;
  if (rate === 0) return true;
  const now = performance.now();
  tokens = Math.min(burst, tokens + ((now - countedAt) * rate) / 1000);
  countedAt = now;
  if (tokens < 1) return false;
  tokens -= 1;
  return true;
}

const answer = (status: string, body: string, more = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

function answerTo(method: string, address: string): string {
  if (method === 'GET') {
    const { searchParams } = new URL(address, 'http://server');
    const offset = Number(searchParams.get('offset') ?? 0);
    const rows = [...left].slice(offset, offset + Number(searchParams.get('limit') ?? 50));
    return answer('200 OK', `[${rows.map(boardText).join(',')}]`);
  }
  served += 1;
  if (!isTaken()) {
    refused += 1;
    const asked = setting.asks ? 'Retry-After: 1\r\n' : '';
    return answer('429 Too Many Requests', '{"message":"Too many requests."}', asked);
  }
  if (method === 'POST') {
    made += 1;
    return answer('201 Created', JSON.stringify({ room_id: boardId(1_000_000 + made) }));
  }
  const place = placeOf.get(decodeURIComponent(address.slice(address.lastIndexOf('/') + 1)));
  if (place === undefined || !left.delete(place)) return answer('404 Not Found', '{"message":"Not found."}');
  return answer('200 OK', DELETED);
}

function respond(socket: Socket, request: string): void {
  const [method = '', address = ''] = request.slice(0, request.indexOf('\r\n')).split(' ');
  // The hidden rate counts requests as they come; only the answer takes its time.
  const text = answerTo(method, address);
  const { latencyMs, rate } = setting;
  const jitter = rate === 0 ? 1 : 1 + MOST_JITTER * (2 * Math.random() - 1);
  if (latencyMs === 0) socket.write(text);
  else setTimeout(() => socket.write(text), latencyMs * jitter);
}

const server = net.createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  let begun = '';
  socket.on('data', (bytes) => {
    begun += bytes.toString('latin1');
    // Bodies are announced empty, and one request at a time is on a connection.
    if (!begun.endsWith(END)) return;
    respond(socket, begun);
    begun = '';
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'boards' in message) {
    reset(message as ChangesSetting);
    return;
  }
  process.send?.({ served, refused, left: left.size, made });
});
process.on('disconnect', () => process.exit(0));
