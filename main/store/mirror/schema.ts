/**
 * What the file of one connection's mirror holds. All of it can be had from the service again.
 *
 * The version is the number of migrations (`user_version`); each is run in one transaction with its number.
 */

const initial = `
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

-- One row (one = 1).
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
  -- 0 while a first listing fills boards, and after one that was given up until there is time: it has no indexes then,
  -- and may have a board twice.
  indexed INTEGER NOT NULL,
  -- 1 when words has what every row says.
  words_ready INTEGER NOT NULL,
  -- Rows up to this n are in words, but for those in words_due.
  words_to INTEGER NOT NULL
) STRICT;

-- Single rows that came (put) or went (removed) since the last listing ended, so that nobody reads all rows anew for
-- them. A rows_revision without its line here is a change of many rows.
CREATE TABLE steps (
  revision INTEGER PRIMARY KEY,
  n INTEGER NOT NULL,
  removed INTEGER NOT NULL
) STRICT;

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

-- Values of the scalar fields beyond the known ones, by n, lower-cased and joined by line feeds; rows without any are
-- not in it. Without positions, so several trigrams are joined by AND and what matches is looked at again.
CREATE VIRTUAL TABLE words USING fts5 (
  text, content='', contentless_delete=1, tokenize='trigram', detail=none
);
CREATE TABLE words_due (n INTEGER PRIMARY KEY) STRICT;
`;

/**
 * Taken away while a first listing fills the table, and made at once at its end: kept up row by row they would take
 * three times as long. `boards_by_created` is the default order; undated boards come last (null is below all numbers).
 */
export const INDEXES = `
CREATE UNIQUE INDEX boards_by_id ON boards (id) WHERE id IS NOT NULL;
CREATE UNIQUE INDEX boards_without_id ON boards (key) WHERE id IS NULL;
CREATE INDEX boards_by_created ON boards (created_ms DESC, id, vanished_at);
`;

export const NO_INDEXES = `
DROP INDEX IF EXISTS boards_by_id;
DROP INDEX IF EXISTS boards_without_id;
DROP INDEX IF EXISTS boards_by_created;
`;

export const MIRROR_MIGRATIONS: readonly string[] = [initial + INDEXES];
