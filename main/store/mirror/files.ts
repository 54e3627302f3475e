/** The file of one connection's boards: where it lies, what it holds, how it is opened, and what damage is. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { atOnce, isDamagedFile, migrateTo, moveAside, orClose, versionOf } from '../database-file.ts';
import { foldWord } from '../tables/note-words.ts';
import type { MirrorFacts } from './mirror.ts';

/** Goes up with each change of the schema; a file of another version is set aside, and its boards are listed anew. */
const VERSION = 1;

const SCHEMA = `
CREATE TABLE boards (
  -- In order of coming, and never used twice (see last_n): what is held of a row by n is never another row's.
  n INTEGER PRIMARY KEY,
  id TEXT,
  -- The creation time as in ServiceTime; created_raw is null where the item had none.
  created_ms INTEGER,
  created_raw TEXT,
  assumed_utc INTEGER NOT NULL,
  -- The id and the scalar fields, folded: Find looks here, and boards of one moment are in this order.
  words TEXT NOT NULL,
  -- Its JSON as it was sent, without secrets. A board without an id is known by it.
  raw TEXT NOT NULL,
  vanished_at INTEGER
) STRICT;

-- Facts of the whole list, as JSON.
CREATE TABLE facts (one INTEGER PRIMARY KEY CHECK (one = 1), facts TEXT NOT NULL) STRICT;

-- How many boards have a scalar field beside their id and creation time.
CREATE TABLE fields (name TEXT PRIMARY KEY, boards INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** `boards_by_created` is the default order, and holds what Find looks in. */
const INDEXES = `
CREATE UNIQUE INDEX IF NOT EXISTS boards_by_id ON boards (id) WHERE id IS NOT NULL;
CREATE UNIQUE INDEX IF NOT EXISTS boards_without_id ON boards (raw) WHERE id IS NULL;
CREATE INDEX IF NOT EXISTS boards_by_created ON boards (created_ms DESC, words);
CREATE INDEX IF NOT EXISTS boards_vanished ON boards (n) WHERE vanished_at IS NOT NULL;
`;

/** While a first listing fills the table: kept up row by row these would take three times as long. */
const NO_INDEXES = 'DROP INDEX IF EXISTS boards_by_id; DROP INDEX IF EXISTS boards_by_created;';

export interface StoredFacts extends MirrorFacts {
  /** The highest number that a row ever had. */
  readonly lastN: number;
}

export type FactsDraft = { -readonly [K in keyof StoredFacts]: StoredFacts[K] };

const NO_FACTS: Omit<StoredFacts, 'revision'> = {
  completeness: 'maybe-incomplete',
  asOf: null,
  total: null,
  notUnderstood: 0,
  rows: 0,
  vanished: 0,
  lastN: 0,
};

/** How long a file that another program holds (a virus scanner, a backup) is waited for, in ms. */
const BUSY_MS = 5000;

/** An open file, with its facts and prepared statements. */
export class BoardFile {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  /** A statement that is prepared once. */
  sql(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  get facts(): StoredFacts {
    return JSON.parse(String(this.sql('SELECT facts FROM facts').get()?.['facts'])) as StoredFacts;
  }

  /** Changes rows and facts in one transaction. */
  change(work: (facts: FactsDraft) => void): void {
    atOnce(this.db, () => {
      const facts: FactsDraft = { ...this.facts };
      work(facts);
      this.sql('UPDATE facts SET facts = ?').run(JSON.stringify(facts));
    });
  }

  /** Makes the indexes that are missing. */
  index(): void {
    this.db.exec(INDEXES);
  }

  dropIndexes(): void {
    this.db.exec(NO_INDEXES);
  }
}

/**
 * Opens a connection's file and attaches the main database for its notes. A file of another version is set aside first.
 *
 * @param revision of a new file: above that of any file before it, so that no window of that one seems fresh
 * @throws SQLite's error (see `isDamage`)
 */
export function openBoardFile(file: string, mainDatabase: string, revision: number, now: number): BoardFile {
  mkdirSync(path.dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: BUSY_MS });
  return orClose(db, () => {
    const version = versionOf(db);
    if (version !== 0 && version !== VERSION) {
      db.close();
      keepAside(file, 'other', now);
      return openBoardFile(file, mainDatabase, revision, now);
    }
    // Pages of twice the usual size hold more of such rows with less effort (measured: a quarter less at a million).
    db.exec('PRAGMA page_size = 8192;');
    // All of it can be had again, so a power cut may cost the last steps; what is there is sound all the same.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000;');
    // A second thread sorts along where indexes are made.
    db.exec('PRAGMA cache_size = -8000; PRAGMA threads = 2; PRAGMA journal_size_limit = 67108864;');
    if (version === 0) migrateTo(db, VERSION, [SCHEMA]);
    db.prepare('INSERT OR IGNORE INTO facts VALUES (1, ?)').run(JSON.stringify({ ...NO_FACTS, revision }));
    db.exec('CREATE TEMP TABLE chosen (n INTEGER PRIMARY KEY)');
    // A connection of its own could hold the thread up that writes notes: this one only reads.
    db.prepare('ATTACH DATABASE ? AS main_database').run(`${pathToFileURL(mainDatabase).href}?mode=ro`);
    db.function('fold', { deterministic: true }, (text) => (text === null ? null : foldWord(String(text))));
    const opened = new BoardFile(db);
    // A first listing that was cut off has left none.
    opened.index();
    return opened;
  });
}

/**
 * The file of a connection. Names that a file system could take for something else (another folder, a device, the
 * same name in other letter case) are replaced by their digest.
 */
export function mirrorFile(folder: string, connectionId: string): string {
  const plain = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(connectionId);
  const name = plain ? connectionId : `x${createHash('sha256').update(connectionId).digest('hex')}`;
  return path.join(folder, `${name}.db`);
}

/**
 * Whether a file is damaged. SQLite does not look into texts: JSON that can't be read any more was damaged, because it
 * could be read when it came.
 */
export function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error instanceof SyntaxError || error.message === 'malformed JSON' || isDamagedFile(error);
}

/** Renames a file that nobody has open to `<file>.<why>-<time>`. Only the last one is kept: they can be large. */
export function keepAside(file: string, why: 'damaged' | 'other', now: number): void {
  removeFiles(file, '.{damaged,other}-*');
  if (existsSync(file)) moveAside(file, why, now);
}

/** Deletes a connection's file, and what was set aside of it. */
export function removeMirrorFile(file: string): void {
  removeFiles(file, '*');
}

function removeFiles(file: string, endings: string): void {
  const cwd = path.dirname(file);
  for (const name of globSync(`${path.basename(file)}${endings}`, { cwd })) rmSync(path.join(cwd, name));
}
