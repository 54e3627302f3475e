import type { Endpoint, Fault } from './faults.ts';
import type { RecordedRequests } from './requests.ts';
import type { RoomFiles } from './room-files.ts';

/** What the practice service's thread serves to main, and never over HTTP. */
export interface Control {
  /** Where it is, and what opens it. */
  about(): About;
  /** Replaces the faults of an endpoint. */
  setFaults(endpoint: Endpoint | '*', faults: readonly Fault[]): void;
  /** Removes the faults of an endpoint, or all faults. */
  clearFaults(endpoint?: Endpoint | '*'): void;
  /** Requests so far: counted, and in order. */
  requests(): RecordedRequests;
  clearRequests(): void;
  /** What the service holds, beyond what the API tells. */
  contents(): Contents;
  /** Sample data as at the start, no faults, no requests, the clock right again, rooms empty. Keys and origin stay. */
  reset(): void;
  /** Moves the service's clock forward, in milliseconds. */
  advance(ms: number): void;
  /** One more API key, accepted from now on: for rehearsing a rotation. */
  issueKey(): string;
  /** Refuses an API key from now on. */
  retireKey(key: string): void;
  /** Drops every room's connections without a word, as a network failure would. */
  disconnectRooms(): void;
}

export interface PracticeThread {
  readonly control: Control;
}

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

export interface SamplePaper {
  readonly identifier: string;
  readonly name: string;
}

export interface About {
  /** Of all three addresses of a connection: `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** Random in every run, and worth nothing elsewhere. */
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
