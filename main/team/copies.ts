/**
 * Local copies of items that a team shares through its database. Changes are committed there first. A
 * completed action, such as a created paper, is stored locally at once, and sent later.
 */
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { JoinPlan } from '../../preload/contract/team.ts';
import type { Core } from '../ipc/core.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import { counted } from '../lib/wording/format.ts';
import { failure, orStorage } from '../lib/wording/failure.ts';
import { conflictsOf, rebased, type ItemBody, type ItemEdit, type ItemKind } from '../store/items.ts';
import { isSame } from '../store/tables/change-note.ts';
import type { Store } from '../store/database.ts';
import { readItem, withoutSecrets } from '../store/read-item.ts';
import type { ItemMark, KnownItem, RegisterItem, TeamAccountRecord } from '../store/tables/team.ts';
import type { Register } from './register.ts';

export interface CopiesOptions extends Pick<Core, 'recordOf' | 'clean' | 'now' | 'log'> {
  readonly store: Pick<Store, 'team' | 'notes' | 'papers'>;
  readonly register: () => Register | null;
  /** Login name of this user. Names the author of a local change until the team database returns the change. */
  readonly user: () => string;
  /** True if the policy forbids deletes while the team database is unreachable. */
  readonly isRequired: boolean;
  readonly onCopy: (connectionId: string, kinds: readonly ItemKind[]) => Promise<void>;
  readonly onState: () => void;
}

const TRIES = 4;
/** Maximum number of items in one statement, because other members' changes wait until the statement ends. */
const MOST_SENT = 5000;
const MOST_EXAMPLES = 20;

export interface SharedChange {
  readonly seen?: Readonly<Record<string, unknown>> | undefined;
  /** For undo only: the revision that the undone change produced. An item with another revision causes `conflict`. */
  readonly since?: number;
}

/** Result of a shared change. `revision` is 0 if the connection is not shared. */
export interface Changed {
  readonly items: number;
  readonly revision: number;
}

type Joining = Pick<TeamAccountRecord, 'connectionId' | 'accountId' | 'accountName'>;

export type Sharing = Pick<Copies, 'isJoined' | 'change' | 'happened' | 'freshen'>;

export class Copies {
  readonly #options: CopiesOptions;
  readonly #accounts = new Map<string, TeamAccountRecord>();
  readonly #mutex = new KeyedMutex();
  /** Connection ids with a planned read of team items. */
  readonly #due = new Set<string>();
  /** Ids of connections whose local items were compared with the team database since Easel's start. */
  readonly #searched = new Set<string>();
  /** Problems by connection id. `skipped`: number of unreadable team items. `failure`: why the last check failed. */
  readonly #faults = new Map<string, { readonly skipped: number; readonly failure: Failure | null }>();

  constructor(options: CopiesOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    for (const record of await this.#options.store.team.accounts())
      this.#accounts.set(record.connectionId, record);
  }

  accounts(): readonly TeamAccountRecord[] {
    return [...this.#accounts.values()];
  }

  joined(): readonly TeamAccountRecord[] {
    return this.accounts().filter(({ leftAt }) => leftAt === null);
  }

  warnings(): readonly string[] {
    const warnings: string[] = [];
    for (const [connectionId, { skipped, failure: why }] of this.#faults) {
      const name = this.#accounts.get(connectionId)?.accountName ?? '';
      if (skipped > 0)
        warnings.push(`Easel can’t read ${counted(skipped, 'item')} in “${name}”, and ignores them.`);
      if (why?.code === 'not-found')
        warnings.push(
          `The team register has no account “${name}”. Leave the account, or correct the register’s address.`,
        );
    }
    return warnings;
  }

  isJoined(connectionId: string): boolean {
    return this.#joined(connectionId) !== null;
  }

  #joined(connectionId: string): TeamAccountRecord | null {
    const record = this.#accounts.get(connectionId);
    return record?.leftAt === null ? record : null;
  }

  /** Changes all items or none, first in the team database. `conflict`: a colleague changed a field. */
  change(
    connectionId: string,
    edits: readonly ItemEdit[],
    more: SharedChange = {},
  ): Promise<Result<Changed>> {
    if (this.#joined(connectionId) === null) return orStorage(this.#write(connectionId, edits, 0));
    return this.#inTurn(connectionId, (record) => this.#commit(record, edits, more));
  }

  async #commit(
    record: TeamAccountRecord,
    edits: readonly ItemEdit[],
    more: SharedChange,
  ): Promise<Result<Changed>> {
    const { store, clean } = this.#options;
    const { connectionId, accountId } = record;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const known = await store.team.known(connectionId, edits);
      const why = conflictIn(edits, known, more);
      if (why !== null) return fail(why);
      const finals = edits.flatMap((edit, index) => {
        const { body: before, revision } = known[index] as KnownItem;
        const after = withoutSecrets(rebased(edit, before), clean);
        return isSame(before, after) ? [] : [{ ...edit, before, after, revision }];
      });
      if (finals.length === 0) return ok({ items: 0, revision: record.revision });
      const changes = finals.map(({ kind, id, after, revision }) => ({ kind, id, body: after, revision }));
      const sent = await this.#ask((register) => register.change(accountId, changes));
      if (sent.ok) return this.#write(connectionId, finals, sent.value);
      if (sent.error.code !== 'conflict') return sent;
      const pulled = await this.#pull(record);
      if (!pulled.ok) return pulled;
    }
    return fail(failure('conflict'));
  }

  async #write(connectionId: string, edits: readonly ItemEdit[], revision: number): Promise<Result<Changed>> {
    const { store, now } = this.#options;
    const committed = revision === 0 ? null : this.#markOf(revision);
    const items = await store.team.write(connectionId, edits, { committed, at: now() });
    return ok({ items, revision });
  }

  /** Sends items that the store queued, such as a created paper, or keeps them while the database is unreachable. */
  happened(connectionId: string): void {
    if (this.isJoined(connectionId)) this.#sync(connectionId);
  }

  /** Reads colleagues' changes before a delete. If the policy requires this read, a failure gets the code `policy`. */
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

  /** Reads the changes of one account, or of all accounts (null). Then sends the queued items. */
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
      return read.ok ? this.#push(connectionId) : read;
    }).then((result) => {
      if (!result.ok) this.#options.log.warn('a team’s account was not read', { code: result.error.code });
      this.#options.onState();
    });
  }

  /** Reads new changes, or all items after a restored backup. Queues items that the database lacks. */
  async #pull(record: TeamAccountRecord): Promise<Result<null>> {
    const { store, now, onCopy } = this.#options;
    const { connectionId, accountId } = record;
    const readAt = now();
    const found = await this.#ask((register) => register.account(accountId));
    const skipped = this.#faults.get(connectionId)?.skipped ?? 0;
    if (!found.ok) {
      this.#faults.set(connectionId, { skipped, failure: found.error });
      return found;
    }
    const { history } = found.value;
    const isRestored = history !== record.history || found.value.revision < record.revision;
    const from = isRestored ? 0 : record.revision;
    if (isRestored) {
      await store.team.reread(connectionId);
      await this.#keep({ ...record, history, revision: from });
    }
    const kinds = new Set<ItemKind>();
    const read = await this.#read(accountId, from, async (items) => {
      for (const kind of await store.team.take(connectionId, items, 'pull')) kinds.add(kind);
    });
    if (read.ok) {
      if (from === 0 || !this.#searched.has(connectionId)) await store.team.addLocal(connectionId);
      this.#searched.add(connectionId);
      const before = from === 0 ? 0 : skipped;
      this.#faults.set(connectionId, { skipped: before + read.value.skipped, failure: null });
      await this.#keep({ ...record, history, revision: read.value.revision, readAt });
    }
    if (kinds.size > 0) await onCopy(connectionId, [...kinds]);
    return read.ok ? ok(null) : read;
  }

  /** Sends queued changes to the team database. After a conflict, merges colleagues' changes and sends again. */
  async #push(connectionId: string): Promise<Result<null>> {
    const { store, clean } = this.#options;
    for (let tries = 0; tries < TRIES;) {
      const record = this.#joined(connectionId);
      const items = await store.team.pending(connectionId, MOST_SENT);
      if (record === null || items.length === 0) break;
      const changes = items.map(({ kind, id, body, revision }) => ({
        kind,
        id,
        revision,
        body: withoutSecrets(body, clean),
      }));
      const sent = await this.#ask((register) => register.change(record.accountId, changes));
      if (sent.ok) {
        await store.team.sent(connectionId, items, this.#markOf(sent.value));
        continue;
      }
      if (sent.error.code !== 'conflict') return sent;
      const pulled = await this.#pull(record);
      if (!pulled.ok) return pulled;
      tries += 1;
    }
    return ok(null);
  }

  async compare(connectionId: string, accountId: string): Promise<Result<JoinPlan>> {
    const { store } = this.#options;
    const none = { onlyTeam: 0, same: 0, different: 0 };
    const counts = {
      note: { ...none, onlyHere: await store.notes.count(connectionId) },
      paper: { ...none, onlyHere: (await store.papers.withDeleted(connectionId)).length },
    };
    const examples: JoinPlan['examples'][number][] = [];
    const read = await this.#read(accountId, 0, async (items) => {
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
    });
    return read.ok ? ok({ notes: counts.note, papers: counts.paper, examples }) : read;
  }

  /** Joins a connection to a team account. Fails with `refused` if the connection or the account is already joined. */
  async join(joining: Joining, different: 'replace' | 'skip'): Promise<Result<null>> {
    const { connectionId } = joining;
    const joined = await this.#mutex.run(connectionId, () => orStorage(this.#join(joining, different)));
    if (!joined.ok) return joined;
    await this.#options.onCopy(connectionId, ['note', 'paper', 'view']);
    await this.#inTurn(connectionId, () => this.#push(connectionId));
    return ok(null);
  }

  async #join(joining: Joining, different: 'replace' | 'skip'): Promise<Result<null>> {
    const { store, now } = this.#options;
    const { connectionId, accountId } = joining;
    const other = this.joined().find(
      (each) => each.connectionId === connectionId || each.accountId === accountId,
    );
    if (other !== undefined) return fail(other.connectionId === connectionId ? alreadyJoined : accountTaken);
    const found = await this.#ask((register) => register.account(accountId));
    if (!found.ok) return found;
    const { history } = found.value;
    const readAt = now();
    // Reads all team items before it changes local items, because the connection may be lost during the read.
    const pages: (readonly RegisterItem[])[] = [];
    const read = await this.#read(accountId, 0, async (items) => void pages.push(items));
    if (!read.ok) return read;
    const { revision, skipped } = read.value;
    const record = { ...joining, history, revision: 0, readAt, leftAt: null };
    await this.#keep(record);
    for (const page of pages) await store.team.take(connectionId, page, different);
    await store.team.addLocal(connectionId);
    await this.#keep({ ...record, revision });
    this.#faults.set(connectionId, { skipped, failure: null });
    return ok(null);
  }

  /** Stops sharing, but keeps the local copy. */
  leave(connectionId: string): Promise<Result<null>> {
    return this.#inTurn(connectionId, async (record) => {
      const left = { ...record, leftAt: this.#options.now() };
      await this.#options.store.team.leave(left);
      this.#accounts.set(connectionId, left);
      this.#due.delete(connectionId);
      this.#faults.delete(connectionId);
      return ok(null);
    });
  }

  /** Passes the items that changed after revision `after` to `take`. `skipped`: number of unreadable items. */
  async #read(
    accountId: string,
    after: number,
    take: (items: readonly RegisterItem[]) => Promise<void>,
  ): Promise<Result<{ readonly revision: number; readonly skipped: number }>> {
    let [revision, skipped] = [after, 0];
    const read = await this.#ask((register) =>
      register.since(accountId, after, async (items) => {
        const all = items.map(readItem);
        skipped += all.filter(({ body }) => body === undefined).length;
        await take(all);
        revision = Math.max(revision, ...items.map((item) => item.revision));
      }),
    );
    return read.ok ? ok({ revision, skipped }) : read;
  }

  #markOf(revision: number): ItemMark {
    return { revision, changedBy: this.#options.user(), changedAt: this.#options.now() };
  }

  async #keep(record: TeamAccountRecord): Promise<void> {
    await this.#options.store.team.putAccount(record);
    this.#accounts.set(record.connectionId, record);
  }

  async #ask<T>(call: (register: Register) => Promise<Result<T>>): Promise<Result<T>> {
    const register = this.#options.register();
    return register === null ? fail(cannotReach) : call(register);
  }

  /** Calls the team database with a connection's account id. Fails with `refused` if the connection has not joined. */
  ask<T>(
    connectionId: string,
    call: (register: Register, accountId: string) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const record = this.#joined(connectionId);
    return record === null
      ? Promise.resolve(fail(notJoined))
      : this.#ask((register) => call(register, record.accountId));
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
    return failure('conflict', { conflict: { by: changedBy, at: changedAt, fields: [...fields] } });
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
  message: 'This connection has already joined a team account.',
  nextStep: 'Leave that account first.',
});
const accountTaken = failure('refused', {
  message: 'Another connection on this computer has joined this account.',
  nextStep: 'Use that connection, or choose Leave next to it in Settings → Team.',
});
export const notJoined = failure('refused', {
  message: 'This connection hasn’t joined a team account.',
  nextStep: 'Join an account in Settings → Team.',
});
