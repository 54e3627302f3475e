/** One job with everything that acts on it: its hold, its run, and its events. */
import type { ActivityOutcome } from '../../preload/contract/activity.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Job, JobItemState, JobPause } from '../../preload/contract/jobs.ts';
import type { Record as RecordActivity, NewEntry } from '../activity/activity.ts';
import { createProgressReporter, type ProgressReporter } from '../boards/progress.ts';
import type { Clock } from '../clock.ts';
import type { Access } from '../connections/access.ts';
import type { Log } from '../log/log.ts';
import type { Store } from '../store/database.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { failure } from '../wording/failure.ts';
import { formatDateTime } from '../wording/format.ts';
import { JobRun, type FinishedItem } from './job-run.ts';
import { countedThings, hasEnded, isDelete, KINDS, tally } from './kinds.ts';
import type { LiveJob } from './live-job.ts';
import type { Singles } from './rules.ts';
import * as states from './states.ts';
import { stillLeads, type WorkOptions } from './work.ts';

export interface JobRunnerOptions extends SteadyClock {
  readonly table: Store['jobs'];
  readonly work: WorkOptions;
  readonly onChange: (change: { readonly job: Job; readonly dismissed: boolean }) => void;
  readonly record: RecordActivity;
  /** A job that took a person's patience has come to its end; the sentence names no board and no person. */
  readonly onLongEnd: (sentence: string, hasFailures: boolean) => void;
  /** Why a job of this connection must not start by itself now; null when it may. */
  readonly trouble: (job: Pick<JobRecord, 'connectionId' | 'kind'>) => JobPause | null;
  /** Whether this connection may change anything now. */
  readonly mayChange: Access['mayChange'];
  /** Why the organisation does not let it go on; null when it does. */
  readonly whyNotAllowed: (live: LiveJob) => Failure | null;
  readonly singles: Pick<Singles, 'enter' | 'leave'>;
  readonly log: Log;
}

/** How late a hold may end by itself, ms: beyond that the computer has slept. */
const LATEST_MS = 30_000;
/** A job longer than this notifies the person at its end. */
const LONG_MS = 30_000;
/** Delay before saving the state is tried again, ms. */
const KEEP_AGAIN_MS = 2000;

export class JobRunner {
  readonly live: LiveJob;
  readonly run: JobRun;
  readonly #options: JobRunnerOptions;
  readonly #reporter: ProgressReporter;
  /** Ms until the policy lets anything of it be sent; by more than the computer's clock, which a person may set. */
  #untilFloor: () => number = () => 0;
  /** Ms until its hold is over in full, by the same clocks. */
  #untilInFull: () => number = () => 0;
  /** Takes the clock of its hold back. */
  #unhold: () => void = () => undefined;
  /** Takes the next try to write it down back. */
  #unkeep: () => void = () => undefined;
  /** It is about to go on, which is not on disk yet: what its earlier run had left does not end it. */
  #isGoingOn = false;
  /** Settles when what was deleted so far is out of the lists. */
  #gone: Promise<void> = Promise.resolve();

  constructor(live: LiveJob, options: JobRunnerOptions) {
    const { after, onChange } = options;
    this.live = live;
    this.#options = options;
    this.#readClocks();
    this.#reporter = createProgressReporter(() => onChange({ job: this.job(), dismissed: false }), after);
    this.run = new JobRun({
      ...options,
      live,
      onProgress: () => this.#reporter.changed(),
      onPause: (pause, why) => void this.pause(pause, why),
      onGone: () => void this.orphan(),
      onFinished: (finished) => this.#onFinished(finished),
      onQuiet: () => void this.#onQuiet(),
    });
  }

  job(): Job {
    return this.live.toJob(this.#options.now());
  }

  /** Whether it is held, and would begin before its full hold has passed. */
  isEarly(): boolean {
    return this.live.record.state === 'held' && this.#untilInFull() > 0;
  }

  /** Why it may not begin now; null when it may. */
  whyNotBegun(): Failure | null {
    const begun = states.begun(this.live.record, this.#options.now());
    return begun.ok ? this.#whyNotYet() : begun.error;
  }

  /** It is on disk: its clock begins to run, or it does. */
  queued(): void {
    this.#tell('job-queued');
    this.#begin();
    this.#reporter.changed();
  }

  /**
   * Goes on by a person's word, or when its hold is over, or is held once more: only where all is as it was when the job
   * was made, where the policy of now allows it and changes are allowed, and only once `keep` has written that down.
   */
  async goOn(
    next: (live: LiveJob) => Result<JobRecord>,
    keep: (record: JobRecord) => Promise<void> = (record) => this.#options.table.put(record),
  ): Promise<Result<Job>> {
    const { live } = this;
    const before = live.record;
    const allowed = (): Result<JobRecord> => {
      const may = next(live);
      if (!may.ok) return may;
      // A new hold has a floor of its own.
      const isHeldAgain = may.value.state === 'held';
      const why = isHeldAgain ? this.#options.whyNotAllowed(live) : this.#whyNotYet();
      return why === null ? may : fail(why);
    };
    const may = allowed();
    if (!may.ok) return may;
    const leads = await stillLeads(this.#options.work, live.record).catch(() => null);
    if (leads === null) return fail(failure('storage'));
    if (!leads) {
      await this.orphan();
      return fail(connectionGone);
    }
    const mayChange = await this.#options.mayChange(before.connectionId);
    if (!mayChange.ok) return mayChange;
    const still = allowed();
    if (!still.ok) return still;
    // A lock or a sleep in between takes this yes back as well.
    if (live.record !== before) return fail(changedMeanwhile);
    this.#unhold();
    this.#unkeep();
    live.record = still.value;
    if (live.record.state === 'held') {
      // Only of a new hold: to read them again would count what the clock was set forward meanwhile.
      this.#readClocks();
      // The run that has ended must not take up what waits from now on.
      this.run.halt();
    }
    this.#options.singles.enter(live);
    this.#isGoingOn = true;
    try {
      if (!(await this.run.flush())) throw new Error('what was heard before is not on disk');
      await keep(live.record);
    } catch {
      if (live.record === still.value) live.record = states.notBegun(before, failure('storage'));
      if (!states.isUnfinished(live.record)) this.#options.singles.leave(live.record);
      this.#reporter.changed();
      return fail(failure('storage'));
    } finally {
      this.#isGoingOn = false;
      void this.#onQuiet();
    }
    // It may have been paused meanwhile.
    if (live.record === still.value) {
      if (live.record.state === 'held') this.#tell('job-queued');
      this.#begin();
    }
    this.#reporter.changed();
    return ok(this.job());
  }

  /**
   * Cancelled or stopped: what was not sent stays untouched, and what was to be retried failed. Fails with `storage`, and it
   * ends all the same.
   */
  async end(record: JobRecord): Promise<Result<Job>> {
    const { live, run } = this;
    const { table } = this.#options;
    const isRetry = states.isRetryHeld(live.record);
    this.#unhold();
    live.record = record;
    this.#options.singles.leave(record);
    live.counts = states.moved(live.counts, 'waiting', 'unknown', live.doubtful.size);
    live.counts = states.moved(live.counts, 'waiting', isRetry ? 'failed' : 'untouched', live.counts.waiting);
    live.rate.rest();
    run.halt();
    this.#reporter.changed();
    this.#tell('job-ended');
    return this.#keep((ended) => (isRetry ? table.putAndFail(ended) : table.putAndLeave(ended)));
  }

  /** What runs is paused, and what is held waits for a person. At once; written down in a moment. */
  async pause(pause: JobPause, why: Failure | null = null): Promise<void> {
    const record = states.paused(this.live.record, pause, why);
    if (record !== this.live.record) await this.rest(record);
  }

  async rest(record: JobRecord): Promise<Result<Job>> {
    const { live, run } = this;
    this.#unhold();
    const wasRunning = live.record.state === 'running';
    live.record = record;
    live.rate.rest();
    if (wasRunning) run.halt();
    this.#reporter.changed();
    this.#tell('job-paused');
    return this.#keep();
  }

  /** Its connection is gone or leads elsewhere. */
  async orphan(): Promise<void> {
    const record = states.orphaned(this.live.record, connectionGone, this.#options.now());
    if (record !== this.live.record) await this.end(record);
  }

  /** Publishes nothing more, and stops all timers. */
  quiet(): void {
    this.#unhold();
    this.#reporter.quiet();
  }

  #readClocks(): void {
    const { startsEarliest, heldInFull } = this.live.record;
    this.#untilFloor = startsEarliest === null ? () => 0 : timeUntil(startsEarliest, this.#options);
    this.#untilInFull = heldInFull === null ? () => 0 : timeUntil(heldInFull, this.#options);
  }

  #begin(): void {
    if (this.live.record.state === 'held') this.#hold();
    else this.#start();
  }

  #start(): void {
    this.live.rate.begin(this.#options.now());
    this.#tell('job-started');
    this.run.start();
  }

  #hold(): void {
    const until = this.live.record.holdUntil;
    if (until === null) return;
    const { now, after, trouble } = this.#options;
    const untilEnd = timeUntil(until, this.#options);
    this.#unhold = whenDue(
      () => Math.max(untilEnd(), this.#untilFloor()),
      after,
      () => {
        const why = now() - until > LATEST_MS ? 'sleep' : trouble(this.live.record);
        void (why === null ? this.#beginByItself() : this.pause(why));
      },
    );
  }

  #whyNotYet(): Failure | null {
    const { now, whyNotAllowed } = this.#options;
    const left = this.#untilFloor();
    if (left <= 0) return whyNotAllowed(this.live);
    return failure('policy', {
      message: `Your organisation holds this delete until ${formatDateTime(now() + left)}.`,
      nextStep: 'Wait until then, or cancel it.',
    });
  }

  /** Its hold is over; where it can't begin it waits for a person. */
  async #beginByItself(): Promise<void> {
    const begun = await this.goOn(({ record }) => states.begun(record, this.#options.now()));
    if (!begun.ok) await this.pause('refused', begun.error);
  }

  /** Nothing of it is on its way. */
  async #onQuiet(): Promise<void> {
    const { live } = this;
    // Updates the lists first, so that listeners of the end find them without the deleted boards.
    await this.#gone;
    if (this.#isGoingOn) return;
    const record = states.ended(live.record, live.counts, this.#options.now());
    if (record === live.record || !states.isOver(live.counts)) return;
    live.record = record;
    this.#options.singles.leave(record);
    live.rate.rest();
    // The end is published at once, whatever was published just before.
    this.#reporter.quiet();
    this.#reporter.changed();
    this.#tell('job-ended');
    const { startedAt, endedAt } = record;
    if ((endedAt ?? 0) - (startedAt ?? 0) > LONG_MS) {
      const { failed, unknown } = live.counts;
      this.#options.onLongEnd(hasEnded(this.job()), failed + unknown > 0);
    }
    await this.#keep();
  }

  #onFinished(finished: readonly FinishedItem[]): void {
    const { record, work } = this.#options;
    const { connectionId, kind } = this.live.record;
    record(...itemEntries(this.live.record, finished));
    if (!isDelete(kind)) return;
    const idsOf = (...ends: readonly JobItemState[]): readonly string[] =>
      finished.filter(({ result }) => ends.includes(result.state)).map(({ item }) => item.targetId);
    if (idsOf('done', 'already-gone', 'accepted').length === 0) return;
    const { boards, papers, previews } = work;
    const gone = idsOf('done', 'already-gone');
    const going = [
      previews.gone(connectionId, gone),
      ...(kind === 'delete-boards'
        ? [boards.gone(connectionId, gone)]
        : [
            papers.gone(connectionId, idsOf('done')),
            papers.gone(connectionId, idsOf('already-gone'), 'not-found'),
            papers.gone(connectionId, idsOf('accepted'), 'delete-accepted'),
          ]),
    ].map((each) =>
      each.catch((error: unknown) => {
        this.#options.log.error('what was deleted could not be taken out', { error });
      }),
    );
    this.#gone = Promise.all([this.#gone, ...going]).then(() => undefined);
  }

  /** Saves the state. If that fails the state applies all the same, and saving is tried again. */
  async #keep(
    put: (record: JobRecord) => Promise<void> = (record) => this.#options.table.put(record),
  ): Promise<Result<Job>> {
    const { after, log } = this.#options;
    this.#unkeep();
    try {
      await put(this.live.record);
      return ok(this.job());
    } catch (error) {
      log.error('a job could not be kept', { error });
      this.#unkeep();
      this.#unkeep = after(KEEP_AGAIN_MS, () => void this.#keep(put));
      return fail(failure('storage'));
    }
  }

  #tell(action: Parameters<typeof jobEntry>[1]): void {
    this.#options.record(jobEntry(this.live, action));
  }
}

// What a job records in the activity log: itself, and each of its items.

function itemEntries(record: JobRecord, finished: readonly FinishedItem[]): readonly NewEntry[] {
  const { connectionId, connectionName, kind, about, reason, id } = record;
  return finished.map(({ item, result }) => ({
    connectionId,
    connectionName,
    action: KINDS[kind].action,
    target: kind === 'mint-links' ? about : result.targetId === '' ? item.targetId : result.targetId,
    outcome: result.state === 'untouched' ? 'cancelled' : result.state,
    status: result.status,
    detail: [KINDS[kind].forPeople === true ? `For ${item.name}` : item.name, result.message]
      .filter((part) => part !== '')
      .join(': '),
    reason,
    job: id,
  }));
}

function jobEntry(
  { record, counts, id }: LiveJob,
  action: 'job-queued' | 'job-started' | 'job-paused' | 'job-ended',
): NewEntry {
  const { connectionId, connectionName, reason, state, pause, failure, kind, about } = record;
  // What is cancelled never becomes an entry of its own: which one it was stands here.
  const what = isDelete(kind) && about !== '' ? `${KINDS[kind].one} ${about}` : null;
  const queued = states.isRetryHeld(record) ? counts.waiting : counts.total;
  const details = {
    'job-queued': () => `${KINDS[kind].order} ${what ?? countedThings(kind, queued)}`,
    'job-started': () => countedThings(kind, counts.waiting),
    'job-paused': () => failure?.message ?? PAUSES[pause ?? 'person'],
    'job-ended': () => tally(kind, counts),
  };
  const outcome: ActivityOutcome = state === 'cancelled' || state === 'stopped' ? 'cancelled' : 'done';
  const detail = details[action]();
  return { connectionId, connectionName, action, target: id, outcome, detail, reason, job: id };
}

const PAUSES: Readonly<Record<JobPause, string>> = {
  person: 'Paused by the user.',
  restart: 'Easel was closed.',
  network: 'This computer was offline.',
  outage: 'The service stopped answering.',
  sleep: 'The computer went to sleep.',
  lock: 'Easel was locked.',
  refused: 'A request was refused.',
  storage: 'Easel couldn’t save the job’s progress on this computer.',
};

// The clocks of a held job. They may end it late, but never early, whatever happens to the computer's clock.

/** Longest wait of a timer, ms: beyond 2^31 they fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface SteadyClock extends Clock {
  /** A monotonic clock in ms: it runs while the computer sleeps, and can't be set. */
  readonly steady: () => number;
}

/**
 * How many ms are missing at least until a moment (`at`: epoch ms), whenever it is asked; 0 once it has come. It comes once
 * the clock shows it, and as much time has really passed as it was away.
 */
export function timeUntil(at: number, { now, steady }: Omit<SteadyClock, 'after'>): () => number {
  const end = steady() + Math.max(0, at - now());
  return () => Math.ceil(Math.max(0, at - now(), end - steady()));
}

/** Runs something once nothing is missing any more (`left`: ms at least). Gives the function that takes it back. */
export function whenDue(left: () => number, after: Clock['after'], run: () => void): () => void {
  let cancel: () => void = () => undefined;
  function wait(): void {
    cancel = after(Math.min(left(), LONGEST_TIMER_MS), () => (left() > 0 ? wait() : run()));
  }
  wait();
  return () => cancel();
}

/** The connection is gone, or its API lies elsewhere than when the job was made. */
const connectionGone = failure('refused', {
  message: 'This job’s connection was removed, or its addresses changed.',
  nextStep: 'Easel sends nothing more for this job. Start a new one.',
});

/** The job's state changed after it was asked to continue. */
const changedMeanwhile = failure('refused', {
  message: 'This job was paused.',
  nextStep: 'Check it, then start it again.',
});
