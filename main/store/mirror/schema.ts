/**
 * What the file of one connection's mirror holds. All of it can be had from the service again.
 *
 * The version is the number of migrations (`user_version`); each is run in one transaction with its number. A file of an
 * older Easel is migrated: nothing has to be listed anew, and its search index is built again between other work.
 */

/** As it was while questions were answered from memory. */
const first = `
CREATE TABLE boards (
  -- In order of coming, and never used twice (see last_n): what is held of a row by n is never another row's.
  n INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  id TEXT,
  -- Of the creation time, as in ServiceTime; created_raw is null where the item had none.
  created_ms INTEGER,
  created_raw TEXT,
  assumed_utc INTEGER NOT NULL,
  raw TEXT NOT NULL,
  vanished_at INTEGER
) STRICT;
CREATE TABLE facts (
  one INTEGER PRIMARY KEY CHECK (one = 1), completeness TEXT NOT NULL, as_of INTEGER, total INTEGER,
  not_understood INTEGER NOT NULL, rows INTEGER NOT NULL, vanished INTEGER NOT NULL, revision INTEGER NOT NULL,
  last_n INTEGER NOT NULL, rows_revision INTEGER NOT NULL, indexed INTEGER NOT NULL, words_ready INTEGER NOT NULL,
  words_to INTEGER NOT NULL
) STRICT;
CREATE TABLE steps (revision INTEGER PRIMARY KEY, n INTEGER NOT NULL, removed INTEGER NOT NULL) STRICT;
-- New and changed rows of the listing under way, of a list that was listed before. Without an index: it is only added
-- to, and read once.
CREATE TABLE staged (
  who TEXT NOT NULL,
  -- The row that it changes; null for a new one.
  n INTEGER,
  key TEXT NOT NULL,
  id TEXT,
  created_ms INTEGER,
  created_raw TEXT,
  assumed_utc INTEGER NOT NULL,
  raw TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE words USING fts5 (
  text, content='', contentless_delete=1, tokenize='trigram', detail=none
);
CREATE TABLE words_due (n INTEGER PRIMARY KEY) STRICT;
`;

export const NO_INDEXES = `
DROP INDEX IF EXISTS boards_by_id;
DROP INDEX IF EXISTS boards_without_id;
DROP INDEX IF EXISTS boards_by_created;
DROP INDEX IF EXISTS boards_vanished;
`;

/**
 * Taken away while a first listing fills the table, and made at once at its end: kept up row by row they would take
 * three times as long. `boards_by_created` is the default order, and has all that a short term is looked for in.
 */
export const INDEXES = `
CREATE UNIQUE INDEX boards_by_id ON boards (id) WHERE id IS NOT NULL;
CREATE UNIQUE INDEX boards_without_id ON boards (key) WHERE id IS NULL;
CREATE INDEX boards_by_created ON boards (created_ms DESC, id, folded);
CREATE INDEX boards_vanished ON boards (n) WHERE vanished_at IS NOT NULL;
`;

/** Questions are SQL alone from here on. */
const second = `
DROP TABLE words;
DROP TABLE words_due;
DROP TABLE steps;
-- The id in lower case, where it has letters that SQLite's own lower() does not know; else null.
ALTER TABLE boards ADD COLUMN folded TEXT;
UPDATE boards SET folded = fold_id(id) WHERE id GLOB '*[^ -~]*';

-- Without indexes a board may be there twice.
DELETE FROM boards WHERE (SELECT indexed FROM facts) = 0
  AND n NOT IN (SELECT max(n) FROM boards GROUP BY id, CASE WHEN id IS NULL THEN key END);

-- One row (one = 1).
ALTER TABLE facts RENAME TO facts_before;
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
INSERT INTO facts SELECT one, completeness, as_of, total, not_understood,
  iif(indexed, rows, (SELECT count(*) FROM boards WHERE vanished_at IS NULL)),
  vanished, revision, last_n, rows_revision, 1, 0 FROM facts_before;
DROP TABLE facts_before;

-- Ids and values of scalar fields by n, in lower case (see trigram-index.ts). Without positions, so the trigrams of a term are
-- joined by AND, and what matches is looked at again.
CREATE VIRTUAL TABLE search USING fts5 (
  text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1', detail=none
);
-- Rows whose line in search may not be what they say.
CREATE TABLE search_due (n INTEGER PRIMARY KEY) STRICT;
`;

/** A board is known by its key alone. */
const third = 'ALTER TABLE staged DROP COLUMN who;';

export const MIRROR_MIGRATIONS: readonly string[] = [first, second + NO_INDEXES + INDEXES, third];
