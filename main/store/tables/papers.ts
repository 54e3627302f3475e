/** Queries of the table `papers`: the register of papers that this computer remembers. */
import type { DatabaseSync } from 'node:sqlite';
import type { Field } from '../../../preload/contract/boards.ts';
import type { Paper } from '../../../preload/contract/papers.ts';

export interface PapersTable {
  /** Newest first. */
  readonly ofConnection: (connectionId: string) => readonly Paper[];
  /** Adds or replaces. */
  readonly put: (connectionId: string, paper: Paper) => void;
  readonly remove: (connectionId: string, identifier: string) => void;
  readonly removeAll: (connectionId: string) => void;
}

type PaperRow = Omit<Paper, 'otherFields'> & { readonly otherFields: string };

export function papersTable(db: DatabaseSync): PapersTable {
  const ofConnection =
    db.prepare(`SELECT identifier, name, source, template_id AS templateId, template, origin,
    remembered_at AS rememberedAt, other_fields AS otherFields, raw
    FROM papers WHERE connection_id = ? ORDER BY remembered_at DESC, rowid DESC`);
  const put = db.prepare(`INSERT OR REPLACE INTO papers
    (connection_id, identifier, name, source, template_id, template, origin, remembered_at, other_fields, raw)
    VALUES (:connectionId, :identifier, :name, :source, :templateId, :template, :origin, :rememberedAt,
      :otherFields, :raw)`);
  const remove = db.prepare('DELETE FROM papers WHERE connection_id = ? AND identifier = ?');
  const removeAll = db.prepare('DELETE FROM papers WHERE connection_id = ?');
  return {
    ofConnection: (connectionId) =>
      (ofConnection.all(connectionId) as unknown as readonly PaperRow[]).map((row) => ({
        ...row,
        otherFields: JSON.parse(row.otherFields) as readonly Field[],
      })),
    put: (connectionId, paper) =>
      void put.run({ ...paper, connectionId, otherFields: JSON.stringify(paper.otherFields) }),
    remove: (connectionId, identifier) => void remove.run(connectionId, identifier),
    removeAll: (connectionId) => void removeAll.run(connectionId),
  };
}
