/** All migrations in order. Number n takes a database from version n to n + 1; a landed one never changes. */
export const MIGRATIONS: readonly string[] = [
  // Connections, the non-secret index of their keys, the register of papers, settings.
  `
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  environment TEXT NOT NULL,
  paper_api TEXT NOT NULL,
  board_api TEXT NOT NULL,
  app_url TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Which slots hold a key in the OS keychain. It makes "locked" tell apart from "no key": keytar reads both as null.
CREATE TABLE key_slots (
  connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  slot TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (connection_id, slot)
) STRICT;

-- No foreign key: the practice connection lives in memory and has a register all the same.
CREATE TABLE papers (
  connection_id TEXT NOT NULL,
  identifier TEXT NOT NULL,
  name TEXT NOT NULL,
  source TEXT,
  template_id TEXT,
  template TEXT NOT NULL,
  origin TEXT NOT NULL,
  remembered_at INTEGER NOT NULL,
  other_fields TEXT NOT NULL,
  raw TEXT,
  PRIMARY KEY (connection_id, identifier)
) STRICT;

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`,
  // Creates that were sent: a row from before the first byte until the end is known, or settled by a person.
  `
CREATE TABLE creates (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  template_id TEXT,
  sent_at INTEGER NOT NULL,
  -- Why the end is unknown; null while it is on its way.
  reason TEXT
) STRICT;
`,
  // Colour, order, read-only and a second key for connections; keys with their stages in place of one key a connection.
  `
ALTER TABLE connections ADD COLUMN color TEXT NOT NULL DEFAULT 'gray';
ALTER TABLE connections ADD COLUMN separate_board_key INTEGER NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN read_only INTEGER NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
UPDATE connections SET color = CASE environment
  WHEN 'production' THEN 'red' WHEN 'staging' THEN 'orange' ELSE 'blue' END;
UPDATE connections SET position = (SELECT count(*) FROM connections AS earlier
  WHERE (earlier.created_at, earlier.id) < (connections.created_at, connections.id));

-- Which keys the OS keychain holds, without the keys. A row is there before the keychain is written (storing) and
-- until the removal is proven (removing), so that no key is ever forgotten, whenever Easel ends.
-- No foreign key: a key whose removal can't be proven outlives its connection, and then bears its name.
CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  connection_name TEXT NOT NULL,
  slot TEXT NOT NULL,
  stage TEXT NOT NULL,
  state TEXT NOT NULL,
  account TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  note TEXT NOT NULL,
  owner TEXT NOT NULL,
  remind_at INTEGER,
  use_when_green INTEGER NOT NULL,
  last_accepted_at INTEGER,
  last_refused_at INTEGER
) STRICT;
CREATE UNIQUE INDEX keys_one_a_stage ON keys (connection_id, slot, stage) WHERE state = 'kept';

-- The first version's items are called connection-<id>, and stay where they are.
INSERT INTO keys (id, connection_id, connection_name, slot, stage, state, account, fingerprint, added_at, note, owner,
  use_when_green)
  SELECT lower(hex(randomblob(16))), connection_id, '', 'main', 'current', 'kept', 'connection-' || connection_id,
    fingerprint, added_at, '', '', 0 FROM key_slots;
DROP TABLE key_slots;
`,
  // What people write about boards on this computer, what is known of boards from here, and how lists are looked at.
  `
-- Of boards by their id at the service: a board that has vanished keeps its note.
CREATE TABLE notes (
  connection_id TEXT NOT NULL,
  board_id TEXT NOT NULL,
  label TEXT NOT NULL,
  note TEXT NOT NULL,
  -- A JSON list of texts.
  tags TEXT NOT NULL,
  customer TEXT NOT NULL,
  protected INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (connection_id, board_id)
) STRICT, WITHOUT ROWID;

-- Boards that were made or previewed from this computer, epoch ms.
CREATE TABLE board_facts (
  connection_id TEXT NOT NULL,
  board_id TEXT NOT NULL,
  made_at INTEGER,
  previewed_at INTEGER,
  PRIMARY KEY (connection_id, board_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE views (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- A query of the contract, as JSON.
  query TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE layouts (connection_id TEXT PRIMARY KEY, columns TEXT NOT NULL) STRICT;
`,
  // Jobs and where each of their items stands: on disk before anything of them is sent.
  `
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  -- The connection as it was when the job was made.
  connection_name TEXT NOT NULL,
  environment TEXT NOT NULL,
  address TEXT NOT NULL,
  state TEXT NOT NULL,
  hold_until INTEGER,
  pause TEXT,
  -- A failure of the contract, as JSON.
  failure TEXT,
  about TEXT NOT NULL,
  reason TEXT NOT NULL,
  template_id TEXT,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER
) STRICT;

-- Items of a job that is not there are what an interrupted writing left behind.
CREATE TABLE job_items (
  job_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  target_id TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  status INTEGER,
  message TEXT NOT NULL,
  at INTEGER,
  PRIMARY KEY (job_id, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX job_items_by_state ON job_items (job_id, state);
`,
  // Finds what jobs are about by their ids: each window of boards asks, and a job may have 100,000 items.
  `
CREATE INDEX job_items_by_target ON job_items (target_id);
`,
  // What a policy says of jobs outlives a restart: until when it holds them, who drafted them, what was deleted lately.
  `
ALTER TABLE jobs ADD COLUMN starts_earliest INTEGER;
-- Who drafted the plan it came from: self, another; NULL for none.
ALTER TABLE jobs ADD COLUMN drafted_by TEXT;
-- 1 for a delete that the person has put away, and that still counts together with others.
ALTER TABLE jobs ADD COLUMN put_away INTEGER NOT NULL DEFAULT 0;
`,
  // The origins that each key was entered for: of those that are there, where their connection leads now.
  `
-- With a blank between two. A key without any, such as one that outlives its connection, goes nowhere.
ALTER TABLE keys ADD COLUMN origins TEXT NOT NULL DEFAULT '';
UPDATE keys SET origins = CASE
    WHEN keys.slot = 'board' THEN ${originOf('board_api')}
    WHEN separate_board_key = 1 THEN ${originOf('paper_api')}
    ELSE ${originOf('paper_api')} || ' ' || ${originOf('board_api')} END
  FROM connections WHERE connections.id = keys.connection_id;
`,
  // What a note is found by (tables/note-words.ts), so that finding it is SQL's own work.
  `
ALTER TABLE notes ADD COLUMN words TEXT NOT NULL DEFAULT '';
UPDATE notes SET words = note_words(label, customer, tags, note);
`,
  // Words of notes are found by trigrams too, as what boards say is: notes get numbers for it.
  `
CREATE TABLE numbered (
  n INTEGER PRIMARY KEY,
  connection_id TEXT NOT NULL,
  board_id TEXT NOT NULL,
  label TEXT NOT NULL,
  note TEXT NOT NULL,
  -- A JSON list of texts.
  tags TEXT NOT NULL,
  customer TEXT NOT NULL,
  protected INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  words TEXT NOT NULL,
  UNIQUE (connection_id, board_id)
) STRICT;
INSERT INTO numbered
  SELECT NULL, connection_id, board_id, label, note, tags, customer, protected, updated_at, words FROM notes;
DROP TABLE notes;
ALTER TABLE numbered RENAME TO notes;

-- What they are in the mirrors' search (mirror/schema.ts). It changes with them, in their transactions.
CREATE VIRTUAL TABLE note_search USING fts5 (
  words, content='', contentless_delete=1, tokenize='trigram case_sensitive 1', detail=none
);
INSERT INTO note_search (rowid, words) SELECT n, words FROM notes;
CREATE TRIGGER note_comes AFTER INSERT ON notes BEGIN
  INSERT INTO note_search (rowid, words) VALUES (new.n, new.words);
END;
CREATE TRIGGER note_changes AFTER UPDATE OF words ON notes WHEN new.words <> old.words BEGIN
  DELETE FROM note_search WHERE rowid = old.n;
  INSERT INTO note_search (rowid, words) VALUES (new.n, new.words);
END;
CREATE TRIGGER note_goes AFTER DELETE ON notes BEGIN
  DELETE FROM note_search WHERE rowid = old.n;
END;
`,
  // Small pictures of boards and papers, taken when their previews were left. Backups leave them out (open.ts).
  `
CREATE TABLE pictures (
  connection_id TEXT NOT NULL,
  -- Of a board or a paper: both are rooms.
  thing_id TEXT NOT NULL,
  type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  taken_at INTEGER NOT NULL,
  UNIQUE (connection_id, thing_id)
) STRICT;
`,
  // How the one thing of a job is called, and what the boards that it makes are to be tagged with.
  `
ALTER TABLE jobs ADD COLUMN about_name TEXT NOT NULL DEFAULT '';
-- A JSON list of texts.
ALTER TABLE jobs ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
`,
  // What was in front when Easel was last open, as JSON, beside the columns.
  `
ALTER TABLE layouts ADD COLUMN last TEXT NOT NULL DEFAULT '{}';
`,
  // A paper that was deleted stays in the register as such (epoch ms) until a person takes it out.
  `
ALTER TABLE papers ADD COLUMN deleted_at INTEGER;
`,
  // How the papers of a class pack are called.
  `
ALTER TABLE jobs ADD COLUMN pattern TEXT NOT NULL DEFAULT '';
`,
  // Papers that others are made from, and when a visit from here last let input into them (epoch ms).
  `
ALTER TABLE papers ADD COLUMN is_template INTEGER NOT NULL DEFAULT 0;
ALTER TABLE papers ADD COLUMN input_at INTEGER;
`,
  // Views and columns of the list of papers, beside those of boards.
  `
-- 'board' or 'paper'.
ALTER TABLE views ADD COLUMN list_of TEXT NOT NULL DEFAULT 'board';
ALTER TABLE layouts ADD COLUMN paper_columns TEXT NOT NULL DEFAULT '[]';
`,
  // What the service has not confirmed of a paper: 'accepted', 'delete-accepted' or 'not-found'; null for nothing.
  `
ALTER TABLE papers ADD COLUMN standing TEXT;
`,
  // From when until when a delete is held in full (epoch ms), also while it waits for a person or is retried.
  `
ALTER TABLE jobs ADD COLUMN held_from INTEGER;
ALTER TABLE jobs ADD COLUMN held_in_full INTEGER;
UPDATE jobs SET held_from = created_at, held_in_full = coalesce(hold_until, created_at + 300000)
  WHERE state = 'held';
`,
];

/** The origin of an address, which is kept as `scheme://host[:port][/path]`. */
function originOf(address: string): string {
  const host = `substr(${address}, instr(${address}, '://') + 3)`;
  return `substr(${address}, 1, instr(${address}, '://') + 1 + instr(${host} || '/', '/'))`;
}
