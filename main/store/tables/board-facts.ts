/** Queries of the table `board_facts`: what was done with boards from this computer. */
import type { DatabaseSync } from 'node:sqlite';

export interface BoardFactsTable {
  /** Made here at `at`, epoch ms; the first word stays. */
  readonly made: (connectionId: string, boardId: string, at: number) => void;
  /** Previewed from here at `at`, epoch ms; the last word stays. */
  readonly previewed: (connectionId: string, boardId: string, at: number) => void;
  readonly removeAll: (connectionId: string) => void;
}

export function boardFactsTable(db: DatabaseSync): BoardFactsTable {
  const made = db.prepare(`INSERT INTO board_facts (connection_id, board_id, made_at) VALUES (?, ?, ?)
    ON CONFLICT (connection_id, board_id) DO UPDATE SET made_at = ifnull(made_at, excluded.made_at)`);
  const previewed =
    db.prepare(`INSERT INTO board_facts (connection_id, board_id, previewed_at) VALUES (?, ?, ?)
    ON CONFLICT (connection_id, board_id) DO UPDATE
    SET previewed_at = max(ifnull(previewed_at, 0), excluded.previewed_at)`);
  const removeAll = db.prepare('DELETE FROM board_facts WHERE connection_id = ?');
  return {
    made: (connectionId, boardId, at) => void made.run(connectionId, boardId, at),
    previewed: (connectionId, boardId, at) => void previewed.run(connectionId, boardId, at),
    removeAll: (connectionId) => void removeAll.run(connectionId),
  };
}
