/** One mirror's file: what it says of itself in its one row of facts, and how it is changed with them. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { MirrorFacts } from './mirror.ts';
import { INDEXES, NO_INDEXES } from './schema.ts';

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

/** Statements of a file, each prepared once. */
export function preparedOnce(db: DatabaseSync): (text: string) => StatementSync {
  const statements = new Map<string, StatementSync>();
  return (text) => {
    const statement = statements.get(text) ?? db.prepare(text);
    statements.set(text, statement);
    return statement;
  };
}

/** A file that is open for changing. */
export class BoardFile {
  readonly db: DatabaseSync;
  /** The highest revision that anybody can know of. */
  revision: number;
  /** A statement that is prepared once. */
  readonly sql: (text: string) => StatementSync;

  /** A file that nobody has begun is begun: above `after`, so that no window of a file before it seems to be fresh. */
  constructor(db: DatabaseSync, after: number) {
    this.db = db;
    this.sql = preparedOnce(db);
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

  unstageAll(): void {
    this.db.exec('DELETE FROM staged');
  }

  /** Makes the indexes, in a transaction of the caller's. */
  index(facts: FactsDraft): void {
    if (facts.indexed === 0) this.db.exec(INDEXES);
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
