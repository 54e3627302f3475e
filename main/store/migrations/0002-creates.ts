/** Creates that were sent: a row from before the first byte until the end is known, or settled by a person. */
export const creates = `
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
`;
