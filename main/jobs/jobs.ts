/** The one queue for everything that deletes, or changes many things at once. */
import type { Preferences } from '../../preload/contract/app.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Job, JobItems, JobPause, JobKind } from '../../preload/contract/jobs.ts';
import type { Health, PartName } from '../../preload/contract/service.ts';
import type { Question } from '../ipc/implementation.ts';
import { BOARDS_AT_A_TIME } from '../boards/selection.ts';
import { KeyedMutex } from '../connections/keyed-mutex.ts';
import type { PreferencesStore } from '../preferences/preferences.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { JobRecord, NewItem } from '../store/tables/jobs.ts';
import { changedSince, failure, orStorage } from '../wording/failure.ts';
import { Creates, SAID, type CreatesOptions, type MadeJob } from './creates.ts';
import { JobRunner, type JobRunnerOptions } from './job-runner.ts';
import { closing, deleteKind, isDelete, KINDS, type DeleteKind } from './kinds.ts';
import { LiveJob } from './live-job.ts';
import { newRecord } from './new-jobs.ts';
import { singleQuestion, startQuestion } from './questions.ts';
import { recover, type RecoveryOptions } from './recovery.ts';
import type { MadeLink } from './results.ts';
import {
  floorSecondsOf,
  holdSecondsOf,
  Singles,
  Unasked,
  whyNotAllowed,
  type Asked,
  type JobRules,
} from './rules.ts';
import * as states from './states.ts';
import { addressFor, stillLeads } from './work.ts';

/** The result of a confirmed review: a fixed list of ids. */
export interface ReviewedDelete extends Pick<JobRecord, 'connectionId' | 'reason' | 'draftedBy'> {
  readonly kind: DeleteKind;
  readonly ids: readonly string[];
}

export interface JobsOptions
  extends Omit<JobRunnerOptions, 'whyNotAllowed' | 'singles'>, Pick<RecoveryOptions, 'journal'> {
  readonly policy: JobRules;
  readonly preferences: Pick<PreferencesStore, 'read'>;
  readonly appUrlOf: CreatesOptions['appUrlOf'];
  readonly notes: Pick<Store['notes'], 'ofBoards'>;
  readonly register: CreatesOptions['register'];
}

/** How long quitting waits for running requests, ms. */
const CLOSE_MS = 3000;
const CLOSE_LOOK_MS = 25;

/** Items are handed to the store so many at a time: more would hold the main thread up. */
const ITEMS_AT_A_TIME = 10_000;

const UNREAD: Pick<Preferences, 'holdSeconds'> = { holdSeconds: { single: 300, bulk: 300 } };
/** What the rules are asked about a delete of one thing. */
const SINGLE = { items: 1, draftedBy: null, reason: '' } as const;
/** What is said of items that were chosen and are left out. */
const TAKEN = 'It is already in another delete job.';

/** Deletes are made, retried and dismissed one after another: no two of them take the same thing. */
const DELETES = 'deletes';

export class Jobs {
  readonly #options: JobsOptions & JobRunnerOptions;
  /** Oldest first. */
  readonly #runners = new Map<string, JobRunner>();
  readonly #singles: Singles;
  readonly #unasked: Unasked;
  readonly #mutex = new KeyedMutex();
  /** What makes boards, papers and links. */
  readonly creates: Creates;
  #isClosed = false;

  constructor(options: JobsOptions) {
    this.#singles = new Singles(options);
    this.#unasked = new Unasked(options);
    this.#options = {
      ...options,
      onChange: (change) => {
        if (!this.#isClosed) options.onChange(change);
      },
      whyNotAllowed: (live) => whyNotAllowed(options.policy, this.#asked(live)),
      singles: this.#singles,
      log: options.log.scope('jobs'),
    };
    this.creates = new Creates({ ...options, add: this.#add.bind(this) });
  }

  /** Reads what an earlier run left: nothing of it is sent without a new yes. Called once, before anything is sent. */
  async open(): Promise<void> {
    const { policy, now, table } = this.#options;
    const jobs = await recover(this.#options);
    const putAway = await table.counted();
    this.#singles.restore(putAway, jobs);
    const single = jobs.filter(({ record, counts }) => isDelete(record.kind) && counts.total === 1);
    const moments = [
      ...putAway.map(({ endedAt }) => endedAt ?? now()),
      ...single.map(({ record }) => record.createdAt),
    ];
    this.#unasked.restore(moments.map((at) => now() - at));
    for (const live of jobs) {
      // The policy of now may hold it for longer than that of then.
      const seconds = floorSecondsOf(policy, this.#asked(live));
      live.record = { ...live.record, ...states.heldAtLeast(live.record, seconds, now()) };
      this.#runners.set(live.id, new JobRunner(live, this.#options));
    }
    for (const { record } of this.#all()) {
      if (states.isUnfinished(record) && !(await stillLeads(this.#options.work, record))) {
        void this.#runners.get(record.id)?.orphan();
      }
    }
  }

  /** Those of these boards or papers that an unfinished job is still to delete. Rejects when the disk fails. */
  async beingDeleted(
    kind: DeleteKind,
    connectionId: string,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    return new Set(await this.#taken(connectionId, kind, ids));
  }

  list(): Promise<Result<readonly Job[]>> {
    const now = this.#options.now();
    return Promise.resolve(ok(this.#all().map((live) => live.toJob(now))));
  }

  /** Whether main asks before the next delete of one thing. */
  willAsk(): boolean {
    return this.#unasked.mustAsk();
  }

  /** What main asks before one more of many single deletes; null where a press is enough. */
  async deleteQuestion(args: ArgsOf<'jobs.deleteOne'>): Promise<Result<Question | null>> {
    if (!this.#unasked.mustAsk()) return ok(null);
    const { connectionId, target } = args;
    const connection = await this.#options.work.recordOf(connectionId);
    if (!connection.ok) return connection;
    const kind = deleteKind(target.kind);
    const item = await this.#freeItem(args);
    if (!item.ok) return item;
    const place = this.placeOfNext(kind, connection.value, null);
    const refused = whyNotAllowed(this.#options.policy, { ...SINGLE, kind, place });
    if (refused !== null) return fail(refused);
    return ok(singleQuestion(kind, connection.value, { id: target.id, name: item.value.name }));
  }

  deleteOne(args: ArgsOf<'jobs.deleteOne'>, answered?: Question | null): Promise<Result<Job>> {
    const { connectionId, target } = args;
    const kind = deleteKind(target.kind);
    return this.#mutex.run(DELETES, async () => {
      const item = await this.#freeItem(args);
      if (!item.ok) return item;
      const { name } = item.value;
      if (answered !== undefined && (answered !== null || this.#unasked.mustAsk())) {
        const connection = await this.#options.work.recordOf(connectionId);
        if (!connection.ok) return connection;
        const other = changedSince(answered, singleQuestion(kind, connection.value, { id: target.id, name }));
        if (other !== null) return fail(other);
      }
      const job = { ...SAID, kind, about: target.id, aboutName: name } as const;
      const added = await this.#add(connectionId, job, [item.value]);
      if (added.ok) this.#unasked.add(answered != null);
      return added;
    });
  }

  /** What a single delete is about. Fails with `refused` where it is protected, or another job deletes it. */
  async #freeItem({
    connectionId,
    target: { kind: what, id },
  }: ArgsOf<'jobs.deleteOne'>): Promise<Result<NewItem>> {
    const { notes, register } = this.#options;
    const [note] = await notes.ofBoards(connectionId, [id]);
    if (note?.protected === true) return fail(isProtected(what));
    const taken = await this.#taken(connectionId, deleteKind(what), [id]);
    if (taken.length > 0) return fail(beingDeleted(`this ${what}`));
    const papers = what === 'paper' ? await register.ofConnection(connectionId) : [];
    const name = papers.find(({ identifier }) => identifier === id)?.name ?? note?.label ?? '';
    return ok({ targetId: id, name });
  }

  deleteReviewed({ connectionId, kind, reason, draftedBy, ...all }: ReviewedDelete): Promise<Result<Job>> {
    return this.#mutex.run(DELETES, async () => {
      const ids = [...new Set(all.ids)];
      const taken = new Set(await this.#taken(connectionId, kind, ids));
      const names = await this.#namesOfThings(kind, connectionId, ids);
      const item = (targetId: string): NewItem => ({ targetId, name: names.get(targetId) ?? '' });
      const free = ids.filter((id) => !taken.has(id)).map(item);
      if (free.length === 0) return fail(beingDeleted(`all of these ${KINDS[kind].many}`));
      const skipped = [...taken].map(item);
      return this.#add(connectionId, { ...SAID, kind, reason, draftedBy }, free, skipped);
    });
  }

  /** Which one of those that count together the next delete of one thing would be. */
  placeOfNext(kind: DeleteKind, connection: ConnectionRecord, draftedBy: JobRecord['draftedBy']): number {
    return this.#singles.placeOf(null, { address: addressFor(kind, connection), draftedBy });
  }

  /** What main asks before a held job begins; null once its hold is over in full. Fails as `startNow` does. */
  startQuestion({ jobId }: ArgsOf<'jobs.startNow'>): Promise<Result<Question | null>> {
    return this.#with(jobId, (runner) => {
      const refused = runner.whyNotBegun();
      const question = runner.isEarly() ? startQuestion(runner.live) : null;
      return Promise.resolve(refused === null ? ok(question) : fail(refused));
    });
  }

  /** Ends the hold by a person's word. */
  startNow({ jobId }: ArgsOf<'jobs.startNow'>, answered?: Question | null): Promise<Result<Job>> {
    return this.#with(jobId, (runner) =>
      runner.goOn((live) => {
        const begun = states.begun(live.record, this.#options.now());
        // Once the hold is over, a yes to this question still says what is wanted.
        if (!begun.ok || (answered === null && !runner.isEarly())) return begun;
        const other = changedSince(answered, startQuestion(live));
        return other === null ? begun : fail(other);
      }),
    );
  }

  cancel({ jobId }: ArgsOf<'jobs.cancel'>): Promise<Result<Job>> {
    return this.#ending(jobId, ({ record, counts }) => states.cancelled(record, counts, this.#options.now()));
  }

  pause({ jobId }: ArgsOf<'jobs.pause'>): Promise<Result<Job>> {
    return this.#with(jobId, async (runner) => {
      const next = states.pausedByPerson(runner.live.record);
      return next.ok ? runner.rest(next.value) : next;
    });
  }

  /** Fails with `too-many-requests` while the service has asked to be left alone. */
  resume({ jobId }: ArgsOf<'jobs.resume'>): Promise<Result<Job>> {
    return this.#with(jobId, async (runner) => {
      const missing = runner.live.notBefore - this.#options.now();
      if (missing > 0) return fail(tooEarly(Math.ceil(missing / 1000)));
      return runner.goOn(({ record }) => states.resumed(record));
    });
  }

  stop({ jobId }: ArgsOf<'jobs.stop'>): Promise<Result<Job>> {
    return this.#ending(jobId, ({ record }) => states.stopped(record, null, this.#options.now()));
  }

  /** Retries the failed items, except those that another job is to delete by now. Deletes are held once more before. */
  async retryFailed({ jobId }: ArgsOf<'jobs.retryFailed'>): Promise<Result<Job>> {
    const found = this.#find(jobId);
    if (!found.ok) return found;
    const { connectionId, kind } = found.value.live.record;
    return this.#mutex.run(DELETES, async () => {
      const { table } = this.#options;
      const failed = isDelete(kind) ? await table.targets(jobId, 'failed') : [];
      const taken = await this.#taken(connectionId, kind, failed);
      if (failed.length > 0 && taken.length === failed.length)
        return fail(beingDeleted('everything that failed'));
      const preferred = isDelete(kind) ? await this.#preferred() : null;
      return this.#with(jobId, (runner) =>
        runner.goOn(
          (live) => states.again(live.record, live.counts, preferred && this.#holdAgain(live, preferred)),
          async (record) => {
            const items = await table.failedAgain(record, taken);
            const { live } = runner;
            live.doubtful.clear();
            // Cancelled meanwhile: they have failed once more.
            if (!states.isUnfinished(live.record)) return;
            live.counts = states.moved(live.counts, 'failed', 'waiting', items);
          },
        ),
      );
    });
  }

  dismiss({ jobId }: ArgsOf<'jobs.dismiss'>): Promise<Result<null>> {
    // In the turn of deletes, as a retry: what is being removed must not begin again.
    const remove = async (runner: JobRunner): Promise<Result<null>> => {
      const { live } = runner;
      if (states.isUnfinished(live.record) || live.counts.sending > 0) {
        return fail(states.notEnded(live.record));
      }
      try {
        await runner.run.flush();
        await this.#options.table.remove(jobId, this.#singles.counts(jobId));
      } catch {
        return fail(failure('storage'));
      }
      runner.quiet();
      this.#runners.delete(jobId);
      this.#options.onChange({ job: runner.job(), dismissed: true });
      return ok(null);
    };
    return this.#mutex.run(DELETES, () => this.#with(jobId, remove));
  }

  items({ jobId, from, count, state }: ArgsOf<'jobs.items'>): Promise<Result<JobItems>> {
    return this.#with(jobId, async ({ run }) => {
      // What was heard is shown, though it was to be written in a moment.
      await run.flush();
      const items = this.#options.table.items(jobId, from, count, state);
      return orStorage(items.then((page) => ok({ from, ...page })));
    });
  }

  /** For main alone: the join link of one item; null for none. */
  linkOf(jobId: string, place: number): MadeLink | null {
    return this.#runners.get(jobId)?.live.links.get(place) ?? null;
  }

  /** For main alone: the join links that a job has made, in the order of its items. */
  linksOf(jobId: string): readonly MadeLink[] {
    const found = this.#find(jobId);
    if (!found.ok) return [];
    return [...found.value.live.links].toSorted(([a], [b]) => a - b).map(([, link]) => link);
  }

  /** Pauses what runs and takes the clock of what is held away, of one connection or (null) of all. */
  pauseAll(connectionId: string | null, pause: JobPause, why: Failure | null = null): void {
    const meant = connectionId === null ? [...this.#runners.values()] : this.#of(connectionId);
    for (const runner of meant) void runner.pause(pause, why);
  }

  /** Easel is locked: nothing goes on, and no join link is kept. */
  lock(): void {
    this.pauseAll(null, 'lock');
    for (const { links } of this.#all()) links.clear();
    this.creates.drop();
  }

  /** The connection was removed, or its boards are others now. */
  connectionEnded(connectionId: string): void {
    for (const runner of this.#of(connectionId)) void runner.orphan();
  }

  /** A held job waits for a person while its API doesn't respond; a running one notices by itself. */
  healthChanged(health: Health): void {
    for (const runner of this.#of(health.connectionId)) {
      const { state, kind } = runner.live.record;
      const why = state === 'held' ? troubleOf(health, kind) : null;
      if (why !== null) void runner.pause(why);
    }
  }

  /** Boards and papers of this connection may be protected by now. */
  notesChanged(connectionId: string): void {
    for (const { live, run } of this.#of(connectionId)) if (isDelete(live.record.kind)) run.recall();
  }

  /** What closing Easel would mean, in a sentence or two; empty when nothing runs or would begin by itself. */
  unfinished(): string {
    const all = this.#all();
    const running = all.filter(({ record }) => record.state === 'running');
    const held = all.filter(({ record }) => record.state === 'held' && record.holdUntil !== null);
    return closing(running, held);
  }

  /** Sends nothing new, waits a few seconds at most for running requests, and saves everything. */
  async close(): Promise<void> {
    const { after, now } = this.#options;
    this.pauseAll(null, 'restart');
    this.#isClosed = true;
    for (const runner of this.#runners.values()) runner.quiet();
    const last = now() + CLOSE_MS;
    while (this.#all().some(({ counts }) => counts.sending > 0) && now() < last) {
      await new Promise<void>((resolve) => void after(CLOSE_LOOK_MS, resolve));
    }
    for (const { run } of this.#runners.values()) await run.flush();
    for (const { links } of this.#all()) links.clear();
  }

  /** Saves a new job before it is held or started. Fails with `storage`, and then there is no job. */
  async #write(
    record: JobRecord,
    items: readonly NewItem[],
    skipped: readonly NewItem[],
  ): Promise<Result<Job>> {
    const { table, log } = this.#options;
    try {
      for (let from = 0; from < items.length; from += ITEMS_AT_A_TIME) {
        await table.addItems(record.id, from, items.slice(from, from + ITEMS_AT_A_TIME), 'waiting', '');
      }
      await table.addItems(record.id, items.length, skipped, 'skipped', TAKEN);
      await table.put(record);
    } catch (error) {
      log.error('a job could not be written down', { error });
      return fail(failure('storage'));
    }
    const counts = states.countsOf({ waiting: items.length, skipped: skipped.length });
    const runner = new JobRunner(new LiveJob(record, counts), this.#options);
    this.#singles.enter(runner.live);
    this.#runners.set(record.id, runner);
    runner.queued();
    return ok(runner.job());
  }

  /** In the turn of deletes where it is one: the policy counts those that there are. */
  async #add(
    connectionId: string,
    job: MadeJob,
    items: readonly NewItem[],
    skipped: readonly NewItem[] = [],
  ): Promise<Result<Job>> {
    const { work, mayChange, policy, now } = this.#options;
    const connection = await work.recordOf(connectionId);
    if (!connection.ok) return connection;
    const { kind, draftedBy, reason } = job;
    const address = addressFor(kind, connection.value);
    const held = isDelete(kind) ? await this.#preferred() : null;
    // Fails as any change on this connection would: read-only, or hosts that the organisation does not allow.
    const may = await mayChange(connectionId);
    if (!may.ok) return may;
    const api = await work.apiOf(connectionId);
    if (!api.ok) return api;
    const place = this.#singles.placeOf(null, { address, draftedBy });
    const asked: Asked = { kind, items: items.length + skipped.length, place, draftedBy, reason };
    const refused = whyNotAllowed(policy, asked);
    if (refused !== null) return fail(refused);
    const times = {
      holdSeconds: held === null ? null : holdSecondsOf(policy, asked, held),
      floorSeconds: floorSecondsOf(policy, asked),
    };
    return this.#write(newRecord(connection.value, { ...job, ...times }, now()), items, skipped);
  }

  /** What can't be read is no reason to hold a delete for less. */
  async #preferred(): Promise<Pick<Preferences, 'holdSeconds'>> {
    const read = await this.#options.preferences.read();
    return read.ok ? read.value : UNREAD;
  }

  #holdAgain(live: LiveJob, preferred: Pick<Preferences, 'holdSeconds'>): ReturnType<typeof states.holdFrom> {
    const { policy, now } = this.#options;
    const asked = this.#asked(live);
    return states.holdFrom(now(), holdSecondsOf(policy, asked, preferred), floorSecondsOf(policy, asked));
  }

  /** What boards or papers are called on this computer, as far as they are. Rejects when the disk fails. */
  async #namesOfThings(
    kind: DeleteKind,
    connectionId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    if (kind === 'delete-papers') {
      const papers = await this.#options.register.ofConnection(connectionId);
      return new Map(papers.map(({ identifier, name }) => [identifier, name]));
    }
    const labels = new Map<string, string>();
    for (let from = 0; from < ids.length; from += BOARDS_AT_A_TIME) {
      const some = ids.slice(from, from + BOARDS_AT_A_TIME);
      for (const { boardId, label } of await this.#options.notes.ofBoards(connectionId, some))
        labels.set(boardId, label);
    }
    return labels;
  }

  /** Those of these ids that an unfinished job of this kind, at the same address, is about. Rejects when the disk fails. */
  async #taken(connectionId: string, kind: JobKind, ids: readonly string[]): Promise<readonly string[]> {
    const unfinished = this.#all().filter(
      ({ record, counts }) => record.kind === kind && (states.isUnfinished(record) || counts.sending > 0),
    );
    if (ids.length === 0 || unfinished.length === 0) return [];
    const { work, table } = this.#options;
    const connection = await work.recordOf(connectionId);
    if (!connection.ok) return [];
    const address = addressFor(kind, connection.value);
    const jobIds = unfinished.filter(({ record }) => record.address === address).map(({ id }) => id);
    return jobIds.length === 0 ? [] : table.taken(jobIds, ids);
  }

  #asked({ id, record, counts }: LiveJob): Asked {
    const { kind, draftedBy, reason } = record;
    return { kind, items: counts.total, place: this.#singles.placeOf(id, record), draftedBy, reason };
  }

  #find(jobId: string): Result<JobRunner> {
    const runner = this.#runners.get(jobId);
    return runner === undefined ? fail(states.noSuchJob) : ok(runner);
  }

  async #with<T>(jobId: string, act: (runner: JobRunner) => Promise<Result<T>>): Promise<Result<T>> {
    const runner = this.#find(jobId);
    return runner.ok ? act(runner.value) : runner;
  }

  #ending(jobId: string, next: (live: LiveJob) => Result<JobRecord>): Promise<Result<Job>> {
    return this.#with(jobId, async (runner) => {
      const record = next(runner.live);
      return record.ok ? runner.end(record.value) : record;
    });
  }

  /** Newest first. */
  #all(): readonly LiveJob[] {
    return [...this.#runners.values()].map(({ live }) => live).toReversed();
  }

  #of(connectionId: string): readonly JobRunner[] {
    return [...this.#runners.values()].filter(({ live }) => live.record.connectionId === connectionId);
  }
}

function beingDeleted(what: string): Failure {
  return failure('refused', {
    message: `Another job is already set to delete ${what}.`,
    nextStep: 'Wait for that job, or cancel it.',
  });
}

const isProtected = (what: 'board' | 'paper'): Failure =>
  failure('refused', {
    message: `This ${what} is protected.`,
    nextStep: 'Remove its protection, then delete it.',
  });

/** The service has asked to be left alone until a moment. */
function tooEarly(seconds: number): Failure {
  return failure('too-many-requests', {
    message: `The service is limiting requests for another ${seconds} s.`,
    nextStep: 'Resume the job after that.',
    retryAfterSeconds: seconds,
  });
}

/** Why a job of this kind must not start by itself in this state of its connection; null when it may. */
export function troubleOf({ parts }: Health, kind: JobKind): JobPause | null {
  const isTrouble = (name: PartName): boolean =>
    parts.some((part) => part.name === name && part.state === 'trouble');
  // A service on this very computer answers without a network.
  if (!isTrouble(KINDS[kind].api)) return null;
  return isTrouble('network') ? 'network' : 'outage';
}
