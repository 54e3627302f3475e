/** How many requests may be on their way to one origin: shared by all who ask, more while it is welcome, fewer when not. */
import { Throttle } from './throttle.ts';
import { SYSTEM_CLOCK, type Clock } from '../clock.ts';

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

/** How long requests wait in all because a service asks for it, in ms; what goes beyond is left to the person. */
export const LONGEST_ASKED_MS = 60_000;

/** The right to send one request. Left exactly once; leaving again does nothing. */
export interface Permit {
  /** `pauseMs` as `Retry-After` asked: up to a minute of it delays everything to this origin. */
  leave(welcome: Welcome, pauseMs?: number): void;
}

export type Limiter = ReturnType<typeof createLimiter>;

/** Makes the limiter; one serves all connections, since two of them may share a host. */
export function createLimiter(clock: Clock = SYSTEM_CLOCK) {
  const origins = new Map<string, Origin>();
  function of(name: string): Origin {
    const origin = origins.get(name) ?? new Origin(clock);
    origins.set(name, origin);
    return origin;
  }
  return {
    /**
     * Waits for a permit; null when `signal` ends the waiting. First come, first served, but each method in its turn,
     * so that a person's read does not stand behind a thousand deletes.
     *
     * `partner`: another origin that the same key goes to. A pause that one asks for holds both, until the other has shown
     * that it counts on its own.
     */
    enter(
      name: string,
      method: Method,
      signal: AbortSignal,
      partner?: string,
    ): Permit | Promise<Permit | null> {
      const origin = of(name);
      if (partner !== undefined && partner !== name) origin.pair(of(partner));
      return origin.enter(method, signal);
    },
    /** How much longer the service, or its partner, wants to be left alone, ms, however long that is; 0 for not at all. */
    askedMs: (origin: string): number => of(origin).askedMs(),
  };
}

interface Waiting {
  readonly resolve: (permit: Permit | null) => void;
  readonly forget: () => void;
}

const TURNS: readonly Method[] = ['GET', 'POST', 'DELETE'];

/** So many answers in a row while the partner refuses show that each of the two counts on its own. */
const SHOWS_OWN_PACE = 4;

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
  #limit = FIRST_IN_FLIGHT;
  /** Answers since the limit last grew. */
  #welcomes = 0;
  #wasRefused = false;
  /** Counts requests begun; a refusal of one that began before the last halving was answered by it already. */
  #begun = 0;
  #halvedAt = -1;
  #pausedUntil = 0;
  /** The same without its bound, which creates wait for too. */
  #askedUntil = 0;
  /** After a pause one request goes first, and the others wait for its answer. */
  #first: 'none' | 'due' | 'out' = 'none';
  /** Origins that the same key goes to. */
  readonly #partners = new Set<Origin>();
  #hasOwnPace = false;
  /** Answers since a partner asked for its pause. */
  #welcomesInPause = 0;
  /** When those who wait for the time are looked at again. */
  #wake: { readonly at: number; readonly cancel: () => void } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  pair(partner: Origin): void {
    this.#partners.add(partner);
    partner.#partners.add(this);
  }

  askedMs(): number {
    return this.#longest((origin) => origin.#askedUntil);
  }

  enter(method: Method, signal: AbortSignal): Permit | Promise<Permit | null> {
    if (signal.aborted) return Promise.resolve(null);
    if (this.#queues[method].size === 0 && this.#mayBegin(method)) return this.#begin();
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

  #mayBegin(method: Method): boolean {
    if (this.#inFlight >= this.#limit || this.#first === 'out') return false;
    return this.#waitMs(method) === 0;
  }

  /** How long none of this method may begin because of the time, ms. */
  #waitMs(method: Method): number {
    const asked = this.#longest((origin) => (method === 'POST' ? origin.#askedUntil : origin.#pausedUntil));
    return Math.max(asked, this.#throttle.waitMs(this.#clock.now()));
  }

  /** How long until the last of these moments, of this origin and of those it shares its pace with, ms. */
  #longest(until: (origin: Origin) => number): number {
    const partners = this.#hasOwnPace ? [] : this.#partners;
    return Math.max(0, ...[this, ...partners].map((origin) => until(origin) - this.#clock.now()));
  }

  #begin(): Permit {
    this.#throttle.begins(this.#clock.now());
    const goesFirst = this.#first === 'due';
    if (goesFirst) this.#first = 'out';
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
        if (goesFirst && this.#first === 'out') this.#first = welcome === 'welcome' ? 'none' : 'due';
        if (welcome === 'too-many') this.#slowDown(number, pauseMs);
        else if (welcome === 'welcome') {
          this.#throttle.answered(this.#clock.now());
          this.#besidePartner(true);
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

  /** Counts what it takes and what it refuses while a partner wants to be left alone. */
  #besidePartner(isWelcome: boolean): void {
    const asking = [...this.#partners].filter((partner) => partner.#askedUntil > this.#clock.now());
    if (asking.length === 0) return;
    this.#welcomesInPause = isWelcome ? this.#welcomesInPause + 1 : 0;
    if (isWelcome && this.#welcomesInPause < SHOWS_OWN_PACE) return;
    for (const origin of [this, ...asking]) origin.#hasOwnPace = isWelcome;
  }

  #slowDown(number: number, pauseMs: number): void {
    this.#wasRefused = true;
    this.#besidePartner(false);
    this.#welcomes = 0;
    if (number > this.#halvedAt) {
      this.#limit = Math.max(FEWEST_IN_FLIGHT, Math.floor(this.#limit / 2));
      this.#halvedAt = this.#begun - 1;
      this.#throttle.refused(this.#clock.now(), pauseMs > LONGEST_ASKED_MS ? 0 : pauseMs);
    }
    if (pauseMs > 0) this.#pause(pauseMs);
  }

  #pause(pauseMs: number): void {
    const now = this.#clock.now();
    const held = this.#hasOwnPace ? [this] : [this, ...this.#partners];
    if (this.#askedUntil <= now) for (const origin of held) origin.#welcomesInPause = 0;
    this.#askedUntil = Math.max(this.#askedUntil, now + pauseMs);
    // A longer one is told to a person, and delays nobody who reads.
    if (pauseMs > LONGEST_ASKED_MS) return;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    for (const origin of held) origin.#first = 'due';
  }

  /** Those who wait for nothing but the time are let in when it has come; timers and clocks may differ a little. */
  #wakeInTime(): void {
    const waiting = TURNS.filter((method) => this.#queues[method].size > 0);
    if (waiting.length === 0 || this.#inFlight >= this.#limit || this.#first === 'out') return;
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
      if (first === undefined || !this.#mayBegin(method)) {
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
