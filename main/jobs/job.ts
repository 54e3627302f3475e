/** Runs one job of deletes or creates. Marks each item as `sending` in the database before its request is sent. */
import { endSentence, isUnfinished } from '../../preload/contract/facts.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Job as ShownJob, JobCounts, JobItemState, JobPause } from '../../preload/contract/jobs.ts';
import type { Core } from '../ipc/core.ts';
import { createProgressReporter, type ProgressReporter } from '../lib/clock.ts';
import type { Store } from '../store/database.ts';
import {
  LEFT_OUT,
  LINK_MISSING,
  type ClaimedItem,
  type ClaimRequest,
  type ItemUpdate,
  type JobRecord,
} from '../store/tables/jobs.ts';
import type { Sharing } from '../team/copies.ts';
import type { TeamPlans } from './team-plans.ts';
import { failure, orStorage } from '../lib/wording/failure.ts';
import { formatDateTime } from '../lib/wording/format.ts';
import { heldAtLeast, LATEST_MS, timeUntil, whenDue } from './hold.ts';
import { isCreate, isDelete, wordingOf } from './kinds.ts';
import { outcomeOf, pauseFor, type Outcome } from './outcome.ts';
import type { SheetLink } from '../papers/tokens/qr.ts';
import type { Singles } from './rules.ts';
import * as states from './states.ts';
import { TeamRun } from './team-run.ts';
import { unresolvedOf } from './unresolved.ts';
import {
  connectionMoved,
  optionsAt,
  sendItem,
  updateLists,
  type EndedItem,
  type ItemResult,
  type Sent,
  type WorkOptions,
} from './work.ts';

export interface JobOptions extends Pick<Core, 'record' | 'log' | 'now' | 'after' | 'steady' | 'isLocked'> {
  readonly table: Store['jobs'];
  readonly work: WorkOptions;
  readonly onChange: (change: { readonly job: ShownJob; readonly dismissed: boolean }) => void;
  readonly onUnresolved: (connectionId: string) => Promise<void>;
  /** Called when a job ends after more than 30 s. `sentence` is for a notification, so it contains no board names. */
  readonly onLongEnd: (sentence: string, hasFailures: boolean) => void;
  readonly trouble: (job: Pick<JobRecord, 'connectionId' | 'kind'>) => JobPause | null;
  readonly whyNotAllowed: (job: Job) => Failure | null;
  readonly sharing: Pick<Sharing, 'freshen' | 'isJoined'>;
  readonly runs: Pick<TeamPlans, 'start' | 'report'>;
  readonly singles: Pick<Singles, 'enter' | 'leave'>;
}

const ANNOUNCE_AFTER_MS = 30_000;
const SAVE_RETRY_MS = 2000;

/** Maximum number of concurrent requests per job. The connection's rate limiter paces them. */
const MOST_AT_ONCE = 32;
/** Maximum number of waiting requests with items marked `sending`. Higher for deletes, because repeating is safe. */
const AHEAD = { deletes: 96, others: 32 } as const;
/** A job pauses after this number of consecutive failures, such as timeouts. `MOST_TRIES` limits tries per item. */
const MOST_IN_A_ROW = 5;
const MOST_TRIES = 3;
/** A job pauses after more consecutive 429 responses than this. High, because 32 requests may be in flight. */
const MOST_REFUSED = 64;
const MOST_UNWRITTEN = 64;
const WRITE_AFTER_MS = 100;
/** The job's displayed items per second are an average of its last 10 s, and are hidden in its first 0.5 s. */
const RATE_MS = 10_000;
const SOONEST_RATE_MS = 500;

/** An item whose request is in flight. `doubtful`: an earlier request for the same item has an unknown outcome. */
interface InFlight {
  readonly item: ClaimedItem;
  readonly doubtful: boolean;
  readonly sentAt: number;
}

/** An item whose new state is not yet saved in the database. If `result` is null, the new state is `waiting`. */
type Unwritten = InFlight & { readonly result: ItemResult | null };

export class Job {
  record: JobRecord;
  counts: JobCounts;
  /** Join links that this job created, by item number. Kept in memory only, because links contain access tokens. */
  readonly links = new Map<number, SheetLink>();
  readonly #options: JobOptions;
  readonly #reporter: ProgressReporter;
  readonly run: TeamRun;
  readonly #doubtful: Set<number>;
  /** Ids of papers that this job created, by item number. A retry of such an item requests only its join link. */
  readonly #papers = new Map<number, string>();

  #untilInFull: () => number = () => 0;
  #cancelHold: () => void = () => undefined;
  #cancelSave: () => void = () => undefined;
  /** The write that failed in the last save of the job's record, to be repeated. Null if the last save succeeded. */
  #unsaved: ((record: JobRecord) => Promise<void>) | null = null;
  /** True while the database saves the job's new state after a start or resume. Until then no request is sent. */
  #isProceeding = false;

  /** Items that are marked `sending` in the database, but whose requests have not started. */
  #marked: ClaimedItem[] = [];
  #halted = new AbortController();
  readonly #tries = new Map<number, number>();
  #lostInARow = 0;
  #refusedInARow = 0;
  #unwritten: Unwritten[] = [];
  #writing: Promise<boolean> | null = null;
  #cancelWrite: (() => void) | null = null;
  /** Resolves when the local lists of boards and papers include all results received so far. */
  #listed: Promise<unknown> = Promise.resolve();

  #runsSince = 0;
  #endedAt: number[] = [];

  constructor(record: JobRecord, counts: JobCounts, doubtful: readonly number[], options: JobOptions) {
    this.record = record;
    this.counts = counts;
    this.#doubtful = new Set(doubtful);
    this.#options = options;
    this.run = new TeamRun(this, options);
    this.#untilInFull = timeUntil(record.heldInFull, options);
    const { onChange, after } = options;
    this.#reporter = createProgressReporter(() => onChange({ job: this.shown(), dismissed: false }), after);
  }

  shown(): ShownJob {
    const {
      address: _address,
      planId: _plan,
      runId: _run,
      tags: _tags,
      heldInFull: _end,
      ...shown
    } = this.record;
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

  isEarly(): boolean {
    return this.record.state === 'held' && this.#untilInFull() > 0;
  }

  holdAtLeast(seconds: number | null): void {
    this.record = { ...this.record, ...heldAtLeast(this.record, seconds, this.#options.now()) };
    this.#untilInFull = timeUntil(this.record.heldInFull, this.#options);
  }

  queued(): void {
    this.#begin(true);
    this.#reporter.changed();
  }

  /** Saves the new record, then sends requests or delays the delete. Fails with `policy`, `storage` or `next.error`. */
  async proceed(
    next: Result<JobRecord>,
    keep: (record: JobRecord) => Promise<void> = (record) => this.#options.table.put(record),
  ): Promise<Result<ShownJob>> {
    if (!next.ok) return next;
    const before = this.record;
    const isHeldAgain = next.value.state === 'held';
    const why = isHeldAgain ? this.#options.whyNotAllowed(this) : this.startRefusal();
    if (why !== null) return fail(why);
    this.#cancelHold();
    this.#cancelSave();
    this.record = next.value;
    // Computes the end of a hold only once, because after a clock change a second result could be too early.
    if (isHeldAgain) this.#untilInFull = timeUntil(this.record.heldInFull, this.#options);
    this.#options.singles.enter(this);
    this.#isProceeding = true;
    const isKept =
      (await this.flush()) &&
      (await keep(this.record).then(
        () => true,
        () => false,
      ));
    this.#isProceeding = false;
    // True if the job was neither paused nor ended while its record was being saved.
    const isAsItWas = this.record === next.value;
    if (!isKept && isAsItWas) this.record = states.startNotSaved(before, failure('storage'));
    if (!isUnfinished(this.record)) this.#options.singles.leave(this.record);
    if (isKept && isAsItWas) this.#begin(isHeldAgain);
    else this.#pump();
    this.#reporter.changed();
    return isKept ? ok(this.shown()) : fail(failure('storage'));
  }

  failedAgain(items: number): void {
    this.#doubtful.clear();
    // If the user cancelled the retry before its start was saved, the failed items stay failed.
    if (isUnfinished(this.record)) this.#move('failed', 'waiting', items);
  }

  /**
   * Ends the job, even if the write fails. Unsent items become `untouched`. Two kinds of unsent items become `failed`:
   * those of a delayed retry, and those whose paper exists without its join link.
   */
  async end(record: JobRecord): Promise<Result<ShownJob>> {
    const { table, singles } = this.#options;
    const isRetry = states.isRetryHeld(this.record);
    this.record = record;
    singles.leave(record);
    this.#move('waiting', 'unknown', this.#doubtful.size);
    this.#move('waiting', isRetry ? 'failed' : 'untouched', this.counts.waiting);
    this.#rest();
    const saved = await this.#save(async (ended) => {
      if (isRetry) return table.putAndFail(ended);
      const items = await table.putAndLeave(ended);
      this.#move('untouched', 'failed', items.length);
      this.#onEnded(items.map((item) => ({ item, result: linkMissing(item.targetId) })));
    });
    this.#reporter.changed();
    this.#recordAction('job-ended');
    return saved;
  }

  async pause(pause: JobPause, why: Failure | null = null): Promise<void> {
    const record = states.paused(this.record, pause, why);
    if (record !== this.record) await this.pauseAs(record);
  }

  async pauseAs(record: JobRecord): Promise<Result<ShownJob>> {
    this.record = record;
    this.#rest();
    this.#recordAction('job-paused');
    return this.#save();
  }

  async orphan(): Promise<void> {
    const record = states.orphaned(this.record, this.#options.now());
    if (record !== this.record) await this.end(record);
  }

  quiet(): void {
    this.#cancelHold();
    this.run.stop();
    this.#reporter.quiet();
  }

  #rest(): void {
    this.#cancelHold();
    this.#halt();
    this.#reporter.changed();
    void this.run.beat();
  }

  #begin(isQueued: boolean): void {
    if (isQueued) this.#recordAction('job-queued');
    void this.run.beat();
    if (this.record.state === 'held') return this.#hold();
    this.#runsSince = this.#options.now();
    this.#endedAt = [];
    this.run.dropBatch();
    this.#halted = new AbortController();
    this.#lostInARow = 0;
    this.#refusedInARow = 0;
    this.#tries.clear();
    this.#recordAction('job-started');
    this.#pump();
  }

  #hold(): void {
    const until = this.record.holdUntil;
    if (until === null) return;
    const { now, after, trouble } = this.#options;
    this.#cancelHold = whenDue(this.#untilInFull, after, () => {
      const why = now() - until > LATEST_MS ? 'sleep' : trouble(this.record);
      if (why !== null) return void this.pause(why);
      void this.proceed(states.started(this.record, now())).then((begun) =>
        begun.ok ? undefined : this.pause('refused', begun.error),
      );
    });
  }

  startRefusal(): Failure | null {
    const left = this.record.startsEarliest === null ? 0 : this.#untilInFull();
    if (left <= 0) return this.#options.whyNotAllowed(this);
    return failure('policy', {
      message: `Your organisation requires this delete to stay on hold until ${formatDateTime(this.#options.now() + left)}.`,
      nextStep: 'Wait until the hold ends, or cancel the delete.',
    });
  }

  /** Saves the job's record. After a disk error, the job still changes its state, and repeats the save after 2 s. */
  async #save(
    put: (record: JobRecord) => Promise<void> = (record) => this.#options.table.put(record),
  ): Promise<Result<ShownJob>> {
    const { after, log } = this.#options;
    this.#cancelSave();
    try {
      await put(this.record);
      this.#unsaved = null;
      return ok(this.shown());
    } catch (error) {
      this.#unsaved = put;
      log.error('a job couldn’t be saved', { error });
      this.#cancelSave();
      this.#cancelSave = after(SAVE_RETRY_MS, () => void this.#save(put));
      return fail(failure('storage'));
    }
  }

  /** Repeats the last save of the job's record if it failed. Returns false if the save fails again. */
  async ensureSaved(): Promise<boolean> {
    return this.#unsaved === null || (await this.#save(this.#unsaved)).ok;
  }

  recall(): void {
    if (!this.#isSending()) return;
    this.#halt();
    this.#halted = new AbortController();
    this.#pump();
  }

  #isSending(): boolean {
    return this.record.state === 'running' && !this.#isProceeding;
  }

  /** Cancels the job's requests that wait in the rate limiter. Requests in flight still report their results. */
  #halt(): void {
    this.#halted.abort();
    for (const item of this.#marked.splice(0)) this.#unmark(item);
    void this.flush();
  }

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

  #toMark(): number {
    if (!this.#isSending()) return 0;
    const ahead = isDelete(this.record.kind) ? AHEAD.deletes : AHEAD.others;
    const marked = this.#marked.length;
    return marked <= ahead / 2 ? Math.min(this.counts.waiting - marked, ahead - marked) : 0;
  }

  async #send(item: ClaimedItem): Promise<void> {
    const { work, now, isLocked } = this.#options;
    this.#move('waiting', 'sending');
    const sending = { item, doubtful: this.#doubtful.delete(item.place), sentAt: now() };
    const halted = this.#halted.signal;
    const batch = this.run.freshBatch();
    if (!(await batch.isFresh) || halted.aborted) {
      this.#requeue(sending, true);
      return this.#pump();
    }
    const bound = await orStorage(optionsAt(work, this.record));
    if (bound.ok) {
      const { doubtful } = sending;
      // Cancels requests not yet sent if the job halts, or if its list of protected boards is more than 10 s old.
      const signal = AbortSignal.any([halted, batch.stale]);
      const sendOptions = { beforeSending: signal, doubtful, links: this.links, papers: this.#papers };
      // If `sendItem` rejects, the outcome is unknown, because the request may have been sent before a disk error.
      const sent = await sendItem(bound.value, this.record, item, sendOptions).catch(() => null);
      // Locking discards all join links. If Easel locked during the request, the new link must be discarded too.
      if (isLocked()) this.links.clear();
      this.#settle(sending, sent ?? fail(failure('outcome-unknown')), signal.aborted);
      if (sent === null) void this.pause('storage', failure('storage'));
    } else {
      void (bound.error === connectionMoved ? this.orphan() : this.pause('storage', bound.error));
      this.#requeue(sending, true);
    }
    this.#pump();
  }

  #settle(sending: InFlight, sent: Result<Sent>, isHalted: boolean): void {
    const onlyLink = this.record.kind === 'mint-links' || this.#papers.has(sending.item.place);
    const outcome = outcomeOf(this.record.kind, onlyLink, isHalted, sent);
    if (outcome.item === 'not-sent') return this.#requeue(sending, true);
    if (outcome.item === 'again' && this.record.state !== 'stopped' && !sent.ok)
      return this.#retry(sending, outcome, sent.error, isHalted);
    this.#refusedInARow = 0;
    this.#lostInARow = outcome.trouble === 'lost' ? this.#lostInARow + 1 : 0;
    this.#finish(sending, outcome.result);
    // If the failed request was the job's last one, the job ends instead of pausing.
    if (sent.ok || states.isOver(this.counts)) return;
    if (outcome.pause !== null) void this.pause(outcome.pause, sent.error);
    else if (this.#lostInARow >= MOST_TRIES) void this.pause(pauseFor(sent.error), sent.error);
  }

  #retry(sending: InFlight, { pause, trouble, result }: Outcome, error: Failure, recheck: boolean): void {
    const again = { ...sending, doubtful: sending.doubtful || result.state === 'unknown' };
    if (pause !== null) {
      void this.pause(pause, error);
      return this.#requeue(again, recheck);
    }
    if (trouble === 'pace') {
      this.#refusedInARow += 1;
      if (this.#refusedInARow > MOST_REFUSED) void this.pause('refused', error);
      return this.#requeue(again, recheck);
    }
    const { place } = sending.item;
    this.#lostInARow += 1;
    const tries = (this.#tries.get(place) ?? 0) + 1;
    this.#tries.set(place, tries);
    const isHopeless = this.#lostInARow >= (tries >= MOST_TRIES ? MOST_TRIES : MOST_IN_A_ROW);
    if (this.#isSending() && tries >= MOST_TRIES && !isHopeless) return this.#finish(again, result);
    if (isHopeless) void this.pause(pauseFor(error), error);
    this.#requeue(again, recheck);
  }

  #finish(sending: InFlight, result: ItemResult): void {
    // If a repeated request fails, the outcome is unknown, because an earlier request for the item may have succeeded.
    const state = sending.doubtful && result.state === 'failed' ? 'unknown' : result.state;
    const targetId = result.targetId || (this.#papers.get(sending.item.place) ?? '');
    const known: ItemResult = { ...result, state, targetId };
    this.#move('sending', state);
    this.run.ended(sending.item.targetId, state);
    this.#endedAt.push(this.#options.now());
    this.#add({ ...sending, result: known });
    this.#reporter.changed();
  }

  /** Puts an item back into the job's queue. If `recheck`, the database checks again whether the item is protected. */
  #requeue(sending: InFlight, recheck: boolean): void {
    const { item, doubtful } = sending;
    const isStopped = this.record.state === 'stopped';
    this.#move('sending', isStopped ? stateIfStopped(doubtful) : 'waiting');
    if (doubtful && !isStopped) this.#doubtful.add(item.place);
    if (this.#isSending() && !recheck) this.#marked.push(item);
    else this.#add({ ...sending, result: null });
    this.#reporter.changed();
  }

  #unmark(item: ClaimedItem): void {
    this.#add({ item, doubtful: this.#doubtful.has(item.place), sentAt: 0, result: null });
  }

  async flush(): Promise<boolean> {
    // Starts a second write after a running one, because the running write may lack the latest results.
    await this.#writing;
    return this.#write();
  }

  /** Saves the last results in the database, waits for the lists of boards and papers, and discards the join links. */
  async close(): Promise<void> {
    await this.flush();
    await this.#listed;
    this.links.clear();
  }

  #add(one: Unwritten): void {
    this.#unwritten.push(one);
    this.#cancelWrite ??= this.#options.after(WRITE_AFTER_MS, () => void this.#write());
  }

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
    const batch = this.#unwritten.splice(0).map((one) => this.#ifStopped(one));
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
    // If the job halted during the write, the items that the write marked as `sending` become `waiting` again.
    if (signal.aborted) for (const item of claim.items) this.#unmark(item);
    else this.#marked.push(...claim.items);
    const isStopped = this.record.state === 'stopped';
    for (const { place, state } of claim.skipped) {
      this.#doubtful.delete(place);
      this.#move(isStopped ? stateIfStopped(state === 'unknown') : 'waiting', state);
    }
    if (left.length > 0) this.#reporter.changed();
    // To prevent an endless loop, returns false if the database has no waiting item but the job still counts some.
    return next === null || claim.items.length + claim.skipped.length > 0;
  }

  /** Fails an item without a result if its job stopped after creating the item's paper, but before its join link. */
  #ifStopped(one: Unwritten): Unwritten {
    const { item, result } = one;
    const { kind, state } = this.record;
    const paper = this.#papers.get(item.place) ?? item.targetId;
    if (kind !== 'create-pack' || state !== 'stopped' || result !== null || paper === '') return one;
    this.#move('untouched', 'failed');
    return { ...one, result: linkMissing(paper) };
  }

  #claimRequest(): ClaimRequest | null {
    const count = this.#toMark();
    if (count <= 0) return null;
    const { id: jobId, kind, connectionId } = this.record;
    return { jobId, count, at: this.#options.now(), protectedOf: isDelete(kind) ? connectionId : null };
  }

  #update({ item, result, doubtful, sentAt }: Unwritten): ItemUpdate {
    const { place } = item;
    const at = this.#options.now();
    if (result === null) {
      const targetId = this.#papers.get(place) ?? '';
      const state = this.record.state === 'stopped' ? stateIfStopped(doubtful) : 'waiting';
      return { place, state, targetId, status: null, message: '', at: doubtful ? at : null };
    }
    const { state, status, message, targetId } = result;
    const update = { place, state, status, message, at, targetId };
    if (state !== 'unknown' || !isCreate(this.record.kind)) return update;
    return { ...update, unresolved: unresolvedOf(this.record, item, sentAt) };
  }

  #onEnded(ended: readonly EndedItem[]): void {
    const { record, work, log } = this.#options;
    record(...states.itemEntries(this.record, ended));
    const listing = updateLists(work, this.record, ended).catch((error: unknown) =>
      log.error('the lists could not be updated with results', { error }),
    );
    this.#listed = Promise.all([this.#listed, listing]);
  }

  async #onQuiet(): Promise<void> {
    // Waits until the lists of boards and papers contain all results, because other code reads them when the job ends.
    await this.#listed;
    const record = states.ended(this.record, this.counts, this.#options.now());
    if (this.#isProceeding || record === this.record || !states.isOver(this.counts)) {
      if (this.run.hasNews) void this.run.beat();
      return;
    }
    this.record = record;
    this.#options.singles.leave(record);
    this.#reporter.quiet();
    this.#reporter.changed();
    this.#recordAction('job-ended');
    const { startedAt, endedAt } = record;
    if ((endedAt ?? 0) - (startedAt ?? 0) > ANNOUNCE_AFTER_MS) {
      const { failed, unknown } = this.counts;
      this.#options.onLongEnd(endSentence(this.shown()) ?? '', failed + unknown > 0);
    }
    await this.#save();
    await this.run.beat();
  }

  #move(from: JobItemState, to: JobItemState, items = 1): void {
    this.counts = states.moved(this.counts, from, to, items);
  }

  #recordAction(action: states.JobAction): void {
    this.#options.record(states.jobEntry(this, action));
  }

  #rate(): number | null {
    const now = this.#options.now();
    const ms = Math.min(RATE_MS, now - this.#runsSince);
    if (this.record.state !== 'running' || ms < SOONEST_RATE_MS) return null;
    this.#endedAt = this.#endedAt.filter((at) => at > now - RATE_MS);
    return (this.#endedAt.length * 1000) / ms;
  }
}

function stateIfStopped(doubtful: boolean): 'unknown' | 'untouched' {
  return doubtful ? 'unknown' : 'untouched';
}

function linkMissing(targetId: string): ItemResult {
  return { state: 'failed', targetId, status: null, message: LINK_MISSING };
}
