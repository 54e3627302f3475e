/** Fake service that records each request with its API key. Tests can delay responses to deletes. */
import { json, startServer } from '../integration/service/servers.ts';

interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
}

export type RecordingService = Awaited<ReturnType<typeof startRecordingService>>;

const QUIET_MS = 60;

/** Starts a service with the boards `board-0`, `board-1` and so on. Deleted boards stay in its list. */
export async function startRecordingService(boards = 0) {
  const requests: Recorded[] = [];
  const waiting: (() => void)[] = [];
  let answered = Infinity;
  let looked = 0;
  const deletes = (): number => requests.filter(({ method }) => method === 'DELETE').length;
  const list = Array.from({ length: boards }, (_, index) => ({ id: `board-${index}` }));
  const { origin, close } = await startServer((response, { method, url, headers }) => {
    const path = new URL(url, 'http://localhost').pathname;
    requests.push({ method, path, key: headers.authorization?.replace('Bearer ', '') ?? null });
    const isList = method === 'GET' && path === '/api/board';
    const answer = (): void => json(response, isList ? list : { id: 'b' });
    if (method === 'DELETE' && deletes() > answered) waiting.push(answer);
    else answer();
  });
  return {
    origin,
    requests: requests as readonly Recorded[],
    /** Returns the requests since the last call of `taken`. */
    taken: (): readonly Recorded[] => {
      const since = requests.slice(looked);
      looked = requests.length;
      return since;
    },
    deletes,
    /** Delays responses to deletes until `release` is called, except for the next `but` deletes. */
    hold: (but = 0): void => {
      answered = deletes() + but;
    },
    release: (): void => {
      answered = Infinity;
      for (const answer of waiting.splice(0)) answer();
    },
    /** Resolves after at least `atLeast` deletes, as soon as no delete has arrived for 60 ms. */
    settled: async (atLeast: number): Promise<void> => {
      for (let before = -1; before !== deletes() || before < atLeast;) {
        before = deletes();
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      }
    },
    close,
  };
}
