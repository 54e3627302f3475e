/** Audit log of the whole team, which only owners of the team database may read. */
import * as v from 'valibot';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { AuditEntry } from '../../preload/contract/team.ts';
import { tablePieces, type SaveExport, type TablePages } from '../lib/files/table.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { isoOf } from '../lib/wording/format.ts';
import type { Copies } from './copies.ts';
import { ms, name, number, uuid } from './rows.ts';

type Filter = ArgsOf<'teamwork.audit'>;

const PAGE = 500;

/** Allows 1,024 UTF-16 units: the database allows 512 code points, each of up to two units. */
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

export function teamAudit(copies: Pick<Copies, 'ask'>, saveExport: SaveExport) {
  async function read(filter: Filter, last: Row | undefined): Promise<Result<readonly Row[]>> {
    const { connectionId, member, action, target, since, until } = filter;
    const range = [since, until].map((at) => (at === null ? null : at * 1000));
    const from = last?.last ?? [null, null, null, null];
    return copies.ask(connectionId, (open, account) =>
      open.read(auditRow, AUDIT, [account, member, action, target, ...range, ...from]),
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
