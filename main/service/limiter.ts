/**
 * How many requests may be on their way to one host, and how many may begin a second. Shared by all who ask: more while it
 * answers, half after a refusal, and then slowly more again. `npm run bench changes` measures the numbers (P4).
 */
import { SYSTEM_CLOCK, type Clock } from '../lib/clock.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** Fewest, first and most requests on their way to one host. */
const FEWEST_IN_FLIGHT = 1;
export const FIRST_IN_FLIGHT = 4;
export const MOST_IN_FLIGHT = 32;

/** Requests a second, once one was refused. Above the fastest no spacing is needed. */
const SLOWEST = 2;
const FASTEST = 5000;
/** How much a refusal lowers the rate: to half while it is searched for, to a little less once it has held this long. */
const SEARCHING = 0.5;
const FOUND = 0.8;
const HELD_MS = 1000;
/** What the rate grows by each second, and after how long without a refusal by as much again for each second more. */
const GROWTH = 0.01;
const STEADY_MS = 3000;
/** How long nothing is sent after a refusal that asks for no pause, ms. */
const OWN_PAUSE_MS = 50;
/** The first refusal halves the rate of the answers that came in this time, ms; a few tell too little. */
const LATELY_MS = 150;
const LEAST_ANSWERS = 32;
/** A timer comes late. What was lost by it is made up for, up to this, ms. */
const LATE_MS = 20;

/** How long requests wait in all because a service asks for it, in ms; what goes beyond is left to the person. */
export const LONGEST_ASKED_MS = 60_000;

/** How the request that had a permit went. */
export type Welcome =
  | 'welcome' // an answer came
  | 'too-many' // 429 or 503
  | 'unknown'; // no answer: says nothing about the pace

/** The right to send one request. Left exactly once; leaving again does nothing. */
export interface Permit {
  /** `pauseMs` as `Retry-After` asked: up to a minute of it delays everything to this host. */
  leave(welcome: Welcome, pauseMs?: number): void;
}

export type Limiter = ReturnType<typeof createLimiter>;

/** Makes the limiter; one serves all connections, since two of them may share a host. */
export function createLimiter(clock: Clock = SYSTEM_CLOCK) {
  const hosts = new Map<string, Host>();
  function of(name: string): Host {
    const host = hosts.get(name) ?? new Host(clock);
    hosts.set(name, host);
    return host;
  }
  return {
    /**
     * Waits for a permit; null when `signal` ends the waiting. First come, first served, but each method in its turn,
     * so that a person's read does not stand behind a thousand deletes.
     */
    enter: (host: string, method: Method, signal: AbortSignal): Promise<Permit | null> =>
      of(host).enter(method, signal),
    /** How much longer the service wants to be left alone, ms, however long that is; 0 for not at all. */
    askedMs: (host: string): number => of(host).askedMs(),
  };
}

interface Waiting {
  readonly resolve: (permit: Permit | null) => void;
  readonly forget: () => void;
}

const TURNS: readonly Method[] = ['GET', 'POST', 'DELETE'];

/** Times are epoch ms. */
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
  /** Answers since the limit last grew. */
  #welcomes = 0;
  /** Counts requests begun; a refusal of one that began before the last halving was answered by it already. */
  #begun = 0;
  #halvedAt = -1;
  /** Requests a second when it was lowered last; null while nothing was refused. */
  #perSecond: number | null = null;
  /** When the pause after the last refusal ended or ends, and when the next request may begin. */
  #from = -Infinity;
  #nextAt = 0;
  /** When answers came lately, before the first refusal. */
  #answers: number[] = [];
  /** Until when the service asks for a pause: one of up to a minute, which all wait for, and any, which creates wait for. */
  #pausedUntil = 0;
  #askedUntil = 0;
  /** When those who wait for the time are looked at again. */
  #wake: { readonly at: number; readonly cancel: () => void } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  askedMs(): number {
    return Math.max(0, this.#askedUntil - this.#clock.now());
  }

  async enter(method: Method, signal: AbortSignal): Promise<Permit | null> {
    if (signal.aborted) return null;
    const queue = this.#queues[method];
    if (queue.size === 0 && this.#hasRoom() && this.#waitMs(method) === 0) return this.#begin();
    const { promise, resolve } = Promise.withResolvers<Permit | null>();
    const leave = (): void => {
      queue.delete(waiting);
      resolve(null);
    };
    const waiting: Waiting = { resolve, forget: () => signal.removeEventListener('abort', leave) };
    signal.addEventListener('abort', leave, { once: true });
    queue.add(waiting);
    this.#wakeInTime();
    return promise;
  }

  #hasRoom(): boolean {
    return this.#inFlight < this.#limit;
  }

  /** How long none of this method may begin because of the time, ms. */
  #waitMs(method: Method): number {
    const asked = method === 'POST' ? this.#askedUntil : this.#pausedUntil;
    return Math.max(0, Math.max(asked, this.#nextAt) - this.#clock.now());
  }

  #begin(): Permit {
    const now = this.#clock.now();
    const rate = this.#rate(now);
    if (rate < FASTEST) this.#nextAt = Math.max(this.#nextAt, now - LATE_MS) + 1000 / rate;
    this.#inFlight += 1;
    const number = this.#begun;
    this.#begun += 1;
    // Whether all permits were out: a service that was never asked for more has not shown that it welcomes more.
    let wasFull = this.#inFlight === this.#limit;
    let isOver = false;
    return {
      leave: (welcome, pauseMs = 0) => {
        if (isOver) return;
        isOver = true;
        wasFull ||= this.#inFlight >= this.#limit;
        this.#inFlight -= 1;
        if (welcome === 'welcome') this.#answered(wasFull);
        if (welcome === 'too-many') this.#refused(number, pauseMs);
        this.#admit();
      },
    };
  }

  /** One more for each answer until the first refusal, as TCP begins; after it one more for as many as may be out. */
  #answered(wasFull: boolean): void {
    const now = this.#clock.now();
    if (this.#perSecond === null) this.#answers = [...this.#lately(now), now];
    if (!wasFull) return;
    this.#welcomes += 1;
    if (this.#limit >= MOST_IN_FLIGHT || (this.#perSecond !== null && this.#welcomes < this.#limit)) return;
    this.#limit += 1;
    this.#welcomes = 0;
  }

  #refused(number: number, pauseMs: number): void {
    const now = this.#clock.now();
    // A longer one is told to a person, and delays nobody who reads.
    const bounded = pauseMs > LONGEST_ASKED_MS ? 0 : pauseMs;
    this.#askedUntil = Math.max(this.#askedUntil, now + pauseMs);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + bounded);
    this.#welcomes = 0;
    if (number <= this.#halvedAt) return;
    this.#halvedAt = this.#begun - 1;
    this.#limit = Math.max(FEWEST_IN_FLIGHT, Math.floor(this.#limit / 2));
    const hasHeld = this.#perSecond !== null && now - this.#from > HELD_MS;
    const taken =
      this.#perSecond === null
        ? (1000 * Math.max(LEAST_ANSWERS, this.#lately(now).length)) / LATELY_MS
        : this.#rate(now);
    this.#perSecond = Math.max(SLOWEST, taken * (hasHeld ? FOUND : SEARCHING));
    this.#from = Math.max(this.#from, now + Math.max(bounded, OWN_PAUSE_MS));
    this.#nextAt = Math.max(this.#nextAt, this.#from);
  }

  #lately(now: number): number[] {
    return this.#answers.filter((at) => at >= now - LATELY_MS);
  }

  /** How many requests may begin a second now. */
  #rate(now: number): number {
    if (this.#perSecond === null) return Infinity;
    const ms = Math.max(0, now - this.#from);
    const steadySeconds = Math.max(0, ms - STEADY_MS) / 1000;
    return Math.min(FASTEST, this.#perSecond * (1 + GROWTH) ** (ms / 1000 + steadySeconds ** 2));
  }

  /** Those who wait for nothing but the time are let in when it has come. */
  #wakeInTime(): void {
    const waiting = TURNS.filter((method) => this.#queues[method].size > 0 && this.#hasRoom());
    if (waiting.length === 0) return;
    // At least one: what was too early a moment ago may be due by now, and nobody would look again.
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

  /** Lets in who may, one of each method in turn. */
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
      this.#queues[method].delete(first);
      first.forget();
      first.resolve(this.#begin());
    }
    this.#wakeInTime();
  }
}

// The pause that a service asks for: `Retry-After` (RFC 9110, 10.2.3), else the reset of its quota.

const LONGEST_MS = 24 * 60 * 60 * 1000;

/**
 * In ms from `now` (epoch ms): a number of seconds or an HTTP date in any of its three forms; null for anything else.
 * A date is read by the service's own clock where the answer shows it (`Date`): this computer's may be wrong.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (text === '') return untilReset(headers, now);
  if (/^\d{1,9}(?:\.\d+)?$/u.test(text)) return bounded(Number(text) * 1000);
  const date = readHttpDate(text);
  return date === null ? null : bounded(date - serviceClock(headers, now));
}

/**
 * Until the quota is renewed, ms, where all of it is used: `RateLimit-Reset` in seconds (an IETF draft), or the older
 * `X-RateLimit-Reset`, which some services give in seconds and others as epoch seconds.
 */
function untilReset(headers: Readonly<Record<string, string>>, now: number): number | null {
  const header = (name: string): string =>
    (headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`] ?? '').trim();
  const reset = header('reset');
  if (!/^\d{1,10}$/u.test(reset) || !/^0?$/u.test(header('remaining'))) return null;
  const isEpoch = Number(reset) >= FIRST_EPOCH_S;
  return bounded(1000 * Number(reset) - (isEpoch ? serviceClock(headers, now) : 0));
}

/** 2001: no wait is as long, and no moment as early. */
const FIRST_EPOCH_S = 1_000_000_000;

/** The same in whole seconds, never too few. */
export function retryAfterSeconds(headers: Readonly<Record<string, string>>, now: number): number | null {
  const ms = retryAfterMs(headers, now);
  return ms === null ? null : Math.ceil(ms / 1000);
}

/** The service's clock in a response, epoch ms; this computer's (`now`) if the response has no date. */
export function serviceClock(headers: Readonly<Record<string, string>>, now: number): number {
  return readHttpDate(headers['date']?.trim() ?? '') ?? now;
}

function bounded(ms: number): number {
  return Math.min(Math.max(0, ms), LONGEST_MS);
}

/** Epoch ms; null for what is no HTTP date. The oldest form (asctime) names no zone and means UTC. */
function readHttpDate(text: string): number | null {
  if (!/^[a-z]{3,9},? /iu.test(text)) return null;
  const date = Date.parse(/ \d{4}$/u.test(text) && !text.includes(',') ? `${text} GMT` : text);
  return Number.isNaN(date) ? null : date;
}
