import type { Endpoint, Fault } from './faults.ts';
import type { Hits } from './hits.ts';
import type { RoomFiles } from './room-files.ts';

/**
 * What the main thread asks of the worker, through the message port and never over HTTP: each command's argument and
 * its result.
 */
export interface Commands {
  readonly setFaults: {
    readonly argument: { readonly endpoint: Endpoint | '*'; readonly faults: readonly Fault[] };
    readonly result: void;
  };
  readonly clearFaults: { readonly argument: Endpoint | '*' | undefined; readonly result: void };
  readonly hits: { readonly argument: undefined; readonly result: Hits };
  readonly clearHits: { readonly argument: undefined; readonly result: void };
  readonly reset: { readonly argument: undefined; readonly result: void };
  readonly contents: { readonly argument: undefined; readonly result: Contents };
  readonly advance: { readonly argument: number; readonly result: void };
  readonly issueKey: { readonly argument: undefined; readonly result: string };
  readonly retireKey: { readonly argument: string; readonly result: void };
  readonly disconnectRooms: { readonly argument: undefined; readonly result: void };
}

export type CommandName = keyof Commands;

/** What the service holds. */
export interface Contents {
  /** In order of creation. */
  readonly papers: readonly PaperSummary[];
  /** Identifiers, newest first. */
  readonly boards: readonly string[];
}

export interface PaperSummary {
  readonly identifier: string;
  readonly name: string;
  readonly templateId: string | undefined;
  readonly strokes: number;
  readonly notes: number;
  /** Display names of those in the room, in order of arrival. */
  readonly people: readonly string[];
}

/** Main thread to worker. */
export type Request = {
  readonly [K in CommandName]: {
    readonly id: number;
    readonly command: K;
    readonly argument: Commands[K]['argument'];
  };
}[CommandName];

/** Worker to main thread: `ready` once, then one reply per request. */
export type Reply =
  | { readonly type: 'ready'; readonly ready: Ready }
  | { readonly type: 'result'; readonly id: number; readonly result: unknown };

export interface SamplePaper {
  readonly identifier: string;
  readonly name: string;
}

export interface Ready {
  readonly origin: string;
  readonly apiKey: string;
  readonly samplePapers: readonly SamplePaper[];
}

/** What the worker is started with. */
export interface WorkerOptions {
  readonly seed: number;
  readonly boards: number;
  readonly papers: number;
  readonly boardPreviews: boolean;
  /** Milliseconds since 1970 at the start of the service's clock. */
  readonly now: number;
  readonly files: RoomFiles | undefined;
}
