/** Benchmark server for boards. It caches responses and parses little, to be faster than the measured clients. */
import net, { type AddressInfo, type Socket } from 'node:net';
import { boardId, boardText } from './boards-of-bench.ts';

export interface Setting {
  /** Number of boards in the server's list. A new value also restores deleted boards and resets the counts. */
  readonly boards: number;
  readonly latencyMs: number;
  /** Rate limit for changes: `rate` is the number per second (0: unlimited), and `burst` is the largest burst. */
  readonly rate: number;
  readonly burst: number;
  /** True if the server sends the header `Retry-After: 1` when it refuses a change. */
  readonly asks: boolean;
}

/** `served`: requests since the last report. `refused`, `made`: changes since the last reset. `left`: boards left. */
export interface Counts {
  readonly served: number;
  readonly refused: number;
  readonly made: number;
  readonly left: number;
}

const END = '\r\n\r\n';
const MOST_JITTER = 0.3;

let setting: Setting = { boards: 0, latencyMs: 0, rate: 0, burst: 0, asks: false };
let [served, refused, made, tokens, countedAt] = [0, 0, 0, 0, 0];
const left = new Map<string, number>();
const pages = new Map<string, Buffer>();

function set(next: Partial<Setting>): void {
  setting = { ...setting, ...next };
  if (next.boards === undefined) return;
  [refused, made, tokens] = [0, 0, setting.burst];
  left.clear();
  pages.clear();
  for (let place = 0; place < next.boards; place += 1) left.set(boardId(place), place);
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

const answer = (status: string, body: string, more = ''): Buffer =>
  Buffer.from(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nDate: Sat, 21 Nov 2026 07:00:00 GMT\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );

function pageAt(address: string): Buffer {
  const { pathname, searchParams } = new URL(address, 'http://server');
  if (pathname !== '/api/board') return answer('200 OK', boardText(0));
  const offset = Number(searchParams.get('offset') ?? 0);
  const rows = [...left.values()].slice(offset, offset + Number(searchParams.get('limit') ?? 50));
  return answer('200 OK', `[${rows.map(boardText).join(',')}]`);
}

function answerTo(method: string, address: string): Buffer {
  if (method === 'GET') {
    const page = pages.get(address) ?? pageAt(address);
    pages.set(address, page);
    return page;
  }
  if (!isTaken()) {
    refused += 1;
    const asked = setting.asks ? 'Retry-After: 1\r\n' : '';
    return answer('429 Too Many Requests', '{"message":"Too many requests."}', asked);
  }
  pages.clear();
  if (method === 'POST') {
    made += 1;
    return answer('201 Created', JSON.stringify({ room_id: boardId(1_000_000 + made) }));
  }
  return left.delete(address.slice(address.lastIndexOf('/') + 1))
    ? answer('200 OK', '{"message":"The board was deleted."}')
    : answer('404 Not Found', '{"message":"Not found."}');
}

function respond(socket: Socket, request: string): void {
  const [method = '', address = ''] = request.slice(0, request.indexOf('\r\n')).split(' ');
  served += 1;
  // Applies the rate limit before the delay, because `latencyMs` delays only the response.
  const bytes = answerTo(method, address);
  const { latencyMs, rate } = setting;
  const jitter = rate === 0 ? 1 : 1 + MOST_JITTER * (2 * Math.random() - 1);
  if (latencyMs === 0) socket.write(bytes);
  else setTimeout(() => socket.write(bytes), latencyMs * jitter);
}

const server = net.createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  let begun = '';
  socket.on('data', (bytes) => {
    begun += bytes.toString('latin1');
    // A request ends with its head, because benchmark clients send no body and wait for each response.
    if (!begun.endsWith(END)) return;
    respond(socket, begun);
    begun = '';
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', (next: Partial<Setting> | 'counts') => {
  if (next !== 'counts') return set(next);
  process.send?.({ served, refused, made, left: left.size } satisfies Counts);
  served = 0;
});
process.on('disconnect', () => process.exit(0));
