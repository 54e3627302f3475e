/** Stored in the file as `user_version`. */
export const VERSION = 1;

export const SCHEMA = `
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  environment TEXT NOT NULL,
  color TEXT NOT NULL,
  paper_api TEXT NOT NULL,
  board_api TEXT NOT NULL,
  app_url TEXT NOT NULL,
  separate_board_key INTEGER NOT NULL,
  read_only INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Which keys the OS keychain holds, without the keys. It tells "locked" from "no key": keytar reads both as null.
-- A row is there before the keychain is written (storing) and until the removal is proven (removing), so that no key is
-- ever forgotten, whenever Easel ends.
-- No foreign key: a key whose removal can't be proven outlives its connection.
CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  slot TEXT NOT NULL,
  stage TEXT NOT NULL,
  state TEXT NOT NULL,
  account TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  note TEXT NOT NULL,
  remind_at INTEGER,
  use_when_green INTEGER NOT NULL,
  last_accepted_at INTEGER,
  last_refused_at INTEGER,
  -- The origins that it was entered for, with a blank between two. A key without any goes nowhere.
  origins TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX keys_one_a_stage ON keys (connection_id, slot, stage) WHERE state = 'kept';

-- The register of papers. No foreign key: the practice connection lives in memory and has a register too.
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
  -- A deleted paper stays in the register until a person takes it out.
  deleted_at INTEGER,
  is_template INTEGER NOT NULL,
  -- When a visit from here last let input into it.
  input_at INTEGER,
  -- What the service has not confirmed: 'accepted', 'delete-accepted' or 'not-found'; null for nothing.
  standing TEXT,
  PRIMARY KEY (connection_id, identifier)
) STRICT;

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

-- Creates that were sent: a row from before the first byte until the outcome is known, or settled by a person.
CREATE TABLE creates (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  template_id TEXT,
  sent_at INTEGER NOT NULL,
  -- Why the outcome is unknown; null while the create is on its way.
  reason TEXT
) STRICT;

-- Boards that were made or previewed from this computer.
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
  -- 'board' or 'paper'.
  list_of TEXT NOT NULL,
  name TEXT NOT NULL,
  -- A query of the contract, as JSON.
  query TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Columns of the lists, and what was in front when Easel was last open; all as JSON.
CREATE TABLE layouts (
  connection_id TEXT PRIMARY KEY,
  columns TEXT NOT NULL,
  paper_columns TEXT NOT NULL,
  last TEXT NOT NULL
) STRICT;

-- Jobs and where each of their items stands: on disk before anything of them is sent.
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
  about_name TEXT NOT NULL,
  reason TEXT NOT NULL,
  template_id TEXT,
  -- The names of the papers of a class pack.
  pattern TEXT NOT NULL,
  -- What new boards are tagged with: a JSON list of texts.
  tags TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  starts_earliest INTEGER,
  -- Who drafted the plan it came from: self, another; NULL for none.
  drafted_by TEXT,
  -- 1 for a delete that the person has put away, and that still counts together with others.
  put_away INTEGER NOT NULL DEFAULT 0,
  -- From when until when a delete is held in full, also while it waits for a person or is retried.
  held_from INTEGER,
  held_in_full INTEGER
) STRICT;

-- Items without their job are what an interrupted write left behind.
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
-- Each window of boards asks which jobs concern them, and a job may have 100,000 items.
CREATE INDEX job_items_by_target ON job_items (target_id);

-- What people write about boards on this computer: a board that has vanished keeps its note.
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
  -- The text that a note is found by (tables/note-words.ts).
  words TEXT NOT NULL,
  PRIMARY KEY (connection_id, board_id)
) STRICT;

-- Small pictures of boards and papers, taken when their previews were left.
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

-- The activity log.
CREATE TABLE activity (
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  user TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  -- The connection's name at that time.
  connection_name TEXT NOT NULL,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  outcome TEXT NOT NULL,
  status INTEGER,
  detail TEXT NOT NULL,
  reason TEXT NOT NULL,
  job TEXT NOT NULL,
  -- The text that an entry is found by (tables/activity.ts).
  words TEXT NOT NULL
) STRICT;
CREATE INDEX activity_by_job ON activity (job, action, outcome) WHERE job <> '';
-- Append-only. The last trigger refuses INSERT OR REPLACE, which deletes without the trigger for deletes.
CREATE TRIGGER activity_never_changes BEFORE UPDATE ON activity BEGIN
  SELECT raise(ABORT, 'the activity log is append-only');
END;
CREATE TRIGGER activity_never_goes BEFORE DELETE ON activity BEGIN
  SELECT raise(ABORT, 'the activity log is append-only');
END;
CREATE TRIGGER activity_is_never_replaced BEFORE INSERT ON activity
  WHEN new.number <= (SELECT max(number) FROM activity) AND new.number > 0 BEGIN
  SELECT raise(ABORT, 'the activity log is append-only');
END;
`;
