/** Opens a mirror's file. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrateTo, orClose, versionOf } from '../database-file.ts';
import { keepAside } from './files.ts';
import { MirrorError } from './mirror.ts';
import { BoardFile, INDEXES, SCHEMA, VERSION } from './schema.ts';
import { foldId } from './search.ts';
import { addSortKey } from './sort.ts';

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
    // What indexes are sorted with goes to a file once it is larger than the cache, or a million ids would stay in
    // this process's memory (80 MB, measured); a second thread sorts along.
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
