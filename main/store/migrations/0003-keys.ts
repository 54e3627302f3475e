/** Colour, order, read-only and a second key for connections; keys with their stages in place of one key a connection. */
export const keys = `
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
`;
