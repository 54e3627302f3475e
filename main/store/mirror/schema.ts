/** What the file of one connection's mirror holds, and how it is opened. All of it can be had from the service again. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { atOnce, migrateTo, orClose, versionOf } from '../database-file.ts';
import { keepAside } from './files.ts';
import { MirrorError, type MirrorFacts } from './mirror.ts';
import { foldId } from './search.ts';
import { addSortKey } from './sort.ts';

/** Goes up with each change of the schema; a file of another version is listed anew. */
const VERSION = 5;

const SCHEMA = `
CREATE TABLE boards (
  -- In order of coming, and never used twice (see last_n): what is held of a row by n is never another row's.
  n INTEGER PRIMARY KEY,
  id TEXT,
  -- The id in lower case, where it has letters that SQLite's own lower() does not know; else null.
  folded TEXT,
  -- Of the creation time, as in ServiceTime; created_raw is null where the item had none.
  created_ms INTEGER,
  created_raw TEXT,
  assumed_utc INTEGER NOT NULL,
  -- Its JSON as it was sent, but for secrets. Without an id it is what the board is known by.
  raw TEXT NOT NULL,
  vanished_at INTEGER
) STRICT;

CREATE TABLE facts (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  completeness TEXT NOT NULL,
  as_of INTEGER,
  total INTEGER,
  not_understood INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  vanished INTEGER NOT NULL,
  -- Goes up with all that can be seen, local notes too.
  revision INTEGER NOT NULL,
  last_n INTEGER NOT NULL,
  -- The revision at which rows of boards last changed.
  rows_revision INTEGER NOT NULL,
  -- 0 while a first listing fills boards, and after one that was given up until there is time: it has no indexes then.
  indexed INTEGER NOT NULL,
  -- Rows up to this n are in search, but for those in search_due.
  searched_to INTEGER NOT NULL
) STRICT;

-- New and changed rows of the listing under way, of a list that was listed before. Without an index: it is only added
-- to, and read once.
CREATE TABLE staged (
  -- The row that it changes; null for a new one.
  n INTEGER,
  id TEXT,
  created_ms INTEGER,
  created_raw TEXT,
  assumed_utc INTEGER NOT NULL,
  raw TEXT NOT NULL
) STRICT;

-- Ids and values of scalar fields by n, in lower case (see search.ts). Without positions, so the trigrams of a term are
-- joined by AND, and what matches is looked at again.
CREATE VIRTUAL TABLE search USING fts5 (
  text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1', detail=none
);
-- Rows whose line in search may not be what they say.
CREATE TABLE search_due (n INTEGER PRIMARY KEY) STRICT;
`;

/** `boards_by_created` is the default order, and has all that a short term is looked for in. */
export const INDEXES = `
-- What is sorted goes to a file beyond the cache: with a small one a million boards take 20 MB less, and no longer.
PRAGMA cache_size = -2000;
CREATE UNIQUE INDEX IF NOT EXISTS boards_by_id ON boards (id) WHERE id IS NOT NULL;
CREATE UNIQUE INDEX IF NOT EXISTS boards_without_id ON boards (raw) WHERE id IS NULL;
CREATE INDEX IF NOT EXISTS boards_by_created ON boards (created_ms DESC, id, folded);
CREATE INDEX IF NOT EXISTS boards_vanished ON boards (n) WHERE vanished_at IS NOT NULL;
PRAGMA cache_size = -8000;
`;

/**
 * While a first listing fills the table, for its end: kept up row by row these would take three times as long. The others
 * have next to no rows, and to make them all rows would be read.
 */
export const NO_INDEXES = 'DROP INDEX IF EXISTS boards_by_id; DROP INDEX IF EXISTS boards_by_created;';

export interface StoredFacts extends MirrorFacts {
  readonly rowsRevision: number;
  readonly lastN: number;
  readonly indexed: number;
  readonly searchedTo: number;
}

export type FactsDraft = { -readonly [K in keyof StoredFacts]: StoredFacts[K] };

const BEGIN_FACTS = `INSERT OR IGNORE INTO facts (one, completeness, not_understood, rows, vanished, revision,
  rows_revision, last_n, indexed, searched_to) VALUES (1, 'maybe-incomplete', 0, 0, 0, :revision, :revision, 0, 1, 0)`;
const READ_FACTS = `SELECT completeness, as_of AS asOf, total, not_understood AS notUnderstood, rows, vanished,
  revision, rows_revision AS rowsRevision, last_n AS lastN, indexed, searched_to AS searchedTo FROM facts`;
const WRITE_FACTS = `UPDATE facts SET completeness = :completeness, as_of = :asOf, total = :total,
  not_understood = :notUnderstood, rows = :rows, vanished = :vanished, revision = :revision,
  rows_revision = :rowsRevision, last_n = :lastN, indexed = :indexed, searched_to = :searchedTo`;

/** A file that is open, with its facts and its statements. */
export class BoardFile {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** The highest revision that anybody can know of. */
  revision = 0;

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  /** Begins a file that nobody has begun: above `after`, so that no window of a file before it seems to be fresh. */
  begin(after: number): void {
    this.sql(BEGIN_FACTS).run({ revision: after });
    this.revision = this.facts.revision;
  }

  /** A statement that is prepared once. */
  sql(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  get facts(): StoredFacts {
    const facts = this.sql(READ_FACTS).get();
    if (facts === undefined) throw new MirrorError('unready');
    return { ...facts } as unknown as StoredFacts;
  }

  /** Changes rows and facts in one transaction: facts never speak of what is not there. */
  change(work: (facts: FactsDraft) => void): void {
    this.revision = atOnce(this.db, () => {
      const facts: FactsDraft = { ...this.facts };
      work(facts);
      this.sql(WRITE_FACTS).run({ ...facts });
      return facts.revision;
    });
  }

  /** Makes the indexes, in a transaction of the caller's. */
  index(facts: FactsDraft): void {
    if (facts.indexed === 0) this.db.exec(INDEXES);
    facts.indexed = 1;
  }
}

/** Rows have come, changed or gone. */
export function rowsChanged(facts: FactsDraft): void {
  facts.revision += 1;
  facts.rowsRevision = facts.revision;
}

/** How long a file that another program holds (a virus scanner, a backup) is waited for. */
const BUSY_MS = 5000;

/** For writing; one of another Easel is kept aside, and a new one begun. Throws SQLite's error (see `isDamage`). */
export function openMirrorFile(file: string, now = Date.now()): BoardFile {
  mkdirSync(path.dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: BUSY_MS });
  return orClose(db, () => {
    const version = versionOf(db);
    if (version !== 0 && version !== VERSION) {
      db.close();
      keepAside(file, 'other', now);
      return openMirrorFile(file);
    }
    // Pages of twice the usual size hold more of such rows with less effort (measured: a quarter less at a million).
    db.exec('PRAGMA page_size = 8192;');
    // All of it can be had again, so a power cut may cost the last steps; what is there is sound all the same. Beside the
    // file lie 32 MB of a listing at most, until its end: with 160 MB it is no faster.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000;');
    // A second thread sorts along where indexes are made.
    db.exec('PRAGMA cache_size = -8000; PRAGMA threads = 2; PRAGMA journal_size_limit = 67108864;');
    db.function('fold_id', { deterministic: true }, (id) => foldId(id as string | null));
    addSortKey(db);
    if (version === 0) migrateTo(db, VERSION, [SCHEMA, INDEXES]);
    return new BoardFile(db);
  });
}

/** For reading; where there is none, an empty list in memory. Throws `unready`, or SQLite's error. */
export function readMirrorFile(file: string): BoardFile {
  const isThere = existsSync(file);
  const db = new DatabaseSync(isThere ? file : ':memory:', { readOnly: isThere, timeout: BUSY_MS });
  return orClose(db, () => {
    const mirror = new BoardFile(db);
    if (!isThere) {
      db.exec(SCHEMA + INDEXES);
      mirror.begin(0);
    } else if (versionOf(db) !== VERSION) throw new MirrorError('unready');
    db.exec('PRAGMA temp_store = MEMORY; PRAGMA query_only = ON;');
    return mirror;
  });
}
