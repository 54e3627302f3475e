/** Mirrors as older versions of Easel have left them, with the schemas of then. */
import { DatabaseSync } from 'node:sqlite';
import type { BoardItem } from '../../../main/service/types.ts';

const COLUMNS = `n INTEGER PRIMARY KEY, key TEXT NOT NULL, id TEXT, created_ms INTEGER, created_raw TEXT,
  assumed_utc INTEGER NOT NULL, raw TEXT NOT NULL, vanished_at INTEGER`;
const FACTS = `one INTEGER PRIMARY KEY CHECK (one = 1), completeness TEXT NOT NULL, as_of INTEGER, total INTEGER,
  not_understood INTEGER NOT NULL, rows INTEGER NOT NULL, vanished INTEGER NOT NULL, revision INTEGER NOT NULL,
  last_n INTEGER NOT NULL, rows_revision INTEGER NOT NULL, indexed INTEGER NOT NULL`;
const STAGED = `n INTEGER, key TEXT NOT NULL, id TEXT, created_ms INTEGER, created_raw TEXT,
  assumed_utc INTEGER NOT NULL, raw TEXT NOT NULL`;
const KEYS = `CREATE UNIQUE INDEX boards_by_id ON boards (id) WHERE id IS NOT NULL;
CREATE UNIQUE INDEX boards_without_id ON boards (key) WHERE id IS NULL;`;
const SEARCH = `content='', contentless_delete=1, detail=none`;

/** While questions were answered from memory. */
const first = (isIndexed: boolean): string => `CREATE TABLE boards (${COLUMNS}) STRICT;
CREATE TABLE facts (${FACTS}, words_ready INTEGER NOT NULL, words_to INTEGER NOT NULL) STRICT;
CREATE TABLE steps (revision INTEGER PRIMARY KEY, n INTEGER NOT NULL, removed INTEGER NOT NULL) STRICT;
CREATE TABLE staged (who TEXT NOT NULL, ${STAGED}) STRICT;
CREATE VIRTUAL TABLE words USING fts5 (text, ${SEARCH}, tokenize='trigram');
CREATE TABLE words_due (n INTEGER PRIMARY KEY) STRICT;
${isIndexed ? `${KEYS} CREATE INDEX boards_by_created ON boards (created_ms DESC, id, vanished_at);` : ''}`;

/** While a board had a key of its own beside its id. */
const later = (
  isIndexed: boolean,
  who: string,
): string => `CREATE TABLE boards (${COLUMNS}, folded TEXT) STRICT;
CREATE TABLE facts (${FACTS}, searched_to INTEGER NOT NULL) STRICT;
CREATE TABLE staged (${who} ${STAGED}) STRICT;
CREATE VIRTUAL TABLE search USING fts5 (text, ${SEARCH}, tokenize='trigram case_sensitive 1');
CREATE TABLE search_due (n INTEGER PRIMARY KEY) STRICT;
${
  isIndexed
    ? `${KEYS} CREATE INDEX boards_by_created ON boards (created_ms DESC, id, folded);
CREATE INDEX boards_vanished ON boards (n) WHERE vanished_at IS NOT NULL;`
    : ''
}
CREATE INDEX sorted_616263 ON boards (created_raw);`;

export const OLDER_VERSIONS = [1, 2, 3] as const;

/** Writes a mirror of these boards; without indexes it is one whose first listing was interrupted, and so may repeat them. */
export function writeOlderMirror(
  file: string,
  version: (typeof OLDER_VERSIONS)[number],
  boards: readonly (BoardItem & { readonly vanishedAt?: number })[],
  isIndexed = true,
): void {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; BEGIN;
    ${version === 1 ? first(isIndexed) : later(isIndexed, version === 2 ? 'who TEXT NOT NULL,' : '')}`);
  const insert =
    db.prepare(`INSERT INTO boards (key, id, created_ms, created_raw, assumed_utc, raw, vanished_at)
    VALUES (?, ?, ?, ?, 0, ?, ?)`);
  for (const { id, created, raw, vanishedAt = null } of boards) {
    const key = id === null ? `?${raw}` : `=${id}`;
    insert.run(key, id, created?.epochMs ?? null, created?.raw ?? null, raw, vanishedAt);
  }
  const vanished = boards.filter((board) => board.vanishedAt !== undefined).length;
  const values = [boards.length - vanished, vanished, 7, boards.length, 6, Number(isIndexed)];
  const ready = version === 1 ? '1, 1' : boards.length;
  db.exec(`INSERT INTO facts VALUES (1, 'complete', 5, 9, 0, ${values.join()}, ${ready});
    PRAGMA user_version = ${version}; COMMIT`);
  db.close();
}
