/**
 * A process of its own that answers every GET with one small board. It reads no more of a request than its end, so
 * that not the server but the client under test is the slower part.
 */
import net, { type AddressInfo } from 'node:net';

const BODY = JSON.stringify({
  room_id: '1f0d4c52-3a6e-4b0e-9f57-5a0c1d2e3f40',
  created_at: '2026-11-21 07:00:00',
  updated_at: '2026-11-21 07:00:00',
});
const ANSWER = Buffer.from(
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: Sat, 21 Nov 2026 07:00:00 GMT\r\nContent-Length: ${Buffer.byteLength(BODY)}\r\n\r\n${BODY}`,
);
const END = '\r\n\r\n';

let served = 0;
const server = net.createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    // One request at a time on a connection, and small: it comes in one piece.
    if (bytes.toString('latin1', bytes.length - END.length) !== END) return;
    served += 1;
    socket.write(ANSWER);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', () => {
  process.send?.({ served });
  served = 0;
});
process.on('disconnect', () => process.exit(0));
