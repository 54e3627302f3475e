/**
 * Local copies of the items that a team shares. Changes are made first in the team database. Only the record of a
 * completed action, such as a created paper, is stored locally first, and sent later.
 */
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { JoinPlan, TeamAccount } from '../../preload/contract/team.ts';
import type { Core } from '../ipc/core.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import { failure, orStorage, quote } from '../lib/wording/failure.ts';
import { capital } from '../lib/wording/format.ts';
import { conflictsOf, rebased, type ItemBody, type ItemEdit, type ItemKind } from '../store/items.ts';
import { isSame } from '../store/tables/change-note.ts';
import type { Store } from '../store/database.ts';
import { withoutSecrets } from '../store/read-item.ts';
import type { ItemMark, KnownItem, RegisterItem, TakeMode, TeamAccountRecord } from '../store/tables/team.ts';
import type { ItemChange, Register } from './register.ts';

export interface CopiesOptions extends Pick<Core, 'recordOf' | 'clean' | 'now' | 'log'> {
  readonly store: Pick<Store, 'team' | 'notes' | 'papers'>;
  /** Runs a call to the team database. Fails with `refused` if none is set up, or `cannot-reach` if not connected. */
  readonly ask: <T>(call: (register: Register) => Promise<Result<T>>) => Promise<Result<T>>;
  /** Login name of this user. Stored as the author of a sent change until the change is read from the team database. */
  readonly user: () => string;
  /** True if the policy forbids deletes while Easel can't read the team database. */
  readonly isRequired: boolean;
  readonly onCopy: (connectionId: string, kinds: readonly ItemKind[]) => Promise<void>;
  readonly onState: () => void;
}

const TRIES = 4;
/** Maximum number of items in one statement. Other members can't change items until the statement ends. */
const MOST_SENT = 5000;
const MOST_EXAMPLES = 20;

export interface SharedChange {
  readonly seen?: Readonly<Record<string, unknown>> | undefined;
  /** Only for an undo. Revision of the change to undo. If an item has another revision, the undo fails (`conflict`). */
  readonly since?: number;
}

/** Result of a shared change. `revision`: of the team's account; 0 if the connection has not joined a team. */
export interface Changed {
  readonly items: number;
  readonly revision: number;
}

/** Changes for the team database. After they were sent, `onSent` stores their new revision and author locally. */
interface Batch {
  readonly changes: readonly ItemChange[];
  readonly onSent: (mark: ItemMark) => Promise<unknown>;
}

/** Problems of a team account. `skipped`: number of unreadable items. `failure`: why the last read failed. */
type Problems = Pick<TeamAccount, 'skipped' | 'failure'>;

type Joining = Pick<TeamAccountRecord, 'connectionId' | 'accountId' | 'accountName'>;

export type Sharing = Pick<Copies, 'isJoined' | 'change' | 'happened' | 'freshen'>;

export class Copies {
  readonly #options: CopiesOptions;
  readonly #accounts = new Map<string, TeamAccountRecord>();
  readonly #mutex = new KeyedMutex();
  /** Ids of connections whose next read of team items is already planned. */
  readonly #due = new Set<string>();
  readonly #problems = new Map<string, Problems>();

  constructor(options: CopiesOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { store, now } = this.#options;
    for (const record of await store.team.accounts()) {
      this.#accounts.set(record.connectionId, record);
      // Undoes a join that a crash interrupted, because a later read can't know which values the user wanted.
      if (record.readAt === null && record.leftAt === null) await this.#leave({ ...record, leftAt: now() });
    }
  }

  accounts(): readonly TeamAccountRecord[] {
    return [...this.#accounts.values()];
  }

  joined(): readonly TeamAccountRecord[] {
    return this.accounts().filter(({ leftAt }) => leftAt === null);
  }

  problemsOf(connectionId: string): Problems {
    return this.#problems.get(connectionId) ?? { skipped: 0, failure: null };
  }

  isJoined(connectionId: string): boolean {
    return this.#joined(connectionId) !== null;
  }

  #joined(connectionId: string): TeamAccountRecord | null {
    const record = this.#accounts.get(connectionId);
    return record?.leftAt === null ? record : null;
  }

  /** Changes all items or none, first in the team database. Fails with `conflict` if a colleague changed a field. */
  change(
    connectionId: string,
    edits: readonly ItemEdit[],
    more: SharedChange = {},
  ): Promise<Result<Changed>> {
    const { store, clean, now, recordOf } = this.#options;
    const write = async (committed: ItemMark | null, all = edits): Promise<Changed> => {
      const items = await store.team.write(connectionId, all, { committed, at: now() });
      return { items, revision: committed?.revision ?? 0 };
    };
    if (this.#joined(connectionId) === null) return orStorage(write(null).then(ok));
    return this.#inTurn(connectionId, async (record) => {
      let done: Changed | null = null;
      const sent = await this.#send(record, async () => {
        if (done !== null) return ok(null);
        const connection = await recordOf(connectionId);
        if (!connection.ok) return connection;
        const known = await store.team.known(connectionId, edits);
        const why = conflictIn(edits, known, more);
        if (why !== null) return fail(why);
        const finals = edits.flatMap((edit, index) => {
          const { body: before, revision } = known[index] as KnownItem;
          const body = withoutSecrets(rebased(edit, before), clean);
          return isSame(before, body) ? [] : [{ ...edit, before, after: body, body, revision }];
        });
        if (finals.length === 0) return ok(null);
        const changes = finals.map(({ kind, id, body, revision }) => ({ kind, id, body, revision }));
        return ok({ changes, onSent: async (mark) => (done = await write(mark, finals)) });
      });
      return sent.ok ? ok(done ?? { items: 0, revision: record.revision }) : sent;
    });
  }

  /** Sends items that are marked for sending, such as a created paper. If sending fails, they stay marked. */
  happened(connectionId: string): void {
    if (this.isJoined(connectionId)) this.#sync(connectionId);
  }

  /** Reads colleagues' changes before a delete. If the policy requires this read, it fails with `policy`. */
  async freshen(connectionId: string): Promise<Result<null>> {
    if (this.#joined(connectionId) === null) {
      if (!this.#options.isRequired) return ok(null);
      const record = await this.#options.recordOf(connectionId);
      return record.ok && record.value.environment === 'practice' ? ok(null) : fail(mustJoin);
    }
    const read = await this.#inTurn(connectionId, (record) => this.#pull(record));
    if (read.ok || !this.#options.isRequired) return read;
    return fail(read.error.code === 'not-found' ? mustJoin : { ...mustReach, details: read.error.details });
  }

  /** Reads the changes of one team account, or of all for null. Then sends the items that are marked for sending. */
  changed(accountId: string | null): void {
    for (const record of this.joined())
      if ((accountId ?? record.accountId) === record.accountId) this.#sync(record.connectionId);
  }

  #sync(connectionId: string): void {
    if (this.#due.has(connectionId)) return;
    this.#due.add(connectionId);
    void this.#inTurn(connectionId, async (record) => {
      this.#due.delete(connectionId);
      const read = await this.#pull(record);
      return read.ok ? this.#push(record) : read;
    }).then((result) => {
      if (!result.ok) this.#options.log.warn('a team’s account was not read', { code: result.error.code });
      this.#options.onState();
    });
  }

  /** Reads the team's changes. After a join or a restored backup, reads all items, and marks local ones. */
  async #pull(record: TeamAccountRecord, mode: TakeMode = 'pull'): Promise<Result<null>> {
    const { store, now, onCopy } = this.#options;
    const { connectionId, accountId } = record;
    const readAt = now();
    const found = await this.#options.ask((register) => register.account(accountId));
    let { skipped } = this.problemsOf(connectionId);
    this.#problems.set(connectionId, { skipped, failure: found.ok ? null : found.error });
    if (!found.ok) return found;
    const { history } = found.value;
    const isRestored = history !== record.history || found.value.revision < record.revision;
    const from = isRestored ? 0 : record.revision;
    let revision = from;
    if (from === 0) skipped = 0;
    if (isRestored) {
      await store.team.reread(connectionId);
      await this.#keep({ ...record, history, revision: from });
    }
    const kinds = new Set<ItemKind>();
    const take = async (items: readonly RegisterItem[]): Promise<void> => {
      for (const kind of await store.team.take(connectionId, items, mode)) kinds.add(kind);
      skipped += items.filter(({ body }) => body === undefined).length;
      revision = Math.max(revision, ...items.map((item) => item.revision));
    };
    // A join may replace local items. So it stores nothing until all pages have been read.
    const pages: (readonly RegisterItem[])[] = [];
    const keep = async (items: readonly RegisterItem[]): Promise<void> => void pages.push(items);
    const read = await this.#options.ask((register) =>
      register.since(accountId, from, mode === 'pull' ? take : keep),
    );
    if (read.ok) {
      for (const page of pages) await take(page);
      if (from === 0) await store.team.addLocal(connectionId);
      this.#problems.set(connectionId, { skipped, failure: null });
      await this.#keep({ ...record, history, revision, readAt });
    }
    if (kinds.size > 0) await onCopy(connectionId, [...kinds]);
    return read;
  }

  #push(record: TeamAccountRecord): Promise<Result<null>> {
    const { store, clean } = this.#options;
    return this.#send(record, async () => {
      const items = await store.team.pending(record.connectionId, MOST_SENT);
      if (items.length === 0) return ok(null);
      const changes = items.map(({ kind, id, body, revision }) => {
        return { kind, id, revision, body: withoutSecrets(body, clean) };
      });
      return ok({ changes, onSent: (mark) => store.team.sent(record.connectionId, items, mark) });
    });
  }

  /** Sends batches until `next` returns null. After a conflict, reads the team's changes and calls `next` again. */
  async #send(
    { connectionId, accountId }: TeamAccountRecord,
    next: () => Promise<Result<Batch | null>>,
  ): Promise<Result<null>> {
    const { user, now } = this.#options;
    for (let conflicts = 0; conflicts < TRIES;) {
      const batch = await next();
      if (!batch.ok || batch.value === null) return batch.ok ? ok(null) : batch;
      const { changes, onSent } = batch.value;
      const sent = await this.#options.ask((register) => register.change(accountId, changes));
      if (sent.ok) {
        await onSent({ revision: sent.value, changedBy: user(), changedAt: now() });
        continue;
      }
      const record = this.#joined(connectionId);
      if (sent.error.code !== 'conflict' || record === null) return sent;
      const pulled = await this.#pull(record);
      if (!pulled.ok) return pulled;
      conflicts += 1;
    }
    return fail(failure('conflict'));
  }

  async compare(connectionId: string, accountId: string): Promise<Result<JoinPlan>> {
    const { store } = this.#options;
    const none = { onlyTeam: 0, same: 0, different: 0 };
    const counts = {
      note: { ...none, onlyHere: await store.notes.count(connectionId) },
      paper: { ...none, onlyHere: (await store.papers.withDeleted(connectionId)).length },
    };
    const examples: JoinPlan['examples'][number][] = [];
    const take = async (items: readonly RegisterItem[]): Promise<void> => {
      const known = await store.team.known(connectionId, items);
      for (const [index, { kind, id, body, changedBy }] of items.entries()) {
        const here = known[index]?.body ?? null;
        if (kind === 'view' || body == null) continue;
        if (here !== null) counts[kind].onlyHere -= 1;
        const found = here === null ? 'onlyTeam' : isSame(here, body) ? 'same' : 'different';
        counts[kind][found] += 1;
        if (found === 'different' && here !== null && examples.length < MOST_EXAMPLES)
          examples.push({ id, here: sentenceOf(here), team: sentenceOf(body), changedBy });
      }
    };
    const read = await this.#options.ask((register) => register.since(accountId, 0, take));
    return read.ok ? ok({ notes: counts.note, papers: counts.paper, examples }) : read;
  }

  /** Joins a connection to a team account. Fails with `refused` if the connection or account is already joined. */
  join(joining: Joining, different: 'replace' | 'skip'): Promise<Result<null>> {
    const { connectionId, accountId } = joining;
    const join = async (): Promise<Result<null>> => {
      const isTaken = this.joined().some(
        (each) => each.connectionId === connectionId || each.accountId === accountId,
      );
      if (isTaken) return fail(alreadyJoined);
      const before = this.#accounts.get(connectionId);
      const record = { ...joining, history: '', revision: 0, readAt: null, leftAt: null };
      await this.#keep(record);
      const read = await orStorage(this.#pull(record, different));
      if (read.ok) await orStorage(this.#push(record));
      else await this.#leave(before ?? { ...record, leftAt: this.#options.now() });
      return read;
    };
    return this.#mutex.run(connectionId, () => orStorage(join()));
  }

  /** Leaves the team account. The local copies of its items stay. */
  leave(connectionId: string): Promise<Result<null>> {
    return this.#inTurn(connectionId, async (record) => {
      await this.#leave({ ...record, leftAt: this.#options.now() });
      return ok(null);
    });
  }

  async #leave(left: TeamAccountRecord): Promise<void> {
    await this.#options.store.team.leave(left);
    this.#accounts.set(left.connectionId, left);
    this.#due.delete(left.connectionId);
    this.#problems.delete(left.connectionId);
  }

  async #keep(record: TeamAccountRecord): Promise<void> {
    await this.#options.store.team.putAccount(record);
    this.#accounts.set(record.connectionId, record);
  }

  /** Calls the team database with a connection's account id. Fails with `refused` if the connection has not joined. */
  ask<T>(
    connectionId: string,
    call: (register: Register, accountId: string) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const record = this.#joined(connectionId);
    return record === null
      ? Promise.resolve(fail(notJoined))
      : this.#options.ask((register) => call(register, record.accountId));
  }

  /** Runs `work` after the connection's earlier tasks. Fails with `refused` without a team account, or `storage`. */
  #inTurn<T>(
    connectionId: string,
    work: (record: TeamAccountRecord) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    return this.#mutex.run(connectionId, () => {
      const record = this.#joined(connectionId);
      return record === null ? Promise.resolve(fail(notJoined)) : orStorage(work(record));
    });
  }
}

function conflictIn(
  edits: readonly ItemEdit[],
  known: readonly KnownItem[],
  { seen, since }: SharedChange,
): Failure | null {
  for (const [index, edit] of edits.entries()) {
    const { body, revision, changedBy, changedAt } = known[index] as KnownItem;
    const fields = conflictsOf(edit, body, seen);
    const isLater = since !== undefined && revision !== since;
    if (fields.length === 0 && !isLater) continue;
    const conflict = { by: changedBy, at: changedAt, fields: [...fields] };
    const message = `${quote(changedBy)} changed “${capital(fields[0]?.field ?? edit.kind)}” first.`;
    return failure('conflict', { message, conflict });
  }
  return null;
}

function sentenceOf(body: ItemBody): string {
  if (!('label' in body)) return body.name;
  const { label, customer, tags, protected: isProtected, note } = body;
  const parts = [label, customer, tags.join(', '), isProtected ? 'Protected' : '', note];
  return parts
    .filter((part) => part !== '')
    .join(' · ')
    .slice(0, 200);
}

export const cannotReach = failure('cannot-reach', {
  message: 'The team register can’t be reached. Shared fields are read-only until it’s available again.',
  nextStep: 'Your text is kept. Try again when the register is available.',
});
const mustJoin = failure('policy', {
  message: 'Your organisation only allows deletes on connections that have joined a team account.',
  nextStep: 'Join an account in Settings → Team.',
});
const mustReach = failure('policy', {
  message: 'Your organisation only allows deletes while the team register can be reached.',
  nextStep: 'Try again when the register is available.',
});
const alreadyJoined = failure('refused', {
  message: 'This connection has already joined an account, or another connection has joined this account.',
  nextStep: 'In Settings → Team, choose Leave next to the joined connection first.',
});
export const notJoined = failure('refused', {
  message: 'This connection hasn’t joined a team account.',
  nextStep: 'Join an account in Settings → Team.',
});
