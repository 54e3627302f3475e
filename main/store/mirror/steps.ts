/** Single rows that came or went are put into the columns one by one, for reading all anew takes as long as it takes. */
import type { DatabaseSync } from 'node:sqlite';
import { DEFAULT_ORDER, type Columns } from './columns.ts';
import type { StoredFacts } from './facts.ts';
import { numbersOf } from './fields.ts';

/** More than these are read with all others. */
const MOST_STEPS = 50;

interface Came {
  readonly n: number;
  readonly created: number | null;
  readonly id: string | null;
  readonly vanished: number;
}

/**
 * Brings columns that were right at revision `seen` up to date, where only single rows have changed since. False,
 * with nothing changed, where more has, or may have.
 */
export function takeSteps(db: DatabaseSync, columns: Columns, seen: number, facts: StoredFacts): boolean {
  const revisions = facts.rowsRevision - seen;
  if (facts.indexed !== 1 || revisions <= 0 || revisions > MOST_STEPS) return false;
  const steps = db.prepare('SELECT n FROM steps WHERE revision > ?').all(seen) as unknown as { n: number }[];
  // Any other change in between could be one of all rows.
  if (steps.length !== revisions) return false;
  const numbers = JSON.stringify([...new Set(steps.map(({ n }) => n))]);
  for (const { n } of steps) {
    const rank = columns.n.indexOf(n);
    if (rank !== -1) columns.remove(rank);
  }
  const came = db
    .prepare(
      `SELECT n, created_ms AS created, id, vanished_at IS NOT NULL AS vanished FROM boards
        WHERE n IN (SELECT value FROM json_each(?)) ORDER BY ${DEFAULT_ORDER}`,
    )
    .all(numbers) as unknown as readonly Came[];
  // In their order: of those created at the same moment the ones before are in already.
  for (const row of came) {
    columns.insert(placeOf(db, columns, row), { ...row, vanished: row.vanished === 1 });
  }
  return true;
}

function placeOf(db: DatabaseSync, columns: Columns, { n, created }: Came): number {
  const among = `SELECT n FROM boards WHERE created_ms ${created === null ? 'IS NULL' : '= :created'}
    ORDER BY ${DEFAULT_ORDER}`;
  const first = created === null ? columns.dated : columns.firstAtMost(created);
  return first + numbersOf(db, among, created === null ? {} : { created }).indexOf(n);
}
