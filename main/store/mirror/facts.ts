/** What a mirror's file says of itself, in one row. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { MirrorFacts } from './mirror.ts';

/** See the table facts in schema.ts. */
export interface StoredFacts extends MirrorFacts {
  readonly rowsRevision: number;
  readonly lastN: number;
  readonly indexed: number;
  readonly searchedTo: number;
}

/** Of a list that was never listed. */
export const NEVER: MirrorFacts = {
  completeness: 'maybe-incomplete',
  asOf: null,
  total: null,
  notUnderstood: 0,
  rows: 0,
  vanished: 0,
  revision: 0,
};

/** Makes statements: those of a file that is open for changing are made once. */
type Prepare = (sql: string) => StatementSync;

/** Reads them; null in a file that nobody has begun. */
export function readFacts(db: DatabaseSync, prepare: Prepare = (sql) => db.prepare(sql)): StoredFacts | null {
  const row = prepare(
    `SELECT completeness, as_of AS asOf, total, not_understood AS notUnderstood, rows, vanished, revision,
      rows_revision AS rowsRevision, last_n AS lastN, indexed, searched_to AS searchedTo
      FROM facts`,
  ).get();
  return row === undefined ? null : ({ ...row } as unknown as StoredFacts);
}

export function writeFacts(
  db: DatabaseSync,
  facts: StoredFacts,
  prepare: Prepare = (sql) => db.prepare(sql),
): void {
  prepare(
    `INSERT OR REPLACE INTO facts (one, completeness, as_of, total, not_understood, rows, vanished, revision,
      rows_revision, last_n, indexed, searched_to)
      VALUES (1, :completeness, :asOf, :total, :notUnderstood, :rows, :vanished, :revision,
      :rowsRevision, :lastN, :indexed, :searchedTo)`,
  ).run({ ...facts });
}

/** Begins a file's facts. Its revisions go on above `after`, so that no window of a file before it seems to be fresh. */
export function beginFacts(db: DatabaseSync, after: number): void {
  writeFacts(db, {
    ...NEVER,
    revision: after,
    rowsRevision: after,
    lastN: 0,
    indexed: 1,
    searchedTo: 0,
  });
}

/** Only what other rooms are told. */
export function toMirrorFacts(facts: MirrorFacts): MirrorFacts {
  const { completeness, asOf, total, notUnderstood, rows, vanished, revision } = facts;
  return { completeness, asOf, total, notUnderstood, rows, vanished, revision };
}
