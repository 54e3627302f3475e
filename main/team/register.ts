/** Connection to the team database: checks the login, reconnects, and calls SQL functions. */
import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { AccountChoice, TeamState } from '../../preload/contract/team.ts';
import { SYSTEM_CLOCK, type Clock } from '../lib/clock.ts';
import { failure, wrongFields } from '../lib/wording/failure.ts';
import { formatNumber } from '../lib/wording/format.ts';
import type { ItemRef } from '../store/items.ts';
import { readItem } from '../store/read-item.ts';
import type { RegisterItem } from '../store/tables/team.ts';
import { cannotReach } from './copies.ts';
import { ASK, connectDatabase, type Database, type RegisterAddress, type Trouble } from './database.ts';
import { checkLogin, LOST_ANSWER, whyNotSetUp } from './login.ts';
import { json, ms, name, number, one, storable, uuid } from '../lib/postgres-rows.ts';
import { LARGEST_BODY, setUpSql } from './schema.ts';

/** Change of a shared item. `revision` is the last revision that this computer read; 0 for a new item. */
export interface ItemChange extends ItemRef {
  readonly body: unknown;
  readonly revision: number;
}

export type RegisterPhase = Pick<TeamState, 'phase' | 'since' | 'failure' | 'warnings' | 'isOwner'>;

/** Part of a team account that changed. `plans`: delete plans and their runs. `pauses`: requests to pause a run. */
export type ChangedPart = 'items' | 'plans' | 'pauses' | 'visits';

export interface RegisterEvents {
  readonly onPhase: () => void;
  /**
   * Called after a change of an account, and every 20 s for all accounts (`accountId` null). Anyone with a login can
   * cause many calls, so listeners must run only one read at a time.
   */
  readonly onChanged: (accountId: string | null, what: ChangedPart | null) => void;
}

export interface RegisterOptions {
  readonly address: RegisterAddress;
  /** Returns the password, or null if the login needs none. Called before each connect. */
  readonly password: () => Promise<Result<string | null>>;
  /** Returns certificate authorities (PEM) that the user added to the system's. Called before each connect. */
  readonly authorities: () => Promise<readonly string[]>;
  /** For the team's audit: UUID of this installation of Easel, and the user's name in the operating system. */
  readonly installation: string;
  readonly osUser: string;
  readonly events: RegisterEvents;
  readonly clock?: Clock;
}

export const OFF = { phase: 'off', since: null, failure: null, warnings: [], isOwner: false } as const;

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
const TICK_MS = 20_000;
const PAGE = 500;
const MOST_ACCOUNTS = 1000;
/** Maximum number of items in one read. Without a limit, a hostile database could send items endlessly. */
const MOST_ITEMS = 2_000_000;

/** Notification of a change: the account's id, and its new revision or the part that changed. */
const CHANGED = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):(?:\d{1,16}|(plans|pauses|visits))$/u;

// Limits in UTF-16 units. Twice the database's limits, because these count code points of up to two units.
const accountRow = v.pipe(
  v.tuple([uuid, v.pipe(v.string(), v.maxLength(200)), name]),
  v.transform(([id, name, createdBy]): AccountChoice => ({ id, name, createdBy })),
);
const itemRow = v.pipe(
  v.tuple([
    v.picklist(['note', 'paper', 'view']),
    v.pipe(v.string(), v.maxLength(1024)),
    v.nullable(v.pipe(v.string(), v.maxLength(LARGEST_BODY), v.parseJson())),
    number,
    name,
    number,
  ]),
  v.transform(([kind, id, body, revision, changedBy, changedAt]) =>
    readItem({ kind, id, body, revision, changedBy, changedAt }),
  ),
);

/** Connection to the team database, which reconnects. Until the phase is `ready`, calls fail with `cannot-reach`. */
export class Register {
  readonly #options: RegisterOptions;
  readonly #clock: Clock;
  readonly installation: string;
  #phase: RegisterPhase;
  #database: Database | null = null;
  #attempt: Promise<void> | null = null;
  #isClosed = false;
  /** True if the database had no schema, or an older one, at the last login. */
  #needsSetUp = false;
  #retryMs = FIRST_RETRY_MS;
  #cancelTimer: () => void = () => undefined;

  constructor(options: RegisterOptions) {
    this.#options = options;
    this.installation = options.installation;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#phase = { ...OFF, phase: 'connecting', since: this.#clock.now() };
    void this.#connect();
  }

  phase(): RegisterPhase {
    return this.#phase;
  }

  accounts(): Promise<Result<readonly AccountChoice[]>> {
    const text = `SELECT id, name, created_by FROM easel.accounts ORDER BY lower(name), name LIMIT ${MOST_ACCOUNTS}`;
    return this.read(accountRow, text, []);
  }

  async createAccount(name: string): Promise<Result<readonly AccountChoice[]>> {
    const text = 'INSERT INTO easel.accounts (name) VALUES ($1) RETURNING id';
    const refusals = {
      23505: wrongFields({ name: 'An account with this name already exists.' }),
      23514: wrongFields({ name: 'Enter a name of at most 100 characters.' }),
    };
    const created = await this.write(v.unknown(), text, [storable(name)], refusals);
    return created.ok ? this.accounts() : created;
  }

  /** Returns an account's revision and history id, which changes after a restored backup. Fails with `not-found`. */
  async account(accountId: string): Promise<Result<{ readonly revision: number; readonly history: string }>> {
    const text = 'SELECT revision, history FROM easel.accounts WHERE id = $1';
    const read = await this.read(v.tuple([number, uuid]), text, [accountId]);
    if (!read.ok) return read;
    const [found] = read.value;
    return found === undefined ? fail(noAccount) : ok({ revision: found[0], history: found[1] });
  }

  /**
   * Changes all items in one transaction, and returns the account's new revision. Fails with `conflict` if an item has
   * another revision, and with `not-found` without the account. After `outcome-unknown`, the items may have changed.
   * Send at most 5,000 items, because other members' changes wait meanwhile.
   */
  change(accountId: string, changes: readonly ItemChange[]): Promise<Result<number>> {
    return this.write(one(number), 'SELECT easel.change_items($1, $2)', [accountId, json(changes)]);
  }

  /** Passes all items changed after `revision` to `take`, at most 500 per call. One revision may fill several calls. */
  async since(
    accountId: string,
    revision: number,
    take: (items: readonly RegisterItem[]) => Promise<void>,
  ): Promise<Result<null>> {
    const pageAfter = (...last: readonly [revision: number, kind: string, id: string]) =>
      this.read(
        itemRow,
        `SELECT kind, id, body, revision, changed_by, ${ms('changed_at')} FROM easel.items
        WHERE account_id = $1 AND (revision, kind, id) > ($2, $3, $4) ORDER BY revision, kind, id LIMIT ${PAGE}`,
        [accountId, ...last],
      );
    let count = 0;
    for (let page = pageAfter(revision + 1, '', ''); ;) {
      const read = await page;
      if (!read.ok) return read;
      const items = read.value;
      count += items.length;
      if (count > MOST_ITEMS) return fail(tooManyItems);
      const end = items.at(-1);
      const isLast = end === undefined || items.length < PAGE;
      if (!isLast) page = pageAfter(end.revision, end.kind, end.id);
      if (end !== undefined) await take(items);
      if (isLast) return ok(null);
    }
  }

  /** Reconnects at once, even after a refused login. Resolves at the end of the attempt. */
  async reconnect(): Promise<void> {
    await this.#attempt;
    this.#retryMs = FIRST_RETRY_MS;
    const database = this.#database;
    this.#fall('connecting', null);
    await database?.close();
    await this.#connect();
  }

  /** Returns SQL that sets up or updates the database. Empty if nothing is needed, or before the first login. */
  setUpSql(): string {
    return this.#needsSetUp ? setUpSql(this.#options.address.user) : '';
  }

  /** Runs `setUpSql` as `user`, or with the saved login if `user` is ''. Then reconnects. Never saves this password. */
  async setUp(user: string, password: string | null): Promise<Result<null>> {
    const { address } = this.#options;
    const sql = this.setUpSql();
    if (sql === '') return fail(nothingToSetUp);
    const isMember = user === '' || user === address.user;
    const as = isMember ? address : { ...address, user, certificateFile: null };
    const typed = isMember && password === null ? await this.#options.password() : ok(password);
    if (!typed.ok) return typed;
    const connected = await this.#open(as, typed.value);
    if (!connected.ok) return fail(connected.error.failure);
    const database = connected.value;
    // Runs no SQL if Easel was locked during the login.
    const ran = this.#isClosed ? null : await database.query(v.unknown(), sql);
    await database.close();
    if (ran === null) return fail(failure('cancelled'));
    await this.reconnect();
    return ran.ok ? ok(null) : fail(whyNotSetUp(as, ran.error));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    await this.#attempt;
    const database = this.#database;
    this.#database = null;
    await database?.close();
  }

  readonly #query: Database['query'] = (rows, text, values) => {
    if (this.#database !== null) return this.#database.query(rows, text, values);
    const reason = { ...cannotReach, details: this.#phase.failure?.details ?? [] };
    return Promise.resolve(fail({ failure: reason, state: '', isUnknown: false }));
  };

  async read<S extends v.GenericSchema>(
    row: S,
    text: string,
    values: readonly unknown[],
  ): Promise<Result<readonly v.InferOutput<S>[]>> {
    const read = await this.#query(v.array(row), text, values);
    return read.ok ? read : fail(read.error.failure);
  }

  /** Changes data by SQL. Fails with `outcome-unknown` if the response is lost. `refusals`: failures by SQLSTATE. */
  async write<S extends v.GenericSchema>(
    row: S,
    text: string,
    values: readonly unknown[],
    refusals: Readonly<Record<string, Failure>> = {},
  ): Promise<Result<v.InferOutput<S>>> {
    const written = await this.#query(v.strictTuple([row]), text, values);
    if (written.ok) return ok(written.value[0]);
    const { state, isUnknown, failure: reason } = written.error;
    const known = { EA409: failure('conflict'), EA404: noAccount, ...refusals }[state];
    if (known !== undefined) return fail(known);
    return fail(isUnknown ? failure('outcome-unknown', { ...LOST_ANSWER, from: reason }) : reason);
  }

  async #connect(): Promise<void> {
    if (this.#isClosed || this.#database !== null) return;
    this.#cancelTimer();
    this.#attempt ??= this.#tryOnce().finally(() => (this.#attempt = null));
    await this.#attempt;
  }

  async #open(address: RegisterAddress, password: string | null): Promise<Result<Database, Trouble>> {
    return connectDatabase({
      address,
      password,
      authorities: await this.#options.authorities().catch(() => []),
      clock: this.#clock,
      onNotice: (payload) => this.#hear(payload),
      onLost: (database, reason) => {
        if (database === this.#database) this.#fall('unreachable', reason);
      },
    });
  }

  async #tryOnce(): Promise<void> {
    const password = await this.#options.password();
    // Does not connect if Easel was locked or closed while the keychain was read.
    if (this.#isClosed) return;
    if (!password.ok) return this.#fall('refused', password.error);
    const opened = await this.#open(this.#options.address, password.value);
    if (!opened.ok) {
      const { failure: reason } = opened.error;
      return this.#fall(reason.code === 'not-allowed' ? 'refused' : 'unreachable', reason);
    }
    const database = opened.value;
    const checked = await checkLogin(database, this.#options);
    if (checked.ok) this.#needsSetUp = ['not-set-up', 'older'].includes(checked.value.phase);
    if (checked.ok && checked.value.phase === 'ready' && !this.#isClosed) {
      this.#database = database;
      this.#retryMs = FIRST_RETRY_MS;
      this.#set(checked.value);
      return this.#tick();
    }
    await database.close();
    if (this.#isClosed) return;
    if (checked.ok) this.#fall(checked.value.phase, checked.value.failure);
    else this.#fall('unreachable', checked.error.failure);
  }

  /** Drops the database connection and sets the new phase. Plans a reconnect, except after a refused login. */
  #fall(phase: RegisterPhase['phase'], reason: Failure | null): void {
    this.#cancelTimer();
    this.#database = null;
    this.#set({ phase, failure: reason, warnings: [] });
    if (this.#isClosed || phase === 'refused' || phase === 'connecting') return;
    // Waits for a random time, so that not all members reconnect at the same moment after an outage.
    const delay = Math.round((this.#retryMs * (50 + randomInt(51))) / 100);
    this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
    this.#cancelTimer = this.#clock.after(delay, () => void this.#connect());
  }

  #set(change: Partial<RegisterPhase>): void {
    const isNew = change.phase !== undefined && change.phase !== this.#phase.phase;
    this.#phase = { ...this.#phase, ...change, ...(isNew ? { since: this.#clock.now() } : {}) };
    this.#options.events.onPhase();
  }

  /** Reads all changes now and every 20 s. Notifications are not enough, because a connection pooler may drop them. */
  #tick(): void {
    this.#options.events.onChanged(null, null);
    this.#cancelTimer = this.#clock.after(TICK_MS, () => this.#tick());
  }

  /** Anyone with a login can send notifications. So only the expected format is accepted. */
  #hear(payload: string): void {
    const [, accountId, part] = CHANGED.exec(payload) ?? [];
    if (accountId !== undefined)
      this.#options.events.onChanged(accountId, (part as ChangedPart | undefined) ?? 'items');
  }
}

export const nothingToSetUp = failure('refused', {
  message: 'There is nothing to set up in this database.',
  nextStep: 'Connect again to check the database.',
});
const tooManyItems = failure('not-understood', {
  message: `The team register sent more than ${formatNumber(MOST_ITEMS)} items of this account, which is more than Easel can read.`,
  nextStep: ASK,
});
const noAccount = failure('not-found', {
  message: 'The team register no longer has this account.',
  nextStep: 'Join another account in Settings → Team.',
});
