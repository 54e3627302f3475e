/** Lower bound for the duration of bulk changes: sends the requests with undici alone, and saves nothing. */
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { boardId } from './boards-of-bench.ts';

const [origin = '', kind = '', count = '', inFlight = '', perSecond = '', first = inFlight] =
  process.argv.slice(2);
const rate = Number(perSecond);
// Uses a new TCP connection for each create request, as Easel does.
const pipelining = kind === 'create' ? 0 : 1;
const pool = new Pool(origin, { connections: Number(inFlight), pipelining, allowH2: false });
const headers = { authorization: 'Bearer a-key-for-the-benchmark', accept: 'application/json' };

let next = 0;
let sendAt = 0;
let heldUntil = 0;

async function turn(): Promise<void> {
  if (rate === 0) return;
  sendAt = Math.max(sendAt + 1000 / rate, performance.now(), heldUntil);
  const wait = sendAt - performance.now();
  if (wait > 0) await pause(wait);
}

async function send(place: number): Promise<void> {
  const [method, path] =
    kind === 'delete'
      ? (['DELETE', `/api/board/${boardId(place)}`] as const)
      : (['POST', '/api/board'] as const);
  for (;;) {
    await turn();
    const answer = await pool.request({ method, path, headers });
    await answer.body.text();
    if (answer.statusCode < 300) return;
    if (answer.statusCode !== 429) throw new Error(`status ${answer.statusCode}`);
    const asked = Number(answer.headers['retry-after'] ?? 0) * 1000;
    heldUntil = Math.max(heldUntil, performance.now() + asked);
  }
}

let working = 0;

async function work(): Promise<void> {
  working += 1;
  const others: Promise<void>[] = [];
  while (next < Number(count)) {
    const place = next;
    next += 1;
    await send(place);
    if (working < Number(inFlight)) others.push(work());
  }
  await Promise.all(others);
}

const begun = performance.now();
await Promise.all(Array.from({ length: Number(first) }, work));
process.stdout.write(JSON.stringify({ ms: performance.now() - begun }));
await pool.close();
