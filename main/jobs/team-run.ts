import { isUnfinished } from '../../preload/contract/facts.ts';
import { ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { JobItemState } from '../../preload/contract/jobs.ts';
import { failure } from '../lib/wording/failure.ts';
import { quoted } from '../lib/wording/format.ts';
import { expired, runEnded, type RunReport } from './team-plans.ts';
import type { Job, JobOptions } from './job.ts';
import { isDelete } from './kinds.ts';

/** Time in ms between two reports of a job. After 60 s without a report, the team database treats the run as ended. */
const BEAT_MS = { held: 20_000, running: 2000 } as const;

/** States of items that need no further request. A later run of the plan skips these items. */
export const FINAL = ['done', 'accepted', 'already-gone', 'unknown'] as const;
const FINAL_STATES: ReadonlySet<JobItemState> = new Set(FINAL);

/** Time in ms after which a job reads again which boards colleagues protect. */
const FRESH_MS = 10_000;
/** Maximum number of results per report. In a plan of 100,000 boards, the database takes 0.2 s for 1,000 results. */
const MOST_OUTCOMES = 1000;

/** Result of one read of colleagues' protections. All deletes of a job share this result for 10 s. */
interface Batch {
  readonly isFresh: Promise<boolean>;
  /** Aborts 10 s after the read began, or at once if the read failed or the team database asked for a pause. */
  readonly stale: AbortSignal;
}

const UNREAD: Batch = { isFresh: Promise.resolve(true), stale: new AbortController().signal };

/** Connects a delete job to the team. Reads colleagues' protections, reports progress, and obeys requests to pause. */
export class TeamRun {
  readonly #job: Job;
  readonly #options: JobOptions;
  #cancel: () => void = () => undefined;
  readonly #outcomes: [id: string, state: string][] = [];
  /** True if the user agreed to delete although Easel can't read which boards colleagues protect. */
  runsUnread = false;
  #batch: Batch | null = null;

  constructor(job: Job, options: JobOptions) {
    this.#job = job;
    this.#options = options;
  }

  ended(id: string, state: JobItemState): void {
    if (this.#job.record.planId !== null && FINAL_STATES.has(state)) this.#outcomes.push([id, state]);
  }

  async beat(): Promise<void> {
    this.stop();
    await this.report();
    const state = this.#state();
    if (this.#job.record.runId === null || (state !== 'held' && state !== 'running')) return;
    this.stop();
    this.#cancel = this.#options.after(BEAT_MS[state], () => void this.beat());
  }

  get hasNews(): boolean {
    return this.#outcomes.length > 0;
  }

  stop(): void {
    this.#cancel();
  }

  /** Reads which boards colleagues protect, at most every 10 s. Pauses the job if the read fails. */
  freshBatch(): Batch {
    const { sharing, after } = this.#options;
    const { kind, connectionId } = this.#job.record;
    if (!isDelete(kind) || this.runsUnread) return UNREAD;
    if (this.#batch !== null && !this.#batch.stale.aborted) return this.#batch;
    const stale = new AbortController();
    if (sharing.isJoined(connectionId)) after(FRESH_MS, () => stale.abort());
    const isFresh = sharing.freshen(connectionId).then(async (read) => {
      const fresh = read.ok ? await this.report() : read;
      if (fresh.ok && fresh.value) return true;
      stale.abort();
      if (!fresh.ok) void this.#job.pause('register', fresh.error);
      return false;
    });
    this.#batch = { isFresh, stale: stale.signal };
    return this.#batch;
  }

  dropBatch(): void {
    this.#batch = null;
  }

  /** Reports the job's progress to the team database. Returns false if the database's reply paused the job. */
  async report(): Promise<Result<boolean>> {
    const { record, counts } = this.#job;
    const { runId, planId, connectionId } = record;
    if (runId === null) return ok(true);
    const done = counts.total - counts.waiting - counts.sending - counts.untouched;
    let reported: Result<string>;
    let isEnded: boolean;
    let isMore: boolean;
    do {
      const outcomes = this.#outcomes.splice(0, MOST_OUTCOMES);
      const report = { state: this.#state(), done, outcomes: Object.fromEntries(outcomes) };
      reported = await this.#options.runs.report(connectionId, runId, report);
      isEnded = !reported.ok && (reported.error === runEnded || reported.error === expired);
      // The team database stores the reported results even if the run was ended or the plan expired.
      const isTaken = reported.ok || isEnded;
      if (!isTaken) this.#outcomes.unshift(...outcomes);
      isMore = isTaken && outcomes.length === MOST_OUTCOMES;
    } while (isMore);
    if (!isUnfinished(this.#job.record)) return ok(true);
    // The database ends a run without a plan only after missing reports. This does not affect the job, which continues.
    if (!reported.ok && isEnded) {
      if (planId === null) return ok(true);
      void this.#job.pause('colleague', reported.error);
      return ok(false);
    }
    if (!reported.ok) return planId === null ? ok(true) : reported;
    // Obeys each request to pause only once, because the database may return it again after the user resumed the job.
    if (reported.value === '' || record.pause === 'colleague') return ok(true);
    void this.#job.pause('colleague', pauseAsked(reported.value));
    return ok(false);
  }

  #state(): RunReport['state'] {
    const { state, pause } = this.#job.record;
    if (state === 'held') return pause === null ? 'held' : 'paused';
    if (state === 'running' || state === 'paused') return state;
    return state === 'done' && this.#job.counts.failed === 0 ? 'done' : 'stopped';
  }
}

const pauseAsked = (by: string): Failure =>
  failure('refused', {
    message: `${quoted(by)} protected a board or paper in this job, and asked to pause the job.`,
    nextStep: 'Talk to your colleague, then resume or stop the job.',
  });
