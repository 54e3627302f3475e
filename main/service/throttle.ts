/**
 * How many requests a second one origin takes, found out by being refused, and kept just below that.
 *
 * A limit on how many are out at once can't keep to a rate: answers that come fast let too many out. So after the first
 * refusal requests are spaced. The rate falls below what was answered lately, climbs back to just under where it was
 * refused, and from there carefully beyond, faster the longer nothing is refused. Where the service asks for a pause
 * with each refusal, trying for more costs that pause, and is done more seldom. The numbers were found by simulation
 * of token buckets of 50 to 400 a second; `npm run bench changes` measures them over real sockets.
 */

interface Manner {
  /** Of the rate that was answered before the first refusal: bursts make it look higher than it is. */
  readonly first: number;
  /** Of the rate that was too high, to begin with. */
  readonly fall: number;
  /** Seconds until the rate is back at `near` of it. */
  readonly backSeconds: number;
  readonly near: number;
  /** How much of the rate is added a second until it is refused again: one refusal alone says little of the rate. */
  readonly seeking: number;
  /** The same once the rate is known; and after how many seconds more is added. */
  readonly growth: number;
  readonly calmSeconds: number;
}

const UNASKED: Manner = {
  first: 0.7,
  fall: 0.7,
  backSeconds: 1,
  near: 0.92,
  seeking: 0.3,
  growth: 0.02,
  calmSeconds: 3,
};
const ASKED: Manner = {
  first: 0.5,
  fall: 0.85,
  backSeconds: 0.4,
  near: 0.92,
  seeking: 0.1,
  growth: 0.003,
  calmSeconds: 20,
};

/** How long nothing is sent after a refusal that asks for no pause, ms. */
const OWN_PAUSE_MS = 100;
/** Fewer answers than these say nothing about a rate. */
const ENOUGH_ANSWERS = 8;
/** Without enough answers: what is left of the rate. */
const LESS = 0.8;
/** Requests a second. Above the fastest no spacing is needed. */
const SLOWEST = 2;
/** What is begun with where nothing was answered before the first refusal. */
const UNKNOWN = 20;
const FASTEST = 5000;

export class Throttle {
  #manner = UNASKED;
  /** Requests a second that were too many; infinite while nothing was refused. */
  #tooMany = Infinity;
  /** When the last pause ended or ends, and since when answers are counted; epoch ms. */
  #from = 0;
  #since: number | null = null;
  #answers = 0;
  #refusals = 0;
  #nextAt = 0;

  /** How long the next request must wait, ms; 0 for not at all. */
  waitMs(now: number): number {
    return Math.max(0, this.#nextAt - now);
  }

  /** A request begins. */
  begins(now: number): void {
    this.#since ??= now;
    const rate = this.#rate(now);
    if (rate < FASTEST) this.#nextAt = Math.max(this.#nextAt, now) + 1000 / rate;
  }

  /** An answer came that says nothing of too many. */
  answered(): void {
    this.#answers += 1;
  }

  /** The first refusal since the rate was lowered last. `askedMs`: the pause that the service asks for, 0 for none. */
  refused(now: number, askedMs: number): void {
    if (askedMs > 0) this.#manner = ASKED;
    const rate = this.#rate(now);
    const seconds = (now - (this.#since ?? now)) / 1000;
    const seen = seconds > 0 && this.#answers > 0 ? this.#answers / seconds : UNKNOWN;
    if (rate >= FASTEST) this.#tooMany = seen * this.#manner.first;
    else this.#tooMany = this.#answers >= ENOUGH_ANSWERS ? Math.min(rate, seen) : rate * LESS;
    this.#tooMany = Math.max(SLOWEST, this.#tooMany);
    this.#from = now + Math.max(askedMs, OWN_PAUSE_MS);
    this.#nextAt = Math.max(this.#nextAt, this.#from);
    this.#since = this.#from;
    this.#answers = 0;
    this.#refusals += 1;
  }

  /** Requests a second that are let out now. */
  #rate(now: number): number {
    if (this.#tooMany === Infinity) return Infinity;
    const { fall, backSeconds, near, seeking, growth, calmSeconds } = this.#manner;
    const seconds = Math.max(0, now - this.#from) / 1000;
    const [low, high] = [this.#tooMany * fall, this.#tooMany * near];
    if (seconds < backSeconds) return low + ((high - low) * seconds) / backSeconds;
    const calm = Math.max(0, seconds - backSeconds - calmSeconds);
    const added = 1 + (this.#refusals === 1 ? seeking : growth);
    return Math.min(FASTEST, high * added ** (seconds - backSeconds + calm ** 2 / 2));
  }
}
