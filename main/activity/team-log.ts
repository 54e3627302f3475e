/** Sends this computer's log entries to the team database. Reads the entries of the whole team for team owners. */
import * as v from 'valibot';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { oneAtATime } from '../../preload/contract/later-facts.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { AuditEntry } from '../../preload/contract/team.ts';
import { tablePieces, type SaveExport, type TablePages } from '../lib/files/table.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { json, ms, name, number, uuid } from '../lib/postgres-rows.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { isoOf } from '../lib/wording/format.ts';
import type { Store } from '../store/database.ts';
import type { AuditEntry as NewAuditEntry } from '../store/tables/activity.ts';
import { unlogged } from './entries.ts';

export interface TeamDatabase {
  readonly installation: string;
  readonly read: <S extends v.GenericSchema>(
    row: S,
    text: string,
    values: readonly unknown[],
  ) => Promise<Result<readonly v.InferOutput<S>[]>>;
  readonly write: <S extends v.GenericSchema>(
    row: S,
    text: string,
    values: readonly unknown[],
  ) => Promise<Result<v.InferOutput<S>>>;
}

/** Calls the team database with the team account that belongs to a connection. */
interface Accounts {
  readonly ask: <T>(
    connectionId: string,
    call: (database: TeamDatabase, accountId: string) => Promise<Result<T>>,
  ) => Promise<Result<T>>;
}

export interface TeamLogOptions {
  readonly table: Pick<Store['activity'], 'receivers' | 'unsent' | 'sent'>;
  readonly accounts: Accounts;
  /** Runs `call` with the team database. `call` keeps this database, even if the user changes the address meanwhile. */
  readonly ask: <T>(call: (database: TeamDatabase) => Promise<Result<T>>) => Promise<Result<T>>;
  readonly saveExport: SaveExport;
  readonly onSent: () => void;
}

const BATCH = 1000;

/** Adds entries to the team's audit table, except entries that the table already contains. Adds all or none. */
export function addAudit(
  database: TeamDatabase,
  entries: readonly NewAuditEntry[],
): Promise<Result<unknown>> {
  const values = [database.installation, json(entries)];
  return database.write(v.unknown(), 'SELECT easel.add_audit($1, $2)', values);
}

export function openTeamLog({ table, accounts, ask, saveExport, onSent }: TeamLogOptions) {
  async function sendTo(database: TeamDatabase, receivers: readonly string[]): Promise<Result<unknown>> {
    // Sends entries only to a database that contains their account, and only under the login that made them.
    const text = 'SELECT id, session_user FROM easel.accounts WHERE id = ANY($1)';
    const known = await database.read(v.tuple([uuid, name]), text, [receivers]);
    if (!known.ok) return known;
    for (;;) {
      const entries = await table.unsent(known.value, BATCH);
      if (entries.length === 0) return ok(null);
      const added = await addAudit(database, entries);
      if (!added.ok) return added;
      await table.sent(entries.map(({ number: sent }) => sent));
    }
  }

  async function send(): Promise<void> {
    const receivers = await table.receivers();
    if (receivers.length === 0) return;
    await ask((database) => sendTo(database, receivers));
    onSent();
  }

  const audit = teamAudit(accounts, saveExport);
  return {
    /** Sends new entries to the team database. Never rejects, because the next call repeats a failed transfer. */
    send: oneAtATime(() => send().catch(() => undefined)),
    teamwork: {
      audit: { run: (filter) => audit.page(filter) },
      saveAudit: { run: (filter) => audit.save(filter), log: unlogged },
    } satisfies Partial<CallsOf<'teamwork'>>,
  };
}

type Filter = ArgsOf<'teamwork.audit'>;

const PAGE = 500;

/** Text of at most 1,024 UTF-16 units. The database allows 512 code points, each of up to two units. */
const text = v.pipe(v.string(), v.maxLength(1024), v.transform(cleanLine));
const auditRow = v.pipe(
  v.tuple([name, text, number, number, text, text, text, text, text, number, uuid, number]),
  v.transform(([member, osUser, receivedAt, at, action, target, outcome, detail, reason, ...place]) => ({
    entry: { member, osUser, receivedAt, at, action, target, outcome, detail, reason } satisfies AuditEntry,
    last: [...place, member],
  })),
);
const micros = `(extract(epoch FROM received_at) * 1000000)::bigint`;
const after = (value: string): string => `'epoch'::timestamptz + ${value}::bigint * interval '1 microsecond'`;
// Keyset pagination: each page starts after the last row of the previous page.
const AUDIT = `SELECT member, os_user, ${ms('received_at')}, ${ms('local_at')}, action, target, outcome, detail, reason,
    ${micros}, installation, number
  FROM easel.audit WHERE account_id = $1 AND ($2 = '' OR member = $2) AND ($3 = '' OR action = $3)
    AND ($4 = '' OR strpos(lower(target), lower($4)) > 0)
    AND ($5::bigint IS NULL OR received_at >= ${after('$5')}) AND ($6::bigint IS NULL OR received_at < ${after('$6')})
    AND ($7::bigint IS NULL OR (received_at, installation, number, member) < (${after('$7')}, $8::uuid, $9::bigint, $10))
  ORDER BY received_at DESC, installation DESC, number DESC, member DESC LIMIT ${PAGE}`;

type Row = v.InferOutput<typeof auditRow>;

export function teamAudit(accounts: Accounts, saveExport: SaveExport) {
  async function read(filter: Filter, last: Row | undefined): Promise<Result<readonly Row[]>> {
    const { connectionId, member, action, target, since, until } = filter;
    const range = [since, until].map((at) => (at === null ? null : at * 1000));
    const from = last?.last ?? [null, null, null, null];
    return accounts.ask(connectionId, (database, account) =>
      database.read(auditRow, AUDIT, [account, member, action, target, ...range, ...from]),
    );
  }

  async function* pages(filter: Filter): TablePages {
    for (let last: Row | undefined; ;) {
      const page = await read(filter, last);
      if (!page.ok) return yield page;
      yield ok(page.value.map(({ entry }) => Object.values(COLUMNS).map((cell) => cell(entry))));
      last = page.value.at(-1);
      if (page.value.length < PAGE) return;
    }
  }

  return {
    page: async (filter: Filter) => {
      const page = await read(filter, undefined);
      if (!page.ok) return page;
      return ok({ entries: page.value.map(({ entry }) => entry), isMore: page.value.length === PAGE });
    },
    save: ({ format, ...filter }: ArgsOf<'teamwork.saveAudit'>) =>
      saveExport('activity', format, (workbook) =>
        tablePieces(Object.keys(COLUMNS), pages(filter), workbook),
      ),
  };
}

const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => string>> = {
  member: ({ member }) => member,
  'system user': ({ osUser }) => osUser,
  received: ({ receivedAt }) => isoOf(receivedAt),
  time: ({ at }) => isoOf(at),
  action: ({ action }) => action,
  target: ({ target }) => target,
  outcome: ({ outcome }) => outcome,
  detail: ({ detail }) => detail,
  reason: ({ reason }) => reason,
};
