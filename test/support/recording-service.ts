/** A service on loopback that writes down each request with the key it came with, and answers deletes when told to. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Recorded {
  readonly method: string;
  readonly path: string;
  /** Null for a request without one. */
  readonly key: string | null;
}

export interface RecordingService {
  readonly origin: string;
  readonly requests: readonly Recorded[];
  /** The requests that have come since this was last asked. */
  readonly taken: () => readonly Recorded[];
  /** Deletes that have come so far. */
  readonly deletes: () => number;
  /** Deletes from now on wait for `release`, but for the first so many. */
  readonly hold: (but?: number) => void;
  readonly release: () => void;
  /** Resolves once so many deletes have come, and no other follows them for a moment. */
  readonly settled: (atLeast: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How long nothing more comes, ms. */
const QUIET_MS = 60;

/** Its boards are `board-0` and so on; a deleted one stays in the list. */
export async function startRecordingService(boards = 0): Promise<RecordingService> {
  const requests: Recorded[] = [];
  const waiting: (() => void)[] = [];
  let answered = Infinity;
  let looked = 0;
  const deletes = (): number => requests.filter(({ method }) => method === 'DELETE').length;
  const list = JSON.stringify(Array.from({ length: boards }, (_, index) => ({ id: `board-${index}` })));
  const server = http.createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const { pathname } = new URL(url, 'http://localhost');
    requests.push({ method, path: pathname, key: headers.authorization?.replace('Bearer ', '') ?? null });
    request.resume();
    const answer = (): void => {
      const isList = method === 'GET' && pathname === '/api/board';
      response.writeHead(200, { 'content-type': 'application/json' }).end(isList ? list : '{"id":"b"}');
    };
    if (method === 'DELETE' && deletes() > answered) waiting.push(answer);
    else answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    taken: () => {
      const since = requests.slice(looked);
      looked = requests.length;
      return since;
    },
    deletes,
    hold: (but = 0) => {
      answered = deletes() + but;
    },
    release: () => {
      answered = Infinity;
      for (const answer of waiting.splice(0)) answer();
    },
    settled: async (atLeast) => {
      for (let before = -1; before !== deletes() || before < atLeast;) {
        before = deletes();
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      }
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
