/** The jobs of this computer, by their id. */
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Job, JobPause } from '../../preload/contract/jobs.ts';
import { failure } from '../wording/failure.ts';
import type { JobRecord, NewItem } from '../store/tables/jobs.ts';
import { countsOf, moved } from './counts.ts';
import { JobRunner, type JobRunnerOptions } from './job-runner.ts';
import { LiveJob } from './live-job.ts';
import type { Recovered } from './recovery.ts';
import { noSuchJob } from './refusals.ts';
import { floorSecondsOf, whyNotAllowed, type Asked, type JobRules } from './review-rules.ts';
import { Singles } from './singles.ts';
import * as states from './states.ts';

export interface QueueOptions extends Omit<JobRunnerOptions, 'whyNotAllowed' | 'singles'> {
  readonly policy: JobRules;
}

/** What was chosen and is left out, with the reason that its items show. */
export interface Skipped {
  readonly items: readonly NewItem[];
  readonly message: string;
}

/** Items are handed to the store so many at a time: more would hold the main thread up. */
const ITEMS_AT_A_TIME = 10_000;

export class Queue {
  readonly #options: JobRunnerOptions & Pick<QueueOptions, 'policy'>;
  readonly #entries = new Map<string, JobRunner>();
  readonly singles: Singles;
  #isClosed = false;

  constructor(options: QueueOptions) {
    const onChange: QueueOptions['onChange'] = (change) => {
      if (!this.#isClosed) options.onChange(change);
    };
    this.singles = new Singles(options);
    this.#options = {
      ...options,
      onChange,
      whyNotAllowed: (live) => whyNotAllowed(options.policy, this.#asked(live)),
      singles: this.singles,
      log: options.log.scope('jobs'),
    };
  }

  /** Newest first. */
  all(): readonly LiveJob[] {
    return [...this.#entries.values()].map(({ live }) => live).toReversed();
  }

  find(jobId: string): Result<LiveJob> {
    const entry = this.#find(jobId);
    return entry.ok ? ok(entry.value.live) : entry;
  }

  /** The jobs of an earlier run, oldest first. The policy of now may hold them for longer than that of then. */
  restore({ jobs, putAway }: Recovered): void {
    const { policy, now } = this.#options;
    this.singles.restore(putAway, jobs);
    for (const live of jobs) {
      const seconds = floorSecondsOf(policy, this.#asked(live));
      const startsEarliest = states.heldAtLeast(live.record, seconds, now());
      live.record = { ...live.record, startsEarliest };
      this.#entries.set(live.id, new JobRunner(live, this.#options));
    }
  }

  /** Writes a new job down, and only then holds or begins it. Fails with `storage`, and then there is none. */
  async add(record: JobRecord, items: readonly NewItem[], skipped: Skipped): Promise<Result<Job>> {
    const { table, log } = this.#options;
    try {
      for (let from = 0; from < items.length; from += ITEMS_AT_A_TIME) {
        await table.addItems(record.id, from, items.slice(from, from + ITEMS_AT_A_TIME), 'waiting', '');
      }
      await table.addItems(record.id, items.length, skipped.items, 'skipped', skipped.message);
      await table.put(record);
    } catch (error) {
      log.error('a job could not be written down', { error });
      return fail(failure('storage'));
    }
    const counts = countsOf({ waiting: items.length, skipped: skipped.items.length });
    const entry = new JobRunner(new LiveJob(record, counts), this.#options);
    this.singles.enter(entry.live);
    this.#entries.set(record.id, entry);
    entry.queued();
    return ok(entry.job());
  }

  /** Ends the hold by a person's word. */
  startNow(jobId: string): Promise<Result<Job>> {
    return this.#with(jobId, (entry) =>
      entry.goOn(({ record }) => states.begun(record, this.#options.now())),
    );
  }

  resume(jobId: string): Promise<Result<Job>> {
    return this.#with(jobId, (entry) => entry.goOn(({ record }) => states.resumed(record)));
  }

  /** The failed items but those whose target is among `but` run again. */
  again(jobId: string, but: readonly string[]): Promise<Result<Job>> {
    return this.#with(jobId, (entry) => {
      const { live } = entry;
      return entry.goOn(
        ({ record, counts }) => states.again(record, counts),
        async (record) => {
          const items = await this.#options.table.failedAgain(record, but);
          live.doubtful.clear();
          live.counts = moved(live.counts, 'failed', 'waiting', items);
        },
      );
    });
  }

  cancel(jobId: string): Promise<Result<Job>> {
    return this.#ending(jobId, (record) => states.cancelled(record, this.#options.now()));
  }

  stop(jobId: string): Promise<Result<Job>> {
    return this.#ending(jobId, (record) => states.stopped(record, null, this.#options.now()));
  }

  pause(jobId: string): Promise<Result<Job>> {
    return this.#with(jobId, async (entry) => {
      const next = states.pausedByPerson(entry.live.record);
      return next.ok ? entry.rest(next.value) : next;
    });
  }

  pauseAll(which: (record: JobRecord) => boolean, pause: JobPause, why: Failure | null = null): void {
    for (const entry of this.#those(which)) void entry.pause(pause, why);
  }

  /** The jobs of a connection that is gone or leads elsewhere end. */
  orphan(which: (record: JobRecord) => boolean): void {
    for (const entry of this.#those(which)) void entry.orphan();
  }

  /** Boards may be protected by now: what was not begun is looked at anew. */
  recall(which: (record: JobRecord) => boolean): void {
    for (const { run } of this.#those(which)) run.recall();
  }

  dismiss(jobId: string): Promise<Result<null>> {
    return this.#with(jobId, async (entry) => {
      const { live } = entry;
      if (states.isUnfinished(live.record) || live.counts.sending > 0) {
        return fail(states.notEnded(live.record));
      }
      try {
        await entry.run.flush();
        await this.#options.table.remove(jobId, this.singles.counts(jobId));
      } catch {
        return fail(failure('storage'));
      }
      entry.quiet();
      this.#entries.delete(jobId);
      this.#options.onChange({ job: entry.job(), dismissed: true });
      return ok(null);
    });
  }

  /** Writes everything of a job down; false where that fails. */
  async flush(jobId: string): Promise<boolean> {
    return (await this.#entries.get(jobId)?.run.flush()) ?? true;
  }

  /** Nothing more is told, and no clock runs. */
  close(): void {
    this.#isClosed = true;
    for (const entry of this.#entries.values()) entry.quiet();
  }

  #asked({ id, record, counts }: LiveJob): Asked {
    const { kind, draftedBy, reason } = record;
    return { kind, items: counts.total, place: this.singles.placeOf(id, record), draftedBy, reason };
  }

  #find(jobId: string): Result<JobRunner> {
    const entry = this.#entries.get(jobId);
    return entry === undefined ? fail(noSuchJob()) : ok(entry);
  }

  async #with<T>(jobId: string, act: (entry: JobRunner) => Promise<Result<T>>): Promise<Result<T>> {
    const entry = this.#find(jobId);
    return entry.ok ? act(entry.value) : entry;
  }

  #ending(jobId: string, next: (record: JobRecord) => Result<JobRecord>): Promise<Result<Job>> {
    return this.#with(jobId, async (entry) => {
      const record = next(entry.live.record);
      return record.ok ? entry.end(record.value) : record;
    });
  }

  #those(which: (record: JobRecord) => boolean): readonly JobRunner[] {
    return [...this.#entries.values()].filter(({ live }) => which(live.record));
  }
}
