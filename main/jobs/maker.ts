/** Makes jobs of what a person asks for, where that may be done now. */
import type { RoomTarget, Job } from '../../preload/contract/domain.ts';
import { fail, type Result } from '../../preload/contract/failure.ts';
import type { Connections } from '../connections/connections.ts';
import { Turns } from '../connections/turns.ts';
import type { Preferred } from '../preferences/preferences.ts';
import type { Store } from '../store/database.ts';
import type { NewItem } from '../store/tables/job-items.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { idsBeingDeleted } from './being-deleted.ts';
import {
  newRecord,
  readPaperNames,
  readPeople,
  readTemplate,
  whyNotAllowed,
  type JobRules,
  type NewJob,
} from './new-jobs.ts';
import type { Queue, QueueOptions, Skipped } from './queue.ts';
import { beingDeleted, isProtected } from './refusals.ts';
import { holdSecondsOf } from './review-rules.ts';

/** What a person's yes to a review came to: the ids are fixed. */
export interface ReviewedDelete {
  readonly connectionId: string;
  readonly boardIds: readonly string[];
  readonly reason: string;
}

export interface MakerOptions extends Pick<QueueOptions, 'table' | 'work' | 'now'> {
  readonly policy: JobRules;
  readonly preferred: Pick<Preferred, 'read'>;
  readonly appUrlOf: Connections['appUrlOf'];
  readonly mayChange: Connections['mayChange'];
  readonly notes: Pick<Store['notes'], 'ofBoards'>;
  readonly register: Pick<Store['papers'], 'ofConnection'>;
}

const UNREAD_HOLD_S = 300;
const NONE_SKIPPED: Skipped = { items: [], message: '' };
const AT_ONCE = { about: '', reason: '', templateId: null, holdSeconds: null } as const;
const TAKEN = 'Another job was about to delete it already.';

/** Deletes are made one after another: no two of them take the same thing. */
const DELETES = 'deletes';

export class JobMaker {
  readonly #options: MakerOptions;
  readonly #queue: Queue;
  readonly #turns = new Turns();

  constructor(options: MakerOptions, queue: Queue) {
    this.#options = options;
    this.#queue = queue;
  }

  deleteOne(connectionId: string, { kind: what, id }: RoomTarget): Promise<Result<Job>> {
    const kind: JobRecord['kind'] = what === 'board' ? 'delete-boards' : 'delete-papers';
    return this.#turns.run(DELETES, async () => {
      const { notes, register } = this.#options;
      const [note] = what === 'board' ? await notes.ofBoards(connectionId, [id]) : [];
      if (note?.protected === true) return fail(isProtected());
      const taken = await this.#taken(connectionId, kind, [id]);
      if (taken.length > 0) return fail(beingDeleted(`this ${what}`));
      const papers = what === 'paper' ? await register.ofConnection(connectionId) : [];
      const name = papers.find(({ identifier }) => identifier === id)?.name ?? '';
      const job = { kind, about: id, reason: '', templateId: null, holdSeconds: await this.#held(1) };
      return this.#add(connectionId, job, [{ targetId: id, name }]);
    });
  }

  deleteReviewed({ connectionId, boardIds, reason }: ReviewedDelete): Promise<Result<Job>> {
    return this.#turns.run(DELETES, async () => {
      const kind = 'delete-boards';
      const ids = [...new Set(boardIds)];
      const taken = new Set(await this.#taken(connectionId, kind, ids));
      const free = ids.filter((id) => !taken.has(id)).map(boardItem);
      if (free.length === 0) return fail(beingDeleted('each of these boards'));
      const job = {
        kind,
        about: '',
        reason,
        templateId: null,
        holdSeconds: await this.#held(ids.length),
      } as const;
      return this.#add(connectionId, job, free, { items: [...taken].map(boardItem), message: TAKEN });
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

  /** Runs what has failed again, but for what another job is to delete by now. */
  async retryFailed(jobId: string): Promise<Result<Job>> {
    const found = this.#queue.find(jobId);
    if (!found.ok) return found;
    const { connectionId, kind } = found.value.record;
    return this.#turns.run(DELETES, async () => {
      const failed = isDelete(kind) ? await this.#options.table.targets(jobId, 'failed') : [];
      const taken = await this.#taken(connectionId, kind, failed);
      if (failed.length > 0 && taken.length === failed.length) return fail(beingDeleted('what has failed'));
      return this.#queue.again(jobId, taken);
    });
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

  #taken(connectionId: string, kind: JobRecord['kind'], ids: readonly string[]): Promise<readonly string[]> {
    return isDelete(kind)
      ? idsBeingDeleted(this.#options, this.#queue, connectionId, kind, ids)
      : Promise.resolve([]);
  }

  /** Seconds; what can't be read is no reason to hold for less. */
  async #held(boards: number): Promise<number> {
    const { policy, preferred } = this.#options;
    const chosen = await preferred.read();
    return chosen.ok ? holdSecondsOf(boards, policy, chosen.value) : UNREAD_HOLD_S;
  }
}

function isDelete(kind: JobRecord['kind']): kind is 'delete-boards' | 'delete-papers' {
  return kind === 'delete-boards' || kind === 'delete-papers';
}

function boardItem(targetId: string): NewItem {
  return { targetId, name: '' };
}
