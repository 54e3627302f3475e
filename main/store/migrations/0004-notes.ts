/** What people write about boards on this computer, what is known of boards from here, and how lists are looked at. */
export const notes = `
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
`;
