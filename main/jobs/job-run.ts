/**
 * Sends the items of one job and hears their results. An item is marked on disk before it is sent; results are saved and
 * the next items marked in batches: one write at a time takes all that is pending, so that no delete waits for the disk.
 */
import { fail, type Failure, type FailureCode, type Result } from '../../preload/contract/failure.ts';
import type { JobItemState, JobKind, JobPause } from '../../preload/contract/jobs.ts';
import { failure, LONGEST_SERVICE_MESSAGE, quote } from '../wording/failure.ts';
import type { Clock } from '../clock.ts';
import { isSuccess } from '../service/read-answer.ts';
import type { Store } from '../store/database.ts';
import {
  LEFT_OUT,
  type Claim,
  type ClaimedItem,
  type ClaimRequest,
  type ItemUpdate,
} from '../store/tables/jobs.ts';
import { isDelete } from './kinds.ts';
import type { LiveJob } from './live-job.ts';
import type { MadeLink } from './results.ts';
import { isOver, moved } from './states.ts';
import { mostAtOnce, sendItem, stillLeads, type Sent, type WorkOptions } from './work.ts';

/** An item that is finished, and its result. */
export interface FinishedItem {
  readonly item: ClaimedItem;
  readonly result: ItemResult;
}

/** What to write: a result, or `null` for an item that is not being sent. `doubtful`: it may have been sent before. */
type Unwritten = FinishedItem | (Sending & { readonly result: null });

export interface JobRunOptions extends Clock {
  readonly live: LiveJob;
  readonly table: Pick<Store['jobs'], 'recordItems'>;
  readonly work: WorkOptions;
  readonly onFinished: (finished: readonly FinishedItem[]) => void;
  readonly onProgress: () => void;
  /** The job must not continue by itself; calls `halt`. */
  readonly onPause: (pause: JobPause, why: Failure) => void;
  /** Its connection is gone or leads elsewhere; calls `halt`. */
  readonly onGone: () => void;
  /** Nothing is in flight, and all results are on disk. */
  readonly onQuiet: () => void;
}

/** How many items are marked ahead of those that are sent, and below how many more are marked. */
const AHEAD = 96;
const LOW = 64;
/** Failures of the way in a row, after which the job waits for a person; and times that one item is tried. */
const MOST_IN_A_ROW = 5;
const MOST_TRIES = 3;
/** Refusals because of the pace in a row, those of all that was on its way together included. */
const MOST_REFUSED = 64;
/** Results are written when there are so many, or so many ms after the first. */
const MOST_UNWRITTEN = 64;
const WRITE_AFTER_MS = 100;

export class JobRun {
  readonly #options: JobRunOptions;
  readonly #most: number;
  /** What makes something: the next one waits until all of the last one is on disk. */
  readonly #oneByOne: boolean;
  #isOn = false;
  /** Marked on disk as being sent, and not begun. */
  #marked: ClaimedItem[] = [];
  /** Whether items being marked now must be checked again. */
  #isOutdated = false;
  /** Takes back what waits for its place. */
  #taken = new AbortController();
  readonly #tries = new Map<number, number>();
  /** Failures of the way, and refusals of the pace, since another answer came. */
  #inARow = 0;
  #refusedInARow = 0;
  #unwritten: Unwritten[] = [];
  /** How many have come to be written, and how many are on disk. */
  #added = 0;
  #written = 0;
  #writing: Promise<boolean> | null = null;
  #isDue = false;
  #cancelDue: (() => void) | null = null;

  constructor(options: JobRunOptions) {
    this.#options = options;
    this.#most = mostAtOnce(options.live.record.kind);
    this.#oneByOne = !isDelete(options.live.record.kind);
  }

  start(): void {
    this.#isOn = true;
    this.#taken = new AbortController();
    this.#inARow = 0;
    this.#refusedInARow = 0;
    this.#tries.clear();
    this.#pump();
  }

  /** Sends nothing new. What waits for its place is taken back; what is on its way is heard. */
  halt(): void {
    this.#isOn = false;
    this.#taken.abort();
    for (const item of this.#marked.splice(0)) this.#giveBack(item);
    void this.flush();
  }

  /** Checks marked but unsent items again, such as when a board has become protected. */
  recall(): void {
    if (!this.#isOn) return;
    this.#isOutdated = this.#writing !== null;
    this.halt();
    this.#isOn = true;
    this.#taken = new AbortController();
    this.#pump();
  }

  #pump(): void {
    const { live, onQuiet } = this.#options;
    while (this.#isOn && live.counts.sending < this.#most) {
      const item = this.#marked.shift();
      if (item === undefined) break;
      void this.#send(item);
    }
    if (this.#toMark() > 0) void this.#write();
    else if (live.counts.sending === 0 && (isOver(live.counts) || !this.#isOn)) {
      void this.flush().then((written) => {
        if (written && live.counts.sending === 0) onQuiet();
      });
    }
  }

  #toMark(): number {
    const { counts } = this.#options.live;
    if (!this.#isOn) return 0;
    const unmarked = counts.waiting - this.#marked.length;
    if (this.#oneByOne) return counts.sending + this.#marked.length === 0 ? Math.min(1, unmarked) : 0;
    return this.#marked.length < LOW ? Math.min(unmarked, AHEAD - this.#marked.length) : 0;
  }

  #onMarked({ items, skipped }: Claim): void {
    const { live, onProgress } = this.#options;
    if (this.#isOn && !this.#isOutdated) this.#marked.push(...items);
    else for (const item of items) this.#giveBack(item);
    this.#isOutdated = false;
    const isStopped = live.record.state === 'stopped';
    for (const { place, state } of skipped) {
      live.doubtful.delete(place);
      live.counts = moved(live.counts, isStopped ? leftAs(state === 'unknown') : 'waiting', state);
    }
    if (skipped.length > 0) onProgress();
    this.#pump();
  }

  async #send(item: ClaimedItem): Promise<void> {
    const { live, work, table, now, onPause, onGone } = this.#options;
    live.counts = moved(live.counts, 'waiting', 'sending');
    const sending: Sending = { item, doubtful: live.doubtful.delete(item.place) };
    const { signal } = this.#taken;
    const leads = await stillLeads(work, live.record).catch(() => null);
    if (leads !== true) {
      if (leads === null) onPause('storage', failure('storage'));
      else onGone();
      this.#back(sending, true);
      return this.#pump();
    }
    let isSettled = false;
    const settle = (result: Result<Sent>): void => {
      if (!isSettled) this.#settle(sending, result, signal.aborted);
      isSettled = true;
    };
    const way = {
      beforeSending: signal,
      doubtful: sending.doubtful,
      keep: async (result: Result<Sent>) => {
        settle(result);
        if (!(await this.flush())) throw new Error('the outcome of a create could not be written down');
      },
      onLink: ({ place }: ClaimedItem, link: MadeLink) => live.links.set(place, link),
      papers: live.papers,
      onPaper: async ({ place }: ClaimedItem, targetId: string) => {
        live.papers.set(place, targetId);
        const made = { place, targetId, state: 'sending', status: null, message: '', at: now() } as const;
        await table.recordItems(live.id, [made], null);
      },
    };
    try {
      settle(await sendItem(work, live.record, item, way));
    } catch {
      // Use cases throw when the disk fails, and nothing else. What makes something may have been sent by then.
      settle(fail(failure(this.#oneByOne ? 'outcome-unknown' : 'storage')));
      onPause('storage', failure('storage'));
    }
    this.#pump();
  }

  #settle(sending: Sending, result: Result<Sent>, tookBack: boolean): void {
    const { live } = this.#options;
    const { kind } = live.record;
    const onlyLink = kind === 'mint-links' || live.papers.has(sending.item.place);
    const outcome = outcomeOf({ kind, onlyLink }, result, tookBack);
    if (result.ok || outcome.kind === 'finished' || outcome.kind === 'taken-back') {
      return outcome.kind === 'finished' ? this.#heard(sending, outcome, result) : this.#back(sending, true);
    }
    const { error } = result;
    // Nobody will send it again: its result is what is known now.
    if (live.record.state === 'stopped') {
      return this.#finish(
        sending,
        outcome.kind === 'unreachable' ? outcome.result : resultOf(error, 'failed'),
      );
    }
    this.#notSent(sending, outcome, error);
  }

  /** The service has answered, or nothing more will be known. */
  #heard(sending: Sending, outcome: Outcome & { readonly kind: 'finished' }, result: Result<Sent>): void {
    this.#refusedInARow = 0;
    this.#inARow = outcome.lost ? this.#inARow + 1 : 0;
    this.#finish(sending, outcome.result);
    // With nothing left to be sent there is nothing to pause: it ends.
    if (result.ok || isOver(this.#options.live.counts)) return;
    if (outcome.pause !== null) this.#options.onPause(outcome.pause, result.error);
    else if (this.#inARow >= MOST_TRIES) this.#options.onPause(pauseFor(result.error), result.error);
  }

  /** It did not happen, or may be sent again. */
  #notSent(
    sending: Sending,
    outcome: Exclude<Outcome, { readonly kind: 'finished' | 'taken-back' }>,
    error: Failure,
  ): void {
    const { live, now, onPause } = this.#options;
    switch (outcome.kind) {
      case 'pause': {
        if (error.retryAfterSeconds !== undefined) live.notBefore = now() + error.retryAfterSeconds * 1000;
        onPause(outcome.pause, error);
        return this.#back(sending);
      }
      case 'later': {
        this.#refusedInARow += 1;
        if (this.#refusedInARow > MOST_REFUSED) onPause('refused', error);
        // It takes a place again, and the limiter gives these out as slowly as the service wants it.
        return this.#back(sending);
      }
      case 'unreachable': {
        const { place } = sending.item;
        const again = { ...sending, doubtful: sending.doubtful || outcome.result.state === 'unknown' };
        this.#inARow += 1;
        const tries = (this.#tries.get(place) ?? 0) + 1;
        this.#tries.set(place, tries);
        const isHopeless = this.#inARow >= (tries >= MOST_TRIES ? MOST_TRIES : MOST_IN_A_ROW);
        if (this.#isOn && tries >= MOST_TRIES && !isHopeless) return this.#finish(again, outcome.result);
        if (isHopeless) onPause(pauseFor(error), error);
        return this.#back(again);
      }
    }
  }

  #finish({ item, doubtful }: Sending, result: ItemResult): void {
    const { live, now, onProgress } = this.#options;
    // That it failed this time does not say that it did the time before.
    const known: ItemResult =
      doubtful && result.state === 'failed' ? { ...result, state: 'unknown' } : result;
    live.counts = moved(live.counts, 'sending', known.state);
    live.rate.finished(now());
    this.#add({ item, result: known });
    onProgress();
  }

  /** `anew`: the item is checked again before it is sent. */
  #back({ item, doubtful }: Sending, anew = false): void {
    const { live, onProgress } = this.#options;
    const isStopped = live.record.state === 'stopped';
    live.counts = moved(live.counts, 'sending', isStopped ? leftAs(doubtful) : 'waiting');
    if (doubtful && !isStopped) live.doubtful.add(item.place);
    if (this.#isOn && !anew) this.#marked.push(item);
    else this.#add({ item, result: null, doubtful });
    onProgress();
  }

  /** It was marked, and is not sent for now. */
  #giveBack(item: ClaimedItem): void {
    this.#add({ item, result: null, doubtful: this.#options.live.doubtful.has(item.place) });
  }

  /** Writes all that there is by now; false when it can't be. */
  async flush(): Promise<boolean> {
    const upTo = this.#added;
    do {
      this.#isDue = true;
      if (!(await this.#write())) return false;
    } while (this.#written < upTo);
    return true;
  }

  /** Marks and writes everything pending; false when that fails. */
  #write(): Promise<boolean> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  #add(one: Unwritten): void {
    this.#unwritten.push(one);
    this.#added += 1;
    if (this.#unwritten.length >= MOST_UNWRITTEN) void this.flush();
    else {
      this.#cancelDue ??= this.#options.after(WRITE_AFTER_MS, () => {
        this.#cancelDue = null;
        void this.flush();
      });
    }
  }

  async #writeAll(): Promise<boolean> {
    const { live, table, onPause } = this.#options;
    for (;;) {
      const next = this.#claimRequest();
      if (next === null && !(this.#isDue && this.#unwritten.length > 0)) return true;
      const batch = this.#unwritten.splice(0);
      this.#isDue = false;
      this.#cancelDue?.();
      this.#cancelDue = null;
      const claim = await table.recordItems(live.id, this.#toUpdates(batch), next).catch(() => null);
      if (claim === null) this.#unwritten.unshift(...batch);
      else this.#wrote(batch, claim);
      // Items that wait in memory and not on disk: who goes on would ask for ever.
      const gaveNone = claim !== null && next !== null && claim.items.length + claim.skipped.length === 0;
      if (claim === null || gaveNone) {
        onPause('storage', failure('storage'));
        return false;
      }
    }
  }

  #wrote(batch: readonly Unwritten[], claim: Claim): void {
    this.#written += batch.length;
    const finished = batch.filter((one): one is FinishedItem => one.result !== null);
    const left = claim.skipped.map((item) => ({
      item,
      result: { state: item.state, targetId: '', status: null, message: LEFT_OUT[item.state] },
    }));
    if (finished.length + left.length > 0) this.#options.onFinished([...finished, ...left]);
    this.#onMarked(claim);
  }

  #claimRequest(): ClaimRequest | null {
    const { live, now } = this.#options;
    const count = this.#toMark();
    if (count <= 0) return null;
    const { id: jobId, kind, connectionId } = live.record;
    return { jobId, count, at: now(), protectedOf: isDelete(kind) ? connectionId : null };
  }

  #toUpdates(batch: readonly Unwritten[]): readonly ItemUpdate[] {
    const { live, now } = this.#options;
    const at = now();
    // In the job's present state: it may have been stopped since the item was returned.
    const isStopped = live.record.state === 'stopped';
    return batch.map((one) => {
      const { place } = one.item;
      if (one.result !== null) return { place, at, ...one.result };
      const state = isStopped ? leftAs(one.doubtful) : 'waiting';
      return { place, state, targetId: '', status: null, message: '', at: one.doubtful ? at : null };
    });
  }
}

/** The result of an item in a stopped job that is not sent (again). */
function leftAs(doubtful: boolean): 'unknown' | 'untouched' {
  return doubtful ? 'unknown' : 'untouched';
}

/** An item on its way. `doubtful`: it was sent before, and its outcome was not seen. */
interface Sending {
  readonly item: ClaimedItem;
  readonly doubtful: boolean;
}

// What one answer means for its item and for its job, as values.

/** The recorded result of a finished item. */
interface ItemResult extends Omit<Sent, 'state'> {
  readonly state: Exclude<JobItemState, 'waiting' | 'sending'>;
}

type Outcome =
  /** The item is finished. `pause`: and its job must not continue by itself. */
  | {
      readonly kind: 'finished';
      readonly result: ItemResult;
      readonly pause: JobPause | null;
      readonly lost: boolean;
    }
  /** It was not done, and a retry would not help. */
  | { readonly kind: 'pause'; readonly pause: JobPause }
  /** The service wants fewer requests: retry later, automatically. */
  | { readonly kind: 'later' }
  /** The service was not reached. `result` is what it comes to when it is not tried again. */
  | { readonly kind: 'unreachable'; readonly result: ItemResult }
  /** It was taken back before it was sent. */
  | { readonly kind: 'taken-back' };

/** How long a job waits for the service automatically, seconds; beyond that a person decides. */
const LONGEST_WAIT_S = 60;

/** The service was not reached: for items that may be sent again, this says nothing about them. */
const UNREACHABLE: ReadonlySet<FailureCode> = new Set([
  'offline',
  'cannot-reach',
  'timeout',
  'service-problem',
  'certificate',
  'proxy-sign-in',
  'web-page',
  'redirected',
]);

/** A refused key, and reasons of our own: nothing was sent, and nothing will be until a person has seen to it. */
const PAUSED_BY: Readonly<Partial<Record<FailureCode, JobPause>>> = {
  'key-refused': 'refused',
  storage: 'storage',
  'no-key': 'refused',
  'keychain-locked': 'refused',
  'keychain-absent': 'refused',
  'keychain-busy': 'refused',
  'keychain-error': 'refused',
  'read-only': 'refused',
  policy: 'refused',
  locked: 'refused',
};

/** `onlyLink`: all that was still to be made is a link. `tookBack`: it was to be sent no more before it was. */
function outcomeOf(
  { kind, onlyLink }: { readonly kind: JobKind; readonly onlyLink: boolean },
  result: Result<Sent>,
  tookBack: boolean,
): Outcome {
  if (result.ok) return { kind: 'finished', result: result.value, pause: null, lost: false };
  const { error } = result;
  const { code } = error;
  // A refusal of the pace is no more than a wait, and there is nobody to wait any more.
  if ((code === 'cancelled' || code === 'too-many-requests') && tookBack) return { kind: 'taken-back' };
  if (code === 'not-allowed') return finished(error, 'failed', 'refused');
  const pause = PAUSED_BY[code];
  if (pause !== undefined) return { kind: 'pause', pause };
  if (code === 'too-many-requests') {
    // A POST has been sent as often by then as a read would be.
    const isTooLong = (error.retryAfterSeconds ?? 0) > LONGEST_WAIT_S;
    return !isDelete(kind) || isTooLong ? { kind: 'pause', pause: 'refused' } : { kind: 'later' };
  }
  if (code === 'outcome-unknown') {
    // A success that was denied is no passing fault: a repetition would say the same.
    if (isDelete(kind) && error.status !== undefined && isSuccess({ status: error.status }))
      return finished(error, 'unknown', null);
    // A delete says the same thing twice; a create would not. A link that nobody got is none: a person may have another.
    if (isDelete(kind)) return { kind: 'unreachable', result: resultOf(error, 'unknown') };
    return onlyLink ? { ...finished(error, 'failed', null), lost: true } : finished(error, 'unknown', null);
  }
  if (code === 'cancelled') return { kind: 'unreachable', result: resultOf(error, 'failed') };
  if (!UNREACHABLE.has(code)) return finished(error, 'failed', null);
  // An answer of 5xx to a POST says that it failed, and is no leave to send it again by ourselves.
  if (!isDelete(kind) && error.status !== undefined)
    return { ...finished(error, 'failed', null), lost: true };
  // Whoever answered may have passed the delete on before.
  const mayHaveArrived = error.status !== undefined && error.status !== 407 && !isStillThere(kind, error);
  return { kind: 'unreachable', result: resultOf(error, mayHaveArrived ? 'unknown' : 'failed') };
}

/** Whether a look-up found the board after the service had failed (see work.ts). */
function isStillThere(kind: JobKind, { code, status }: Failure): boolean {
  return kind === 'delete-boards' && code === 'service-problem' && status === 500;
}

/** Why a job is paused after failures to reach the service. */
function pauseFor({ code }: Failure): JobPause {
  if (code === 'offline') return 'network';
  return code === 'cancelled' ? 'refused' : 'outage';
}

function finished(error: Failure, state: 'failed' | 'unknown', pause: JobPause | null) {
  return { kind: 'finished', result: resultOf(error, state), pause, lost: state === 'unknown' } as const;
}

/** What the service said, and what Easel makes of it. */
const LONGEST_MESSAGE = 2 * LONGEST_SERVICE_MESSAGE;

/** The service's words if it sent any, else ours. */
function resultOf(error: Failure, state: ItemResult['state']): ItemResult {
  const { status, serviceMessage, message } = error;
  return {
    state,
    targetId: '',
    status: status ?? null,
    message: quote(serviceMessage ?? message, LONGEST_MESSAGE),
  };
}
