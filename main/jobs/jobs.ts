/** The one queue for everything that deletes, or changes many things at once. */
import type { Health, Job, JobItems, JobItemState, JobPause } from '../../preload/contract/domain.ts';
import type { RoomTarget } from '../../preload/contract/calls.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Connections } from '../connections/connections.ts';
import { Turns } from '../connections/turns.ts';
import type { Preferred } from '../preferences/preferences.ts';
import type { Store } from '../store/database.ts';
import type { NewItem } from '../store/tables/job-items.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { newRecord, readPaperNames, readPeople, readTemplate, whyNotAllowed } from './new-jobs.ts';
import type { JobRules, NewJob } from './new-jobs.ts';
import { Queue, type QueueOptions, type Skipped } from './queue.ts';
import { troubleOf } from './outside.ts';
import { recover, type RecoveryOptions } from './recovery.ts';
import type { MadeLink } from './results.ts';
import { beingDeleted, isProtected, tooEarly } from './refusals.ts';
import { holdSecondsOf } from './review-rules.ts';
import { isUnfinished } from './states.ts';
import { addressFor, stillLeads } from './work.ts';

/** What a person's yes to a review came to: the ids are fixed. */
export interface ReviewedDelete {
  readonly connectionId: string;
  readonly boardIds: readonly string[];
  readonly reason: string;
}

/** What is going on, for who wants to close the window. */
export interface Busy {
  readonly running: number;
  /** Those that would begin by themselves. */
  readonly held: number;
}

export interface JobsOptions extends QueueOptions, Pick<RecoveryOptions, 'ledger'> {
  readonly policy: JobRules;
  readonly preferred: Pick<Preferred, 'read'>;
  readonly appUrlOf: Connections['appUrlOf'];
  readonly mayChange: Connections['mayChange'];
  readonly notes: Pick<Store['notes'], 'ofBoards'>;
  readonly register: Pick<Store['papers'], 'ofConnection'>;
}

/** How long the end of Easel waits for answers under way, ms. */
const CLOSE_MS = 3000;
const CLOSE_LOOK_MS = 25;
const UNREAD_HOLD_S = 300;
const NONE_SKIPPED: Skipped = { items: [], message: '' };

export class Jobs {
  readonly #options: JobsOptions;
  readonly #queue: Queue;
  /** Jobs are made one after another: no two of them take the same board. */
  readonly #turns = new Turns();

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#queue = new Queue(options);
  }

  /** Reads what an earlier run left: nothing of it is sent without a new yes. Called once, before anything is sent. */
  async open(): Promise<void> {
    for (const live of await recover(this.#options)) this.#queue.restore(live);
    for (const { record } of this.#queue.all()) {
      const isLost = isUnfinished(record) && !(await stillLeads(this.#options.work, record));
      if (isLost) this.#queue.orphan(({ id }) => id === record.id);
    }
  }

  list(): Promise<Result<readonly Job[]>> {
    const now = this.#options.now();
    return Promise.resolve(ok(this.#queue.all().map((live) => live.toJob(now))));
  }

  deleteOne(connectionId: string, { kind, id }: RoomTarget): Promise<Result<Job>> {
    const jobKind = kind === 'board' ? 'delete-boards' : 'delete-papers';
    return this.#turns.run(connectionId, async () => {
      const { notes, register } = this.#options;
      if (kind === 'board') {
        const [note] = await notes.ofBoards(connectionId, [id]);
        if (note?.protected === true) return fail(isProtected());
      }
      const taken = await this.#taken(connectionId, jobKind, [id]);
      if (taken.length > 0) return fail(beingDeleted(kind === 'board' ? 'this board' : 'this paper'));
      const papers = kind === 'paper' ? await register.ofConnection(connectionId) : [];
      const name = papers.find(({ identifier }) => identifier === id)?.name ?? '';
      const job = {
        kind: jobKind,
        about: id,
        reason: '',
        templateId: null,
        holdSeconds: await this.#held(1),
      } as const;
      return this.#add(connectionId, job, [{ targetId: id, name }]);
    });
  }

  deleteReviewed({ connectionId, boardIds, reason }: ReviewedDelete): Promise<Result<Job>> {
    return this.#turns.run(connectionId, async () => {
      const ids = [...new Set(boardIds)];
      const taken = new Set(await this.#taken(connectionId, 'delete-boards', ids));
      const free = ids.filter((id) => !taken.has(id));
      if (free.length === 0) return fail(beingDeleted('each of these boards'));
      const job = {
        kind: 'delete-boards',
        about: '',
        reason,
        templateId: null,
        holdSeconds: await this.#held(ids.length),
      } as const;
      const skipped = { items: ids.filter((id) => taken.has(id)).map(boardItem), message: TAKEN };
      return this.#add(connectionId, job, free.map(boardItem), skipped);
    });
  }

  createBoards(connectionId: string, count: number): Promise<Result<Job>> {
    const items = Array.from({ length: count }, () => boardItem(''));
    return this.#add(connectionId, { ...AT_ONCE, kind: 'create-boards' }, items);
  }

  async createPapers(
    connectionId: string,
    names: readonly string[],
    templateId: string | null,
  ): Promise<Result<Job>> {
    const read = readPaperNames(names);
    if (!read.ok) return read;
    const appUrl = await this.#options.appUrlOf(connectionId);
    if (!appUrl.ok) return appUrl;
    const template = readTemplate(templateId, appUrl.value);
    if (!template.ok) return template;
    const job = { ...AT_ONCE, kind: 'create-papers', templateId: template.value } as const;
    return this.#add(
      connectionId,
      job,
      read.value.map((name) => ({ targetId: '', name })),
    );
  }

  async mintLinks(connectionId: string, identifier: string, names: readonly string[]): Promise<Result<Job>> {
    const read = readPeople(names);
    if (!read.ok) return read;
    const job = { ...AT_ONCE, kind: 'mint-links', about: identifier } as const;
    return this.#add(
      connectionId,
      job,
      read.value.map((name) => ({ targetId: identifier, name })),
    );
  }

  startNow(jobId: string): Promise<Result<Job>> {
    return this.#queue.startNow(jobId);
  }

  cancel(jobId: string): Promise<Result<Job>> {
    return this.#queue.cancel(jobId);
  }

  pause(jobId: string): Promise<Result<Job>> {
    return this.#queue.pause(jobId);
  }

  async resume(jobId: string): Promise<Result<Job>> {
    const found = this.#queue.find(jobId);
    if (!found.ok) return found;
    const missing = found.value.notBefore - this.#options.now();
    if (missing > 0) return fail(tooEarly(Math.ceil(missing / 1000)));
    return this.#queue.resume(jobId);
  }

  stop(jobId: string): Promise<Result<Job>> {
    return this.#queue.stop(jobId);
  }

  async retryFailed(jobId: string): Promise<Result<Job>> {
    const found = this.#queue.find(jobId);
    if (!found.ok) return found;
    const { connectionId, kind } = found.value.record;
    return this.#turns.run(connectionId, async () => {
      const failed = isDelete(kind) ? await this.#options.table.targets(jobId, 'failed') : [];
      const taken = await this.#taken(connectionId, kind, failed);
      if (failed.length > 0 && taken.length === failed.length) return fail(beingDeleted('what has failed'));
      return this.#queue.again(jobId, taken);
    });
  }

  dismiss(jobId: string): Promise<Result<null>> {
    return this.#queue.dismiss(jobId);
  }

  async items(
    jobId: string,
    from: number,
    count: number,
    state: JobItemState | null,
  ): Promise<Result<JobItems>> {
    const found = this.#queue.find(jobId);
    if (!found.ok) return found;
    // What was heard is shown, though it was to be written in a moment.
    await this.#queue.flush(jobId);
    return ok({ from, ...(await this.#options.table.items(jobId, from, count, state)) });
  }

  /** For main alone: the join links that a job has made, in the order of its items. */
  linksOf(jobId: string): readonly MadeLink[] {
    const found = this.#queue.find(jobId);
    if (!found.ok) return [];
    return [...found.value.links].toSorted(([a], [b]) => a - b).map(([, link]) => link);
  }

  /** Pauses what runs and takes the clock of what is held away, of one connection or (null) of all. */
  pauseAll(connectionId: string | null, why: JobPause): void {
    this.#queue.pauseAll((record) => connectionId === null || record.connectionId === connectionId, why);
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
    this.#queue.recall((record) => record.connectionId === connectionId);
  }

  busy(): Busy {
    const records = this.#queue.all().map(({ record }) => record);
    return {
      running: records.filter(({ state }) => state === 'running').length,
      held: records.filter(({ state, holdUntil }) => state === 'held' && holdUntil !== null).length,
    };
  }

  /** Sends nothing new, waits for answers under way (a few seconds at most), and has written everything down. */
  async close(): Promise<void> {
    const { after, now } = this.#options;
    this.pauseAll(null, 'restart');
    this.#queue.quiet();
    const last = now() + CLOSE_MS;
    const isBusy = (): boolean => this.#queue.all().some(({ counts }) => counts.sending > 0);
    while (isBusy() && now() < last) {
      await new Promise<void>((resolve) => void after(CLOSE_LOOK_MS, resolve));
    }
    await Promise.all(this.#queue.all().map(({ id }) => this.#queue.flush(id)));
  }

  async #add(
    connectionId: string,
    job: NewJob,
    items: readonly NewItem[],
    skipped: Skipped = NONE_SKIPPED,
  ): Promise<Result<Job>> {
    const { work, mayChange, policy, now } = this.#options;
    const refused = whyNotAllowed(policy, job.kind, items.length);
    if (refused !== null) return fail(refused);
    // Fails as any change on this connection would: read-only, or hosts that the organisation does not allow.
    const may = await mayChange(connectionId);
    if (!may.ok) return may;
    const api = await work.apiOf(connectionId);
    if (!api.ok) return api;
    const connection = await work.recordOf(connectionId);
    if (!connection.ok) return connection;
    return this.#queue.add(newRecord(connection.value, job, now()), items, skipped);
  }

  /** Those of these that unfinished jobs of the same kind are still to delete at the same address. */
  async #taken(
    connectionId: string,
    kind: JobRecord['kind'],
    ids: readonly string[],
  ): Promise<readonly string[]> {
    const { work, table } = this.#options;
    const connection = await work.recordOf(connectionId);
    if (!connection.ok || ids.length === 0 || !isDelete(kind)) return [];
    const address = addressFor(kind, connection.value);
    const others = this.#queue
      .all()
      .filter(({ record }) => record.kind === kind && record.address === address)
      .filter(({ record, counts }) => isUnfinished(record) || counts.sending > 0);
    return others.length === 0
      ? []
      : table.taken(
          others.map(({ id }) => id),
          ids,
        );
  }

  /** Seconds; what can't be read is no reason to hold for less. */
  async #held(boards: number): Promise<number> {
    const { policy, preferred } = this.#options;
    const chosen = await preferred.read();
    return chosen.ok ? holdSecondsOf(boards, policy, chosen.value) : UNREAD_HOLD_S;
  }
}

const AT_ONCE = { about: '', reason: '', templateId: null, holdSeconds: null } as const;
const TAKEN = 'Another job was about to delete it already.';

function isDelete(kind: JobRecord['kind']): boolean {
  return kind === 'delete-boards' || kind === 'delete-papers';
}

function boardItem(targetId: string): NewItem {
  return { targetId, name: '' };
}
