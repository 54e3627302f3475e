/** Token buckets, one per channel, so that a page gone wild can't flood main. */
import { CALL_NAMES } from '../../preload/contract/call-names.ts';
import type { CallName } from '../../preload/contract/calls.ts';

interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

const WINDOWS: Rate = { perSecond: 240, burst: 480 };
const READS: Rate = { perSecond: 20, burst: 40 };
const CHANGES: Rate = { perSecond: 2, burst: 10 };
const KEYS: Rate = { perSecond: 1, burst: 5 };

/** What changes something at the service, on disk or in the keychain is slower than what only reads. */
const RATES: Readonly<Record<CallName, Rate>> = {
  'app.info': READS,
  'app.copy': READS,
  'app.preferences': READS,
  'app.prefer': CHANGES,
  'policy.state': READS,
  'lock.state': READS,
  'lock.now': KEYS,
  'lock.unlock': KEYS,
  'lock.configure': KEYS,
  'lock.removeKeys': KEYS,
  'keychain.state': READS,
  'keychain.status': READS,
  'connections.list': READS,
  'connections.select': READS,
  'connections.check': KEYS,
  'connections.checkPaper': KEYS,
  'connections.save': KEYS,
  'connections.remove': KEYS,
  'connections.reorder': CHANGES,
  'connections.duplicate': CHANGES,
  'connections.unlockChanges': KEYS,
  'connections.lockChanges': CHANGES,
  'connections.practise': KEYS,
  'keys.list': READS,
  'keys.chooseFile': KEYS,
  'keys.shredFile': KEYS,
  'keys.stage': KEYS,
  'keys.edit': KEYS,
  'keys.keep': KEYS,
  'keys.rehearse': KEYS,
  'keys.useNext': KEYS,
  'keys.goBack': KEYS,
  'keys.retire': KEYS,
  'keys.discard': KEYS,
  'keys.leftovers': READS,
  'keys.removeLeftovers': KEYS,
  'transfer.export': KEYS,
  'transfer.open': KEYS,
  'transfer.unlock': KEYS,
  'transfer.apply': KEYS,
  'transfer.close': READS,
  'boards.list': READS,
  'boards.cancelList': READS,
  'boards.state': READS,
  'boards.window': WINDOWS,
  'boards.rank': WINDOWS,
  'boards.fields': READS,
  'boards.overview': READS,
  'boards.annotate': CHANGES,
  'boards.undo': CHANGES,
  'boards.copy': CHANGES,
  'boards.export': CHANGES,
  'boards.cancelExport': READS,
  'views.list': READS,
  'views.save': CHANGES,
  'views.remove': CHANGES,
  'views.columns': READS,
  'views.setColumns': CHANGES,
  'notes.export': CHANGES,
  'notes.open': CHANGES,
  'notes.apply': CHANGES,
  'boards.create': CHANGES,
  'boards.view': READS,
  'papers.list': READS,
  'papers.create': CHANGES,
  'papers.add': CHANGES,
  'papers.forget': CHANGES,
  'jobs.list': READS,
  'jobs.deleteOne': CHANGES,
  'jobs.review': CHANGES,
  'jobs.saveReview': CHANGES,
  'jobs.closeReview': READS,
  'jobs.deleteReviewed': CHANGES,
  'jobs.createBoards': CHANGES,
  'jobs.paperNames': READS,
  'jobs.createPapers': CHANGES,
  'jobs.mintLinks': CHANGES,
  'jobs.copyLinks': CHANGES,
  'jobs.saveLinks': CHANGES,
  'jobs.startNow': CHANGES,
  'jobs.cancel': READS,
  'jobs.pause': READS,
  'jobs.resume': CHANGES,
  'jobs.stop': READS,
  'jobs.retryFailed': CHANGES,
  'jobs.dismiss': READS,
  'jobs.items': WINDOWS,
  'jobs.saveItems': CHANGES,
  'plans.save': CHANGES,
  'plans.open': CHANGES,
  'activity.page': WINDOWS,
  'activity.check': CHANGES,
  'activity.export': CHANGES,
  'unknowns.list': READS,
  'unknowns.check': CHANGES,
  'unknowns.settle': CHANGES,
  'health.state': READS,
  'health.tryNow': CHANGES,
  'network.settings': READS,
  'network.chooseCa': CHANGES,
  'network.removeCas': CHANGES,
  'network.signIn': KEYS,
  'previews.open': CHANGES,
  'previews.close': READS,
  'previews.copyLink': CHANGES,
};

/** Calls that may be under way at once, over all channels. */
export const MOST_IN_FLIGHT = 64;

export class RateLimit {
  readonly #now: () => number;
  readonly #buckets: Map<CallName, { tokens: number; at: number }>;

  /** `now` in ms. */
  constructor(now: () => number) {
    this.#now = now;
    this.#buckets = new Map(CALL_NAMES.map((name) => [name, { tokens: RATES[name].burst, at: now() }]));
  }

  /** Takes one token of the channel's bucket; false when it is empty. */
  take(channel: CallName): boolean {
    const bucket = this.#buckets.get(channel);
    if (bucket === undefined) return false;
    const { perSecond, burst } = RATES[channel];
    const now = this.#now();
    // A wall clock may be set back: that takes nothing away.
    const passed = Math.max(0, now - bucket.at) / 1000;
    bucket.tokens = Math.min(burst, bucket.tokens + passed * perSecond);
    bucket.at = now;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}
