/** Makes jobs of what a person asks for, where that may be done now. */
import type { Preferences } from '../../preload/contract/app.ts';
import type { RoomTarget } from '../../preload/contract/call.ts';
import { fail, type Result } from '../../preload/contract/failure.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Connections } from '../connections/connections.ts';
import { KeyedMutex } from '../connections/keyed-mutex.ts';
import type { PreferencesStore } from '../preferences/preferences.ts';
import type { Store } from '../store/database.ts';
import type { JobRecord, NewItem } from '../store/tables/jobs.ts';
import { idsBeingDeleted } from './being-deleted.ts';
import { newRecord, readPaperNames, readPeople, readTemplate, type NewJob } from './new-jobs.ts';
import type { Queue, QueueOptions, Skipped } from './queue.ts';
import { beingDeleted, isProtected } from './refusals.ts';
import { floorSecondsOf, holdSecondsOf, whyNotAllowed, type Asked, type JobRules } from './review-rules.ts';
import { isDelete } from './kinds.ts';
import { addressFor } from './work.ts';

/** What a person's yes to a review came to: the ids are fixed. */
export interface ReviewedDelete {
  readonly connectionId: string;
  readonly boardIds: readonly string[];
  readonly reason: string;
  readonly draftedBy: JobRecord['draftedBy'];
}

export interface JobFactoryOptions extends Pick<QueueOptions, 'table' | 'work' | 'now'> {
  readonly policy: JobRules;
  readonly preferences: Pick<PreferencesStore, 'read'>;
  readonly appUrlOf: Connections['appUrlOf'];
  readonly mayChange: Connections['mayChange'];
  readonly notes: Pick<Store['notes'], 'ofBoards'>;
  readonly register: Pick<Store['papers'], 'ofConnection'>;
}

const NONE_SKIPPED: Skipped = { items: [], message: '' };
const UNREAD: Pick<Preferences, 'holdSeconds'> = { holdSeconds: { single: 300, bulk: 300 } };
const SAID = { about: '', reason: '', draftedBy: null, templateId: null } as const;
const TAKEN = 'Another job was already going to delete it.';

/** Deletes are made one after another: no two of them take the same thing. */
const DELETES = 'deletes';

export class JobFactory {
  readonly #options: JobFactoryOptions;
  readonly #queue: Queue;
  readonly #mutex = new KeyedMutex();

  constructor(options: JobFactoryOptions, queue: Queue) {
    this.#options = options;
    this.#queue = queue;
  }

  deleteOne(connectionId: string, { kind: what, id }: RoomTarget): Promise<Result<Job>> {
    const kind: JobRecord['kind'] = what === 'board' ? 'delete-boards' : 'delete-papers';
    return this.#mutex.run(DELETES, async () => {
      const { notes, register } = this.#options;
      const [note] = what === 'board' ? await notes.ofBoards(connectionId, [id]) : [];
      if (note?.protected === true) return fail(isProtected());
      const taken = await this.#taken(connectionId, kind, [id]);
      if (taken.length > 0) return fail(beingDeleted(`this ${what}`));
      const papers = what === 'paper' ? await register.ofConnection(connectionId) : [];
      const name = papers.find(({ identifier }) => identifier === id)?.name ?? '';
      return this.#add(connectionId, { ...SAID, kind, about: id }, [{ targetId: id, name }]);
    });
  }

  deleteReviewed({ connectionId, boardIds, reason, draftedBy }: ReviewedDelete): Promise<Result<Job>> {
    return this.#mutex.run(DELETES, async () => {
      const kind = 'delete-boards';
      const ids = [...new Set(boardIds)];
      const taken = new Set(await this.#taken(connectionId, kind, ids));
      const free = ids.filter((id) => !taken.has(id)).map(boardItem);
      if (free.length === 0) return fail(beingDeleted('each of these boards'));
      const skipped = { items: [...taken].map(boardItem), message: TAKEN };
      return this.#add(connectionId, { ...SAID, kind, reason, draftedBy }, free, skipped);
    });
  }

  createBoards(connectionId: string, count: number): Promise<Result<Job>> {
    const items = Array.from({ length: count }, () => boardItem(''));
    return this.#add(connectionId, { ...SAID, kind: 'create-boards' }, items);
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
    const job = { ...SAID, kind: 'create-papers', templateId: template.value } as const;
    return this.#add(
      connectionId,
      job,
      read.value.map((name) => ({ targetId: '', name })),
    );
  }

  async mintLinks(connectionId: string, identifier: string, names: readonly string[]): Promise<Result<Job>> {
    const read = readPeople(names);
    if (!read.ok) return read;
    const job = { ...SAID, kind: 'mint-links', about: identifier } as const;
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
    return this.#mutex.run(DELETES, async () => {
      const failed = isDelete(kind) ? await this.#options.table.targets(jobId, 'failed') : [];
      const taken = await this.#taken(connectionId, kind, failed);
      if (failed.length > 0 && taken.length === failed.length) return fail(beingDeleted('what has failed'));
      return this.#queue.again(jobId, taken);
    });
  }

  /** In the turn of deletes where it is one: the policy counts those that there are. */
  async #add(
    connectionId: string,
    job: Omit<NewJob, 'holdSeconds' | 'floorSeconds'>,
    items: readonly NewItem[],
    skipped: Skipped = NONE_SKIPPED,
  ): Promise<Result<Job>> {
    const { work, mayChange, policy, now } = this.#options;
    const connection = await work.recordOf(connectionId);
    if (!connection.ok) return connection;
    const { kind, draftedBy, reason } = job;
    const address = addressFor(kind, connection.value);
    const held = await this.#heldOf(kind);
    // Fails as any change on this connection would: read-only, or hosts that the organisation does not allow.
    const may = await mayChange(connectionId);
    if (!may.ok) return may;
    const api = await work.apiOf(connectionId);
    if (!api.ok) return api;
    const place = this.#queue.singles.placeOf(null, { address, draftedBy });
    const asked: Asked = { kind, items: items.length + skipped.items.length, place, draftedBy, reason };
    const refused = whyNotAllowed(policy, asked);
    if (refused !== null) return fail(refused);
    const times = {
      holdSeconds: held === null ? null : holdSecondsOf(policy, asked, held),
      floorSeconds: floorSecondsOf(policy, asked),
    };
    return this.#queue.add(newRecord(connection.value, { ...job, ...times }, now()), items, skipped);
  }

  #taken(connectionId: string, kind: JobRecord['kind'], ids: readonly string[]): Promise<readonly string[]> {
    return isDelete(kind)
      ? idsBeingDeleted(this.#options, this.#queue, connectionId, kind, ids)
      : Promise.resolve([]);
  }

  /** How long the person wants deletes held; null for what is not held. What can't be read is no reason for less. */
  async #heldOf(kind: JobRecord['kind']): Promise<Pick<Preferences, 'holdSeconds'> | null> {
    if (!isDelete(kind)) return null;
    const chosen = await this.#options.preferences.read();
    return chosen.ok ? chosen.value : UNREAD;
  }
}

function boardItem(targetId: string): NewItem {
  return { targetId, name: '' };
}
