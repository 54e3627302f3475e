/** One job while Easel runs: its record, its counts, and what is kept in memory only. */
import type { Job, JobCounts } from '../../preload/contract/jobs.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import type { MadeLink } from './results.ts';
import { wordingOf } from './kinds.ts';

export class LiveJob {
  record: JobRecord;
  counts: JobCounts;
  readonly rate = new Rate();
  /** By the place of their items; never written down. */
  readonly links = new Map<number, MadeLink>();
  /** Papers of a pack that are made, and whose links may not be: by the place of their items. */
  readonly papers = new Map<number, string>();
  /** Places of items that wait to be sent again, since the outcome of the first time was not seen. */
  readonly doubtful = new Set<number>();
  /** Until when the service has asked to be left alone, epoch ms. */
  notBefore = 0;

  constructor(record: JobRecord, counts: JobCounts) {
    this.record = record;
    this.counts = counts;
  }

  get id(): string {
    return this.record.id;
  }

  /** As it is shown at `now`. */
  toJob(now: number): Job {
    const { address: _address, draftedBy: _draftedBy, tags: _tags, heldInFull: _end, ...shown } = this.record;
    const { counts, links, record } = this;
    const perSecond = record.state === 'running' ? this.rate.perSecond(now) : null;
    const left = counts.waiting + counts.sending;
    const secondsLeft = perSecond === null || perSecond === 0 ? null : Math.ceil(left / perSecond);
    return {
      ...shown,
      wording: wordingOf(record.kind),
      counts,
      perSecond,
      secondsLeft,
      links: links.size,
    };
  }
}

// How fast items end, over the last ten seconds.

const WINDOW_MS = 10_000;
const SLOT_MS = 250;
/** Below this the rate is unknown. */
const SOONEST_MS = 500;

export class Rate {
  /** Items that finished, by slot of time, oldest first. */
  #slots: { readonly slot: number; items: number }[] = [];
  #since: number | null = null;

  /** It runs from now on: what was before a pause says nothing. */
  begin(now: number): void {
    this.#slots = [];
    this.#since = now;
  }

  rest(): void {
    this.#since = null;
  }

  finished(now: number): void {
    const slot = Math.floor(now / SLOT_MS);
    const last = this.#slots.at(-1);
    if (last?.slot === slot) last.items += 1;
    else this.#slots.push({ slot, items: 1 });
    if (this.#slots.length > (2 * WINDOW_MS) / SLOT_MS) this.#forget(now);
  }

  /** Items per second; null while unknown. */
  perSecond(now: number): number | null {
    if (this.#since === null || now - this.#since < SOONEST_MS) return null;
    this.#forget(now);
    const items = this.#slots.reduce((sum, slot) => sum + slot.items, 0);
    return (items * 1000) / Math.min(WINDOW_MS, now - this.#since);
  }

  #forget(now: number): void {
    const first = Math.floor((now - WINDOW_MS) / SLOT_MS);
    this.#slots = this.#slots.filter(({ slot }) => slot > first);
  }
}
