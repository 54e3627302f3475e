/**
 * How fast a service's token bucket fills, told from outside. Such a service saves up requests, as many as its burst, and so
 * many come anew each second: its rate. It refuses when none is left. What it took from a moment when the bucket was full
 * until a refusal is the burst and what came anew meanwhile; two refusals, with the same burst, give the rate.
 */

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
