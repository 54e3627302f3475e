/** The local practice service with functions for tests: set faults, record requests, read the contents. */
import { randomBytes } from 'node:crypto';
import { ROUTES, type Endpoint } from '../../main/practice/endpoints.ts';
import { runPractice, type About, type PracticeOptions } from '../../main/practice/run.ts';
import type { Exchange, KeyVerdict } from '../../main/practice/server.ts';
import { State } from '../../main/practice/state.ts';
import { FaultPlan, type Fault } from './faults.ts';
import { respondWithFaults } from './inject.ts';

export interface Control {
  about(): About;
  setFaults(endpoint: Endpoint | '*', faults: readonly Fault[]): void;
  clearFaults(endpoint?: Endpoint | '*'): void;
  requests(): RecordedRequests;
  clearRequests(): void;
  contents(): Contents;
  /** Restores the sample data and the clock, clears faults and requests, closes rooms. Keeps keys and the address. */
  reset(): void;
  advance(ms: number): void;
  issueKey(): string;
  retireKey(key: string): void;
}

export interface ControlOptions extends Omit<PracticeOptions, 'files' | 'now' | 'respond'> {
  readonly files?: PracticeOptions['files'];
  readonly now?: number;
}

export interface Contents {
  readonly papers: readonly PaperSummary[];
  readonly boards: readonly string[];
}

export interface PaperSummary {
  readonly identifier: string;
  readonly name: string;
  readonly templateId: string | undefined;
  readonly people: readonly string[];
}

export interface RecordedRequest {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Path and query of the request. The value of the parameter `token` is removed. */
  readonly path: string;
  readonly key: KeyVerdict;
}

export interface RecordedRequests {
  readonly counts: Readonly<Record<Endpoint, number>>;
  readonly peakOpen: Readonly<Record<Endpoint, number>>;
  readonly log: readonly RecordedRequest[];
}

const LOG_LENGTH = 20_000;

class RequestRecorder {
  #counts = zeros();
  #peak = zeros();
  #log: RecordedRequest[] = [];
  readonly #open = zeros();

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
    key,
  };
}

export async function runControlled(
  options: ControlOptions,
): Promise<{ readonly control: Control; readonly stop: () => void }> {
  const { now: start = Date.now(), files = { page: new Uint8Array(), assets: new Map() }, ...rest } = options;
  const clockStart = performance.now();
  let skipped = 0;
  const plan = new FaultPlan();
  const requests = new RequestRecorder();
  const respond = respondWithFaults(plan);
  const { about, service, keys, sample, stop } = await runPractice({
    ...rest,
    files,
    now: () => start + skipped + (performance.now() - clockStart),
    respond: (exchange) => {
      exchange.response.once('close', requests.record(describe(exchange)));
      return respond(exchange);
    },
  });
  const { rooms } = service;
  const boardIds = (): readonly string[] =>
    service.state.listBoards(Infinity, 0).map((board) => board.roomId);
  const disconnectRooms = (): void => {
    for (const id of [...service.state.papers.keys(), ...boardIds()])
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
      Object.assign(service, { state: new State(sample) });
      plan.clear();
      requests.clear();
      skipped = 0;
    },
    contents: () => ({
      papers: [...service.state.papers.values()].map(({ identifier, name, templateId }) => {
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
  };
  return { control, stop };
}
