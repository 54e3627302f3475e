/** How many requests may be on their way to one origin: shared by all who ask, more while it is welcome, fewer when not. */
import { Throttle } from './throttle.ts';
import { REAL_CLOCK, type Clock } from './watch.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** Fewest, first and most requests on their way to one origin. */
export const FEWEST_IN_FLIGHT = 1;
export const FIRST_IN_FLIGHT = 4;
export const MOST_IN_FLIGHT = 32;

/** How the request that had a permit went. */
export type Welcome =
  | 'welcome' // an answer came
  | 'too-many' // 429 or 503
  | 'unknown'; // no answer: says nothing about the pace

/** The right to send one request. Left exactly once; leaving again does nothing. */
export interface Permit {
  /** `pauseMs` delays reads and deletes of this origin, as `Retry-After` asked. */
  leave(welcome: Welcome, pauseMs?: number): void;
}

/** The activity at one origin, for display. */
export interface Traffic {
  readonly inFlight: number;
  readonly waiting: number;
  readonly limit: number;
  /** The end of the pause that the service requested for reads and deletes, epoch ms; null without one. */
  readonly pausedUntil: number | null;
}

export interface Limiter {
  /**
   * Waits for a permit; null when `signal` ends the waiting. First come, first served, but each method in its turn,
   * so that a person's read does not stand behind a thousand deletes. One POST at a time.
   */
  enter(origin: string, method: Method, signal: AbortSignal): Permit | Promise<Permit | null>;
  traffic(origin: string): Traffic;
}

/** Makes the limiter; one serves all connections, since two of them may share a host. */
export function createLimiter(clock: Clock = REAL_CLOCK): Limiter {
  const origins = new Map<string, Origin>();
  function of(name: string): Origin {
    const known = origins.get(name);
    if (known !== undefined) return known;
    const origin = new Origin(clock);
    origins.set(name, origin);
    return origin;
  }
  return {
    enter: (origin, method, signal) => of(origin).enter(method, signal),
    traffic: (origin) => of(origin).traffic(),
  };
}

interface Waiting {
  readonly resolve: (permit: Permit | null) => void;
  readonly forget: () => void;
}

const TURNS: readonly Method[] = ['GET', 'POST', 'DELETE'];

class Origin {
  readonly #clock: Clock;
  readonly #throttle = new Throttle();
  readonly #queues: Readonly<Record<Method, Set<Waiting>>> = {
    GET: new Set(),
    POST: new Set(),
    DELETE: new Set(),
  };
  #turn = 0;
  #inFlight = 0;
  #posts = 0;
  #limit = FIRST_IN_FLIGHT;
  /** Answers since the limit last grew. */
  #welcomes = 0;
  #wasRefused = false;
  /** Counts requests begun; a refusal of one that began before the last halving was answered by it already. */
  #begun = 0;
  #halvedAt = -1;
  #pausedUntil = 0;
  /** When those who wait for the time are looked at again. */
  #wake: { readonly at: number; readonly cancel: () => void } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  enter(method: Method, signal: AbortSignal): Permit | Promise<Permit | null> {
    if (signal.aborted) return Promise.resolve(null);
    if (this.#queues[method].size === 0 && this.#mayBegin(method)) return this.#begin(method);
    const { promise, resolve } = Promise.withResolvers<Permit | null>();
    const queue = this.#queues[method];
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

  traffic(): Traffic {
    const waiting = TURNS.reduce((sum, method) => sum + this.#queues[method].size, 0);
    const pausedUntil = this.#isPaused() ? this.#pausedUntil : null;
    return { inFlight: this.#inFlight, waiting, limit: this.#limit, pausedUntil };
  }

  #isPaused(): boolean {
    return this.#clock.now() < this.#pausedUntil;
  }

  #mayBegin(method: Method): boolean {
    if (this.#inFlight >= this.#limit) return false;
    // A person waits for each create, and is told at once when it is refused: it is never sent again by itself.
    return method === 'POST' ? this.#posts === 0 : this.#waitMs() === 0;
  }

  /** How long reads and deletes may not begin because of the time, ms. */
  #waitMs(): number {
    const now = this.#clock.now();
    return Math.max(0, this.#pausedUntil - now, this.#throttle.waitMs(now));
  }

  #begin(method: Method): Permit {
    if (method !== 'POST') this.#throttle.begins(this.#clock.now());
    this.#inFlight += 1;
    if (method === 'POST') this.#posts += 1;
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
        if (method === 'POST') this.#posts -= 1;
        if (welcome === 'too-many') this.#slowDown(number, pauseMs);
        else if (welcome === 'welcome') {
          this.#throttle.answered(this.#clock.now());
          if (wasFull) this.#grow();
        }
        this.#admit();
      },
    };
  }

  /** One more for each answer until the first refusal, as TCP begins; after it one more for as many as may be out. */
  #grow(): void {
    this.#welcomes += 1;
    if (this.#limit >= MOST_IN_FLIGHT || (this.#wasRefused && this.#welcomes < this.#limit)) return;
    this.#limit += 1;
    this.#welcomes = 0;
  }

  #slowDown(number: number, pauseMs: number): void {
    this.#wasRefused = true;
    this.#welcomes = 0;
    if (number > this.#halvedAt) {
      this.#limit = Math.max(FEWEST_IN_FLIGHT, Math.floor(this.#limit / 2));
      this.#halvedAt = this.#begun - 1;
      this.#throttle.refused(this.#clock.now(), pauseMs);
    }
    if (pauseMs > 0) this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + pauseMs);
  }

  /** Those who wait for nothing but the time are let in when it has come; timers and clocks may differ a little. */
  #wakeInTime(): void {
    // A create waits for the one before it, and for no time.
    const isWaiting = this.#queues.GET.size + this.#queues.DELETE.size > 0;
    if (!isWaiting || this.#inFlight >= this.#limit) return;
    // At least one: what was too early a moment ago may be due by now, and nobody would look again.
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

  /** Lets in who may, one of each method in turn. */
  #admit(): void {
    for (let refusedInARow = 0; refusedInARow < TURNS.length;) {
      const method = TURNS[this.#turn] ?? 'GET';
      this.#turn = (this.#turn + 1) % TURNS.length;
      const first = this.#queues[method].values().next().value;
      if (first === undefined || !this.#mayBegin(method)) {
        refusedInARow += 1;
        continue;
      }
      refusedInARow = 0;
      this.#queues[method].delete(first);
      first.forget();
      first.resolve(this.#begin(method));
    }
    this.#wakeInTime();
  }
}
