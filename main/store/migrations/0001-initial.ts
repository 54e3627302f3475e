/** Connections, the non-secret index of their keys, the register of papers, settings. */
export const initial = `
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
`;
