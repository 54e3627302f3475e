/** Jobs and where each of their items stands: on disk before anything of them is sent. */
export const jobs = `
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
`;
