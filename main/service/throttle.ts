/**
 * How many requests a second one origin takes, found out by being refused: half of what it took, and then slowly more.
 *
 * A limit on how many are out at once can't keep to a rate, for answers that come fast let too many out: after the first
 * refusal requests are spaced. `npm run bench changes` measures the numbers (P4).
 */

/** How much the rate is lowered by a refusal: to half while it is searched for, to a little less once it has held. */
const SEARCHING = 0.5;
const FOUND = 0.8;
/** A rate that was taken for so long is about right, ms. */
const HELD_MS = 1000;
/** What the rate grows by each second. */
const GROWTH = 0.01;
/** After so long without a refusal it grows by as much again for each second more, ms. */
const STEADY_MS = 3000;
/** How long nothing is sent after a refusal that asks for no pause, ms. */
const OWN_PAUSE_MS = 50;
/** What was taken so lately tells where to begin at the first refusal, ms; a few answers tell too little. */
const LATELY_MS = 150;
const LEAST_ANSWERS = 32;
/** A timer comes late. What was lost by it is made up for, up to so much, ms. */
const LATE_MS = 20;
/** Requests a second. Above the fastest no spacing is needed. */
const SLOWEST = 2;
const FASTEST = 5000;

/** Times are epoch ms. */
export class Throttle {
  /** Requests a second when it was lowered last; null while nothing was refused. */
  #perSecond: number | null = null;
  /** When the last pause ended or ends. */
  #from = -Infinity;
  #nextAt = 0;
  #answers: number[] = [];

  /** How long the next request must wait, ms; 0 for not at all. */
  waitMs(now: number): number {
    return Math.max(0, this.#nextAt - now);
  }

  /** A request begins. */
  begins(now: number): void {
    const rate = this.#rate(now);
    if (rate < FASTEST) this.#nextAt = Math.max(this.#nextAt, now - LATE_MS) + 1000 / rate;
  }

  /** Records a response that isn't a rate limit. */
  answered(now: number): void {
    if (this.#perSecond !== null) return;
    this.#answers = [...this.#answers.filter((at) => at >= now - LATELY_MS), now];
  }

  /** The first refusal since the rate was lowered last. `askedMs`: the pause that the service asks for, 0 for none. */
  refused(now: number, askedMs: number): void {
    const hasHeld = this.#perSecond !== null && now - this.#from > HELD_MS;
    const taken = this.#perSecond === null ? this.#taken(now) : this.#rate(now);
    this.#perSecond = Math.max(SLOWEST, taken * (hasHeld ? FOUND : SEARCHING));
    this.#from = Math.max(this.#from, now + Math.max(askedMs, OWN_PAUSE_MS));
    this.#nextAt = Math.max(this.#nextAt, this.#from);
  }

  /** How many answers came a second lately. */
  #taken(now: number): number {
    const lately = this.#answers.filter((at) => at >= now - LATELY_MS);
    return (1000 * Math.max(LEAST_ANSWERS, lately.length)) / LATELY_MS;
  }

  /** The present rate in requests per second. */
  #rate(now: number): number {
    if (this.#perSecond === null) return Infinity;
    const ms = Math.max(0, now - this.#from);
    const steadySeconds = Math.max(0, ms - STEADY_MS) / 1000;
    return Math.min(FASTEST, this.#perSecond * (1 + GROWTH) ** (ms / 1000 + steadySeconds ** 2));
  }
}
