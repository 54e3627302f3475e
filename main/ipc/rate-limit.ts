/** Token buckets, one per call, so that a page gone wild can't flood main. */
import type { Call, Effect, Rate } from '../../preload/contract/call.ts';
import { CALLS, type CallName } from '../../preload/contract/contract.ts';

const RATES: Readonly<Record<Rate, { readonly perSecond: number; readonly burst: number }>> = {
  scroll: { perSecond: 240, burst: 480 },
  read: { perSecond: 20, burst: 40 },
  change: { perSecond: 2, burst: 10 },
  key: { perSecond: 1, burst: 5 },
};

/** What changes something at the service, on disk or in the keychain is slower than what only reads. */
const RATE_OF: Readonly<Record<Effect, Rate>> = {
  reads: 'read',
  'holds-back': 'read',
  'changes-computer': 'change',
  'changes-service': 'change',
  deletes: 'change',
  'uses-key': 'key',
  'gives-away': 'change',
};

export function rateOf({ rate, effect }: Pick<Call, 'rate' | 'effect'>): (typeof RATES)[Rate] {
  return RATES[rate ?? RATE_OF[effect]];
}

/** Calls that may be under way at once, over all names. */
export const MOST_IN_FLIGHT = 64;

export class RateLimit {
  readonly #now: () => number;
  readonly #buckets = new Map<CallName, { tokens: number; at: number }>();

  /** `now` in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes one token of the call's bucket; false when it is empty. */
  take(name: CallName): boolean {
    const { perSecond, burst } = rateOf(CALLS[name]);
    const now = this.#now();
    const bucket = this.#buckets.get(name) ?? { tokens: burst, at: now };
    this.#buckets.set(name, bucket);
    // A wall clock may be set back: that takes nothing away.
    const passed = Math.max(0, now - bucket.at) / 1000;
    bucket.tokens = Math.min(burst, bucket.tokens + passed * perSecond);
    bucket.at = now;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}
