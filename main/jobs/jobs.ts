/** The one queue for everything that deletes, or changes many things at once. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Job, JobItems, JobPause } from '../../preload/contract/jobs.ts';
import type { Health } from '../../preload/contract/service.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { failure } from '../wording/failure.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { idsBeingDeleted } from './being-deleted.ts';
import { JobFactory, type JobFactoryOptions, type ReviewedDelete } from './job-factory.ts';
import { troubleOf } from './outside.ts';
import { Queue, type QueueOptions } from './queue.ts';
import { recover, type RecoveryOptions } from './recovery.ts';
import { tooEarly } from './refusals.ts';
import type { MadeLink } from './results.ts';
import { isUnfinished } from './states.ts';
import { closing } from './wording.ts';
import { stillLeads } from './work.ts';

export type { ReviewedDelete } from './job-factory.ts';

/** What is going on, for who wants to close the window. */
export interface Busy {
  readonly running: number;
  /** Those that would begin by themselves. */
  readonly held: number;
  /** What closing Easel would mean, in a sentence or two; empty when nothing runs or is held. */
  readonly sentence: string;
}

export type JobsOptions = QueueOptions & JobFactoryOptions & Pick<RecoveryOptions, 'journal'>;

/** How long the end of Easel waits for answers under way, ms. */
const CLOSE_MS = 3000;
const CLOSE_LOOK_MS = 25;

export class Jobs {
  readonly #options: JobsOptions;
  readonly #queue: Queue;
  readonly #maker: JobFactory;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#queue = new Queue(options);
    this.#maker = new JobFactory(options, this.#queue);
  }

  /** Reads what an earlier run left: nothing of it is sent without a new yes. Called once, before anything is sent. */
  async open(): Promise<void> {
    this.#queue.restore(await recover(this.#options));
    for (const { record } of this.#queue.all()) {
      if (isUnfinished(record) && !(await stillLeads(this.#options.work, record))) {
        this.#queue.orphan(({ id }) => id === record.id);
      }
    }
  }

  /** Those of these boards that an unfinished job is still to delete. Rejects when the disk fails. */
  async boardsBeingDeleted(connectionId: string, boardIds: readonly string[]): Promise<ReadonlySet<string>> {
    const ids = idsBeingDeleted(this.#options, this.#queue, connectionId, 'delete-boards', boardIds);
    return new Set(await ids);
  }

  list(): Promise<Result<readonly Job[]>> {
    const now = this.#options.now();
    return Promise.resolve(ok(this.#queue.all().map((live) => live.toJob(now))));
  }

  deleteOne({ connectionId, target }: ArgsOf<'jobs.deleteOne'>): Promise<Result<Job>> {
    return this.#maker.deleteOne(connectionId, target);
  }

  deleteReviewed(reviewed: ReviewedDelete): Promise<Result<Job>> {
    return this.#maker.deleteReviewed(reviewed);
  }

  /** Which one of those that count together the next delete of one board would be. */
  placeOfNext({ boardApi: address }: ConnectionRecord, draftedBy: JobRecord['draftedBy']): number {
    return this.#queue.singles.placeOf(null, { address, draftedBy });
  }

  createBoards({ connectionId, count }: ArgsOf<'jobs.createBoards'>): Promise<Result<Job>> {
    return this.#maker.createBoards(connectionId, count);
  }

  createPapers({ connectionId, names, templateId }: ArgsOf<'jobs.createPapers'>): Promise<Result<Job>> {
    return this.#maker.createPapers(connectionId, names, templateId);
  }

  mintLinks({ connectionId, identifier, names }: ArgsOf<'jobs.mintLinks'>): Promise<Result<Job>> {
    return this.#maker.mintLinks(connectionId, identifier, names);
  }

  startNow({ jobId }: ArgsOf<'jobs.startNow'>): Promise<Result<Job>> {
    return this.#queue.startNow(jobId);
  }

  cancel({ jobId }: ArgsOf<'jobs.cancel'>): Promise<Result<Job>> {
    return this.#queue.cancel(jobId);
  }

  pause({ jobId }: ArgsOf<'jobs.pause'>): Promise<Result<Job>> {
    return this.#queue.pause(jobId);
  }

  /** Fails with `too-many-requests` while the service has asked to be left alone. */
  async resume({ jobId }: ArgsOf<'jobs.resume'>): Promise<Result<Job>> {
    const found = this.#queue.find(jobId);
    if (!found.ok) return found;
    const missing = found.value.notBefore - this.#options.now();
    if (missing > 0) return fail(tooEarly(Math.ceil(missing / 1000)));
    return this.#queue.resume(jobId);
  }

  stop({ jobId }: ArgsOf<'jobs.stop'>): Promise<Result<Job>> {
    return this.#queue.stop(jobId);
  }

  retryFailed({ jobId }: ArgsOf<'jobs.retryFailed'>): Promise<Result<Job>> {
    return this.#maker.retryFailed(jobId);
  }

  dismiss({ jobId }: ArgsOf<'jobs.dismiss'>): Promise<Result<null>> {
    return this.#queue.dismiss(jobId);
  }

  async items({ jobId, from, count, state }: ArgsOf<'jobs.items'>): Promise<Result<JobItems>> {
    const found = this.#queue.find(jobId);
    if (!found.ok) return found;
    // What was heard is shown, though it was to be written in a moment.
    await this.#queue.flush(jobId);
    try {
      return ok({ from, ...(await this.#options.table.items(jobId, from, count, state)) });
    } catch {
      return fail(failure('storage'));
    }
  }

  /** For main alone: the join links that a job has made, in the order of its items. */
  linksOf(jobId: string): readonly MadeLink[] {
    const found = this.#queue.find(jobId);
    if (!found.ok) return [];
    return [...found.value.links].toSorted(([a], [b]) => a - b).map(([, link]) => link);
  }

  /** Pauses what runs and takes the clock of what is held away, of one connection or (null) of all. */
  pauseAll(connectionId: string | null, pause: JobPause, why: Failure | null = null): void {
    this.#queue.pauseAll(
      (record) => connectionId === null || record.connectionId === connectionId,
      pause,
      why,
    );
  }

  /** Easel is locked: nothing goes on, and no join link is kept. */
  lock(): void {
    this.pauseAll(null, 'lock');
    for (const { links } of this.#queue.all()) links.clear();
  }

  /** The connection was removed, or its boards are others now. */
  connectionEnded(connectionId: string): void {
    this.#queue.orphan((record) => record.connectionId === connectionId);
  }

  /** What is held waits for a person while the API it needs does not answer; what runs finds out by itself. */
  healthChanged(health: Health): void {
    for (const { record } of this.#queue.all()) {
      if (record.state !== 'held' || record.connectionId !== health.connectionId) continue;
      const why = troubleOf(health, record.kind);
      if (why !== null) this.#queue.pauseAll(({ id }) => id === record.id, why);
    }
  }

  /** Boards of this connection may be protected by now. */
  notesChanged(connectionId: string): void {
    this.#queue.recall(({ kind, ...record }) => {
      return kind === 'delete-boards' && record.connectionId === connectionId;
    });
  }

  busy(): Busy {
    const all = this.#queue.all();
    const running = all.filter(({ record }) => record.state === 'running');
    const held = all.filter(({ record }) => record.state === 'held' && record.holdUntil !== null);
    return { running: running.length, held: held.length, sentence: closing(running, held) };
  }

  /** Sends nothing new, waits for answers under way (a few seconds at most), and has written everything down. */
  async close(): Promise<void> {
    const { after, now } = this.#options;
    this.pauseAll(null, 'restart');
    this.#queue.close();
    const last = now() + CLOSE_MS;
    while (this.#queue.all().some(({ counts }) => counts.sending > 0) && now() < last) {
      await new Promise<void>((resolve) => void after(CLOSE_LOOK_MS, resolve));
    }
    for (const { id } of this.#queue.all()) await this.#queue.flush(id);
    for (const { links } of this.#queue.all()) links.clear();
  }
}
