/** One connection's file of boards: path, schema, opening, damage, changes of rows. */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { itemKey, type BoardItem } from '../../service/types.ts';
import { furtherFields } from '../../service/wire/body.ts';
import { atOnce, isDamagedFile, migrateTo, moveAside, orClose, versionOf } from '../database-file.ts';
import { foldWord } from '../tables/note-words.ts';
import type { MirrorFacts } from './mirror.ts';

/** A file of another version is set aside, and the boards are listed again. */
const VERSION = 3;

/** Age of a board without a time: above that of any date. */
export const UNDATED = Number.MAX_SAFE_INTEGER;

const SCHEMA = `
CREATE TABLE boards (
  -- By insertion and never reused (see lastN), so a cached number never means another row.
  n INTEGER PRIMARY KEY,
  id TEXT,
  -- Minus the creation time in epoch ms, so that an ascending index begins with the newest board; or UNDATED.
  age INTEGER NOT NULL,
  -- As in ServiceTime. Null if the item had no creation time.
  created_raw TEXT,
  assumed_utc INTEGER NOT NULL,
  -- The folded id and scalar fields: searched by Find, and the order of boards with the same time.
  words TEXT NOT NULL,
  -- The JSON as received, without secrets. Identifies a board without an id.
  raw TEXT NOT NULL,
  vanished_at INTEGER
) STRICT;

CREATE TABLE facts (one INTEGER PRIMARY KEY CHECK (one = 1), facts TEXT NOT NULL) STRICT;
`;

export const INDEXES = `
CREATE UNIQUE INDEX IF NOT EXISTS boards_by_id ON boards (id);
CREATE UNIQUE INDEX IF NOT EXISTS boards_without_id ON boards (raw) WHERE id IS NULL;
CREATE INDEX IF NOT EXISTS boards_by_age ON boards (age, words);
CREATE INDEX IF NOT EXISTS boards_vanished ON boards (n) WHERE vanished_at IS NOT NULL;
`;

/** Drops indexes during a first listing. With them, the listing would take three times as long. */
export const NO_INDEXES = 'DROP INDEX IF EXISTS boards_by_id; DROP INDEX IF EXISTS boards_by_age;';

type Facts = { -readonly [K in keyof MirrorFacts]: MirrorFacts[K] } & {
  lastN: number;
  /** The service's clock minus this computer's: ages count by the service's. */
  clockAheadMs: number;
};

const NO_FACTS: Omit<Facts, 'revision'> = {
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

const COLUMNS = 'id, age, created_raw, assumed_utc, words, raw';
const INSERT = `INSERT INTO boards (n, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`;

export class BoardFile {
  readonly db: DatabaseSync;
  /** Changed only within `change`. */
  facts: Facts;
  /** Ages count from the first query under a revision, so that ranks stay the same. */
  ages = { revision: -1, now: 0 };
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.db = db;
    this.facts = JSON.parse(String(this.sql('SELECT facts FROM facts').get()?.['facts'])) as Facts;
  }

  sql(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  /** Keeps the revision if `work` returns false. */
  change(work: () => unknown): void {
    const before = { ...this.facts };
    try {
      atOnce(this.db, () => {
        const isBumped = work() !== false && this.facts.revision > before.revision;
        // It grows by at most 1, so that it never overtakes the clock.
        this.facts.revision = before.revision + Number(isBumped);
        this.sql('UPDATE facts SET facts = ?').run(JSON.stringify(this.facts));
      });
    } catch (error) {
      this.facts = before;
      throw error;
    }
  }

  add(item: BoardItem): void {
    this.facts.lastN += 1;
    this.#count('rows', 1);
    this.sql(INSERT).run(this.facts.lastN, ...this.#valuesOf(item));
  }

  put(item: BoardItem): void {
    const row = this.sql(
      `SELECT n, vanished_at, raw = ? AND age = ? AND created_raw IS ? AND assumed_utc = ? AS same FROM boards
          WHERE ${item.id === null ? 'id IS NULL AND raw = ?' : 'id = ?'}`,
    ).get(item.raw, ...timeOf(item), item.id ?? item.raw);
    if (row === undefined) return this.add(item);
    const vanished = row['vanished_at'] !== null;
    if (row['same'] === 1 && !vanished) return;
    this.#count(vanished ? 'vanished' : 'rows', -1);
    this.#count('rows', 1);
    this.sql(`UPDATE boards SET (${COLUMNS}, vanished_at) = (?, ?, ?, ?, ?, ?, NULL) WHERE n = ?`).run(
      ...this.#valuesOf(item),
      Number(row['n']),
    );
  }

  remove(boardIds: readonly string[]): void {
    const remove = this.sql('DELETE FROM boards WHERE id = ? RETURNING vanished_at AS vanishedAt');
    for (const { vanishedAt } of boardIds.flatMap((boardId) => remove.all(boardId)))
      this.#count(vanishedAt === null ? 'rows' : 'vanished', -1);
  }

  /** Marks boards as no longer listed, by their keys. Reads only indexes. Returns the number of marked boards. */
  vanish(isGone: (key: string) => boolean, at: number): number {
    this.db.function('gone', (id, raw) => Number(isGone(itemKey({ id, raw } as BoardItem))));
    const { changes } = this.sql(
      `UPDATE boards SET vanished_at = ? WHERE vanished_at IS NULL AND n IN (
          SELECT n FROM boards WHERE id IS NOT NULL AND gone(id, '')
          UNION ALL SELECT n FROM boards WHERE id IS NULL AND gone(NULL, raw))`,
    ).run(at);
    this.#count('rows', -Number(changes));
    this.#count('vanished', Number(changes));
    return Number(changes);
  }

  undate(): void {
    this.db.exec(`UPDATE boards SET age = ${UNDATED}, assumed_utc = 0 WHERE age < ${UNDATED}`);
    this.facts.revision += 1;
  }

  #count(of: 'rows' | 'vanished', change: number): void {
    this.facts[of] += change;
    if (change !== 0) this.facts.revision += 1;
  }

  #valuesOf(item: BoardItem) {
    const fields = furtherFields(item).map(([, value]) => value);
    const words = foldWord([item.id ?? '', ...fields].join(WORD_END));
    return [item.id, ...timeOf(item), words, item.raw] as const;
  }
}

/** A character that no search contains, and that folding keeps. */
const WORD_END = '\u0005';

function timeOf({ created }: BoardItem): readonly [age: number, raw: string | null, assumedUtc: 0 | 1] {
  const ms = created?.epochMs ?? null;
  return [ms === null ? UNDATED : -ms, created?.raw ?? null, created?.assumedUtc === true ? 1 : 0];
}

/** Attaches `easel.db`. `revision` of a new file: above any earlier file's. Throws errors of `isDamage` and others. */
export function openBoardFile(file: string, mainDatabase: string, revision: number): BoardFile {
  mkdirSync(path.dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: BUSY_MS });
  return orClose(db, () => {
    const version = versionOf(db);
    if (version !== 0 && version !== VERSION) throw new OtherVersion();
    // A million boards load 25 % faster than with 4 KiB pages (measured).
    db.exec('PRAGMA page_size = 8192;');
    // A power cut may cost the last transactions, which the service can send again. The file stays sound.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    // A second thread sorts while indexes are created.
    db.exec('PRAGMA cache_size = -8000; PRAGMA threads = 2; PRAGMA journal_size_limit = 67108864;');
    if (version === 0) migrateTo(db, VERSION, [SCHEMA]);
    db.prepare('INSERT OR IGNORE INTO facts VALUES (1, ?)').run(JSON.stringify({ ...NO_FACTS, revision }));
    // Read-only, so that it never blocks the thread that writes notes.
    db.prepare('ATTACH DATABASE ? AS main_database').run(`${pathToFileURL(mainDatabase).href}?mode=ro`);
    db.function('fold', { deterministic: true }, (it) => (typeof it === 'string' ? foldWord(it) : it));
    // An interrupted first listing leaves none.
    db.exec(INDEXES);
    return new BoardFile(db);
  });
}

/** The file of a connection. Hashes an unusual id, which a file system could read as a folder or device. */
export function mirrorFile(folder: string, connectionId: string): string {
  const plain = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(connectionId);
  const name = plain ? connectionId : `x${createHash('sha256').update(connectionId).digest('hex')}`;
  return path.join(folder, `${name}.db`);
}

class OtherVersion extends Error {}

/** True for a file that can't be used. Unreadable JSON is damage too: SQLite does not check texts. */
export function isDamage(error: unknown): boolean {
  if (error instanceof OtherVersion || error instanceof SyntaxError || isDamagedFile(error)) return true;
  return error instanceof Error && error.message === 'malformed JSON';
}

/** Renames a closed file to `<file>.damaged-<time>`. Keeps only the last one, because they can be large. */
export function keepAside(file: string, now: number): void {
  removeFiles(file, '.damaged-*');
  moveAside(file, now);
}

/** Deletes a connection's files. `endings`: a glob. */
export function removeFiles(file: string, endings = '*'): void {
  const cwd = path.dirname(file);
  for (const name of globSync(`${path.basename(file)}${endings}`, { cwd })) rmSync(path.join(cwd, name));
}
