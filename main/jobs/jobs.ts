/** The queue of all deletes and bulk creates that Easel sends to the service. */
import { randomUUID } from 'node:crypto';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { isUnfinished } from '../../preload/contract/facts.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type {
  Job as ShownJob,
  JobCounts,
  JobItem,
  JobItems,
  JobPause,
  JobKind,
} from '../../preload/contract/jobs.ts';
import type { Health, PartName } from '../../preload/contract/service.ts';
import type { Question } from '../lib/implementation.ts';
import type { Access } from '../connections/access.ts';
import { waitToClose } from '../lib/clock.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import type { PreferencesStore } from '../ipc/preferences/preferences.ts';
import type { Notes } from '../notes/notes.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { LINK_MISSING, type ItemUpdate, type JobRecord, type NewItem } from '../store/tables/jobs.ts';
import { ROWS_AT_A_TIME } from '../store/selection.ts';
import type { PlanRef } from './team-plans.ts';
import { foldId, isUnusualId, sameIds } from '../lib/pasted.ts';
import { changedSince, failure, orStorage } from '../lib/wording/failure.ts';
import { Creates, NEW_JOB, type CreatesOptions, type NewJob } from './creates.ts';
import { floorSecondsOf, holdFrom } from './hold.ts';
import { Job, type JobOptions } from './job.ts';
import { closeWarning, deleteKind, isCreate, isDelete, KINDS, type DeleteKind } from './kinds.ts';
import { singleQuestion, startQuestion } from './questions.ts';
import type { SheetLink } from '../papers/tokens/qr.ts';
import {
  COUNTS_FOR_MS,
  Singles,
  Unasked,
  whyNotAllowed,
  type PolicySubject,
  type JobRules,
} from './rules.ts';
import * as states from './states.ts';
import { ABANDONED, unresolvedOf } from './unresolved.ts';
import { FINAL } from './team-run.ts';
import { addressFor, connectionMoved, hasSameAddress } from './work.ts';

export interface ReviewedDelete extends Pick<JobRecord, 'connectionId' | 'reason' | 'address'> {
  readonly kind: DeleteKind;
  readonly ids: readonly string[];
  readonly plan: PlanRef | null;
}

export interface JobsOptions extends Omit<JobOptions, 'whyNotAllowed' | 'singles'> {
  readonly policy: JobRules;
  readonly mayChange: Access['mayChange'];
  readonly preferences: Pick<PreferencesStore, 'read'>;
  readonly appUrlOf: CreatesOptions['appUrlOf'];
  readonly notes: Pick<Notes, 'ofBoards'>;
  readonly register: CreatesOptions['register'];
}

/** Number of job items per database insert. A larger insert would block the main thread. */
const ITEMS_AT_A_TIME = 10_000;

const DELETES = 'deletes';

const NOT_HELD = {
  state: 'running',
  holdUntil: null,
  startsEarliest: null,
  heldFrom: null,
  heldInFull: null,
} as const;

export class Jobs {
  readonly #options: JobsOptions & JobOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #singles: Singles;
  readonly #unasked: Unasked;
  readonly #mutex = new KeyedMutex();
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
      whyNotAllowed: (job) => whyNotAllowed(options.policy, this.#subjectOf(job)),
      singles: this.#singles,
      log: options.log.scope('jobs'),
    };
    this.creates = new Creates({ ...options, add: this.#add.bind(this) });
  }

  /** Restores the jobs of the previous run of Easel, and pauses unfinished jobs. Call once, before any request. */
  async open(): Promise<void> {
    const { policy, now, table } = this.#options;
    await table.sweep(now() - COUNTS_FOR_MS);
    const jobs: Job[] = [];
    for (const { record, counts } of (await table.all()).toReversed()) {
      const left = await this.#settleSent(record, states.countsOf(counts));
      const next = states.recovered(record, left, now());
      if (next !== record) await table.put(next);
      const job = new Job(next, left, await table.doubtful(record.id), this.#options);
      jobs.push(job);
      if (record.planId !== null && isUnfinished(next))
        for (const state of FINAL)
          for (const id of await table.targets(record.id, state)) job.run.ended(id, state);
    }
    this.#singles.restore(await table.counted(), jobs);
    for (const job of jobs) {
      // Extends the delay if necessary, because the policy may have changed since the previous run.
      job.holdAtLeast(floorSecondsOf(policy, this.#subjectOf(job)));
      this.#jobs.set(job.record.id, job);
    }
    for (const job of jobs) {
      if (isUnfinished(job.record) && !(await hasSameAddress(this.#options.work, job.record)))
        void job.orphan();
    }
  }

  /** Resets items that were in flight when Easel quit. Deletes will be sent again; creates get an unknown outcome. */
  async #settleSent(record: JobRecord, counts: JobCounts): Promise<JobCounts> {
    if (counts.sending === 0) return counts;
    const { items } = await this.#options.table.items(record.id, 0, counts.sending, 'sending');
    const updates = items.map((item) => restoredItem(record, item));
    await this.#options.table.recordItems(record.id, updates, null);
    return updates.reduce((moved, { state }) => states.moved(moved, 'sending', state), counts);
  }

  list(): readonly ShownJob[] {
    return this.#all().map((job) => job.shown());
  }

  willAsk(): boolean {
    return this.#unasked.mustAsk();
  }

  async deleteQuestion(args: ArgsOf<'jobs.deleteOne'>): Promise<Result<Question | null>> {
    const single = await this.#single(args);
    return single.ok ? ok(single.value.question) : single;
  }

  /** Checks a single delete. Sets `question` only after 10 deletes in 10 min, or if Easel can't read protections. */
  async #single(args: ArgsOf<'jobs.deleteOne'>) {
    const { connectionId, target } = args;
    const isUnread = await this.#isUnread(connectionId);
    if (!isUnread.ok) return isUnread;
    const item = await this.#freeItem(args);
    if (!item.ok) return item;
    const connection = await this.#options.work.recordOf(connectionId);
    if (!connection.ok) return connection;
    const why = { isMany: this.#unasked.mustAsk(), isUnread: isUnread.value };
    const question =
      why.isMany || why.isUnread
        ? singleQuestion(deleteKind(target.kind), connection.value, item.value, why)
        : null;
    return ok({ item: item.value, isUnread: isUnread.value, question });
  }

  /** True if Easel can't read which boards colleagues protect. Fails with `policy` if the policy requires this read. */
  async #isUnread(connectionId: string): Promise<Result<boolean>> {
    const fresh = await this.#options.sharing.freshen(connectionId);
    return fresh.ok || fresh.error.code !== 'policy' ? ok(!fresh.ok) : fresh;
  }

  async deleteOne(args: ArgsOf<'jobs.deleteOne'>, answered?: Question | null): Promise<Result<ShownJob>> {
    const { connectionId, target } = args;
    const kind = deleteKind(target.kind);
    const connection = await this.#options.work.recordOf(connectionId);
    if (!connection.ok) return connection;
    const address = addressFor(kind, connection.value);
    return this.#mutex.run(DELETES, async () => {
      const single = await this.#single(args);
      if (!single.ok) return single;
      const { item, isUnread, question } = single.value;
      const other = changedSince(answered, question);
      if (other !== null) return fail(other);
      const job = { ...NEW_JOB, kind, about: target.id, aboutName: item.name, address } as const;
      const register = () => this.#options.runs.start(connectionId, [item.targetId], null);
      const added = await this.#add(connectionId, job, [item], register);
      if (added.ok) this.#unasked.add(answered != null);
      const queued = added.ok ? this.#jobs.get(added.value.id) : undefined;
      if (queued !== undefined) queued.run.runsUnread = isUnread;
      return added;
    });
  }

  async #freeItem({
    connectionId,
    target: { kind: what, id },
  }: ArgsOf<'jobs.deleteOne'>): Promise<Result<NewItem>> {
    const kind = deleteKind(what);
    const notes = await this.#options.notes.ofBoards(connectionId, sameIds(id));
    if (notes.some((note) => note.protected)) return fail(isProtected(what));
    if (isUnusualId(id) && !(await this.#isListed(what, connectionId, id))) return fail(notListed(what));
    const queued = await this.beingDeleted(kind, connectionId, [id]);
    if (queued.size > 0) return fail(alreadyQueued(`this ${what}`));
    const names = await this.#namesOfThings(kind, connectionId, [id]);
    return ok({ targetId: id, name: names.get(id) ?? '' });
  }

  async #isListed(what: 'board' | 'paper', connectionId: string, id: string): Promise<boolean> {
    if (what === 'paper')
      return (await this.#options.register.ofConnection(connectionId)).some(
        ({ identifier }) => identifier === id,
      );
    const selection = { kind: 'ids', ids: [id] } as const;
    const found = await this.#options.work.boards.ask(connectionId, (mirror) =>
      mirror.rows(connectionId, selection, 0, 1, []),
    );
    return found.ok && found.value.rows.length > 0;
  }

  deleteReviewed({ connectionId, kind, plan, ...all }: ReviewedDelete): Promise<Result<ShownJob>> {
    return this.#mutex.run(DELETES, async () => {
      const isUnread = await this.#isUnread(connectionId);
      if (!isUnread.ok) return isUnread;
      const ids = [...new Set(all.ids)];
      const queued = await this.beingDeleted(kind, connectionId, ids);
      if (queued.size > 0) return fail(alreadyQueued(`some of these ${KINDS[kind].many}`));
      const names = await this.#namesOfThings(kind, connectionId, ids);
      const items = ids.map((targetId) => ({ targetId, name: names.get(targetId) ?? '' }));
      const { reason, address } = all;
      const job = { ...NEW_JOB, kind, reason, address, planId: plan?.planId ?? null };
      return this.#add(connectionId, job, items, () => this.#options.runs.start(connectionId, ids, plan));
    });
  }

  /** Returns the next delete's number (from 1) among recent single deletes. From 11 on, bulk delete rules apply. */
  placeOfNext(kind: DeleteKind, connection: ConnectionRecord, planId: string | null): number {
    return this.#singles.placeOf(null, { address: addressFor(kind, connection), planId });
  }

  /** Returns the question before a delayed delete is started early; null after its delay. Fails with `policy`. */
  startQuestion({ jobId }: ArgsOf<'jobs.startNow'>): Promise<Result<Question | null>> {
    return this.#with(jobId, async (job) => {
      if (!job.isEarly()) return ok(null);
      const refused = job.startRefusal();
      return refused === null ? ok(startQuestion(job)) : fail(refused);
    });
  }

  startNow({ jobId }: ArgsOf<'jobs.startNow'>, answered?: Question | null): Promise<Result<ShownJob>> {
    return this.#with(jobId, async (job) => {
      const begun = states.started(job.record, this.#options.now());
      // If the delay ends while the dialog is open, the user's confirmation stays valid.
      const isAsked = answered !== null || job.isEarly();
      const other = begun.ok && isAsked ? changedSince(answered, startQuestion(job)) : null;
      return other === null ? job.proceed(begun) : fail(other);
    });
  }

  cancel({ jobId }: ArgsOf<'jobs.cancel'>): Promise<Result<ShownJob>> {
    return this.#ending(jobId, ({ record, counts }) => states.cancelled(record, counts, this.#options.now()));
  }

  pause({ jobId }: ArgsOf<'jobs.pause'>): Promise<Result<ShownJob>> {
    return this.#with(jobId, async (job) => {
      const next = states.pausedByPerson(job.record);
      return next.ok ? job.pauseAs(next.value) : next;
    });
  }

  resume({ jobId }: ArgsOf<'jobs.resume'>): Promise<Result<ShownJob>> {
    return this.#with(jobId, (job) => job.proceed(states.resumed(job.record)));
  }

  stop({ jobId }: ArgsOf<'jobs.stop'>): Promise<Result<ShownJob>> {
    return this.#ending(jobId, ({ record }) => states.stopped(record, this.#options.now()));
  }

  retryFailed({ jobId }: ArgsOf<'jobs.retryFailed'>): Promise<Result<ShownJob>> {
    return this.#withInTurn(jobId, async (job) => {
      const { table, policy, preferences, now } = this.#options;
      const { connectionId, kind, planId } = job.record;
      if (planId !== null) return fail(runsAgainAsPlan);
      // Saves the end of a stopped job first. Otherwise the retry would also send that job's unsent items.
      await job.flush();
      if (!(await job.ensureSaved())) return fail(failure('storage'));
      const failed = isDelete(kind) ? await table.targets(jobId, 'failed') : [];
      const queued = await this.beingDeleted(kind, connectionId, failed);
      if (queued.size > 0) return fail(alreadyQueued('some of the failed items'));
      const preferred = await preferences.read();
      const hold = isDelete(kind) ? holdFrom(now(), policy, this.#subjectOf(job), preferred) : null;
      return job.proceed(states.retried(job.record, job.counts, hold), async (record) =>
        job.failedAgain(await table.failedAgain(record)),
      );
    });
  }

  dismiss({ jobId }: ArgsOf<'jobs.dismiss'>): Promise<Result<null>> {
    return this.#withInTurn(jobId, async (job) => {
      const { sending } = job.counts;
      if (isUnfinished(job.record) || sending > 0) return fail(states.wrongState(job.record, sending));
      void job.run.beat();
      try {
        await job.flush();
        if (!(await job.ensureSaved())) return fail(failure('storage'));
        await this.#options.table.remove(jobId, this.#singles.counts(jobId));
      } catch {
        return fail(failure('storage'));
      }
      job.quiet();
      this.#jobs.delete(jobId);
      this.#options.onChange({ job: job.shown(), dismissed: true });
      return ok(null);
    });
  }

  items({ jobId, from, count, state }: ArgsOf<'jobs.items'>): Promise<Result<JobItems>> {
    return this.#with(jobId, async (job) => {
      await job.flush();
      const items = this.#options.table.items(jobId, from, count, state);
      return orStorage(items.then((page) => ok({ from, ...page })));
    });
  }

  /** Returns a job's join links by item number. Never sent to the page, because links contain access tokens. */
  linksOf(jobId: string): ReadonlyMap<number, SheetLink> {
    return new Map([...(this.#jobs.get(jobId)?.links ?? [])].toSorted(([a], [b]) => a - b));
  }

  pauseAll(connectionId: string | null, pause: JobPause, why: Failure | null = null): void {
    for (const job of connectionId === null ? this.#all() : this.#of(connectionId))
      void job.pause(pause, why);
  }

  lock(): void {
    this.pauseAll(null, 'lock');
    for (const { links } of this.#all()) links.clear();
  }

  connectionEnded(connectionId: string): void {
    for (const job of this.#of(connectionId)) void job.orphan();
  }

  /** Requeues requests that wait in the rate limiter, because the connection's address or key may have changed. */
  connectionHalted(connectionId: string): void {
    for (const job of this.#of(connectionId)) job.recall();
  }

  /** Pauses delayed deletes during an outage. Running jobs detect an outage by their own requests. */
  healthChanged(health: Health): void {
    for (const job of this.#of(health.connectionId)) {
      const why = job.record.state === 'held' ? troubleOf(health, job.record.kind) : null;
      if (why !== null) void job.pause(why);
    }
  }

  registerReady(): void {
    for (const job of this.#all())
      if (job.record.pause === 'register') void job.proceed(states.resumed(job.record));
    this.reportRuns();
  }

  /** Reports all jobs to the team database. Its replies contain colleagues' requests to pause a job. */
  reportRuns(): void {
    for (const job of this.#all()) void job.run.beat();
  }

  /** Checks again which unsent deletes are allowed, because the user may have protected a board or paper. */
  notesChanged(connectionId: string): void {
    for (const job of this.#of(connectionId)) if (isDelete(job.record.kind)) job.recall();
  }

  unfinished(): string {
    return closeWarning(this.list());
  }

  /** Pauses all jobs, waits up to 3 s for requests in flight, and saves the results. */
  async close(): Promise<void> {
    this.pauseAll(null, 'restart');
    this.#isClosed = true;
    for (const job of this.#all()) job.quiet();
    await waitToClose(this.#options, () => this.#all().every(({ counts }) => counts.sending === 0));
    for (const job of this.#all()) await job.close();
  }

  async #write(record: JobRecord, items: readonly NewItem[]): Promise<Result<ShownJob>> {
    const { table, log } = this.#options;
    try {
      for (let from = 0; from < items.length; from += ITEMS_AT_A_TIME) {
        await table.addItems(record.id, from, items.slice(from, from + ITEMS_AT_A_TIME));
      }
      await table.put(record);
    } catch (error) {
      log.error('a job couldn’t be saved', { error });
      return fail(failure('storage'));
    }
    // If Easel is closing, the saved job appears in the list after the next start, paused.
    if (this.#isClosed) return fail(failure('cancelled'));
    const counts = states.countsOf({ waiting: items.length });
    const job = new Job(record, counts, [], this.#options);
    this.#singles.enter(job);
    this.#jobs.set(record.id, job);
    job.queued();
    return ok(job.shown());
  }

  /** Checks and saves a new job. Run deletes under the delete mutex. Fails if a delete's address has changed. */
  async #add(
    connectionId: string,
    job: NewJob & { readonly address?: string },
    items: readonly NewItem[],
    register: () => Promise<Result<string | null>> = () => Promise.resolve(ok(null)),
  ): Promise<Result<ShownJob>> {
    const { work, mayChange, policy, preferences, isLocked, now } = this.#options;
    const connection = await work.recordOf(connectionId);
    if (!connection.ok) return connection;
    const { kind, planId, reason } = job;
    const address = addressFor(kind, connection.value);
    if (address !== (job.address ?? address)) return fail(connectionMoved);
    const preferred = await preferences.read();
    const may = await mayChange(connectionId);
    if (!may.ok) return may;
    const api = await work.apiOf(connectionId);
    if (!api.ok) return api;
    const place = this.#singles.placeOf(null, { address, planId });
    const subject: PolicySubject = { kind, items: items.length, place, planId, reason };
    const refused = whyNotAllowed(policy, subject);
    if (refused !== null) return fail(refused);
    const run = await register();
    if (!run.ok) return run;
    if (isLocked()) return fail(failure('locked'));
    const record: JobRecord = {
      ...job,
      runId: run.value,
      ...(isDelete(kind) ? holdFrom(now(), policy, subject, preferred) : NOT_HELD),
      id: randomUUID(),
      connectionId,
      connectionName: connection.value.name,
      environment: connection.value.environment,
      address,
      pause: null,
      failure: null,
      createdAt: now(),
      startedAt: isDelete(kind) ? null : now(),
      endedAt: null,
    };
    return this.#write(record, items);
  }

  async #namesOfThings(
    kind: DeleteKind,
    connectionId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    if (kind === 'delete-papers') {
      const papers = await this.#options.register.ofConnection(connectionId);
      return new Map(papers.map(({ identifier, name }) => [identifier, name]));
    }
    const notes = await this.#options.notes.ofBoards(connectionId, ids);
    return new Map(notes.map(({ boardId, label }) => [boardId, label]));
  }

  /** Returns the `ids` that unfinished jobs will delete, including jobs of other connections to the same address. */
  async beingDeleted(
    kind: JobKind,
    connectionId: string,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const unfinished = this.#all().filter(
      ({ record, counts }) => record.kind === kind && (isUnfinished(record) || counts.sending > 0),
    );
    if (ids.length === 0 || unfinished.length === 0) return new Set();
    const { work, table } = this.#options;
    const connection = await work.recordOf(connectionId);
    if (!connection.ok) return new Set();
    const address = addressFor(kind, connection.value);
    const jobIds = unfinished.flatMap(({ record }) => (record.address === address ? record.id : []));
    const found = new Set<string>();
    for (let from = 0; from < ids.length; from += ROWS_AT_A_TIME) {
      const some = ids.slice(from, from + ROWS_AT_A_TIME);
      const taken = new Set((await table.taken(jobIds, some.flatMap(sameIds))).map(foldId));
      for (const id of some) if (taken.has(foldId(id))) found.add(id);
    }
    return found;
  }

  #subjectOf({ record, counts }: Job): PolicySubject {
    const { id, kind, planId, reason } = record;
    return { kind, items: counts.total, place: this.#singles.placeOf(id, record), planId, reason };
  }

  async #with<T>(jobId: string, act: (job: Job) => Promise<Result<T>>): Promise<Result<T>> {
    const job = this.#jobs.get(jobId);
    return job === undefined ? fail(states.noSuchJob) : act(job);
  }

  /** Runs `act` under the delete mutex, so that two jobs never delete the same board or paper. */
  #withInTurn<T>(jobId: string, act: (job: Job) => Promise<Result<T>>): Promise<Result<T>> {
    return this.#mutex.run(DELETES, () => this.#with(jobId, act));
  }

  #ending(jobId: string, next: (job: Job) => Result<JobRecord>): Promise<Result<ShownJob>> {
    return this.#with(jobId, async (job) => {
      const record = next(job);
      return record.ok ? job.end(record.value) : record;
    });
  }

  #all(): readonly Job[] {
    return [...this.#jobs.values()].toReversed();
  }

  #of(connectionId: string): readonly Job[] {
    return this.#all().filter(({ record }) => record.connectionId === connectionId);
  }
}

function restoredItem(job: JobRecord, { index: place, targetId, name, at }: JobItem): ItemUpdate {
  const { kind } = job;
  const unknown = { place, targetId: '', state: 'unknown', status: null, message: ABANDONED, at } as const;
  if (isCreate(kind) && targetId === '')
    return { ...unknown, unresolved: unresolvedOf(job, { place, targetId, name }, at ?? job.createdAt) };
  if (kind === 'mint-links')
    return { ...unknown, message: `${ABANDONED} A link may have been created, but Easel didn’t receive it.` };
  if (isDelete(kind)) return isUnfinished(job) ? { ...unknown, state: 'waiting', message: '' } : unknown;
  // If the job created the paper before Easel quit, only the join link is missing.
  if (isUnfinished(job)) return { ...unknown, state: 'waiting', message: '', at: null };
  return { ...unknown, state: 'failed', message: LINK_MISSING };
}

function alreadyQueued(what: string): Failure {
  return failure('refused', {
    message: `Another job is already set to delete ${what}.`,
    nextStep: 'Wait until the other job finishes, or cancel that job.',
  });
}

const runsAgainAsPlan = failure('refused', {
  message: 'This job ran a team plan.',
  nextStep: 'To delete the remaining boards, open Team plans.',
});

const isProtected = (what: 'board' | 'paper'): Failure =>
  failure('refused', {
    message: `This ${what} is protected.`,
    nextStep: `Turn off “Protected” in the ${what}’s notes, then delete the ${what}.`,
  });

/** Refuses an unlisted id in an unusual spelling, because it may be another spelling of a protected id. */
const notListed = (what: 'board' | 'paper'): Failure =>
  failure('refused', {
    message: `This ${what} isn’t in the list, so Easel can’t tell whether the ${what} is protected.`,
    nextStep: `Refresh the list, then delete the ${what} from the list.`,
  });

/** Returns the kind of outage that prevents a job from starting automatically; null if there is no outage. */
export function troubleOf({ parts }: Health, kind: JobKind): JobPause | null {
  const isTrouble = (name: PartName): boolean =>
    parts.some((part) => part.name === name && part.state === 'trouble');
  // Ignores a missing network while the service answers, because the service may run on this computer.
  if (!isTrouble(KINDS[kind].api)) return null;
  return isTrouble('network') ? 'network' : 'outage';
}
