/**
 * Sends the items of one job and hears their ends.
 *
 * An item is marked on disk before it is sent, and its end is written soon after it came: in batches, so that no delete
 * waits for the disk; a create waits for both.
 */
import type { JobItemState, JobPause } from '../../preload/contract/domain.ts';
import { fail, type Failure, type Result } from '../../preload/contract/failure.ts';
import { failure } from '../service/failures.ts';
import type { Store } from '../store/database.ts';
import type { Claim, ClaimedItem, ClaimRequest } from '../store/tables/job-items.ts';
import { isOver, moved } from './counts.ts';
import type { HoldClock } from './hold.ts';
import type { LiveJob } from './live-job.ts';
import { endOf, isCreate, outcomeOf, pauseFor, type End, type Sent } from './outcomes.ts';
import { mostAtOnce, sendItem, stillLeads, type WorkOptions } from './work.ts';

/** An item with its end; what goes back untold has none. */
export interface Ended {
  readonly item: ClaimedItem;
  readonly end: End;
}

export interface RunOptions extends HoldClock {
  readonly live: LiveJob;
  readonly work: WorkOptions;
  readonly table: Pick<Store['jobs'], 'end'>;
  /** Its counts have changed. */
  readonly onProgress: () => void;
  /** It must not go on by itself; calls `halt`. */
  readonly onPause: (pause: JobPause, why: Failure) => void;
  /** Its connection is gone or leads elsewhere; calls `halt`. */
  readonly onGone: () => void;
  /** These ends are on disk. */
  readonly onEnds: (ends: readonly Ended[]) => void;
  /** Nothing of it is on its way, and all that is known is on disk. */
  readonly onQuiet: () => void;
}

/** How many items are marked ahead of those that are sent, and below how many more are marked. */
const AHEAD = 96;
const LOW = 64;
/** Ends are written when there are so many, or so many ms after the first. */
const MOST_UNWRITTEN = 64;
const WRITE_AFTER_MS = 100;
/** Failures of the way in a row, after which the job waits for a person; and times that one item is tried. */
const MOST_IN_A_ROW = 5;
const MOST_TRIES = 3;
/** Refusals because of the pace in a row, those of all that was on its way together included. */
const MOST_REFUSED = 64;

type Unwritten = Ended | { readonly item: ClaimedItem; readonly end: null; readonly state: JobItemState };

export class Run {
  readonly #options: RunOptions;
  readonly #live: LiveJob;
  readonly #most: number;
  readonly #oneByOne: boolean;
  /** Marked on disk as being sent, and not begun. */
  #marked: ClaimedItem[] = [];
  #unwritten: Unwritten[] = [];
  #writing: Promise<void> | null = null;
  #isDue = false;
  #cancelDue: (() => void) | null = null;
  #taken = new AbortController();
  readonly #tries = new Map<number, number>();
  /** Failures of the way, and refusals of the pace, since another answer came. */
  #inARow = 0;
  #refusedInARow = 0;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#live = options.live;
    this.#most = mostAtOnce(options.live.record.kind);
    this.#oneByOne = isCreate(options.live.record.kind);
  }

  /** The job is running: goes on. */
  start(): void {
    this.#taken = new AbortController();
    this.#inARow = 0;
    this.#refusedInARow = 0;
    this.#tries.clear();
    this.#pump();
  }

  /** Sends nothing new. What waits for its place is taken back; what is on its way is heard. */
  halt(): void {
    this.#taken.abort();
    for (const item of this.#marked.splice(0)) this.#unwritten.push(this.#given(item));
    void this.flush();
  }

  /** Looks anew at what was marked but not begun, such as when a board is protected by now. */
  recall(): void {
    if (this.#live.record.state !== 'running') return;
    this.halt();
    this.#taken = new AbortController();
    this.#pump();
  }

  /** Writes what is not on disk yet; false when it can't be. */
  async flush(): Promise<boolean> {
    this.#isDue = true;
    await this.#write();
    return this.#unwritten.length === 0;
  }

  #pump(): void {
    const { onQuiet } = this.#options;
    while (this.#isRunning() && this.#live.counts.sending < this.#most && this.#marked.length > 0) {
      const item = this.#marked.shift();
      if (item !== undefined) void this.#send(item);
    }
    if (this.#toClaim() > 0) void this.#write();
    else if (this.#live.counts.sending === 0 && (isOver(this.#live.counts) || !this.#isRunning())) {
      void this.flush().then((written) => {
        if (written && this.#live.counts.sending === 0) onQuiet();
      });
    }
  }

  async #send(item: ClaimedItem): Promise<void> {
    const { live, work } = this.#options;
    live.counts = moved(live.counts, 'waiting', 'sending');
    const taken = this.#taken.signal;
    let isSettled = false;
    const settle = (result: Result<Sent>): void => {
      if (isSettled) return;
      isSettled = true;
      this.#settle(item, result, taken.aborted);
    };
    const way = {
      beforeSending: taken,
      keep: async (result: Result<Sent>) => {
        settle(result);
        if (!(await this.flush())) throw new Error('the end of a create could not be written down');
      },
      onLink: ({ place, name }: ClaimedItem, address: string) =>
        live.links.set(place, { name, link: address }),
    };
    try {
      if (await stillLeads(work, live.record)) settle(await sendItem(work, live.record, item, way));
      else {
        this.#options.onGone();
        this.#back(item);
      }
    } catch {
      // Use cases throw when the disk fails, and nothing else. A create may have been sent by then.
      settle(fail(failure(this.#oneByOne ? 'outcome-unknown' : 'storage')));
      this.#options.onPause('storage', failure('storage'));
    }
    this.#pump();
  }

  #settle(item: ClaimedItem, result: Result<Sent>, tookBack: boolean): void {
    const { live, now, onPause } = this.#options;
    const outcome = outcomeOf(live.record.kind, result, tookBack);
    const error = result.ok ? null : result.error;
    if (outcome.kind === 'ended') {
      this.#refusedInARow = 0;
      this.#inARow = outcome.lost ? this.#inARow + 1 : 0;
      this.#end(item, outcome.end);
      if (error === null) return;
      if (outcome.pause !== null) onPause(outcome.pause, error);
      else if (this.#inARow >= MOST_TRIES) onPause(pauseFor(error), error);
      return;
    }
    if (outcome.kind === 'back' || error === null) return this.#back(item);
    if (live.record.state === 'stopped')
      return this.#end(item, 'end' in outcome ? outcome.end : endOf(error, 'failed'));
    switch (outcome.kind) {
      case 'pause': {
        this.#back(item);
        if (error.retryAfterSeconds !== undefined) live.notBefore = now() + error.retryAfterSeconds * 1000;
        return onPause(outcome.pause, error);
      }
      case 'later': {
        // It takes a place again, which the limiter gives out as slowly as the service wants it.
        this.#back(item);
        this.#refusedInARow += 1;
        if (this.#refusedInARow > MOST_REFUSED) onPause('refused', error);
        return;
      }
      case 'way': {
        this.#inARow += 1;
        const tries = (this.#tries.get(item.place) ?? 0) + 1;
        this.#tries.set(item.place, tries);
        const isHopeless = this.#inARow >= (tries >= MOST_TRIES ? MOST_TRIES : MOST_IN_A_ROW);
        if (tries >= MOST_TRIES && !isHopeless) return this.#end(item, outcome.end);
        this.#back(item);
        if (isHopeless) onPause(pauseFor(error), error);
      }
    }
  }

  #end(item: ClaimedItem, end: End): void {
    const { live, now, onProgress } = this.#options;
    live.counts = moved(live.counts, 'sending', end.state);
    live.rate.ended(now());
    this.#unwritten.push({ item, end });
    if (this.#unwritten.length >= MOST_UNWRITTEN) void this.flush();
    else this.#writeSoon();
    onProgress();
  }

  /** It was not sent, or did not happen. */
  #back(item: ClaimedItem): void {
    const { live, onProgress } = this.#options;
    const isStopped = live.record.state === 'stopped';
    live.counts = moved(live.counts, 'sending', isStopped ? 'untouched' : 'waiting');
    if (this.#isRunning()) this.#marked.push(item);
    else {
      this.#unwritten.push(this.#given(item));
      this.#writeSoon();
    }
    onProgress();
  }

  #given(item: ClaimedItem): Unwritten {
    const isStopped = this.#live.record.state === 'stopped';
    return { item, end: null, state: isStopped ? 'untouched' : 'waiting' };
  }

  #isRunning(): boolean {
    return this.#live.record.state === 'running';
  }

  /** How many more are to be marked now. */
  #toClaim(): number {
    const { counts } = this.#live;
    if (!this.#isRunning()) return 0;
    const unmarked = counts.waiting - this.#marked.length;
    if (this.#oneByOne) return counts.sending === 0 && this.#marked.length === 0 ? Math.min(1, unmarked) : 0;
    return this.#marked.length < LOW ? Math.min(unmarked, AHEAD - this.#marked.length) : 0;
  }

  #claimRequest(): ClaimRequest | null {
    const { live, now } = this.#options;
    const count = this.#toClaim();
    if (count <= 0) return null;
    const { id: jobId, kind, connectionId } = live.record;
    return { jobId, count, at: now(), protectedOf: kind === 'delete-boards' ? connectionId : null };
  }

  #writeSoon(): void {
    this.#cancelDue ??= this.#options.after(WRITE_AFTER_MS, () => {
      this.#cancelDue = null;
      void this.flush();
    });
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  /** One write at a time; each takes along all that there is. */
  async #writeAll(): Promise<void> {
    const { live, table, now, onPause } = this.#options;
    for (;;) {
      const next = this.#claimRequest();
      if (next === null && !(this.#isDue && this.#unwritten.length > 0)) return;
      const batch = this.#unwritten.splice(0);
      this.#isDue = false;
      this.#cancelDue?.();
      this.#cancelDue = null;
      const at = now();
      const ends = batch.map((one) => toItemEnd(one, at));
      const claim = await table.end(live.id, ends, next).catch(() => null);
      if (claim === null) this.#unwritten.unshift(...batch);
      else this.#written(batch, claim);
      const gaveNone = claim !== null && next !== null && claim.items.length + claim.skipped.length === 0;
      if (claim === null || gaveNone) return onPause('storage', failure('storage'));
    }
  }

  #written(batch: readonly Unwritten[], { items, skipped }: Claim): void {
    const { live, onEnds, onProgress } = this.#options;
    if (this.#isRunning()) this.#marked.push(...items);
    else for (const item of items) this.#unwritten.push(this.#given(item));
    if (skipped.length > 0) {
      const from = live.record.state === 'stopped' ? 'untouched' : 'waiting';
      live.counts = moved(live.counts, from, 'skipped', skipped.length);
      onProgress();
    }
    const ends = batch.filter((one): one is Ended => one.end !== null);
    const left = skipped.map((item) => ({ item, end: SKIPPED }));
    if (ends.length + left.length > 0) onEnds([...ends, ...left]);
    this.#isDue ||= items.length > 0 && !this.#isRunning();
    this.#pump();
  }
}

const SKIPPED: End = { state: 'skipped', targetId: '', status: null, message: '' };

function toItemEnd(one: Unwritten, at: number) {
  const { place } = one.item;
  if (one.end !== null) return { place, at, ...one.end };
  return { place, state: one.state, targetId: '', status: null, message: '', at: null };
}
