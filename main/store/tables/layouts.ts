/** Queries of the table `layouts`: which columns the list of a connection’s boards has. */
import type { DatabaseSync } from 'node:sqlite';

export interface LayoutsTable {
  /** Columns as JSON; null where nobody has chosen any. */
  readonly get: (connectionId: string) => string | null;
  readonly put: (connectionId: string, columns: string) => void;
  readonly remove: (connectionId: string) => void;
}

export function layoutsTable(db: DatabaseSync): LayoutsTable {
  const get = db.prepare('SELECT columns FROM layouts WHERE connection_id = ?');
  const put = db.prepare('INSERT OR REPLACE INTO layouts (connection_id, columns) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM layouts WHERE connection_id = ?');
  return {
    get: (connectionId) => (get.get(connectionId) as { columns: string } | undefined)?.columns ?? null,
    put: (connectionId, columns) => void put.run(connectionId, columns),
    remove: (connectionId) => void remove.run(connectionId),
  };
}
