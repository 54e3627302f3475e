/**
 * Limits the parallel requests, and the requests per second, to each host. The limits grow while the service answers,
 * halve after a 429, then grow slowly. `npm run bench changes` measured the constants.
 */
import { SYSTEM_CLOCK, type Clock } from '../lib/clock.ts';
import type { TransportAnswer } from './transport.ts';
import { clockIn, digitsOf, readBody, readDate } from './wire/body.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

export const FIRST_IN_FLIGHT = 4;
export const MOST_IN_FLIGHT = 32;

/** Bounds of the request rate after a 429, in requests per second. A rate of `FASTEST` causes no delays. */
const SLOWEST = 2;
const FASTEST = 5000;
/** A 429 multiplies the request rate by `SEARCHING`, or by `FOUND` if the last reduction is over `HELD_MS` ago. */
const SEARCHING = 0.5;
const FOUND = 0.8;
const HELD_MS = 1000;
/** Share by which the request rate grows per second after a 429. It grows faster after `STEADY_MS`. */
const GROWTH = 0.01;
const STEADY_MS = 3000;
const OWN_PAUSE_MS = 50;
/** Period in ms before the first 429 in which Easel counts responses, at least `LEAST_ANSWERS`, to get their rate. */
const LATELY_MS = 150;
const LEAST_ANSWERS = 32;
/** Maximum number of response times in memory. No service responds this often within `LATELY_MS`. */
const MOST_ANSWERS = 4000;
/** Requests that became due up to this number of ms ago are sent at once, because timers may fire late. */
const LATE_MS = 20;

/** Longest pause in ms for which Easel waits automatically. A longer pause is reported to the user. */
export const LONGEST_PAUSE_MS = 60_000;

export type Verdict =
  | 'accepted'
  | 'refused' // The service answered with a rate limit or status 503.
  | 'unknown'; // No response, or a server error. Neither shows if the request rate is too high.

/** Permission to send one request. Only the first call of `leave` has an effect. */
export interface Permit {
  /** Releases the permit. `pauseMs`: pause that the service requests. A pause over a minute affects only POST. */
  leave(verdict: Verdict, pauseMs?: number): void;
}

export type Limiter = ReturnType<typeof createLimiter>;

/** `clock` must be monotonic, so that requests don't wait for hours after the system clock was set back. */
export function createLimiter(clock: Clock = { ...SYSTEM_CLOCK, now: () => performance.now() }) {
  const hosts = new Map<string, Host>();
  return (name: string): Host => {
    const host = hosts.get(name) ?? new Host(clock);
    hosts.set(name, host);
    return host;
  };
}

interface Waiting {
  readonly since: number;
  readonly end: (permit: Permit | null) => void;
}

const TURNS: readonly Method[] = ['GET', 'POST', 'DELETE'];

class Host {
  readonly #clock: Clock;
  readonly #queues: Readonly<Record<Method, Set<Waiting>>> = {
    GET: new Set(),
    POST: new Set(),
    DELETE: new Set(),
  };
  #turn = 0;
  #inFlight = 0;
  #limit = FIRST_IN_FLIGHT;
  #accepted = 0;
  /** Number of requests sent so far. A 429 does not reduce the rate if its request preceded the last reduction. */
  #begun = 0;
  #halvedAt = -1;
  /** Request rate after the last 429, in requests per second. Null before the first 429. */
  #perSecond: number | null = null;
  #from = -Infinity;
  #nextAt = 0;
  readonly #answers: number[] = [];
  /** Time in ms until which requests pause, as the service requested. Pauses of over a minute apply only to POST. */
  #pausedUntil = 0;
  #createsPausedUntil = 0;
  /** Number of requests sent before the service last requested a pause of over a minute. */
  #longPauseAt = 0;
  #wake: { readonly at: number; readonly cancel: () => void } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  pauseLeftMs(): number {
    return Math.max(0, this.#createsPausedUntil - this.#clock.now());
  }

  /**
   * Waits for a permit. Null if `signal` aborts, or if a requested pause would delay a POST for over a minute. Each HTTP
   * method has a queue, so reads don't wait for deletes.
   */
  async enter(method: Method, signal: AbortSignal): Promise<Permit | null> {
    if (signal.aborted) return null;
    const queue = this.#queues[method];
    if (queue.size === 0 && this.#hasRoom() && this.#waitMs(method) === 0) return this.#begin();
    const { promise, resolve } = Promise.withResolvers<Permit | null>();
    const end = (permit: Permit | null): void => {
      signal.removeEventListener('abort', leave);
      queue.delete(waiting);
      resolve(permit);
    };
    const leave = (): void => end(null);
    const waiting: Waiting = { since: this.#clock.now(), end };
    signal.addEventListener('abort', leave, { once: true });
    queue.add(waiting);
    this.#wakeInTime();
    return promise;
  }

  #hasRoom(): boolean {
    return this.#inFlight < this.#limit;
  }

  #waitMs(method: Method): number {
    const pausedUntil = method === 'POST' ? this.#createsPausedUntil : this.#pausedUntil;
    return Math.max(0, Math.max(pausedUntil, this.#nextAt) - this.#clock.now());
  }

  #begin(): Permit {
    const now = this.#clock.now();
    const rate = this.#rate(now);
    if (rate < FASTEST) this.#nextAt = Math.max(this.#nextAt, now - LATE_MS) + 1000 / rate;
    this.#inFlight += 1;
    const number = this.#begun;
    this.#begun += 1;
    // A response can raise the limit of parallel requests only if its request began or ended at this limit.
    let wasFull = this.#inFlight === this.#limit;
    let isOver = false;
    return {
      leave: (verdict, pauseMs = 0) => {
        if (isOver) return;
        isOver = true;
        wasFull ||= this.#inFlight >= this.#limit;
        this.#inFlight -= 1;
        if (verdict === 'accepted') this.#answered(wasFull);
        // A request sent after the refusal was accepted, so the service doesn't need the long pause.
        if (verdict === 'accepted' && number >= this.#longPauseAt)
          this.#createsPausedUntil = this.#pausedUntil;
        if (verdict === 'refused') this.#refused(number, pauseMs);
        this.#admit();
      },
    };
  }

  /** Raises the limit of parallel requests: by one per response, but after a 429 by one per `#limit` responses. */
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
    // If the service requests a pause of over a minute, POST requests fail with this pause. Other requests continue.
    const isLong = pauseMs > LONGEST_PAUSE_MS;
    if (isLong) this.#longPauseAt = this.#begun;
    const bounded = isLong ? 0 : pauseMs;
    this.#createsPausedUntil = Math.max(this.#createsPausedUntil, now + pauseMs);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + bounded);
    // Fails a POST that would wait for over a minute in total, because the user would not expect it so late.
    for (const { since, end } of this.#queues.POST)
      if (pauseMs > 0 && this.#createsPausedUntil - since > LONGEST_PAUSE_MS) end(null);
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
    const waiting = TURNS.filter((method) => this.#queues[method].size > 0 && this.#hasRoom());
    if (waiting.length === 0) return;
    // Waits at least 1 ms, because a request may have become due since `#admit` checked the queues of requests.
    const ms = Math.max(1, Math.min(...waiting.map((method) => this.#waitMs(method))));
    const at = this.#clock.now() + ms;
    if (this.#wake !== null && this.#wake.at <= at) return;
    this.#wake?.cancel();
    const cancel = this.#clock.after(Math.ceil(ms), () => {
      this.#wake = null;
      this.#admit();
    });
    this.#wake = { at, cancel };
  }

  #admit(): void {
    for (let refusedInARow = 0; refusedInARow < TURNS.length;) {
      const method = TURNS[this.#turn] ?? 'GET';
      this.#turn = (this.#turn + 1) % TURNS.length;
      const first = this.#queues[method].values().next().value;
      if (first === undefined || !this.#hasRoom() || this.#waitMs(method) > 0) {
        refusedInARow += 1;
        continue;
      }
      refusedInARow = 0;
      first.end(this.#begin());
    }
    this.#wakeInTime();
  }
}

// Reads rate limits from status, headers and body, in all common formats.

export interface RateLimit {
  readonly isRefusal: boolean;
  /** Pause in ms that the service requests, at most a day; null if the response contains no pause. */
  readonly pauseMs: number | null;
}

type Headers = TransportAnswer['headers'];

const LONGEST_MS = 24 * 60 * 60 * 1000;
/** Longest response body in bytes in which Easel looks for a requested pause. Responses about rate limits are short. */
const LONGEST_BODY = 64 * 1024;

/** Reads rate limits. A 429 is always a refusal; a 403 only with a pause or a used-up quota. `now` is epoch ms. */
export function readRateLimit(
  { status, headers, bytes }: Omit<TransportAnswer, 'end'>,
  now: number,
): RateLimit {
  if (status < 300) return { isRefusal: false, pauseMs: null };
  const clock = clockIn({ headers }) ?? now;
  const asked = askedByHeader(headers, clock) ?? askedByBody(bytes, clock);
  const quota = readQuotas(headers, clock);
  const isAsked = asked !== null || (headers['retry-after'] ?? '').trim() !== '';
  const isRefusal = status === 429 || (status === 403 && (isAsked || quota.isUsedUp));
  return { isRefusal, pauseMs: asked ?? (isRefusal || status === 503 ? quota.resetMs : null) };
}

/** Reads the pause from `Retry-After` (RFC 9110, 10.2.3) or similar headers. Headers ending in `-ms` contain ms. */
function askedByHeader(headers: Headers, clock: number): number | null {
  return (
    readPause(headers['retry-after'] ?? headers['x-retry-after'] ?? '', clock) ??
    readPause(headers['retry-after-ms'] ?? headers['x-ms-retry-after-ms'] ?? '', clock, 1)
  );
}

const PAUSE_NAME = /^retry_?(?:after|in|delay)_?(seconds?|secs?|s|milliseconds?|millis|ms)?$/iu;
const DEEPEST = 3;
const MOST_MEMBERS = 50;

/** Reads the requested pause from a body such as `{"retry_after": 1.5}`, also inside `error` or `details`. */
function askedByBody(bytes: Uint8Array, clock: number): number | null {
  if (bytes.length === 0 || bytes.length > LONGEST_BODY) return null;
  const body = readBody(bytes);
  return body.kind === 'json' ? pauseIn(body.value, clock, DEEPEST) : null;
}

function pauseIn(value: unknown, clock: number, depth: number): number | null {
  if (depth < 0 || typeof value !== 'object' || value === null) return null;
  const members = Object.entries(value).slice(0, MOST_MEMBERS);
  for (const [name, inner] of members) {
    const found = PAUSE_NAME.exec(name.replaceAll('-', '_'));
    const text = typeof inner === 'string' ? inner : digitsOf(inner);
    const ms =
      found && text !== null
        ? readPause(text, clock, found[1]?.toLowerCase().startsWith('m') ? 1 : 1000)
        : null;
    if (ms !== null) return ms;
  }
  for (const [, inner] of members) {
    const ms = pauseIn(inner, clock, depth - 1);
    if (ms !== null) return ms;
  }
  return null;
}

interface Quota {
  readonly remaining: number | null;
  readonly resetMs: number | null;
}

/** Returns whether a request quota is used up, and the ms until all used-up quotas are reset. */
function readQuotas(headers: Headers, clock: number) {
  const quotas = [...quotasOfFields(headers, clock), ...quotasOfList(headers['ratelimit'] ?? '', clock)];
  const usedUp = quotas.filter(({ remaining }) => remaining === 0);
  const isCounted = quotas.some(({ remaining }) => remaining !== null);
  const isUsedUp = usedUp.length > 0;
  // A quota without a count may still have requests left. It counts only if no count shows that requests are left.
  const uncounted = isUsedUp || !isCounted ? quotas.filter(({ remaining }) => remaining === null) : [];
  const [own, others] = [usedUp, uncounted].map((some) => some.flatMap(({ resetMs }) => resetMs ?? []));
  const resets = own?.length === 0 ? (others ?? []) : (own ?? []);
  return { isUsedUp, resetMs: resets.length === 0 ? null : Math.max(...resets) };
}

const FIELD = /(?:^|-)rate-?limit-(.+)$/u;
const KIND = /^(?:remaining|reset)$/u;

/** Reads quotas from headers such as `X-RateLimit-Reset`. A suffix may name a quota: `X-RateLimit-Reset-Requests`. */
function quotasOfFields(headers: Headers, clock: number): readonly Quota[] {
  const windows = new Map<string, Quota>();
  for (const [name, text] of Object.entries(headers)) {
    const words = FIELD.exec(name)?.[1]?.split('-') ?? [];
    const kind = words.find((word) => KIND.test(word));
    if (kind === undefined) continue;
    const window = words.filter((word) => word !== kind && !/^(?:after|in|at|ms)$/u.test(word)).join('-');
    const quota = windows.get(window) ?? { remaining: null, resetMs: null };
    windows.set(window, {
      remaining: kind === 'remaining' ? readCount(text) : quota.remaining,
      resetMs: kind === 'reset' ? readPause(text, clock, words.includes('ms') ? 1 : 1000) : quota.resetMs,
    });
  }
  return [...windows.values()];
}

/** Reads quotas from `RateLimit: limit=10, remaining=0, reset=7`, or the newer `"burst";r=0;t=7, "day";r=5;t=3600`. */
function quotasOfList(text: string, clock: number): readonly Quota[] {
  const items = /\bremaining\s*=/iu.test(text) ? [text] : text.split(',');
  return items.flatMap((item) => {
    const remaining = /\b(?:r|remaining)\s*=\s*(\d+)/iu.exec(item)?.[1];
    const reset = /\b(?:t|reset)\s*=\s*(\d+)/iu.exec(item)?.[1] ?? '';
    return remaining === undefined
      ? []
      : [{ remaining: Number(remaining), resetMs: readPause(reset, clock) }];
  });
}

/** Reads a quota's count from a header. If the header is repeated (`7, 7`), the first number counts. */
function readCount(text: string): number | null {
  const digits = /^\s*(\d+(?:\.\d+)?)\s*(?:,|$)/u.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A number in a pause header is an epoch time from these values on (s, ms). A smaller number is a duration. */
const FIRST_EPOCH_S = 1_000_000_000;
const FIRST_EPOCH_MS = 1_000_000_000_000;

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads a pause in ms, at most a day. Formats: seconds, epoch time, date, `6m0s`. Uses the service's clock. */
function readPause(given: string, clock: number, unitMs = 1000): number | null {
  const text = given.trim();
  const number = readCount(text);
  if (number !== null) {
    if (number >= FIRST_EPOCH_MS) return bounded(number - clock);
    return bounded(number >= FIRST_EPOCH_S ? number * 1000 - clock : number * unitMs);
  }
  if (/^(?:\d+(?:\.\d+)?(?:ms|[smh])){1,4}$/u.test(text)) {
    const parts = [...text.matchAll(/([\d.]+)(ms|[smh])/gu)];
    return bounded(
      parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNIT_MS[unit] ?? 0), 0),
    );
  }
  const date = readDate(text);
  return date === null ? null : bounded(date - clock);
}

function bounded(ms: number): number {
  return Math.min(Math.max(0, ms), LONGEST_MS);
}
