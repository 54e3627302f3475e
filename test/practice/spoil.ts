import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { toMessage, type Answer, type Message } from '../../main/practice/endpoints.ts';
import type { ActiveFaults, WireFault } from './faults.ts';

type Drip = Extract<WireFault, { readonly kind: 'drip' }>;

/** Applies one fault at most. The order is drip, cut, wrong-length, truncated-chunked, duplicate-response. */
export async function sendAnswer(
  response: ServerResponse,
  answer: Answer,
  faults: ActiveFaults,
): Promise<void> {
  const message = spoilBody(withLength(toMessage(answer)), faults);
  const drip = faults.first('drip');
  const cut = faults.first('cut');
  const length = faults.first('wrong-length');
  const socket = response.socket;
  if (!socket) return;
  if (drip) return sendSlowly(socket, message, drip);
  if (cut)
    return sendPart(socket, head(message), cut.at === 'mid-body' ? half(message.body) : Buffer.alloc(0));
  if (length) {
    const declared = String(message.body.length + length.by);
    return sendPart(
      socket,
      head({ ...message, headers: { ...message.headers, 'Content-Length': declared } }),
      message.body,
    );
  }
  if (faults.first('truncated-chunked')) return sendTruncatedChunks(socket, message);
  if (faults.first('duplicate-response')) {
    const once = Buffer.concat([head(message), message.body]);
    return sendPart(socket, once, once);
  }
  response.writeHead(message.status, message.headers);
  response.end(message.body);
}

function withLength(message: Message): Message {
  if (message.status === 204 || message.status === 304) return { ...message, body: Buffer.alloc(0) };
  return { ...message, headers: { ...message.headers, 'Content-Length': String(message.body.length) } };
}

function spoilBody(message: Message, faults: ActiveFaults): Message {
  let spoilt = message;
  const change = (body: Buffer, headers: Readonly<Record<string, string>> = {}): void => {
    spoilt = withLength({ ...spoilt, body, headers: { ...spoilt.headers, ...headers } });
  };
  if (faults.first('malformed-json')) {
    change(Buffer.concat([Buffer.from("{'oops': "), spoilt.body, Buffer.from(',}')]));
  }
  if (faults.first('bad-utf8')) change(spoilUtf8(spoilt.body));
  const bomb = faults.first('gzip-bomb');
  if (bomb) change(gzipSync(Buffer.alloc(bomb.bytes, ' ')), { 'Content-Encoding': 'gzip' });
  if (faults.first('bad-gzip')) change(spoilt.body, { 'Content-Encoding': 'gzip' });
  const huge = faults.first('huge-header');
  if (huge) change(spoilt.body, { 'X-Padding': 'p'.repeat(huge.bytes) });
  if (faults.first('empty')) return withLength({ ...spoilt, status: 200, body: Buffer.alloc(0) });
  if (faults.first('no-content')) {
    const { 'Content-Length': _length, 'Content-Type': _type, ...headers } = spoilt.headers;
    return { status: 204, headers, body: Buffer.alloc(0) };
  }
  return spoilt;
}

function spoilUtf8(body: Buffer): Buffer {
  const at = body.indexOf('"') + 1;
  // Leaves an empty JSON list unchanged, because it contains no string to damage.
  if (body.toString('latin1') === '[]') return body;
  return Buffer.concat([body.subarray(0, at), Buffer.from([0xff, 0xfe]), body.subarray(at)]);
}

function half(body: Buffer): Buffer {
  return body.subarray(0, Math.floor(body.length / 2));
}

function head(message: Message): Buffer {
  const lines = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const reason = STATUS_CODES[message.status] ?? '';
  return Buffer.from(`HTTP/1.1 ${message.status} ${reason}\r\n${lines.join('')}\r\n`);
}

async function sendPart(socket: Socket, ...parts: readonly Buffer[]): Promise<void> {
  await write(socket, Buffer.concat(parts));
  socket.destroySoon();
}

async function sendTruncatedChunks(socket: Socket, message: Message): Promise<void> {
  const { 'Content-Length': _length, ...headers } = message.headers;
  const start = head({ ...message, headers: { ...headers, 'Transfer-Encoding': 'chunked' } });
  // Announces more bytes than follow, and at least one, because a chunk of length 0 would end the response correctly.
  const announced = Math.max(1, message.body.length).toString(16);
  await sendPart(socket, start, Buffer.from(`${announced}\r\n`), half(message.body));
}

async function sendSlowly(socket: Socket, message: Message, drip: Drip): Promise<void> {
  const start = head(message);
  const slow = drip.part === 'head' ? start : message.body;
  if (drip.part === 'body') await write(socket, start);
  for (let at = 0; at < slow.length; at += drip.bytes) {
    if (socket.destroyed) return;
    await write(socket, slow.subarray(at, at + drip.bytes));
    await delay(drip.everyMs);
  }
  await sendPart(socket, drip.part === 'head' ? message.body : Buffer.alloc(0));
}

async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  // Ignores write errors, because the client may have disconnected.
  socket.write(bytes, () => resolve());
  await promise;
}
