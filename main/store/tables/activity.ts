import type { DatabaseSync } from 'node:sqlite';
import type {
  ActivityEntry,
  ActivityFilter,
  ActivityOutcome,
  ActivityOutline,
  ActivityPage,
  ActivityRow,
} from '../../../preload/contract/activity.ts';
import type { ArgsOf } from '../../../preload/contract/contract.ts';
import { trimInvisible } from '../../lib/pasted.ts';
import { foldText } from '../../../preload/contract/facts.ts';
import { atOnce, columnsOf } from '../database-file.ts';

export type NewActivity = Omit<ActivityEntry, 'number' | 'name'>;

/** A log entry as sent to the team database. `account` is the id of the connection's team account. */
export type AuditEntry = Omit<ActivityEntry, 'connectionId' | 'connectionName' | 'name'> & {
  readonly account: string;
};

type Row =
  | { readonly kind: 'day'; readonly at: number }
  | { readonly kind: 'job'; readonly job: string; readonly open: boolean }
  | { readonly kind: 'entry'; readonly number: number; readonly inJob: boolean };

/** A row of the log screen: an entry without a job, or a job's newest entry. `entries`: number of the job's entries. */
interface Top {
  readonly number: number;
  readonly at: number;
  readonly job: string;
  readonly entries: number;
}

interface JobPart extends Pick<ActivityEntry, 'action' | 'outcome'> {
  readonly entries: number;
  readonly first: number;
  readonly last: number;
}

const FIELDS = 'at user connectionId connectionName action target outcome status detail reason job';
const COLUMNS = `number, ${columnsOf(FIELDS).read}`;
const MATCHES = `(:connectionId IS NULL OR connection_id = :connectionId) AND (:action IS NULL OR action = :action)
  AND (:user IS NULL OR user = :user) AND (:since IS NULL OR at >= :since) AND (:until IS NULL OR at < :until)
  AND (:find = '' OR instr(words, :find) > 0)`;

export function activityTable(db: DatabaseSync) {
  const add = db.prepare(`INSERT INTO activity ${columnsOf(`${FIELDS} words`).values}`);
  const entryAt = db.prepare(`SELECT ${COLUMNS} FROM activity WHERE number = ?`);
  const after = db.prepare(`SELECT ${COLUMNS} FROM activity WHERE number > :after AND ${MATCHES}
    ORDER BY number LIMIT :count`);
  // In SQLite, `at` is from the row with `max(number)`. So it is the time of the job's newest entry.
  const tops = db.prepare(`SELECT number, at, job, 1 AS entries FROM activity WHERE job = '' AND ${MATCHES}
    UNION ALL SELECT max(number), at, job, count(*) FROM activity WHERE job <> '' AND ${MATCHES} GROUP BY job
    ORDER BY number DESC`);
  const ofJob = db.prepare(`SELECT number FROM activity WHERE job = :job AND job <> '' AND ${MATCHES}
    ORDER BY number DESC`);
  const jobParts =
    db.prepare(`SELECT action, outcome, count(*) AS entries, min(number) AS first, max(number) AS last
    FROM activity WHERE job = :job AND job <> '' AND ${MATCHES} GROUP BY action, outcome`);
  const users = db.prepare('SELECT DISTINCT user FROM activity ORDER BY user COLLATE NOCASE, user');
  const connections =
    db.prepare(`SELECT connection_id AS id, connection_name AS name, max(number) FROM activity
    WHERE connection_id <> '' GROUP BY connection_id`);
  const receivers = db.prepare('SELECT DISTINCT account_id AS account FROM outbox');
  const sentFields = columnsOf('at user action target outcome status reason job').read;
  // These details stay in the local log, because they name the people for whom links and papers were created.
  const sentDetail = `iif(action = 'links-made' OR (action = 'paper-created' AND job <> ''), '', detail) AS detail`;
  const unsent = db.prepare(`SELECT account_id AS account, number, ${sentFields}, ${sentDetail}
    FROM outbox JOIN activity USING (number)
    WHERE (account_id, login) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?)) ORDER BY number LIMIT ?`);
  const sent = db.prepare('DELETE FROM outbox WHERE number IN (SELECT value FROM json_each(?))');
  const about = db.prepare('SELECT 1 FROM activity WHERE target = ? LIMIT 1');

  let lastRows: { readonly key: string; readonly rows: readonly Row[]; readonly matching: number } | null =
    null;

  function rowsOf(filter: ActivityFilter, open: readonly string[]) {
    const key = JSON.stringify([filter, open]);
    if (lastRows?.key === key) return lastRows;
    const rows: Row[] = [];
    let day = Number.NaN;
    let matching = 0;
    for (const top of tops.iterate(paramsOf(filter)) as Iterable<unknown> as Iterable<Top>) {
      const startOfDay = new Date(top.at).setHours(0, 0, 0, 0);
      if (startOfDay !== day) rows.push({ kind: 'day', at: top.at });
      day = startOfDay;
      matching += top.entries;
      const isOpen = open.includes(top.job);
      if (top.entries === 1) rows.push({ kind: 'entry', number: top.number, inJob: false });
      else rows.push({ kind: 'job', job: top.job, open: isOpen });
      if (top.entries === 1 || !isOpen) continue;
      const members = ofJob.all({ ...paramsOf(filter), job: top.job }) as unknown as readonly Top[];
      for (const { number } of members) rows.push({ kind: 'entry', number, inJob: true });
    }
    lastRows = { key, rows, matching };
    return lastRows;
  }

  const entryOf = (number: number): ActivityEntry => entryAt.get(number) as unknown as ActivityEntry;

  function jobRow(job: string, open: boolean, filter: ActivityFilter): ActivityRow {
    const all = jobParts.all({ ...paramsOf(filter), job }) as unknown as readonly JobPart[];
    const parts = all.toSorted((a, b) => b.last - a.last);
    const ofItems = parts.filter(({ action }) => !action.startsWith('job-'));
    const items = sum(ofItems);
    const outcomes: Partial<Record<ActivityOutcome, number>> = {};
    for (const { outcome, entries } of ofItems) outcomes[outcome] = (outcomes[outcome] ?? 0) + entries;
    return {
      kind: 'job',
      job,
      first: entryOf(Math.min(...parts.map(({ first }) => first))),
      last: entryOf(parts[0]?.last ?? 0),
      action: ofItems[0]?.action ?? null,
      items,
      outcomes,
      only: items === 1 ? entryOf(ofItems[0]?.last ?? 0) : null,
      state: parts.find(({ action }) => action.startsWith('job-'))?.action ?? null,
      entries: sum(parts),
      open,
    };
  }

  return {
    add: (entries: readonly NewActivity[]): number =>
      atOnce(db, () => {
        lastRows = null;
        return entries.reduce(
          (_, entry) => Number(add.run({ ...entry, words: wordsOf(entry) }).lastInsertRowid),
          0,
        );
      }),
    /** Returns rows of the activity log from index `from` on, newest first. All entries of a job form one row. */
    page: ({ from, count, open, ...filter }: ArgsOf<'activity.page'>): ActivityPage => {
      const { rows, matching } = rowsOf(filter, open);
      const shown = rows.slice(from, from + count).map((row): ActivityRow => {
        if (row.kind === 'day') return row;
        if (row.kind === 'job') return jobRow(row.job, row.open, filter);
        return { kind: 'entry', entry: entryOf(row.number), inJob: row.inJob };
      });
      return { from, rows: shown, total: rows.length, matching };
    },
    after: (number: number, count: number, filter: ActivityFilter): readonly ActivityEntry[] =>
      after.all({ ...paramsOf(filter), after: number, count }) as unknown as readonly ActivityEntry[],
    /** Returns the ids of team accounts for which log entries wait to be sent. */
    receivers: (): readonly string[] => receivers.all().map(({ account }) => String(account)),
    /** Returns the oldest unsent log entries. `receivers`: pairs of a team account and the login that sends to it. */
    unsent: (receivers: readonly (readonly string[])[], count: number): readonly AuditEntry[] =>
      unsent.all(JSON.stringify(receivers), count) as unknown as readonly AuditEntry[],
    sent: (numbers: readonly number[]): void => void sent.run(JSON.stringify(numbers)),
    outline: (): ActivityOutline => ({
      users: users.all().map(({ user }) => String(user)),
      connections: connections.all().map(({ id, name }) => ({ id: String(id), name: String(name) })),
    }),
    isTarget: (target: string): boolean => about.get(target) !== undefined,
  };
}

function wordsOf({ target, user, detail, reason, connectionName }: NewActivity): string {
  return [target, user, detail, reason, connectionName].map(foldText).join('\n');
}

function paramsOf(filter: ActivityFilter) {
  return { ...filter, find: foldText(trimInvisible(filter.find)) };
}

function sum(parts: readonly { readonly entries: number }[]): number {
  return parts.reduce((total, { entries }) => total + entries, 0);
}
