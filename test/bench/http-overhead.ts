/** Part of benchmark P3: compares how many small GETs per second Easel's HTTP client and bare undici send. */
import { Agent } from 'undici';
import { type Authorize, createHttp } from '../../main/service/http.ts';
import { createTransport } from '../../main/service/transport.ts';
import { decodeBody } from '../../main/service/wire/body.ts';
import { ok } from '../../preload/contract/failure.ts';
import { judged, ratios, spread, type Benchmark } from './measure.ts';
import { startServerProcess } from './server-process.ts';

const IN_FLIGHT = 8;
const WARM_UP = 6000;
/** Requests per round. Rounds are short, so that other programs slow down Easel's client and undici equally. */
const REQUESTS = 2000;
const ROUNDS = 25;
/** Request rate that Easel's client must reach, as a fraction of undici's. */
const GOAL = 0.6;
const PATH = '/api/board/1f0d4c52-3a6e-4b0e-9f57-5a0c1d2e3f40';
const KEY = 'a-key-for-the-benchmark';

interface Client {
  readonly get: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** HTTP client with undici alone: sends the same headers as Easel, and reads the body as text. */
function bareClient(origin: string): Client {
  const pool = { connections: 32, keepAliveTimeout: 10_000, maxHeaderSize: 64 * 1024 };
  const agent = new Agent({ ...pool, allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'Easel',
    authorization: `Bearer ${KEY}`,
  };
  return {
    get: async () => {
      const { statusCode, body } = await agent.request({ origin, path: PATH, method: 'GET', headers });
      if (statusCode !== 200 || (await body.text()) === '') throw new Error('no board');
    },
    close: () => agent.close(),
  };
}

function ourClient(origin: string): Client {
  const transport = createTransport();
  const send = createHttp({ transport });
  const headers = { authorization: `Bearer ${KEY}` };
  const authorize: Authorize = () => Promise.resolve(ok({ headers, whyNot: () => null }));
  return {
    get: async () => {
      const request = { method: 'GET', url: new URL(origin + PATH), headers: {}, body: null } as const;
      const { outcome } = await send(request, undefined, undefined, authorize, () => undefined);
      const text = outcome.kind === 'answer' ? decodeBody(outcome.answer.bytes) : '';
      if (text === '') throw new Error('no board');
    },
    close: () => transport.close(),
  };
}

async function rateOf({ get }: Client, count: number): Promise<number> {
  let left = count;
  async function worker(): Promise<void> {
    while (left > 0) {
      left -= 1;
      await get();
    }
  }
  const begun = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return (count / (performance.now() - begun)) * 1000;
}

export const httpOverhead: Benchmark = async () => {
  const server = await startServerProcess();
  const clients = [bareClient(server.origin), ourClient(server.origin)] as const;
  const rates = new Map<Client, number[]>(clients.map((client) => [client, []]));
  try {
    for (const client of clients) await rateOf(client, WARM_UP);
    await server.counts();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const client of round % 2 === 0 ? clients : clients.toReversed()) {
        rates.get(client)?.push(await rateOf(client, REQUESTS));
        const { served } = await server.counts();
        if (served !== REQUESTS) throw new Error(`${served} of ${REQUESTS} requests were served`);
      }
    }
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    server.stop();
  }
  const [bare = [], ours = []] = clients.map((client) => rates.get(client));
  const peers = { 'bare undici, requests/s': spread(bare), 'Easel’s requests, requests/s': spread(ours) };
  const what = `request rate of small GETs, ${IN_FLIGHT} in flight, ${ROUNDS} rounds of ${REQUESTS}`;
  const unit = '× bare undici with the same pool';
  return [judged({ id: 'P3', what, unit, goal: { atLeast: GOAL }, peers }, ratios(ours, bare))];
};
