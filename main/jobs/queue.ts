/** The jobs of this computer: each with its record on disk, its clock while it is held, and its run. */
import type { Job, JobPause } from '../../preload/contract/domain.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Record as RecordActivity } from '../activity/activity.ts';
import { createTeller, type Teller } from '../boards/progress.ts';
import type { Log } from '../log/log.ts';
import { failure } from '../service/failures.ts';
import type { Store } from '../store/database.ts';
import type { NewItem } from '../store/tables/job-items.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { endsTold, jobTold } from './activity.ts';
import { countsOf, isOver, moved } from './counts.ts';
import { holdUntil, type HoldClock } from './hold.ts';
import { LiveJob } from './live-job.ts';
import { connectionGone, noSuchJob } from './refusals.ts';
import { Run, type Ended } from './run.ts';
import * as states from './states.ts';
import { stillLeads, type WorkOptions } from './work.ts';

export interface QueueOptions extends HoldClock {
  readonly table: Store['jobs'];
  readonly work: WorkOptions;
  readonly onChange: (change: { readonly job: Job; readonly dismissed: boolean }) => void;
  readonly record: RecordActivity;
  /** Why a job of this connection must not begin by itself now; null when it may. */
  readonly trouble: (job: Pick<JobRecord, 'connectionId' | 'kind'>) => JobPause | null;
  readonly log: Log;
}

/** How late a hold may end by itself, ms: beyond that the computer has slept. */
const LATEST_MS = 30_000;

interface Entry {
  readonly live: LiveJob;
  readonly teller: Teller;
  readonly run: Run;
  /** Takes the clock of its hold back. */
  unhold: () => void;
}

export class Queue {
  readonly #options: QueueOptions;
  readonly #log: Log;
  readonly #entries = new Map<string, Entry>();

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#log = options.log.scope('jobs');
  }

  /** Newest first. */
  all(): readonly LiveJob[] {
    return [...this.#entries.values()].map(({ live }) => live).toReversed();
  }

  find(jobId: string): Result<LiveJob> {
    const entry = this.#entries.get(jobId);
    return entry === undefined ? fail(noSuchJob()) : ok(entry.live);
  }

  /** A job of an earlier run. */
  restore(live: LiveJob): void {
    this.#entries.set(live.id, this.#entryOf(live));
  }

  /** Writes a new job down, and only then holds or begins it. Fails with `storage`, and then there is none. */
  async add(record: JobRecord, items: readonly NewItem[], skipped: Skipped): Promise<Result<Job>> {
    const { table, now } = this.#options;
    try {
      for (let from = 0; from < items.length; from += ITEMS_AT_A_TIME) {
        await table.addItems(record.id, from, items.slice(from, from + ITEMS_AT_A_TIME), 'waiting', '');
      }
      await table.addItems(record.id, items.length, skipped.items, 'skipped', skipped.message);
      await table.put(record);
    } catch (error) {
      this.#log.error('a job could not be written down', { error });
      return fail(failure('storage'));
    }
    const live = new LiveJob(record, countsOf({ waiting: items.length, skipped: skipped.items.length }));
    const entry = this.#entryOf(live);
    this.#entries.set(record.id, entry);
    this.#tellActivity(live, 'job-queued');
    if (record.state === 'held') this.#hold(entry);
    else this.#started(entry);
    entry.teller.changed();
    return ok(live.toJob(now()));
  }

  /** Ends the hold by a person's word. */
  async startNow(jobId: string): Promise<Result<Job>> {
    return this.#byPerson(jobId, (live) => states.begun(live.record, this.#options.now()));
  }

  async resume(jobId: string): Promise<Result<Job>> {
    return this.#byPerson(jobId, (live) => states.resumed(live.record));
  }

  /** The failed items but those whose target is among `but` run again. */
  async again(jobId: string, but: readonly string[]): Promise<Result<Job>> {
    const { table } = this.#options;
    return this.#byPerson(
      jobId,
      (live) => states.again(live.record, live.counts),
      async (live) => {
        const items = await table.failedAgain(live.record, but);
        live.counts = moved(live.counts, 'failed', 'waiting', items);
      },
    );
  }

  cancel(jobId: string): Promise<Result<Job>> {
    return this.#ending(jobId, (live) => states.cancelled(live.record, this.#options.now()));
  }

  stop(jobId: string): Promise<Result<Job>> {
    return this.#ending(jobId, (live) => states.stopped(live.record, null, this.#options.now()));
  }

  async pause(jobId: string): Promise<Result<Job>> {
    const entry = this.#entries.get(jobId);
    if (entry === undefined) return fail(noSuchJob());
    const next = states.pausedByPerson(entry.live.record);
    if (!next.ok) return next;
    return this.#shown(entry, await this.#rest(entry, next.value));
  }

  /** What runs is paused, and what is held waits for a person. At once; written down in a moment. */
  pauseAll(which: (record: JobRecord) => boolean, pause: JobPause, why: Failure | null = null): void {
    for (const entry of this.#entries.values()) {
      if (which(entry.live.record)) void this.#pauseNow(entry, pause, why);
    }
  }

  /** The jobs of a connection that is gone or leads elsewhere end. */
  orphan(which: (record: JobRecord) => boolean): void {
    for (const entry of this.#entries.values()) {
      if (which(entry.live.record)) void this.#orphan(entry);
    }
  }

  /** Boards may be protected by now: what was not begun is looked at anew. */
  recall(which: (record: JobRecord) => boolean): void {
    for (const { live, run } of this.#entries.values()) if (which(live.record)) run.recall();
  }

  async dismiss(jobId: string): Promise<Result<null>> {
    const entry = this.#entries.get(jobId);
    if (entry === undefined) return fail(noSuchJob());
    const { live, teller } = entry;
    if (states.isUnfinished(live.record) || live.counts.sending > 0) {
      return fail(states.notEnded(live.record));
    }
    try {
      await this.#options.table.remove(jobId);
    } catch {
      return fail(failure('storage'));
    }
    teller.quiet();
    this.#entries.delete(jobId);
    this.#options.onChange({ job: live.toJob(this.#options.now()), dismissed: true });
    return ok(null);
  }

  /** Writes everything down; false where that fails. */
  async flush(jobId: string): Promise<boolean> {
    return (await this.#entries.get(jobId)?.run.flush()) ?? true;
  }

  /** Nothing more is told. */
  quiet(): void {
    for (const { teller, unhold } of this.#entries.values()) {
      unhold();
      teller.quiet();
    }
  }

  #entryOf(live: LiveJob): Entry {
    const { now, after, table, work, onChange } = this.#options;
    const teller = createTeller(() => onChange({ job: live.toJob(now()), dismissed: false }), after);
    const entry: Entry = {
      live,
      teller,
      unhold: () => undefined,
      run: new Run({
        live,
        work,
        table,
        now,
        after,
        onProgress: () => teller.changed(),
        onPause: (pause, why) => void this.#pauseNow(entry, pause, why),
        onGone: () => void this.#orphan(entry),
        onEnds: (ends) => this.#ended(live, ends),
        onQuiet: () => void this.#quiet(entry),
      }),
    };
    return entry;
  }

  #hold(entry: Entry): void {
    const { holdUntil: until, id } = entry.live.record;
    if (until === null) return;
    const { now, trouble } = this.#options;
    entry.unhold = holdUntil(until, this.#options, () => {
      const { record } = entry.live;
      const why = now() - until > LATEST_MS ? 'sleep' : trouble(record);
      if (why !== null) void this.#pauseNow(entry, why, null);
      else void this.startNow(id);
    });
  }

  /** Goes on by a person's word, or when its hold is over: only where all is as it was when the job was made. */
  async #byPerson(
    jobId: string,
    next: (live: LiveJob) => Result<JobRecord>,
    keep: (live: LiveJob) => Promise<void> = (live) => this.#options.table.put(live.record),
  ): Promise<Result<Job>> {
    const entry = this.#entries.get(jobId);
    if (entry === undefined) return fail(noSuchJob());
    const { live } = entry;
    const may = next(live);
    if (!may.ok) return may;
    if (!(await stillLeads(this.#options.work, live.record))) {
      await this.#orphan(entry);
      return fail(connectionGone());
    }
    // It may have been cancelled meanwhile.
    const still = next(live);
    if (!still.ok) return still;
    const before = live.record;
    entry.unhold();
    live.record = still.value;
    try {
      if (!(await entry.run.flush())) throw new Error('what was heard before is not on disk');
      await keep(live);
    } catch {
      if (live.record === still.value) live.record = states.notBegun(before, failure('storage'));
      entry.teller.changed();
      return fail(failure('storage'));
    }
    // It may have been paused meanwhile.
    if (live.record === still.value) this.#started(entry);
    entry.teller.changed();
    return ok(live.toJob(this.#options.now()));
  }

  #started(entry: Entry): void {
    entry.live.rate.begin(this.#options.now());
    this.#tellActivity(entry.live, 'job-started');
    entry.run.start();
  }

  async #ending(jobId: string, next: (live: LiveJob) => Result<JobRecord>): Promise<Result<Job>> {
    const entry = this.#entries.get(jobId);
    if (entry === undefined) return fail(noSuchJob());
    const record = next(entry.live);
    return record.ok ? this.#shown(entry, await this.#end(entry, record.value)) : record;
  }

  async #orphan(entry: Entry): Promise<void> {
    const record = states.orphaned(entry.live.record, connectionGone(), this.#options.now());
    if (record !== entry.live.record) await this.#end(entry, record);
  }

  /** Cancelled or stopped: what was not sent stays untouched. */
  async #end(entry: Entry, record: JobRecord): Promise<boolean> {
    const { live, run } = entry;
    entry.unhold();
    live.record = record;
    live.counts = moved(live.counts, 'waiting', 'untouched', live.counts.waiting);
    live.rate.rest();
    run.halt();
    entry.teller.changed();
    this.#tellActivity(live, 'job-ended');
    return this.#kept(this.#options.table.putAndMove(record, 'waiting', 'untouched', null));
  }

  async #pauseNow(entry: Entry, pause: JobPause, why: Failure | null): Promise<void> {
    const record = states.paused(entry.live.record, pause, why);
    if (record !== entry.live.record) await this.#rest(entry, record);
  }

  async #rest(entry: Entry, record: JobRecord): Promise<boolean> {
    const { live, run } = entry;
    entry.unhold();
    const wasRunning = live.record.state === 'running';
    live.record = record;
    live.rate.rest();
    if (wasRunning) run.halt();
    entry.teller.changed();
    this.#tellActivity(live, 'job-paused');
    return this.#kept(this.#options.table.put(record));
  }

  /** Nothing of it is on its way. */
  async #quiet(entry: Entry): Promise<void> {
    const { live } = entry;
    const record = states.ended(live.record, live.counts, this.#options.now());
    if (record === live.record || !isOver(live.counts)) return;
    live.record = record;
    live.rate.rest();
    entry.teller.changed();
    this.#tellActivity(live, 'job-ended');
    await this.#kept(this.#options.table.put(record));
  }

  #ended({ record }: LiveJob, ends: readonly Ended[]): void {
    this.#options.record(...endsTold(record, ends));
    const { boards, papers } = this.#options.work;
    const isGone = ({ end }: Ended): boolean => end.state === 'done' || end.state === 'already-gone';
    const ids = ends.filter(isGone).map(({ item }) => item.targetId);
    if (ids.length === 0) return;
    const { connectionId, kind } = record;
    if (kind === 'delete-boards') void this.#kept(boards.gone(connectionId, ids));
    if (kind === 'delete-papers') void this.#kept(papers.gone(connectionId, ids));
  }

  /** What can't be written now was done all the same; where it matters, the next start finds it out. */
  async #kept(writing: Promise<unknown>): Promise<boolean> {
    try {
      await writing;
      return true;
    } catch (error) {
      this.#log.error('a job could not be kept', { error });
      return false;
    }
  }

  #shown({ live }: Entry, kept: boolean): Result<Job> {
    return kept ? ok(live.toJob(this.#options.now())) : fail(failure('storage'));
  }

  #tellActivity(live: LiveJob, action: Parameters<typeof jobTold>[1]): void {
    this.#options.record(jobTold(live, action));
  }
}

/** Items are handed to the store so many at a time: more would hold the main thread up. */
const ITEMS_AT_A_TIME = 10_000;

/** What was chosen and is left out, with the reason that its items show. */
export interface Skipped {
  readonly items: readonly NewItem[];
  readonly message: string;
}
