/** The practice service under a test's control: it counts requests, fails as it is told, and shows what it holds. */
import { randomBytes } from 'node:crypto';
import { ROUTES, type Endpoint } from '../../main/practice/endpoints.ts';
import { runPractice, type About, type PracticeOptions } from '../../main/practice/run.ts';
import type { Exchange, KeyVerdict } from '../../main/practice/server.ts';
import { FaultPlan, type Fault } from './faults.ts';
import { respondWithFaults } from './inject.ts';

/** What tests can do with a running practice service, beside its API. */
export interface Control {
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

/** Equal to what `runPractice` takes, but that a thread can be given it. */
export interface ControlOptions extends Omit<PracticeOptions, 'now' | 'respond'> {
  /** The service's time at the start, in milliseconds since 1970; the real time, if absent. */
  readonly now?: number;
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
  /** Display names of those in the room, in order of arrival. */
  readonly people: readonly string[];
}

/** One request as it arrived. It holds neither the API key nor an access token. */
export interface RecordedRequest {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Path and query; the value of `token` is left out. */
  readonly path: string;
  /** Milliseconds since 1970, by the machine's clock. */
  readonly at: number;
  /** What the bearer check said; the room page has none. */
  readonly key: KeyVerdict;
}

export interface RecordedRequests {
  readonly counts: Readonly<Record<Endpoint, number>>;
  /** How many requests of an endpoint were open at one time, at most. */
  readonly peakOpen: Readonly<Record<Endpoint, number>>;
  /** In order of arrival; the newest 20,000. */
  readonly log: readonly RecordedRequest[];
}

const LOG_LENGTH = 20_000;

/** Counts and remembers requests. */
class RequestRecorder {
  #counts = zeros();
  #peak = zeros();
  #log: RecordedRequest[] = [];
  readonly #open = zeros();

  /**
   * Notes the arrival of a request.
   * @returns to be called once, when the request is over
   */
  record(hit: RecordedRequest): () => void {
    const { endpoint } = hit;
    this.#counts[endpoint] += 1;
    this.#open[endpoint] += 1;
    this.#peak[endpoint] = Math.max(this.#peak[endpoint], this.#open[endpoint]);
    this.#log.push(hit);
    if (this.#log.length > LOG_LENGTH) this.#log.shift();
    return () => {
      this.#open[endpoint] -= 1;
    };
  }

  snapshot(): RecordedRequests {
    return { counts: { ...this.#counts }, peakOpen: { ...this.#peak }, log: [...this.#log] };
  }

  clear(): void {
    this.#counts = zeros();
    this.#peak = zeros();
    this.#log = [];
  }
}

function zeros(): Record<Endpoint, number> {
  return Object.fromEntries(ROUTES.map(({ endpoint }) => [endpoint, 0])) as Record<Endpoint, number>;
}

function describe({ endpoint, request, url, key }: Exchange): RecordedRequest {
  const query = new URLSearchParams(url.search);
  if (query.has('token')) query.set('token', '');
  return {
    endpoint,
    method: request.method ?? '',
    path: query.size > 0 ? `${url.pathname}?${query.toString()}` : url.pathname,
    at: Date.now(),
    key,
  };
}

/** Starts the service in this thread. */
export async function runControlled(
  options: ControlOptions,
): Promise<{ readonly control: Control; readonly stop: () => void }> {
  const { now: start = Date.now(), ...rest } = options;
  const clockStart = performance.now();
  let skipped = 0;
  const plan = new FaultPlan();
  const requests = new RequestRecorder();
  const respond = respondWithFaults(plan);
  const { about, service, keys, sample, stop } = await runPractice({
    ...rest,
    now: () => start + skipped + (performance.now() - clockStart),
    respond: (exchange) => {
      exchange.response.once('close', requests.record(describe(exchange)));
      return respond(exchange);
    },
  });
  const { state, rooms } = service;
  const boardIds = (): readonly string[] =>
    state.listBoards(state.boardCount, 0).map((board) => board.roomId);
  const disconnectRooms = (): void => {
    for (const id of [...state.papers().map((paper) => paper.identifier), ...boardIds()])
      for (const member of rooms.members(id)) member.link.close();
  };
  const control: Control = {
    about: () => about,
    setFaults: (endpoint, faults) => plan.set(endpoint, faults),
    clearFaults: (endpoint) => plan.clear(endpoint),
    requests: () => requests.snapshot(),
    clearRequests: () => requests.clear(),
    reset: () => {
      disconnectRooms();
      state.reset(sample);
      plan.clear();
      requests.clear();
      skipped = 0;
    },
    contents: () => ({
      papers: state.papers().map(({ identifier, name, templateId }) => {
        const people = rooms.members(identifier).map(({ person }) => person.name);
        return { identifier, name, templateId, people };
      }),
      boards: boardIds(),
    }),
    advance: (ms) => {
      skipped += ms;
    },
    issueKey: () => {
      const key = `practice_${randomBytes(24).toString('base64url')}`;
      keys.add(key);
      return key;
    },
    retireKey: (key) => {
      keys.delete(key);
    },
    disconnectRooms,
  };
  return { control, stop };
}
