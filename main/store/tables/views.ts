/** Queries of the table `views`: questions with a name. */
import type { DatabaseSync } from 'node:sqlite';

export interface ViewRecord {
  readonly id: string;
  readonly connectionId: string;
  readonly name: string;
  /** A query of the contract, as JSON; one that an older Easel wrote may no longer be one. */
  readonly query: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

export interface ViewsTable {
  /** By name. */
  readonly ofConnection: (connectionId: string) => readonly ViewRecord[];
  /** Adds, or changes name and query of the one with this id. */
  readonly put: (record: ViewRecord) => void;
  readonly remove: (connectionId: string, id: string) => void;
  readonly removeAll: (connectionId: string) => void;
}

export function viewsTable(db: DatabaseSync): ViewsTable {
  const ofConnection =
    db.prepare(`SELECT id, connection_id AS connectionId, name, query, created_at AS createdAt
    FROM views WHERE connection_id = ? ORDER BY name COLLATE NOCASE, created_at, id`);
  const put = db.prepare(`INSERT INTO views (id, connection_id, name, query, created_at)
    VALUES (:id, :connectionId, :name, :query, :createdAt)
    ON CONFLICT (id) DO UPDATE SET name = :name, query = :query WHERE connection_id = :connectionId`);
  const remove = db.prepare('DELETE FROM views WHERE connection_id = ? AND id = ?');
  const removeAll = db.prepare('DELETE FROM views WHERE connection_id = ?');
  return {
    ofConnection: (connectionId) => ofConnection.all(connectionId) as unknown as readonly ViewRecord[],
    put: (record) => void put.run({ ...record }),
    remove: (connectionId, id) => void remove.run(connectionId, id),
    removeAll: (connectionId) => void removeAll.run(connectionId),
  };
}
