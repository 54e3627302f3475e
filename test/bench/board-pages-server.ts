/**
 * A process of its own that answers with pages of so many boards (`limit`, `offset` counting rows), each after a
 * latency that can be set. Pages are kept as bytes once made, so that not the server but the client is the slower part.
 */
import net, { type AddressInfo } from 'node:net';
import { boardText } from './boards-of-bench.ts';

const BOARDS = Number(process.argv[2]);
const END = '\r\n\r\n';

let served = 0;
let latencyMs = 0;
const rows = Array.from({ length: BOARDS }, (_, place) => boardText(place));
const answers = new Map<string, Buffer>();

function answerTo(address: string): Buffer {
  const known = answers.get(address);
  if (known !== undefined) return known;
  const { searchParams } = new URL(address, 'http://server');
  const offset = Number(searchParams.get('offset') ?? 0);
  const limit = Number(searchParams.get('limit') ?? 50);
  const body = Buffer.from(`[${rows.slice(offset, offset + limit).join(',')}]`);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: Sat, 21 Nov 2026 07:00:00 GMT\r\nContent-Length: ${body.length}\r\n\r\n`;
  const answer = Buffer.concat([Buffer.from(head), body]);
  answers.set(address, answer);
  return answer;
}

const server = net.createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    // One request at a time on a connection, and small: it comes in one piece.
    const request = bytes.toString('latin1');
    if (!request.endsWith(END)) return;
    served += 1;
    const answer = answerTo(request.slice(request.indexOf(' ') + 1, request.indexOf(' HTTP/')));
    if (latencyMs === 0) socket.write(answer);
    else setTimeout(() => socket.write(answer), latencyMs);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'latencyMs' in message) {
    latencyMs = Number(message.latencyMs);
    return;
  }
  process.send?.({ served });
  served = 0;
});
process.on('disconnect', () => process.exit(0));
