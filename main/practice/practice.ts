import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { CommandName, Commands, Contents, Ready, Reply, SamplePaper, WorkerOptions } from './control.ts';
import type { Endpoint, FaultsOf } from './faults.ts';
import type { Hits } from './hits.ts';
import { readRoomFiles } from './room-files.ts';

export interface PracticeOptions {
  /** Equal seeds give equal sample data; 1, if absent. */
  readonly seed?: number;
  /** How many boards there are at the start; 312, if absent. */
  readonly boards?: number;
  /** How many papers there are at the start; 12, if absent. More than 12 repeat the drawings. */
  readonly papers?: number;
  /** Whether access tokens are given for boards too; if not (the default), 404. */
  readonly boardPreviews?: boolean;
  /** Folder of the built renderer (it holds room/index.html and assets/). Without it rooms answer 503. */
  readonly roomFiles?: string;
  /** The service's time at the start, in milliseconds since 1970; the real time, if absent. */
  readonly now?: number;
  /** Where the worker's entry is, if not beside or above this module. */
  readonly workerUrl?: URL;
}

/** A running practice service. Everything in it ends with it. */
export interface PracticeService {
  /** Of all three addresses of a connection: `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** Random in every run, and worth nothing elsewhere. */
  readonly apiKey: string;
  /** The papers that were there at the start. The API can't list papers, so the register is told of them. */
  samplePapers(): readonly SamplePaper[];
  readonly faults: {
    /** Replaces the faults of an endpoint; `*` stands for all endpoints and is kept apart. */
    set<E extends keyof FaultsOf>(endpoint: E, faults: FaultsOf[E] | readonly FaultsOf[E][]): Promise<void>;
    /** Removes the faults of an endpoint, or all faults. */
    clear(endpoint?: Endpoint | '*'): Promise<void>;
  };
  /** Requests so far: counted, and in order. */
  hits(): Promise<Hits>;
  clearHits(): Promise<void>;
  /** What the service holds, beyond what the API tells. */
  contents(): Promise<Contents>;
  /** Sample data as at the start, no faults, no hits, the clock right again, rooms empty. Keys and origin stay. */
  reset(): Promise<void>;
  /** Moves the service's clock forward, in milliseconds. */
  advance(ms: number): Promise<void>;
  /** One more API key, accepted from now on: for rehearsing a rotation. */
  issueKey(): Promise<string>;
  /** Refuses an API key from now on. */
  retireKey(key: string): Promise<void>;
  /** Drops every room's connections without a word, as a network failure would. */
  disconnectRooms(): Promise<void>;
  /** Ends the service, its port and its memory. May be called again. */
  stop(): Promise<void>;
  /** Settles when the service has ended: with undefined after stop, else with what ended it. */
  readonly ended: Promise<Error | undefined>;
}

interface Pending {
  resolve(result: unknown): void;
  reject(reason: Error): void;
}

/**
 * Starts a complete whiteboard service in a worker thread: papers, boards, access tokens and live rooms, on this
 * computer only.
 * @throws when the room's files can't be read or the worker can't start: both are faults of the build
 */
export async function startPractice(options: PracticeOptions = {}): Promise<PracticeService> {
  const workerData: WorkerOptions = {
    seed: options.seed ?? 1,
    boards: options.boards ?? 312,
    papers: options.papers ?? 12,
    boardPreviews: options.boardPreviews ?? false,
    now: options.now ?? Date.now(),
    files: options.roomFiles === undefined ? undefined : await readRoomFiles(options.roomFiles),
  };
  const worker = new Worker(options.workerUrl ?? findWorker(), { workerData, name: 'practice' });
  const { ready, ended, ask } = connect(worker);
  const { origin, apiKey, samplePapers } = await ready;
  return {
    origin,
    apiKey,
    samplePapers: () => samplePapers,
    faults: {
      set: (endpoint, faults) => ask('setFaults', { endpoint, faults: [faults].flat() }),
      clear: (endpoint) => ask('clearFaults', endpoint),
    },
    hits: () => ask('hits', undefined),
    clearHits: () => ask('clearHits', undefined),
    contents: () => ask('contents', undefined),
    reset: () => ask('reset', undefined),
    advance: (ms) => ask('advance', ms),
    issueKey: () => ask('issueKey', undefined),
    retireKey: (key) => ask('retireKey', key),
    disconnectRooms: () => ask('disconnectRooms', undefined),
    stop: async () => {
      await worker.terminate();
      await ended;
    },
    ended,
  };
}

interface WorkerLine {
  readonly ready: Promise<Ready>;
  readonly ended: Promise<Error | undefined>;
  readonly ask: <K extends CommandName>(
    command: K,
    argument: Commands[K]['argument'],
  ) => Promise<Commands[K]['result']>;
}

function connect(worker: Worker): WorkerLine {
  const ready = Promise.withResolvers<Ready>();
  const ended = Promise.withResolvers<Error | undefined>();
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let over = false;
  let fault: Error | undefined;
  worker.on('message', (reply: Reply) => {
    if (reply.type === 'ready') return ready.resolve(reply.ready);
    pending.get(reply.id)?.resolve(reply.result);
    pending.delete(reply.id);
  });
  worker.on('error', (error: unknown) => {
    fault = error instanceof Error ? error : new Error(String(error));
  });
  worker.on('exit', () => {
    over = true;
    const reason = fault ?? new Error('The practice service has ended.');
    ready.reject(reason);
    for (const request of pending.values()) request.reject(reason);
    pending.clear();
    ended.resolve(fault);
  });
  return {
    ready: ready.promise,
    ended: ended.promise,
    ask: (command, argument) => {
      if (over) return Promise.reject(fault ?? new Error('The practice service has ended.'));
      lastId += 1;
      const { promise, resolve, reject } = Promise.withResolvers<never>();
      // The worker answers each command with that command's result: see Commands.
      pending.set(lastId, { resolve: (result) => resolve(result as never), reject });
      worker.postMessage({ id: lastId, command, argument });
      return promise;
    },
  };
}

/** Beside this module in the sources; in a build beside it, or one above when this code is in a shared chunk. */
function findWorker(): URL {
  const names = import.meta.url.endsWith('.ts')
    ? ['./worker.ts']
    : ['./practice-worker.js', '../practice-worker.js'];
  const places = names.map((name) => new URL(name, import.meta.url));
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error('The worker of the practice service is missing from this build.');
  return found;
}
