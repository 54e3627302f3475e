/** Service in a separate process, so that stalls of the service do not count as stalls of Easel. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostileAnswers, type HostileAnswer } from './hostile-answers.ts';

export interface Order {
  readonly name: string;
  readonly bytes: number;
  readonly key: string;
}

const CRLF = '\r\n';
let answer: HostileAnswer = { body: Buffer.from('[]') };

const server = http.createServer((request, response) => {
  request.resume();
  const { body, status = 200, headers = {}, crumbs } = answer;
  if (crumbs !== true) {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    return;
  }
  const { socket } = response;
  socket?.write(`HTTP/1.1 200 OK${CRLF}transfer-encoding: chunked${CRLF}${CRLF}`);
  socket?.end(body);
});

process.on('message', ({ name, bytes, key }: Order) => {
  const made = hostileAnswers(key)[name]?.(bytes);
  if (made === undefined) throw new Error(`no answer ${name}`);
  answer = made.crumbs === true ? { ...made, body: inCrumbs(made.body) } : made;
  process.send?.('ready');
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

function inCrumbs(body: Buffer): Buffer {
  const text = body.toString('latin1').replaceAll(/[^]/gu, (byte) => `1${CRLF}${byte}${CRLF}`);
  return Buffer.from(`${text}0${CRLF}${CRLF}`, 'latin1');
}
