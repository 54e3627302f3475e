/**
 * One job: its hold, what it sends, what it hears, and its record. An item is marked on disk before it is sent: the next
 * ones are marked, and results are written, in batches. One write at a time takes all that is pending, so that no request
 * waits for the disk.
 */
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Job as ShownJob, JobCounts, JobItemState, JobPause } from '../../preload/contract/jobs.ts';
import type { RecordActivity } from '../lib/implementation.ts';
import { createProgressReporter, type ProgressReporter } from '../boards/progress.ts';
import type { Log } from '../lib/log/log.ts';
import type { Store } from '../store/database.ts';
import {
  LEFT_OUT,
  type ClaimedItem,
  type ClaimRequest,
  type ItemUpdate,
  type JobRecord,
} from '../store/tables/jobs.ts';
import { failure } from '../lib/wording/failure.ts';
import { formatDateTime } from '../lib/wording/format.ts';
import { heldAtLeast, LATEST_MS, timeUntil, whenDue, type SteadyClock } from './hold.ts';
import { hasEnded, isCreate, isDelete, wordingOf } from './kinds.ts';
import { outcomeOf, pauseFor, type Outcome } from './outcome.ts';
import type { MadeLink } from './results.ts';
import type { Singles } from './rules.ts';
import * as states from './states.ts';
import { unresolvedOf } from './unresolved.ts';
import {
  sendItem,
  stillLeads,
  updateLists,
  type EndedItem,
  type ItemResult,
  type Sent,
  type WorkOptions,
} from './work.ts';

export interface JobOptions extends SteadyClock {
  readonly table: Store['jobs'];
  readonly work: WorkOptions;
  readonly onChange: (change: { readonly job: ShownJob; readonly dismissed: boolean }) => void;
  /** The database now holds creates of this connection whose outcome is unknown. */
  readonly onUnresolved: (connectionId: string) => Promise<void>;
  readonly record: RecordActivity;
  /** A job that took a person's patience has come to its end; the sentence names no board and no person. */
  readonly onLongEnd: (sentence: string, hasFailures: boolean) => void;
  /** Why a job of this connection must not start by itself now; null when it may. */
  readonly trouble: (job: Pick<JobRecord, 'connectionId' | 'kind'>) => JobPause | null;
  /** Why the organisation's rules do not let it go on; null when they do. */
  readonly whyNotAllowed: (job: Job) => Failure | null;
  readonly singles: Pick<Singles, 'enter' | 'leave'>;
  readonly log: Log;
}

/** A job longer than this announces its end. */
const LONG_MS = 30_000;
/** Delay before saving the state is tried again, ms. */
const KEEP_AGAIN_MS = 2000;

/** Items handed over at once; the limiter decides how many of them are on their way. */
const MOST_AT_ONCE = 32;
/** Items marked ahead of those: more deletes, which are sent again after a crash without harm. */
const AHEAD = { deletes: 96, others: 32 } as const;
/** Failures of the way in a row, after which the job waits for a person; and times that one item is tried. */
const MOST_IN_A_ROW = 5;
const MOST_TRIES = 3;
/** Refusals because of the pace in a row, those of all that was on its way together included. */
const MOST_REFUSED = 64;
/** Results are written when there are so many, or so many ms after the first. */
const MOST_UNWRITTEN = 64;
const WRITE_AFTER_MS = 100;
/** The rate counts items of the last 10 s; in its first 0.5 s it is unknown. */
const RATE_MS = 10_000;
const SOONEST_RATE_MS = 500;

/** An item on its way. `doubtful`: it was sent before, and its outcome was not seen. */
interface InFlight {
  readonly item: ClaimedItem;
  readonly doubtful: boolean;
  /** Epoch ms. */
  readonly sentAt: number;
}

/** What to write: an item that has ended, or (`result` is null) one that is not being sent any more. */
type Unwritten = InFlight & { readonly result: ItemResult | null };

export class Job {
  record: JobRecord;
  counts: JobCounts;
  /** Join links by the place of their items; never written down. */
  readonly links = new Map<number, MadeLink>();
  /** Until when the service has asked to be left alone, epoch ms. */
  notBefore = 0;
  readonly #options: JobOptions;
  readonly #reporter: ProgressReporter;
  /** Places of items that wait to be sent again, since the outcome of the first time was not seen. */
  readonly #doubtful: Set<number>;
  /** Papers of a pack that were made, and whose links may not be, by the place of their items. */
  readonly #papers = new Map<number, string>();

  /** Ms until its hold is over in full. */
  #untilInFull: () => number = () => 0;
  #cancelHold: () => void = () => undefined;
  #cancelKeep: () => void = () => undefined;
  /** It is about to go on, which is not on disk yet: nothing is sent, and what an earlier run had left does not end it. */
  #isGoingOn = false;

  /** Marked on disk as being sent, and not handed over. */
  #marked: ClaimedItem[] = [];
  /** Aborted by a halt: what waits for its place is not sent. */
  #halted = new AbortController();
  readonly #tries = new Map<number, number>();
  #lostInARow = 0;
  #refusedInARow = 0;
  #unwritten: Unwritten[] = [];
  #writing: Promise<boolean> | null = null;
  #cancelWrite: (() => void) | null = null;
  /** Settles when what was deleted or made so far is out of, or in, the lists. */
  #listed: Promise<unknown> = Promise.resolve();

  /** Since when it runs, and when items ended lately, epoch ms. */
  #runsSince = 0;
  #endedAt: number[] = [];

  constructor(record: JobRecord, counts: JobCounts, doubtful: readonly number[], options: JobOptions) {
    this.record = record;
    this.counts = counts;
    this.#doubtful = new Set(doubtful);
    this.#options = options;
    this.#untilInFull = timeUntil(record.heldInFull, options);
    const { onChange, after } = options;
    this.#reporter = createProgressReporter(() => onChange({ job: this.shown(), dismissed: false }), after);
  }

  /** As the page shows it now. */
  shown(): ShownJob {
    const { address: _address, draftedBy: _draftedBy, tags: _tags, heldInFull: _end, ...shown } = this.record;
    const { counts } = this;
    const perSecond = this.#rate();
    const left = counts.waiting + counts.sending;
    return {
      ...shown,
      wording: wordingOf(shown.kind),
      counts,
      perSecond,
      secondsLeft: perSecond === null || perSecond === 0 ? null : Math.ceil(left / perSecond),
      links: this.links.size,
    };
  }

  // Its hold and its states.

  /** Whether it is held, and would begin before its full hold has passed. */
  isEarly(): boolean {
    return this.record.state === 'held' && this.#untilInFull() > 0;
  }

  /** Holds a job of an earlier run for as long as the policy wants it; null for no such rule. */
  holdAtLeast(seconds: number | null): void {
    this.record = { ...this.record, ...heldAtLeast(this.record, seconds, this.#options.now()) };
    this.#untilInFull = timeUntil(this.record.heldInFull, this.#options);
  }

  /** It is on disk: its hold begins to run out, or it is sent. */
  queued(): void {
    this.#begin(true);
    this.#reporter.changed();
  }

  /**
   * Goes on by a person's word, or when its hold is over, or is held once more: once `keep` has written that down. Whether
   * anything may be changed is checked where the key is added to a request. Fails as `next` does, with `policy`, `storage`.
   */
  async goOn(
    next: Result<JobRecord>,
    keep: (record: JobRecord) => Promise<void> = (record) => this.#options.table.put(record),
  ): Promise<Result<ShownJob>> {
    if (!next.ok) return next;
    const before = this.record;
    const isHeldAgain = next.value.state === 'held';
    const why = isHeldAgain ? this.#options.whyNotAllowed(this) : this.whyNotYet();
    if (why !== null) return fail(why);
    this.#cancelHold();
    this.#cancelKeep();
    this.record = next.value;
    // Only of a new hold: to read them again would count what the clock was set forward meanwhile.
    if (isHeldAgain) this.#untilInFull = timeUntil(this.record.heldInFull, this.#options);
    this.#options.singles.enter(this);
    this.#isGoingOn = true;
    const isKept =
      (await this.flush()) &&
      (await keep(this.record).then(
        () => true,
        () => false,
      ));
    this.#isGoingOn = false;
    // It may have been paused or ended meanwhile.
    const isAsItWas = this.record === next.value;
    if (!isKept && isAsItWas) this.record = states.notBegun(before, failure('storage'));
    if (!states.isUnfinished(this.record)) this.#options.singles.leave(this.record);
    if (isKept && isAsItWas) this.#begin(isHeldAgain);
    else this.#pump();
    this.#reporter.changed();
    return isKept ? ok(this.shown()) : fail(failure('storage'));
  }

  /** Failed items wait again. */
  failedAgain(items: number): void {
    this.#doubtful.clear();
    // Cancelled meanwhile: they have failed once more.
    if (states.isUnfinished(this.record)) this.#move('failed', 'waiting', items);
  }

  /**
   * Cancelled or stopped: what was not sent stays untouched, and what was to be retried failed. Fails with `storage`, and it
   * ends all the same.
   */
  async end(record: JobRecord): Promise<Result<ShownJob>> {
    const { table, singles } = this.#options;
    const isRetry = states.isRetryHeld(this.record);
    this.#rest(record, 'job-ended', () => {
      singles.leave(record);
      this.#move('waiting', 'unknown', this.#doubtful.size);
      this.#move('waiting', isRetry ? 'failed' : 'untouched', this.counts.waiting);
    });
    return this.#keep((ended) => (isRetry ? table.putAndFail(ended) : table.putAndLeave(ended)));
  }

  /** What runs is paused, and what is held waits for a person: at once, and written down as soon as possible. */
  async pause(pause: JobPause, why: Failure | null = null): Promise<void> {
    const record = states.paused(this.record, pause, why);
    if (record !== this.record) await this.pauseAs(record);
  }

  async pauseAs(record: JobRecord): Promise<Result<ShownJob>> {
    this.#rest(record, 'job-paused');
    return this.#keep();
  }

  /** Its connection is gone or leads elsewhere. */
  async orphan(): Promise<void> {
    const record = states.orphaned(this.record, this.#options.now());
    if (record !== this.record) await this.end(record);
  }

  /** Publishes nothing more, and stops all timers. */
  quiet(): void {
    this.#cancelHold();
    this.#reporter.quiet();
  }

  #rest(record: JobRecord, action: states.JobAction, then: () => void = () => undefined): void {
    this.#cancelHold();
    this.record = record;
    then();
    this.#halt();
    this.#reporter.changed();
    this.#tell(action);
  }

  #begin(isQueued: boolean): void {
    if (isQueued) this.#tell('job-queued');
    if (this.record.state === 'held') return this.#hold();
    this.#runsSince = this.#options.now();
    this.#endedAt = [];
    this.#halted = new AbortController();
    this.#lostInARow = 0;
    this.#refusedInARow = 0;
    this.#tries.clear();
    this.#tell('job-started');
    this.#pump();
  }

  #hold(): void {
    const until = this.record.holdUntil;
    if (until === null) return;
    const { now, after, trouble } = this.#options;
    this.#cancelHold = whenDue(this.#untilInFull, after, () => {
      const why = now() - until > LATEST_MS ? 'sleep' : trouble(this.record);
      if (why !== null) return void this.pause(why);
      // Where it can't begin it waits for a person.
      void this.goOn(states.begun(this.record, now())).then((begun) =>
        begun.ok ? undefined : this.pause('refused', begun.error),
      );
    });
  }

  /** Why the policy does not let it begin now; null when it does. */
  whyNotYet(): Failure | null {
    const left = this.record.startsEarliest === null ? 0 : this.#untilInFull();
    if (left <= 0) return this.#options.whyNotAllowed(this);
    return failure('policy', {
      message: `Your organisation holds this delete until ${formatDateTime(this.#options.now() + left)}.`,
      nextStep: 'Wait until then, or cancel it.',
    });
  }

  /** Saves the state. If that fails the state applies all the same, and saving is tried again. */
  async #keep(
    put: (record: JobRecord) => Promise<void> = (record) => this.#options.table.put(record),
  ): Promise<Result<ShownJob>> {
    const { after, log } = this.#options;
    this.#cancelKeep();
    try {
      await put(this.record);
      return ok(this.shown());
    } catch (error) {
      log.error('a job could not be kept', { error });
      this.#cancelKeep();
      this.#cancelKeep = after(KEEP_AGAIN_MS, () => void this.#keep(put));
      return fail(failure('storage'));
    }
  }

  // Sending.

  /** Checks marked but unsent items again, such as when a board has become protected. */
  recall(): void {
    if (!this.#isSending()) return;
    this.#halt();
    this.#halted = new AbortController();
    this.#pump();
  }

  #isSending(): boolean {
    return this.record.state === 'running' && !this.#isGoingOn;
  }

  /** Takes back what waits for its place; what is on its way is heard. */
  #halt(): void {
    this.#halted.abort();
    for (const item of this.#marked.splice(0)) this.#giveBack(item);
    void this.flush();
  }

  /** Sends, marks and writes what is due. */
  #pump(): void {
    while (this.#isSending() && this.counts.sending < MOST_AT_ONCE) {
      const item = this.#marked.shift();
      if (item === undefined) break;
      void this.#send(item);
    }
    const isDue = this.#unwritten.length >= MOST_UNWRITTEN || this.#toMark() > 0;
    if (this.#isSending() && isDue) void this.#write();
    else if (this.counts.sending === 0 && (states.isOver(this.counts) || !this.#isSending())) {
      if (this.#unwritten.length > 0) void this.#write();
      else if (this.#writing === null) void this.#onQuiet();
    }
  }

  /** How many items are to be marked now. */
  #toMark(): number {
    if (!this.#isSending()) return 0;
    const ahead = isDelete(this.record.kind) ? AHEAD.deletes : AHEAD.others;
    const marked = this.#marked.length;
    return marked <= ahead / 2 ? Math.min(this.counts.waiting - marked, ahead - marked) : 0;
  }

  async #send(item: ClaimedItem): Promise<void> {
    const { work, now } = this.#options;
    this.#move('waiting', 'sending');
    const sending = { item, doubtful: this.#doubtful.delete(item.place), sentAt: now() };
    const { signal } = this.#halted;
    const leads = await stillLeads(work, this.record).catch(() => null);
    if (leads === true) {
      const way = {
        beforeSending: signal,
        doubtful: sending.doubtful,
        links: this.links,
        papers: this.#papers,
      };
      // Use cases reject when the disk fails, and nothing else. A create may have been sent by then.
      const sent = await sendItem(work, this.record, item, way).catch(() => null);
      const isLost = sent === null && !isDelete(this.record.kind);
      this.#settle(sending, sent ?? fail(failure(isLost ? 'outcome-unknown' : 'storage')), signal.aborted);
      if (sent === null) void this.pause('storage', failure('storage'));
    } else {
      void (leads === null ? this.pause('storage', failure('storage')) : this.orphan());
      this.#back(sending, true);
    }
    this.#pump();
  }

  #settle(sending: InFlight, sent: Result<Sent>, tookBack: boolean): void {
    const onlyLink = this.record.kind === 'mint-links' || this.#papers.has(sending.item.place);
    const outcome = outcomeOf({ kind: this.record.kind, onlyLink, tookBack }, sent);
    if (outcome.item === 'taken-back') return this.#back(sending, true);
    // A stopped job sends nothing again: the result is what is known now.
    if (outcome.item === 'again' && this.record.state !== 'stopped' && !sent.ok)
      return this.#again(sending, outcome, sent.error);
    this.#refusedInARow = 0;
    this.#lostInARow = outcome.trouble === 'lost' ? this.#lostInARow + 1 : 0;
    this.#finish(sending, outcome.result);
    // With nothing left to be sent there is nothing to pause: it ends.
    if (sent.ok || states.isOver(this.counts)) return;
    if (outcome.pause !== null) void this.pause(outcome.pause, sent.error);
    else if (this.#lostInARow >= MOST_TRIES) void this.pause(pauseFor(sent.error), sent.error);
  }

  /** It did not happen, or may be sent again. */
  #again(sending: InFlight, { pause, trouble, result }: Outcome, error: Failure): void {
    if (pause !== null) {
      const { retryAfterSeconds = 0 } = error;
      if (retryAfterSeconds > 0) this.notBefore = this.#options.now() + retryAfterSeconds * 1000;
      void this.pause(pause, error);
      return this.#back(sending);
    }
    if (trouble === 'pace') {
      this.#refusedInARow += 1;
      if (this.#refusedInARow > MOST_REFUSED) void this.pause('refused', error);
      // It takes a place again, and the limiter gives these out as slowly as the service wants it.
      return this.#back(sending);
    }
    const { place } = sending.item;
    const again = { ...sending, doubtful: sending.doubtful || result.state === 'unknown' };
    this.#lostInARow += 1;
    const tries = (this.#tries.get(place) ?? 0) + 1;
    this.#tries.set(place, tries);
    const isHopeless = this.#lostInARow >= (tries >= MOST_TRIES ? MOST_TRIES : MOST_IN_A_ROW);
    if (this.#isSending() && tries >= MOST_TRIES && !isHopeless) return this.#finish(again, result);
    if (isHopeless) void this.pause(pauseFor(error), error);
    this.#back(again);
  }

  #finish(sending: InFlight, result: ItemResult): void {
    // That it failed this time does not say that it did the time before.
    const isDoubtful = sending.doubtful && result.state === 'failed';
    const known: ItemResult = isDoubtful ? { ...result, state: 'unknown' } : result;
    this.#move('sending', known.state);
    this.#endedAt.push(this.#options.now());
    this.#add({ ...sending, result: known });
    this.#reporter.changed();
  }

  /** It is not on its way any more. `recheck`: it is checked again before it is sent. */
  #back(sending: InFlight, recheck = false): void {
    const { item, doubtful } = sending;
    const isStopped = this.record.state === 'stopped';
    this.#move('sending', isStopped ? leftAs(doubtful) : 'waiting');
    if (doubtful && !isStopped) this.#doubtful.add(item.place);
    if (this.#isSending() && !recheck) this.#marked.push(item);
    else this.#add({ ...sending, result: null });
    this.#reporter.changed();
  }

  /** It was marked, and is not sent for now. */
  #giveBack(item: ClaimedItem): void {
    this.#add({ item, doubtful: this.#doubtful.has(item.place), sentAt: 0, result: null });
  }

  // Writing.

  /** Writes all results that there are by now; false when they can't be written. */
  async flush(): Promise<boolean> {
    // The write that goes on may have begun before the last result came.
    await this.#writing;
    return this.#write();
  }

  #add(one: Unwritten): void {
    this.#unwritten.push(one);
    this.#cancelWrite ??= this.#options.after(WRITE_AFTER_MS, () => void this.#write());
  }

  /** Writes everything pending, and marks the next items in the same step; false when that fails. */
  #write(): Promise<boolean> {
    this.#writing ??= this.#writeOnce().then((isWritten) => {
      this.#writing = null;
      if (isWritten) this.#pump();
      else void this.pause('storage', failure('storage'));
      return isWritten;
    });
    return this.#writing;
  }

  async #writeOnce(): Promise<boolean> {
    this.#cancelWrite?.();
    this.#cancelWrite = null;
    const { table, onUnresolved } = this.#options;
    const next = this.#claimRequest();
    const batch = this.#unwritten.splice(0);
    if (next === null && batch.length === 0) return true;
    const { signal } = this.#halted;
    const updates = batch.map((one) => this.#update(one));
    const claim = await table.recordItems(this.record.id, updates, next).catch(() => null);
    if (claim === null) {
      this.#unwritten.unshift(...batch);
      return false;
    }
    const ended = batch.flatMap(({ item, result }) => (result === null ? [] : [{ item, result }]));
    const left = claim.skipped.map((item) => ({
      item,
      result: { state: item.state, targetId: '', status: null, message: LEFT_OUT[item.state] },
    }));
    if (ended.length + left.length > 0) this.#onEnded([...ended, ...left]);
    if (updates.some(({ unresolved }) => unresolved !== undefined))
      void onUnresolved(this.record.connectionId).catch(() => undefined);
    // Halted meanwhile: they are checked again before they are sent.
    if (signal.aborted) for (const item of claim.items) this.#giveBack(item);
    else this.#marked.push(...claim.items);
    const isStopped = this.record.state === 'stopped';
    for (const { place, state } of claim.skipped) {
      this.#doubtful.delete(place);
      this.#move(isStopped ? leftAs(state === 'unknown') : 'waiting', state);
    }
    if (left.length > 0) this.#reporter.changed();
    // Items that wait in memory and not on disk would be asked for without end.
    return next === null || claim.items.length + claim.skipped.length > 0;
  }

  #claimRequest(): ClaimRequest | null {
    const count = this.#toMark();
    if (count <= 0) return null;
    const { id: jobId, kind, connectionId } = this.record;
    return { jobId, count, at: this.#options.now(), protectedOf: isDelete(kind) ? connectionId : null };
  }

  /** What is written of an item, in the present state of the job: it may have been stopped since the item came back. */
  #update({ item, result, doubtful, sentAt }: Unwritten): ItemUpdate {
    const { place } = item;
    const at = this.#options.now();
    // A paper that was made for an item is known although its link was not.
    const targetId = this.#papers.get(place) ?? '';
    if (result === null) {
      const state = this.record.state === 'stopped' ? leftAs(doubtful) : 'waiting';
      return { place, state, targetId, status: null, message: '', at: doubtful ? at : null };
    }
    const { state, status, message } = result;
    const update = { place, state, status, message, at, targetId: result.targetId || targetId };
    if (state !== 'unknown' || !isCreate(this.record.kind)) return update;
    return { ...update, unresolved: unresolvedOf(this.record, item, sentAt) };
  }

  // What follows from results.

  #onEnded(ended: readonly EndedItem[]): void {
    const { record, work, log } = this.#options;
    record(...states.itemEntries(this.record, ended));
    const listing = updateLists(work, this.record, ended).catch((error: unknown) =>
      log.error('the lists could not be updated with results', { error }),
    );
    this.#listed = Promise.all([this.#listed, listing]);
  }

  /** Nothing of it is on its way, and all results are on disk. */
  async #onQuiet(): Promise<void> {
    // Updates the lists first, so that listeners of the end find them as they are now.
    await this.#listed;
    const record = states.ended(this.record, this.counts, this.#options.now());
    if (this.#isGoingOn || record === this.record || !states.isOver(this.counts)) return;
    this.record = record;
    this.#options.singles.leave(record);
    // The end is published at once, whatever was published just before.
    this.#reporter.quiet();
    this.#reporter.changed();
    this.#tell('job-ended');
    const { startedAt, endedAt } = record;
    if ((endedAt ?? 0) - (startedAt ?? 0) > LONG_MS) {
      const { failed, unknown } = this.counts;
      this.#options.onLongEnd(hasEnded(this.shown()), failed + unknown > 0);
    }
    await this.#keep();
  }

  #move(from: JobItemState, to: JobItemState, items = 1): void {
    this.counts = states.moved(this.counts, from, to, items);
  }

  #tell(action: states.JobAction): void {
    this.#options.record(states.jobEntry(this, action));
  }

  /** Items that ended per second; null while that is unknown. */
  #rate(): number | null {
    const now = this.#options.now();
    const ms = Math.min(RATE_MS, now - this.#runsSince);
    if (this.record.state !== 'running' || ms < SOONEST_RATE_MS) return null;
    this.#endedAt = this.#endedAt.filter((at) => at > now - RATE_MS);
    return (this.#endedAt.length * 1000) / ms;
  }
}

/** The result of an item in a stopped job that is not sent (again). */
function leftAs(doubtful: boolean): 'unknown' | 'untouched' {
  return doubtful ? 'unknown' : 'untouched';
}
