/** Version of the schema. A higher version needs a step in `openSound` that converts the files of version 1. */
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

-- API keys in the OS keychain, without their values. keytar returns null for a locked keychain too, so this table
-- lists a key before it is stored (state storing) and until its removal is proven (removing).
-- No foreign key: a key whose removal is not proven outlives its connection.
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
  -- Space-separated. An API key without origins is never sent.
  origins TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX keys_one_a_stage ON keys (connection_id, slot, stage) WHERE state = 'kept';

-- No foreign key: practice mode stores its papers before its connection.
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
  -- A deleted paper stays until the user removes it.
  deleted_at INTEGER,
  is_template INTEGER NOT NULL,
  -- Epoch ms of the last preview that allowed input.
  input_at INTEGER,
  -- Unconfirmed by the service: 'accepted', 'delete-accepted' or 'not-found'; else null.
  standing TEXT,
  PRIMARY KEY (connection_id, identifier)
) STRICT;

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

-- Create requests: inserted before sending, removed when the outcome is known or the user resolves it.
CREATE TABLE creates (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  template_id TEXT,
  sent_at INTEGER NOT NULL,
  -- Why the outcome is unknown; null while the request runs.
  reason TEXT
) STRICT;

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
  -- JSON.
  query TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- 1 if the team's database has this view too.
  shared INTEGER NOT NULL
) STRICT;

-- Columns of the lists, and the last view, as JSON.
CREATE TABLE layouts (
  connection_id TEXT PRIMARY KEY,
  columns TEXT NOT NULL,
  paper_columns TEXT NOT NULL,
  last TEXT NOT NULL
) STRICT;

-- Written before any request of a job is sent.
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  -- Name of the connection when the job was created.
  connection_name TEXT NOT NULL,
  environment TEXT NOT NULL,
  address TEXT NOT NULL,
  state TEXT NOT NULL,
  hold_until INTEGER,
  pause TEXT,
  -- JSON.
  failure TEXT,
  about TEXT NOT NULL,
  about_name TEXT NOT NULL,
  reason TEXT NOT NULL,
  template_id TEXT,
  -- Name pattern for papers with one join link per person.
  pattern TEXT NOT NULL,
  -- Tags for new boards, as a JSON array.
  tags TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  starts_earliest INTEGER,
  -- The team's plan that the job runs, and the run in the team's database.
  plan_id TEXT,
  run_id TEXT,
  -- 1 for a removed delete job that still counts for the policy's limits.
  put_away INTEGER NOT NULL DEFAULT 0,
  -- Start and end of the full delay before a delete, also while the job waits for the user or a retry.
  held_from INTEGER,
  held_in_full INTEGER
) STRICT;

-- A crash may leave items without a job.
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
-- Each page of boards looks up its jobs, and a job may have 100,000 items.
CREATE INDEX job_items_by_target ON job_items (target_id);

-- A board that the service no longer lists keeps its notes.
CREATE TABLE notes (
  connection_id TEXT NOT NULL,
  board_id TEXT NOT NULL,
  label TEXT NOT NULL,
  note TEXT NOT NULL,
  -- A JSON array.
  tags TEXT NOT NULL,
  customer TEXT NOT NULL,
  protected INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- The text that Find searches (tables/note-words.ts).
  words TEXT NOT NULL,
  PRIMARY KEY (connection_id, board_id)
  -- Without row ids, a search through 100,000 notes of one connection is five times faster (measured).
) STRICT, WITHOUT ROWID;

-- Connections shared with the team. Their notes, papers and views are copies of items of the team's database.
CREATE TABLE team_accounts (
  connection_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  account_name TEXT NOT NULL,
  -- Identifies the history of the team's database. A restored backup has another one.
  history TEXT NOT NULL,
  -- Items up to this revision are in the local copy.
  revision INTEGER NOT NULL,
  read_at INTEGER,
  -- A connection that is no longer shared keeps its local copy.
  left_at INTEGER
) STRICT;
CREATE TABLE team_items (
  connection_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  -- 0 if the team's database does not have the item yet.
  revision INTEGER NOT NULL,
  changed_by TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  -- Number of local changes not yet sent to the team's database.
  pending INTEGER NOT NULL,
  PRIMARY KEY (connection_id, kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_items_pending ON team_items (connection_id) WHERE pending > 0;

-- Thumbnails from previews.
CREATE TABLE pictures (
  connection_id TEXT NOT NULL,
  -- A board or paper id.
  thing_id TEXT NOT NULL,
  type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  taken_at INTEGER NOT NULL,
  UNIQUE (connection_id, thing_id)
) STRICT;

CREATE TABLE activity (
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  user TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  connection_name TEXT NOT NULL,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  outcome TEXT NOT NULL,
  status INTEGER,
  detail TEXT NOT NULL,
  reason TEXT NOT NULL,
  job TEXT NOT NULL,
  -- The text that Find searches (tables/activity.ts).
  words TEXT NOT NULL
) STRICT;
CREATE INDEX activity_by_job ON activity (job, action, outcome) WHERE job <> '';
-- Append-only. INSERT OR REPLACE deletes without the delete trigger, so the last trigger rejects it.
CREATE TRIGGER activity_never_changes BEFORE UPDATE ON activity BEGIN
  SELECT raise(ABORT, 'the activity log is append-only');
END;
CREATE TRIGGER activity_never_goes BEFORE DELETE ON activity BEGIN
  SELECT raise(ABORT, 'the activity log is append-only');
END;
-- Log entries that the team's database may lack, each with the account that its connection had joined.
CREATE TABLE outbox (number INTEGER PRIMARY KEY, account_id TEXT NOT NULL) STRICT;
CREATE TRIGGER activity_fills_outbox AFTER INSERT ON activity BEGIN
  INSERT INTO outbox SELECT new.number, account_id FROM team_accounts
    WHERE connection_id = new.connection_id AND left_at IS NULL;
END;
CREATE TRIGGER activity_is_never_replaced BEFORE INSERT ON activity
  WHEN new.number <= (SELECT max(number) FROM activity) AND new.number > 0 BEGIN
  SELECT raise(ABORT, 'the activity log is append-only');
END;
`;
