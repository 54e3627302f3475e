/**
 * How many requests a second one origin takes, found out by being refused, and kept just below that.
 *
 * A limit on how many are out at once can't keep to a rate: answers that come fast let too many out. So after the first
 * refusal requests are spaced. That refusal says little, for a service may save up what was not used and take a burst:
 * the rate is guessed, and then grows fast until the next one. Two of them give the rate (`rateOf`), which then
 * grows with care, faster the longer nothing is refused; where the service asks for a pause with each refusal, trying for
 * more costs that pause, and is done more seldom. The numbers were found by playing the limiter against token buckets of
 * 10 to 1,000 a second, with bursts of one request to a second's; `npm run bench changes` measures them.
 */
interface PacingProfile {
  /** How fast the rate grows a second while it is guessed, and once it is known: shares of it. */
  readonly probing: number;
  readonly growth: number;
  /** After how many seconds without a refusal a known rate grows ever faster. */
  readonly steadySeconds: number;
}

const UNASKED: PacingProfile = { probing: 4, growth: 0.007, steadySeconds: 5 };
const ASKED: PacingProfile = { probing: 0.7, growth: 0.002, steadySeconds: 20 };

/** A known rate begins with this share of it, and is all of it after so many seconds. */
const LOW = 0.95;
const BACK_SECONDS = 0.2;
/** How long nothing is sent after a refusal that asks for no pause, ms. */
const OWN_PAUSE_MS = 50;
/** Answers that come so long after a refusal, and before the pause ends, were taken before it, ms. */
const LATEST_MS = 200;
/** After such a rest a service has saved up what it saves up, ms. */
const REST_MS = 500;
/** Guessing begins with so many a second for each that was taken in the last ms before the first refusal. */
const FIRST = 6;
const LATELY_MS = 150;
const LEAST_ANSWERS = 8;
/** A timer comes late. What was lost by it is made up for, up to so much, ms, or up to so much of a known burst. */
const LATE_MS = 4;
const CATCH_UP = 0.3;
/** Requests a second. Above the fastest no spacing is needed. */
const SLOWEST = 2;
const FASTEST = 5000;
/** Answers kept, at most twice as many. */
const KEPT = 4096;

/** A refusal whose meaning is found out when its pause is over: answers to what was sent before it still come. */
interface Refusal {
  readonly at: number;
  /** Since when requests had gone out without a pause or a rest, and whether that was a rest. */
  readonly since: number;
  readonly hadRested: boolean;
  readonly letOut: number;
  /** When the one before was; null for the first. */
  readonly before: number | null;
}

/** Times are epoch ms. */
export class Throttle {
  #profile = UNASKED;
  /** Null while nothing was refused. */
  #found: Rate | null = null;
  #first: readonly number[] = [];
  #unread: Refusal | null = null;
  #refusedAt: number | null = null;
  /** When the last pause ended or ends, and when the last rest did. */
  #from = -Infinity;
  #restedUntil = -Infinity;
  #begunAt = -Infinity;
  #nextAt = 0;
  #answers: number[] = [];

  /** How long the next request must wait, ms; 0 for not at all. */
  waitMs(now: number): number {
    return Math.max(0, this.#nextAt - now);
  }

  /** A request begins. */
  begins(now: number): void {
    if (now - this.#begunAt > REST_MS) this.#restedUntil = now;
    this.#begunAt = now;
    this.#read();
    const rate = this.#rate(now);
    if (rate >= FASTEST) return;
    const lateMs = Math.max(LATE_MS, (1000 * CATCH_UP * (this.#found?.burst ?? 0)) / rate);
    this.#nextAt = Math.max(this.#nextAt, now - lateMs) + 1000 / rate;
  }

  /** Records a response that isn't a rate limit. */
  answered(now: number): void {
    this.#answers.push(now);
    if (this.#answers.length > 2 * KEPT) this.#answers = this.#answers.slice(-KEPT);
  }

  /** The first refusal since the rate was lowered last. `askedMs`: the pause that the service asks for, 0 for none. */
  refused(now: number, askedMs: number): void {
    if (askedMs > 0) this.#profile = ASKED;
    // One that comes before anything was sent since the last says nothing new.
    this.#unread ??= {
      at: now,
      since: Math.max(this.#from, this.#restedUntil),
      hadRested: this.#restedUntil > this.#from,
      letOut: this.#rate(now),
      before: this.#refusedAt,
    };
    this.#refusedAt = this.#unread.at;
    this.#from = Math.max(this.#from, now + Math.max(askedMs, OWN_PAUSE_MS));
    this.#nextAt = Math.max(this.#nextAt, this.#from);
  }

  /** Finds out what the last refusal says. */
  #read(): void {
    const refusal = this.#unread;
    if (refusal === null) return;
    this.#unread = null;
    const { at, since, hadRested, letOut, before } = refusal;
    const latest = this.#ages(at, since);
    if (before === null) {
      this.#first = latest;
      const lately = Math.max(LEAST_ANSWERS, this.#ages(at, at - LATELY_MS).length);
      this.#found = { perSecond: FIRST * lately, share: 1, burst: 0, isKnown: false };
      return;
    }
    this.#found = rateOf({
      first: this.#first,
      latest,
      between: this.#ages(at, before).length,
      betweenMs: at - before,
      letOut,
      hardlyPaused: this.#profile === UNASKED && !hadRested,
    });
    // The service may not count all that we do, such as reads: fewer say more.
    if (!this.#found.isKnown && latest.length < this.#first.length) this.#first = latest;
  }

  /** Of the answers since then, and of those that came late: how long before this moment they came, newest first. */
  #ages(moment: number, since: number): readonly number[] {
    const until = Math.min(this.#from, moment + LATEST_MS);
    const times = this.#answers.filter((at) => at >= since && at <= until);
    const end = Math.max(moment, times.at(-1) ?? moment);
    return times.map((at) => end - at).toReversed();
  }

  /** The present rate in requests per second. */
  #rate(now: number): number {
    if (this.#found === null) return Infinity;
    const { probing, growth, steadySeconds } = this.#profile;
    const { share, isKnown } = this.#found;
    const perSecond = Math.max(SLOWEST, this.#found.perSecond);
    const seconds = Math.max(0, now - this.#from) / 1000;
    if (!isKnown) return Math.min(FASTEST, perSecond * (1 + probing) ** seconds);
    const back = Math.min(1, seconds / BACK_SECONDS);
    const rate = perSecond * share * (LOW + (1 - LOW) * back);
    const on = Math.max(0, seconds - BACK_SECONDS);
    const steady = Math.max(0, on - steadySeconds);
    return Math.min(FASTEST, rate * (1 + growth) ** (on + steady ** 2 / 2));
  }
}

// How fast a service's token bucket fills, told from outside. Such a service saves up requests, as many as its burst, and so
// many come anew each second: its rate. It refuses when none is left. What it took from a moment when the bucket was full
// until a refusal is the burst and what came anew meanwhile; two refusals, with the same burst, give the rate.

/** What is known when a service refuses, once it has done so before. Ages are ms before the refusal, newest first. */
export interface Refusals {
  /** Of the answers before the first refusal ever, after a rest. */
  readonly first: readonly number[];
  /** Of the answers before this refusal, since the pause or the rest before. */
  readonly latest: readonly number[];
  /** Answers since the refusal before, and how long ago that was, ms. */
  readonly between: number;
  readonly betweenMs: number;
  /** Requests a second that were let out at last. */
  readonly letOut: number;
  /** Nothing was let out for so short a time only that the bucket had hardly filled. */
  readonly hardlyPaused: boolean;
}

/**
 * Requests a second that are taken, the share of it that holds for sure, and how many a service saves up, 0 for who knows.
 * A guess is to be found out by trying.
 */
export interface Rate {
  readonly perSecond: number;
  readonly share: number;
  readonly burst: number;
  readonly isKnown: boolean;
}

/** Taken answers by which two refusals must differ to say something, and how many of them may be miscounted. */
const ENOUGH = 10;
const MISCOUNTED = 1.5;
/** With so much less saved up than before the first refusal, the bucket was not full again. */
const NOT_FULL = 0.6;
/** Of what was let out: what was taken between is as good as all of it. */
const NEARLY_ALL = 0.8;
/** With so many answers more, and nothing saved up, the service refuses as soon as it is asked too fast. */
const MANY = 16;
const LESS = 0.8;
const HALVINGS = 20;

/** Finds the rate after a second refusal or a later one. */
export function rateOf({ first, latest, between, betweenMs, letOut, hardlyPaused }: Refusals): Rate {
  // The bucket was empty at both refusals: at least so many came anew, and just as many if it was never full between.
  const least = (1000 * between) / Math.max(1, betweenMs);
  const perSecond = fitted(first, latest, least, Math.max(least, letOut));
  const { answers, most: burst } = savedUp(latest, perSecond);
  const differ = answers - savedUp(first, perSecond).answers;
  if (differ >= ENOUGH) return { perSecond, share: 1 - MISCOUNTED / differ, burst, isKnown: true };
  const wasNotFull = savedUp(latest, least).most < NOT_FULL * savedUp(first, least).most;
  if (hardlyPaused || wasNotFull || least > NEARLY_ALL * letOut) {
    const share = 1 - MISCOUNTED / Math.max(ENOUGH, between);
    return { perSecond: Math.min(least, letOut), share, burst: 0, isKnown: true };
  }
  if (latest.length >= 3 * answers + MANY) return { perSecond: letOut, share: LESS, burst: 0, isKnown: true };
  return { perSecond: Math.sqrt(least * letOut), share: 1, burst: 0, isKnown: false };
}

/** The rate with which the burst was the same both times; between these two. */
function fitted(first: readonly number[], latest: readonly number[], least: number, most: number): number {
  const isTooSlow = (rate: number): boolean => savedUp(latest, rate).most > savedUp(first, rate).most;
  if (!isTooSlow(least)) return least;
  let [low, high] = [least, most];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (isTooSlow(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * How many the service must have saved up to take these, when so many come anew a second: the most that was needed from any
 * moment on, and how many answers it took since then.
 */
function savedUp(
  ages: readonly number[],
  perSecond: number,
): { readonly most: number; readonly answers: number } {
  let [most, answers] = [0, 0];
  for (const [newer, age] of ages.entries()) {
    const needed = newer + 1 - (perSecond * age) / 1000;
    if (needed > most) [most, answers] = [needed, newer + 1];
  }
  return { most, answers };
}
