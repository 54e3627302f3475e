/** One connection's file of boards: path, schema, opening, damage. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { atOnce, isDamagedFile, migrateTo, moveAside, orClose, versionOf } from '../database-file.ts';
import { foldWord } from '../tables/note-words.ts';
import type { MirrorFacts } from './mirror.ts';

/** Bumped with each schema change. A file of another version is set aside, and the boards are listed again. */
const VERSION = 1;

const SCHEMA = `
CREATE TABLE boards (
  -- By insertion and never reused (see lastN), so a cached number never means another row.
  n INTEGER PRIMARY KEY,
  id TEXT,
  -- As in ServiceTime. created_raw is null if the item had no creation time.
  created_ms INTEGER,
  created_raw TEXT,
  assumed_utc INTEGER NOT NULL,
  -- The folded id and scalar fields: searched by Find, and the order of boards with the same time.
  words TEXT NOT NULL,
  -- The JSON as received, without secrets. Identifies a board without an id.
  raw TEXT NOT NULL,
  vanished_at INTEGER
) STRICT;

-- StoredFacts as JSON.
CREATE TABLE facts (one INTEGER PRIMARY KEY CHECK (one = 1), facts TEXT NOT NULL) STRICT;

-- Number of boards per further scalar field.
CREATE TABLE fields (name TEXT PRIMARY KEY, boards INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** `boards_by_created` is the default order and covers the text that Find searches. */
const INDEXES = `
CREATE UNIQUE INDEX IF NOT EXISTS boards_by_id ON boards (id) WHERE id IS NOT NULL;
CREATE UNIQUE INDEX IF NOT EXISTS boards_without_id ON boards (raw) WHERE id IS NULL;
CREATE INDEX IF NOT EXISTS boards_by_created ON boards (created_ms DESC, words);
CREATE INDEX IF NOT EXISTS boards_vanished ON boards (n) WHERE vanished_at IS NOT NULL;
`;

/** Dropped during a first listing, which would take three times as long with them. */
const NO_INDEXES = 'DROP INDEX IF EXISTS boards_by_id; DROP INDEX IF EXISTS boards_by_created;';

export interface StoredFacts extends MirrorFacts {
  /** The highest row number ever used. */
  readonly lastN: number;
  /** The service's clock minus this computer's: ages count by the service's. */
  readonly clockAheadMs: number;
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
  clockAheadMs: 0,
};

/** Waits this many ms for a virus scanner or backup that locks the file. */
const BUSY_MS = 5000;

export class BoardFile {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  /** Prepares each statement once. */
  sql(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  get facts(): StoredFacts {
    return JSON.parse(String(this.sql('SELECT facts FROM facts').get()?.['facts'])) as StoredFacts;
  }

  change(work: (facts: FactsDraft) => void): void {
    atOnce(this.db, () => {
      const facts: FactsDraft = { ...this.facts };
      work(facts);
      this.sql('UPDATE facts SET facts = ?').run(JSON.stringify(facts));
    });
  }

  /** Creates missing indexes. */
  index(): void {
    this.db.exec(INDEXES);
  }

  dropIndexes(): void {
    this.db.exec(NO_INDEXES);
  }
}

/**
 * Opens a connection's file and attaches `easel.db` for its notes. Sets a file of another version aside.
 *
 * @param revision of a new file: higher than any earlier file's, so that no earlier window seems fresh
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
    // A million boards load 25 % faster than with 4 KiB pages (measured).
    db.exec('PRAGMA page_size = 8192;');
    // A power cut may cost the last transactions, which the service can send again. The file stays sound.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000;');
    // A second thread sorts while indexes are created.
    db.exec('PRAGMA cache_size = -8000; PRAGMA threads = 2; PRAGMA journal_size_limit = 67108864;');
    if (version === 0) migrateTo(db, VERSION, [SCHEMA]);
    db.prepare('INSERT OR IGNORE INTO facts VALUES (1, ?)').run(JSON.stringify({ ...NO_FACTS, revision }));
    // Read-only, so that it never blocks the thread that writes notes.
    db.prepare('ATTACH DATABASE ? AS main_database').run(`${pathToFileURL(mainDatabase).href}?mode=ro`);
    db.function('fold', { deterministic: true }, (text) => (text === null ? null : foldWord(String(text))));
    const opened = new BoardFile(db);
    // An interrupted first listing leaves none.
    opened.index();
    return opened;
  });
}

/** The file of a connection. Hashes an unusual id, which a file system could read as a folder or device. */
export function mirrorFile(folder: string, connectionId: string): string {
  const plain = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(connectionId);
  const name = plain ? connectionId : `x${createHash('sha256').update(connectionId).digest('hex')}`;
  return path.join(folder, `${name}.db`);
}

/** True for a damaged file. Unreadable JSON is damage too: SQLite does not check texts. */
export function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error instanceof SyntaxError || error.message === 'malformed JSON' || isDamagedFile(error);
}

/** Renames a closed file to `<file>.<why>-<time>`. Keeps only the last one, because they can be large. */
export function keepAside(file: string, why: 'damaged' | 'other', now: number): void {
  removeFiles(file, '.{damaged,other}-*');
  if (existsSync(file)) moveAside(file, why, now);
}

/** Deletes a connection's file and its copies set aside. */
export function removeMirrorFile(file: string): void {
  removeFiles(file, '*');
}

function removeFiles(file: string, endings: string): void {
  const cwd = path.dirname(file);
  for (const name of globSync(`${path.basename(file)}${endings}`, { cwd })) rmSync(path.join(cwd, name));
}
