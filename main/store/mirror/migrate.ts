/** Opens a mirror's file. For writing a new one is made, and one of an older Easel is brought to this schema. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrateTo, orClose, versionOf } from '../database-file.ts';
import { keepAside } from './files.ts';
import { MirrorError } from './mirror.ts';
import { BoardFile, INDEXES, NO_INDEXES, SCHEMA, VERSION } from './schema.ts';
import { foldId } from './search.ts';
import { addSortKey } from './sort.ts';

/** How long a file that another program holds (a virus scanner, a backup) is waited for. */
const BUSY_MS = 5000;

/** For writing; one of a newer Easel is kept aside as it is. Throws SQLite's error (see `isDamage`). */
export function openMirrorFile(file: string, now = Date.now()): BoardFile {
  mkdirSync(path.dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: BUSY_MS });
  return orClose(db, () => {
    const version = versionOf(db);
    if (version > VERSION) {
      db.close();
      keepAside(file, 'newer', now);
      return openMirrorFile(file);
    }
    // Pages of twice the usual size hold more of such rows with less effort (measured: a quarter less at a million).
    db.exec('PRAGMA page_size = 8192;');
    // All of it can be had again, so a power cut may cost the last steps; what is there is sound all the same. Beside the
    // file lie 32 MB of a listing at most, until its end: with 160 MB it is no faster.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000;');
    // What indexes are sorted with goes to a file once it is larger than the cache, or a million ids would stay in
    // this process's memory (80 MB, measured); a second thread sorts along.
    db.exec('PRAGMA cache_size = -8000; PRAGMA threads = 2; PRAGMA journal_size_limit = 67108864;');
    db.function('fold_id', { deterministic: true }, (id) => foldId(id as string | null));
    addSortKey(db);
    if (version === 0) migrateTo(db, VERSION, [SCHEMA, INDEXES]);
    else if (version < VERSION) migrateTo(db, VERSION, [BEFORE, SCHEMA, TAKE_OVER, INDEXES]);
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

// What all older versions have alike is taken over, so that one migration serves them all and nothing has to be listed
// anew. The search index is built again between other work, and sort indexes when they are asked for.
const BEFORE = `
${NO_INDEXES}
DROP TABLE IF EXISTS words;
DROP TABLE IF EXISTS words_due;
DROP TABLE IF EXISTS steps;
DROP TABLE IF EXISTS search;
DROP TABLE IF EXISTS search_due;
DROP TABLE staged;
ALTER TABLE boards RENAME TO boards_before;
ALTER TABLE facts RENAME TO facts_before;
`;
const TAKE_OVER = `
INSERT INTO boards SELECT n, id, fold_id(id), created_ms, created_raw, assumed_utc, raw, vanished_at FROM boards_before
  ORDER BY n;
DROP TABLE boards_before;
-- A first listing that was interrupted may have left a board twice: the last one stays.
DELETE FROM boards WHERE (SELECT indexed FROM facts_before) = 0
  AND n NOT IN (SELECT max(n) FROM boards GROUP BY id, iif(id IS NULL, raw, NULL));
INSERT INTO facts SELECT one, completeness, as_of, total, not_understood,
  (SELECT count(*) FROM boards WHERE vanished_at IS NULL), vanished, revision, last_n, rows_revision, 1, 0
  FROM facts_before;
DROP TABLE facts_before;
`;
