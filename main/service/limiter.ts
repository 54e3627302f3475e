/** Limits the parallel requests and the requests per second to each host. A 429 reduces both limits for a while. */
import { SYSTEM_CLOCK, type Clock } from '../lib/clock.ts';
import type { TransportAnswer } from './transport.ts';
import { clockIn, readDate } from './wire/body.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

export const FIRST_IN_FLIGHT = 4;
export const MOST_IN_FLIGHT = 32;

/** Bounds of the request rate after a 429, in requests per second. At `FASTEST`, requests are not delayed. */
const SLOWEST = 2;
const FASTEST = 5000;
/** A 429 multiplies the request rate by `FOUND`, or by `SEARCHING` if another 429 came less than `HELD_MS` before. */
const SEARCHING = 0.5;
const FOUND = 0.8;
const HELD_MS = 1000;
/** Share by which the request rate grows per second after a 429. Without a 429 for `STEADY_MS`, it grows faster. */
const GROWTH = 0.01;
const STEADY_MS = 3000;
const OWN_PAUSE_MS = 50;
/** The first 429 sets the request rate to half the response rate of these ms, or of `LEAST_ANSWERS` if higher. */
const LATELY_MS = 150;
const LEAST_ANSWERS = 32;
/** Maximum number of response times in memory. No service sends more responses within `LATELY_MS`. */
const MOST_ANSWERS = 4000;
/** If a timer sends a request up to this number of ms too late, the following requests are not delayed. */
const LATE_MS = 20;

/** Easel waits for a requested pause up to this number of ms. A longer pause is only reported to the user. */
export const LONGEST_PAUSE_MS = 60_000;

export type Verdict =
  | 'accepted'
  | 'refused' // The service answered with a rate limit or status 503.
  | 'unknown'; // No response, or a server error. Neither shows if the request rate is too high.

/** Permission to send one request. Only the first call of `leave` has an effect. */
export interface Permit {
  /** Ends the request and frees its place. `pauseMs` is the pause that the service requested. */
  leave(verdict: Verdict, pauseMs?: number): void;
}

export type Limiter = ReturnType<typeof createLimiter>;

/** Needs a monotonic `clock`. With the system clock, requests would wait for hours after it was set back. */
export function createLimiter(clock: Clock = { ...SYSTEM_CLOCK, now: () => performance.now() }) {
  const hosts = new Map<string, Host>();
  return (name: string): Host => {
    const host = hosts.get(name) ?? new Host(clock);
    hosts.set(name, host);
    return host;
  };
}

type EndWaiting = (permit: Permit | null) => void;

class Host {
  readonly #clock: Clock;
  readonly #queues = {
    GET: new Set<EndWaiting>(),
    POST: new Set<EndWaiting>(),
    DELETE: new Set<EndWaiting>(),
  };
  /** HTTP methods in the order of their next turns. Turns keep reads from waiting behind hundreds of deletes. */
  #turns: readonly Method[] = ['GET', 'POST', 'DELETE'];
  #inFlight = 0;
  #limit = FIRST_IN_FLIGHT;
  #accepted = 0;
  /** Number of requests sent so far. A 429 reduces the rate only for a request sent after the last reduction. */
  #begun = 0;
  #halvedAt = -1;
  /** Requests per second right after the last 429, from which the rate grows. Null before the first 429: unlimited. */
  #perSecond: number | null = null;
  #from = -Infinity;
  #nextAt = 0;
  readonly #answers: number[] = [];
  /** Time in ms (monotonic) until which no request is sent, because the service requested a pause. */
  #pausedUntil = 0;
  #wake: { readonly at: number; readonly cancel: () => void } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits until a request may be sent, and returns its permit. Returns null if `signal` aborts. */
  async enter(method: Method, signal: AbortSignal): Promise<Permit | null> {
    if (signal.aborted) return null;
    const queue = this.#queues[method];
    if (queue.size === 0 && this.#mayBegin()) return this.#begin();
    const { promise, resolve } = Promise.withResolvers<Permit | null>();
    const end: EndWaiting = (permit) => {
      signal.removeEventListener('abort', leave);
      queue.delete(end);
      resolve(permit);
    };
    const leave = (): void => end(null);
    signal.addEventListener('abort', leave, { once: true });
    queue.add(end);
    this.#wakeInTime();
    return promise;
  }

  #hasRoom(): boolean {
    return this.#inFlight < this.#limit;
  }

  #waitMs(): number {
    return Math.max(0, Math.max(this.#pausedUntil, this.#nextAt) - this.#clock.now());
  }

  #mayBegin(): boolean {
    return this.#hasRoom() && this.#waitMs() === 0;
  }

  #begin(): Permit {
    const now = this.#clock.now();
    const rate = this.#rate(now);
    if (rate < FASTEST) this.#nextAt = Math.max(this.#nextAt, now - LATE_MS) + 1000 / rate;
    this.#inFlight += 1;
    const number = this.#begun;
    this.#begun += 1;
    // A response raises the limit of parallel requests only if its request ran while this limit was reached.
    let wasFull = this.#inFlight === this.#limit;
    let isOver = false;
    return {
      leave: (verdict, pauseMs = 0) => {
        if (isOver) return;
        isOver = true;
        wasFull ||= this.#inFlight >= this.#limit;
        this.#inFlight -= 1;
        if (verdict === 'accepted') this.#answered(wasFull);
        if (verdict === 'refused') this.#refused(number, pauseMs);
        this.#admit();
      },
    };
  }

  /** Counts a success. The limit of parallel requests grows by one per success, or more slowly after a 429. */
  #answered(wasFull: boolean): void {
    if (this.#perSecond === null) this.#answers.push(this.#clock.now());
    if (this.#answers.length > MOST_ANSWERS) this.#answers.splice(0, MOST_ANSWERS / 2);
    if (!wasFull) return;
    this.#accepted += 1;
    if (this.#limit >= MOST_IN_FLIGHT || (this.#perSecond !== null && this.#accepted < this.#limit)) return;
    this.#limit += 1;
    this.#accepted = 0;
  }

  #refused(number: number, pauseMs: number): void {
    const now = this.#clock.now();
    const bounded = pauseMs > LONGEST_PAUSE_MS ? 0 : pauseMs;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + bounded);
    this.#accepted = 0;
    if (number <= this.#halvedAt) return;
    this.#halvedAt = this.#begun - 1;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    const hasHeld = this.#perSecond !== null && now - this.#from > HELD_MS;
    const lately = this.#answers.filter((at) => at >= now - LATELY_MS).length;
    const measured = (1000 * Math.max(LEAST_ANSWERS, lately)) / LATELY_MS;
    const taken = this.#perSecond === null ? measured : this.#rate(now);
    this.#perSecond = Math.max(SLOWEST, taken * (hasHeld ? FOUND : SEARCHING));
    this.#from = Math.max(this.#from, now + Math.max(bounded, OWN_PAUSE_MS));
    this.#nextAt = Math.max(this.#nextAt, this.#from);
  }

  #rate(now: number): number {
    if (this.#perSecond === null) return Infinity;
    const ms = Math.max(0, now - this.#from);
    const steadySeconds = Math.max(0, ms - STEADY_MS) / 1000;
    return Math.min(FASTEST, this.#perSecond * (1 + GROWTH) ** (ms / 1000 + steadySeconds ** 2));
  }

  #wakeInTime(): void {
    if (!this.#hasRoom() || this.#next() === undefined) return;
    // Waits at least 1 ms, because a request may have become due after `#admit` checked the time.
    const ms = Math.max(1, this.#waitMs());
    const at = this.#clock.now() + ms;
    if (this.#wake !== null && this.#wake.at <= at) return;
    this.#wake?.cancel();
    const cancel = this.#clock.after(Math.ceil(ms), () => {
      this.#wake = null;
      this.#admit();
    });
    this.#wake = { at, cancel };
  }

  #next(): Method | undefined {
    return this.#turns.find((method) => this.#queues[method].size > 0);
  }

  #admit(): void {
    while (this.#mayBegin()) {
      const method = this.#next();
      if (method === undefined) return;
      this.#turns = [...this.#turns.filter((each) => each !== method), method];
      const [first] = this.#queues[method];
      first?.(this.#begin());
    }
    this.#wakeInTime();
  }
}

export interface RateLimit {
  readonly isRefusal: boolean;
  /** Pause in ms that the response requests, at most a day. Null if the response requests no pause. */
  readonly pauseMs: number | null;
}

type Headers = TransportAnswer['headers'];

const LONGEST_MS = 24 * 60 * 60 * 1000;

/** Reads rate limits. A 429 is always a refusal; a 403 only with a pause or a used-up quota. `now` is epoch ms. */
export function readRateLimit(
  { status, headers }: Pick<TransportAnswer, 'status' | 'headers'>,
  now: number,
): RateLimit {
  if (status < 300) return { isRefusal: false, pauseMs: null };
  const clock = clockIn({ headers }) ?? now;
  const retryAfter = headers['retry-after']?.trim() ?? '';
  const remaining = readCount(quotaIn(headers, 'remaining'));
  const isRefusal = status === 429 || (status === 403 && (retryAfter !== '' || remaining === 0));
  const mayWait = (isRefusal || status === 503) && (remaining ?? 0) === 0;
  const resetMs = mayWait ? readPause(quotaIn(headers, 'reset'), clock) : null;
  return { isRefusal, pauseMs: readPause(retryAfter, clock) ?? resetMs };
}

/** Reads a header such as `X-RateLimit-Remaining` (requests left) or `X-RateLimit-Reset` (time until the next). */
function quotaIn(headers: Headers, what: 'remaining' | 'reset'): string {
  const names = ['x-ratelimit', 'x-rate-limit', 'ratelimit'];
  return names.map((name) => headers[`${name}-${what}`]?.trim() ?? '').find((text) => text !== '') ?? '';
}

/** Reads a number from a header's text. If the header was repeated (`7, 7`), returns the first number. */
function readCount(text: string): number | null {
  const digits = /^(\d+(?:\.\d+)?)\s*(?:,|$)/u.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A number in a pause header is a duration in s. From these values on, it is an epoch time in s or in ms instead. */
const FIRST_EPOCH_S = 1_000_000_000;
const FIRST_EPOCH_MS = 1_000_000_000_000;

/** Reads the pause in ms from a duration, epoch time or date (RFC 9110, 10.2.3). `clock`: the service's time. */
function readPause(text: string, clock: number): number | null {
  const number = readCount(text);
  if (number !== null && number < FIRST_EPOCH_S) return bounded(number * 1000);
  const at = number === null ? readDate(text) : number < FIRST_EPOCH_MS ? number * 1000 : number;
  return at === null ? null : bounded(at - clock);
}

function bounded(ms: number): number {
  return Math.min(Math.max(0, ms), LONGEST_MS);
}
