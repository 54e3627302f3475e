import { existsSync } from 'node:fs';
import { openThread, type Remote } from '../threads/rpc.ts';
import type { About, Control, PracticeThread, SamplePaper, WorkerOptions } from './control.ts';
import type { Endpoint, FaultsOf } from './faults.ts';
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

/** A running practice service. Everything in it ends with it; what is asked of it afterwards fails. */
export interface PracticeService
  extends Omit<About, 'samplePapers'>, Omit<Remote<Control>, 'about' | 'setFaults' | 'clearFaults'> {
  /** The papers that were there at the start. The API can't list papers, so the register is told of them. */
  samplePapers(): readonly SamplePaper[];
  readonly faults: {
    /** Replaces the faults of an endpoint; `*` stands for all endpoints and is kept apart. */
    set<E extends keyof FaultsOf>(endpoint: E, faults: FaultsOf[E] | readonly FaultsOf[E][]): Promise<void>;
    /** Removes the faults of an endpoint, or all faults. */
    clear(endpoint?: Endpoint | '*'): Promise<void>;
  };
  /** Ends the service, its port and its memory. May be called again. */
  stop(): Promise<void>;
}

/**
 * Starts a complete whiteboard service in a worker thread: papers, boards, access tokens and live rooms, on this
 * computer only.
 * @throws when the room's files can't be read or the worker can't start: both are faults of the build
 */
export async function startPractice(options: PracticeOptions = {}): Promise<PracticeService> {
  const data = await workerOptions(options);
  const url = options.workerUrl ?? findWorker();
  const thread = openThread<PracticeThread>({ url, name: 'The practice service', data });
  return serviceBehind(thread.of('control'), () => thread.end());
}

/** The options with what stands for those that are absent. */
export async function workerOptions(options: PracticeOptions): Promise<WorkerOptions> {
  return {
    seed: options.seed ?? 1,
    boards: options.boards ?? 312,
    papers: options.papers ?? 12,
    boardPreviews: options.boardPreviews ?? false,
    now: options.now ?? Date.now(),
    files: options.roomFiles === undefined ? undefined : await readRoomFiles(options.roomFiles),
  };
}

/** The service as those who started it see it. */
export async function serviceBehind(
  control: Remote<Control>,
  stop: () => Promise<void>,
): Promise<PracticeService> {
  const { origin, apiKey, samplePapers } = await control.about();
  const { requests, clearRequests, contents, reset, advance, issueKey, retireKey, disconnectRooms } = control;
  return {
    origin,
    apiKey,
    samplePapers: () => samplePapers,
    faults: {
      set: (endpoint, faults) => control.setFaults(endpoint, [faults].flat()),
      clear: (endpoint) => control.clearFaults(endpoint),
    },
    requests,
    clearRequests,
    contents,
    reset,
    advance,
    issueKey,
    retireKey,
    disconnectRooms,
    stop,
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
