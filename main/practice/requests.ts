import { ENDPOINTS, type Endpoint } from './faults.ts';

/** One request as it arrived. It holds neither the API key nor an access token. */
export interface RecordedRequest {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Path and query; the value of `token` is left out. */
  readonly path: string;
  /** Milliseconds since 1970, by the machine's clock. */
  readonly at: number;
  readonly bodyArrived: boolean;
  readonly contentType: string | undefined;
  readonly accept: string | undefined;
  /** What the bearer check said; the room page has none. */
  readonly key: 'accepted' | 'refused' | 'missing';
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
export class RequestRecorder {
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
  return Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint, 0])) as Record<Endpoint, number>;
}
