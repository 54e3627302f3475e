/** Queries of the table `connections`. */
import type { DatabaseSync } from 'node:sqlite';
import type { ConnectionDraft } from '../../../preload/contract/connections.ts';

/** A connection without its keys, as its form gives it. */
export interface ConnectionRecord extends Omit<
  ConnectionDraft,
  'id' | 'apiKey' | 'boardApiKey' | 'sessionOnly'
> {
  readonly id: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

type ConnectionRow = Omit<ConnectionRecord, 'separateBoardKey' | 'readOnly'> & {
  readonly separateBoardKey: number;
  readonly readOnly: number;
};

export function connectionsTable(db: DatabaseSync) {
  const all = db.prepare(`SELECT id, name, environment, color, paper_api AS paperApi, board_api AS boardApi,
    app_url AS appUrl, separate_board_key AS separateBoardKey, read_only AS readOnly, created_at AS createdAt
    FROM connections ORDER BY position, created_at, id`);
  const put = db.prepare(`INSERT INTO connections
    (id, name, environment, color, paper_api, board_api, app_url, separate_board_key, read_only, created_at, position)
    VALUES (:id, :name, :environment, :color, :paperApi, :boardApi, :appUrl, :separateBoardKey, :readOnly, :createdAt,
      (SELECT ifnull(max(position), -1) + 1 FROM connections))
    ON CONFLICT (id) DO UPDATE SET name = :name, environment = :environment, color = :color, paper_api = :paperApi,
      board_api = :boardApi, app_url = :appUrl, separate_board_key = :separateBoardKey, read_only = :readOnly`);
  const remove = db.prepare('DELETE FROM connections WHERE id = ?');
  const reorder = db.prepare(`WITH wanted AS (SELECT value AS id, key AS place FROM json_each(?)),
    numbered AS (SELECT connections.id,
      row_number() OVER (ORDER BY ifnull(wanted.place, 1e9), position, created_at, connections.id) AS place
      FROM connections LEFT JOIN wanted ON wanted.id = connections.id)
    UPDATE connections SET position = numbered.place FROM numbered WHERE numbered.id = connections.id`);
  return {
    /** In their order. */
    all: (): readonly ConnectionRecord[] =>
      (all.all() as unknown as readonly ConnectionRow[]).map((row) => ({
        ...row,
        separateBoardKey: row.separateBoardKey === 1,
        readOnly: row.readOnly === 1,
      })),
    /** Adds behind all others, or changes in place. */
    put: (record: ConnectionRecord): void =>
      void put.run({
        ...record,
        separateBoardKey: Number(record.separateBoardKey),
        readOnly: Number(record.readOnly),
      }),
    remove: (id: string): void => void remove.run(id),
    /** Puts these first, in this order; the rest keeps its own behind them. */
    reorder: (ids: readonly string[]): void => void reorder.run(JSON.stringify(ids)),
  };
}
