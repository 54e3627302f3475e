/** Queries of the table `creates`: what was sent and may exist at the service without being known here. */
import type { DatabaseSync } from 'node:sqlite';
import type { UnresolvedCreate } from '../../../preload/contract/service.ts';

export type SentCreate = Omit<UnresolvedCreate, 'reason'>;

export interface CreatesTable {
  /** Those whose end is unknown, newest first. */
  readonly unknown: (connectionId: string) => readonly UnresolvedCreate[];
  /** In place of an entry of this id, which a full disk may have kept from being struck out. */
  readonly put: (connectionId: string, create: SentCreate) => void;
  /** The end was not seen. */
  readonly markUnknown: (id: string, reason: string) => void;
  /** What an earlier run left on its way: nobody waits for its answer any more. */
  readonly markAbandoned: (reason: string) => void;
  readonly remove: (id: string) => void;
  readonly removeAll: (connectionId: string) => void;
}

export function createsTable(db: DatabaseSync): CreatesTable {
  const unknown = db.prepare(`SELECT id, kind, sent_at AS sentAt, name, template_id AS templateId, reason
    FROM creates WHERE connection_id = ? AND reason IS NOT NULL ORDER BY sent_at DESC, rowid DESC`);
  const put = db.prepare(`INSERT OR REPLACE INTO creates (id, connection_id, kind, name, template_id, sent_at)
    VALUES (:id, :connectionId, :kind, :name, :templateId, :sentAt)`);
  const mark = db.prepare('UPDATE creates SET reason = ? WHERE id = ?');
  const abandon = db.prepare('UPDATE creates SET reason = ? WHERE reason IS NULL');
  const remove = db.prepare('DELETE FROM creates WHERE id = ?');
  const removeAll = db.prepare('DELETE FROM creates WHERE connection_id = ?');
  return {
    unknown: (connectionId) => unknown.all(connectionId) as unknown as readonly UnresolvedCreate[],
    put: (connectionId, create) => void put.run({ ...create, connectionId }),
    markUnknown: (id, reason) => void mark.run(reason, id),
    markAbandoned: (reason) => void abandon.run(reason),
    remove: (id) => void remove.run(id),
    removeAll: (connectionId) => void removeAll.run(connectionId),
  };
}
