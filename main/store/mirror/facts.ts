/** One mirror's file: what it says of itself in its one row of facts, and how it is changed with them. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { MirrorFacts } from './mirror.ts';
import { INDEXES, NO_INDEXES, REPEATED } from './schema.ts';

/** See the table facts in schema.ts. */
export interface StoredFacts extends MirrorFacts {
  readonly rowsRevision: number;
  readonly lastN: number;
  readonly indexed: number;
  readonly searchedTo: number;
}

export type FactsDraft = { -readonly [K in keyof StoredFacts]: StoredFacts[K] };

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

const READ_FACTS = `SELECT completeness, as_of AS asOf, total, not_understood AS notUnderstood, rows, vanished,
  revision, rows_revision AS rowsRevision, last_n AS lastN, indexed, searched_to AS searchedTo FROM facts`;
const WRITE_FACTS = `INSERT OR REPLACE INTO facts (one, completeness, as_of, total, not_understood, rows, vanished,
  revision, rows_revision, last_n, indexed, searched_to)
  VALUES (1, :completeness, :asOf, :total, :notUnderstood, :rows, :vanished,
  :revision, :rowsRevision, :lastN, :indexed, :searchedTo)`;

/** Reads them; null in a file that nobody has begun. */
export function readFacts(db: DatabaseSync, statement = db.prepare(READ_FACTS)): StoredFacts | null {
  const row = statement.get();
  return row === undefined ? null : ({ ...row } as unknown as StoredFacts);
}

/** A file that is open for changing. */
export class BoardFile {
  readonly db: DatabaseSync;
  /** The highest revision that anybody can know of. */
  revision: number;
  readonly #statements = new Map<string, StatementSync>();

  /** A file that nobody has begun is begun: above `after`, so that no window of a file before it seems to be fresh. */
  constructor(db: DatabaseSync, after: number) {
    this.db = db;
    if (readFacts(db) === null) {
      const begun = { revision: after, rowsRevision: after, lastN: 0, indexed: 1, searchedTo: 0 };
      this.sql(WRITE_FACTS).run({ ...NEVER, ...begun });
    }
    this.revision = this.facts.revision;
  }

  get facts(): StoredFacts {
    const facts = readFacts(this.db, this.sql(READ_FACTS));
    if (facts === null) throw new Error('a mirror without facts');
    return facts;
  }

  /** Changes rows and facts in one transaction: facts never speak of what is not there. */
  change(work: (facts: FactsDraft) => void): void {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      const facts: FactsDraft = { ...this.facts };
      work(facts);
      this.sql(WRITE_FACTS).run({ ...facts });
      this.db.exec('COMMIT');
      this.revision = facts.revision;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
  }

  /** A statement that is prepared once. */
  sql(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const made = this.db.prepare(text);
    this.#statements.set(text, made);
    return made;
  }

  unstageAll(): void {
    this.db.exec('DELETE FROM staged');
  }

  /** Makes the indexes, in a transaction of the caller's. Of rows that came twice the last one stays. */
  index(facts: FactsDraft): void {
    if (facts.indexed === 1) return;
    try {
      this.db.exec(INDEXES);
    } catch (error) {
      if (!isConstraint(error)) throw error;
      facts.rows -= Number(this.db.prepare(`DELETE FROM boards WHERE ${REPEATED}`).run().changes);
      rowsChanged(facts);
      this.db.exec(INDEXES.replaceAll(' INDEX ', ' INDEX IF NOT EXISTS '));
    }
    facts.indexed = 1;
  }

  unindex(facts: FactsDraft): void {
    this.db.exec(NO_INDEXES);
    facts.indexed = 0;
  }
}

/** Rows have come, changed or gone. */
export function rowsChanged(facts: FactsDraft): void {
  facts.revision += 1;
  facts.rowsRevision = facts.revision;
}

/** SQLITE_CONSTRAINT is 19. */
function isConstraint(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' && (code & 0xff) === 19;
}
