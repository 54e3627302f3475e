/**
 * How many requests a second one origin takes, found out by being refused, and kept just below that.
 *
 * A limit on how many are out at once can't keep to a rate: answers that come fast let too many out. So after the first
 * refusal requests are spaced. That refusal says little, for a service may save up what was not used and take a burst:
 * the rate is guessed, and then grows fast until the second one. From there on it keeps just under what was refused, and
 * grows with care, faster the longer nothing is refused. Where the service asks for a pause with each refusal, trying
 * for more costs that pause, and is done more seldom. The numbers were found by simulating the limiter against token
 * buckets of 20 to 400 a second, with bursts of one request to a second's; `npm run bench changes` measures them.
 */

interface Manner {
  /** How fast the rate grows a second while it is guessed, and once it is known: shares of it. */
  readonly seeking: number;
  readonly growth: number;
  /** After how many seconds without a refusal a known rate grows ever faster. */
  readonly calmSeconds: number;
  /** Where a rate begins again that was too high, and where it is after `BACK_SECONDS`: shares of it. */
  readonly low: number;
  readonly near: number;
}

const UNASKED: Manner = { seeking: 4, growth: 0.007, calmSeconds: 5, low: 0.95, near: 0.975 };
const ASKED: Manner = { seeking: 2, growth: 0.003, calmSeconds: 20, low: 0.9, near: 0.94 };

const BACK_SECONDS = 0.2;
/** How long nothing is sent after a refusal that asks for no pause, ms. */
const OWN_PAUSE_MS = 50;
/** Answers that say what is taken now are no older, ms; and after such a rest they are counted anew. */
const LATELY_MS = 700;
const REST_MS = 500;
/** Fewer answers than these say nothing about a rate. */
const ENOUGH_ANSWERS = 8;
/** Of the answers before the first refusal: where guessing begins. With too few of them, requests a second. */
const FIRST = 1.2;
const GUESS = 100;
/** Without enough answers: what is left of the rate. */
const LESS = 0.85;
/** Share of what was let out, beside what was taken since the refusal before, when two refusals come close together. */
const LET_OUT = 0.35;
/** A timer comes late. What was lost by it is made up for, up to so much, ms. */
const LATE_MS = 4;
/** Requests a second. Above the fastest no spacing is needed. */
const SLOWEST = 2;
const FASTEST = 5000;
/** Answers kept, at most twice as many. */
const KEPT = 4096;

/** Times are epoch ms. */
export class Throttle {
  #manner = UNASKED;
  /** Requests a second that were too many; infinite while nothing was refused. */
  #tooMany = Infinity;
  #refusals = 0;
  #refusedAt = -Infinity;
  /** When the last pause ended or ends, and since when requests go out without a rest. */
  #from = -Infinity;
  #since = -Infinity;
  #begunAt = -Infinity;
  #nextAt = 0;
  #answers: number[] = [];

  /** How long the next request must wait, ms; 0 for not at all. */
  waitMs(now: number): number {
    return Math.max(0, this.#nextAt - now);
  }

  /** A request begins. */
  begins(now: number): void {
    if (now - this.#begunAt > REST_MS) this.#since = now;
    this.#begunAt = now;
    const rate = this.#rate(now);
    if (rate < FASTEST) this.#nextAt = Math.max(this.#nextAt, now - LATE_MS) + 1000 / rate;
  }

  /** An answer came that says nothing of too many. */
  answered(now: number): void {
    this.#answers.push(now);
    if (this.#answers.length > 2 * KEPT) this.#answers = this.#answers.slice(-KEPT);
  }

  /** The first refusal since the rate was lowered last. `askedMs`: the pause that the service asks for, 0 for none. */
  refused(now: number, askedMs: number): void {
    if (askedMs > 0) this.#manner = ASKED;
    this.#tooMany = Math.max(SLOWEST, this.#tooManyNow(now));
    this.#refusals += 1;
    this.#refusedAt = now;
    this.#from = now + Math.max(askedMs, OWN_PAUSE_MS);
    this.#nextAt = Math.max(this.#nextAt, this.#from);
  }

  /** Which rate it was that was too high. */
  #tooManyNow(now: number): number {
    const rate = this.#rate(now);
    const since = Math.max(this.#since, this.#from, now - LATELY_MS);
    const answers = this.#answersSince(since);
    const isEnough = answers >= ENOUGH_ANSWERS && now > since;
    const letOut = (1000 * answers) / (now - since);
    if (rate >= FASTEST) return isEnough ? letOut * FIRST : GUESS;
    if (!isEnough) return rate * LESS;
    // What a service saves up in a pause goes out on top. Of two refusals close together the pause between counts too.
    const sinceRefusal = now - this.#refusedAt;
    if (this.#manner === ASKED || sinceRefusal >= LATELY_MS) return Math.min(rate, letOut);
    return Math.min(rate, LET_OUT * letOut + (1 - LET_OUT) * ((1000 * answers) / sinceRefusal));
  }

  #answersSince(time: number): number {
    return this.#answers.length - (this.#answers.findLastIndex((at) => at < time) + 1);
  }

  /** Requests a second that are let out now. */
  #rate(now: number): number {
    if (this.#tooMany === Infinity) return Infinity;
    const { seeking, growth, calmSeconds, low, near } = this.#manner;
    const seconds = Math.max(0, now - this.#from) / 1000;
    const back = Math.min(1, seconds / BACK_SECONDS);
    const rate = this.#tooMany * (low + (near - low) * back);
    const on = Math.max(0, seconds - BACK_SECONDS);
    const calm = Math.max(0, on - calmSeconds);
    const grown = this.#refusals === 1 ? (1 + seeking) ** on : (1 + growth) ** (on + calm ** 2 / 2);
    return Math.min(FASTEST, rate * grown);
  }
}
