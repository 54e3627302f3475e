/** Version of the schema. When raising it, add code to `openSound` that converts files of version 1. */
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

-- API keys in the OS keychain, without their values. keytar returns null even for a locked keychain, so this table
-- lists a key before the keychain stores it (state storing), and until its removal is proven (removing).
-- No foreign key, because a key may still be in the keychain after its connection is removed.
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
  -- Origins (scheme, host, port) to which the API key may be sent, separated by spaces.
  origins TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX keys_one_a_stage ON keys (connection_id, slot, stage) WHERE state = 'kept';

-- No foreign key to connections, because practice mode stores its papers before its connection.
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
  -- Epoch ms at which Easel learnt of the deletion. A deleted paper stays until the user removes it.
  deleted_at INTEGER,
  is_template INTEGER NOT NULL,
  -- Epoch ms of the last live preview in which the user could edit the paper.
  input_at INTEGER,
  -- State that the service has not confirmed: 'accepted', 'delete-accepted' or 'not-found'; otherwise null.
  standing TEXT,
  PRIMARY KEY (connection_id, identifier)
) STRICT;

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

-- Create requests. Saved before sending, and removed when their outcome is known or the user resolves it.
CREATE TABLE creates (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  template_id TEXT,
  sent_at INTEGER NOT NULL,
  -- Reason for the unknown outcome; null while the request is in flight.
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
  -- List that the view applies to: 'board' or 'paper'.
  list_of TEXT NOT NULL,
  name TEXT NOT NULL,
  -- Filters and order as JSON.
  query TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- 1 if the view is shared with the team.
  shared INTEGER NOT NULL
) STRICT;

-- Visible columns of both lists, and the last screen, as JSON.
CREATE TABLE layouts (
  connection_id TEXT PRIMARY KEY,
  columns TEXT NOT NULL,
  paper_columns TEXT NOT NULL,
  last TEXT NOT NULL
) STRICT;

-- A job is saved here before any of its requests is sent.
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  -- Name of the connection at the time when the job was created.
  connection_name TEXT NOT NULL,
  environment TEXT NOT NULL,
  address TEXT NOT NULL,
  state TEXT NOT NULL,
  hold_until INTEGER,
  pause TEXT,
  -- Why the job was paused or ended, as JSON.
  failure TEXT,
  about TEXT NOT NULL,
  about_name TEXT NOT NULL,
  reason TEXT NOT NULL,
  template_id TEXT,
  -- Name pattern such as 'Maths {name}', for jobs that create a paper and a join link per person.
  pattern TEXT NOT NULL,
  -- Tags for the boards that the job creates, as a JSON array.
  tags TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  starts_earliest INTEGER,
  -- Ids of the team's plan that the job runs, and of the run in the team's database.
  plan_id TEXT,
  run_id TEXT,
  -- 1 for a delete job that the user removed, but that still counts for the policy's limits.
  put_away INTEGER NOT NULL DEFAULT 0,
  -- Start and end of the full delay before a delete. A pause does not clear them.
  held_from INTEGER,
  held_in_full INTEGER
) STRICT;

-- A crash may leave items whose job is missing.
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
-- Index for finding the jobs of the boards on screen, because a job may have 100,000 items.
CREATE INDEX job_items_by_target ON job_items (target_id);

-- Notes stay when the service no longer lists their board.
CREATE TABLE notes (
  connection_id TEXT NOT NULL,
  board_id TEXT NOT NULL,
  label TEXT NOT NULL,
  note TEXT NOT NULL,
  -- Tags as a JSON array.
  tags TEXT NOT NULL,
  customer TEXT NOT NULL,
  protected INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Normalised text of all fields, for searching (tables/note-words.ts).
  words TEXT NOT NULL,
  PRIMARY KEY (connection_id, board_id)
  -- WITHOUT ROWID, because it makes searching 100,000 notes of one connection five times faster (measured).
) STRICT, WITHOUT ROWID;

-- Connections that have joined a team. Their notes, papers and shared views are copies of the team's items.
CREATE TABLE team_accounts (
  connection_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  account_name TEXT NOT NULL,
  -- Id of the history of the team's items. Changes after a backup of the team's database was restored.
  history TEXT NOT NULL,
  -- The local copy contains the team's items up to this revision.
  revision INTEGER NOT NULL,
  read_at INTEGER,
  -- Epoch ms at which the connection left the team. Its local copy stays.
  left_at INTEGER
) STRICT;
CREATE TABLE team_items (
  connection_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  -- Last revision of the item that this computer read. 0: not yet in the team's database.
  revision INTEGER NOT NULL,
  changed_by TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  -- Number of local changes that are not yet sent to the team's database.
  pending INTEGER NOT NULL,
  PRIMARY KEY (connection_id, kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_items_pending ON team_items (connection_id) WHERE pending > 0;

-- Thumbnails of rooms from live previews.
CREATE TABLE pictures (
  connection_id TEXT NOT NULL,
  -- Id of the board or paper.
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
  -- Normalised text of the entry, for searching (tables/activity.ts).
  words TEXT NOT NULL
) STRICT;
CREATE INDEX activity_by_job ON activity (job, action, outcome) WHERE job <> '';
-- Makes the log append-only. INSERT OR REPLACE runs no delete trigger, so activity_is_never_replaced rejects it.
CREATE TRIGGER activity_never_changes BEFORE UPDATE ON activity BEGIN
  SELECT raise(ABORT, 'the activity log is append-only');
END;
CREATE TRIGGER activity_never_goes BEFORE DELETE ON activity BEGIN
  SELECT raise(ABORT, 'the activity log is append-only');
END;
-- Log entries that wait to be sent to the team's database, each with its connection's team account. Only the login that
-- was set up when the entry was made sends it, because the database names the login as the entry's author.
CREATE TABLE outbox (number INTEGER PRIMARY KEY, account_id TEXT NOT NULL, login TEXT) STRICT;
CREATE TRIGGER activity_fills_outbox AFTER INSERT ON activity BEGIN
  INSERT INTO outbox SELECT new.number, account_id,
      (SELECT value ->> 'user' FROM settings WHERE name = 'team-register' AND json_valid(value))
    FROM team_accounts WHERE connection_id = new.connection_id AND left_at IS NULL;
END;
CREATE TRIGGER activity_is_never_replaced BEFORE INSERT ON activity
  WHEN new.number <= (SELECT max(number) FROM activity) AND new.number > 0 BEGIN
  SELECT raise(ABORT, 'the activity log is append-only');
END;
`;
