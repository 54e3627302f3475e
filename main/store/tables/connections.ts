import type { DatabaseSync } from 'node:sqlite';
import type { ConnectionDraft } from '../../../preload/contract/connections.ts';

export interface ConnectionRecord extends Omit<
  ConnectionDraft,
  'id' | 'apiKey' | 'boardApiKey' | 'sessionOnly'
> {
  readonly id: string;
  readonly createdAt: number;
}

type ConnectionRow = Omit<ConnectionRecord, 'separateBoardKey' | 'readOnly'> & {
  readonly separateBoardKey: number;
  readonly readOnly: number;
};

export function connectionsTable(db: DatabaseSync) {
  const all = db.prepare(`SELECT id, name, environment, color, paper_api AS paperApi, board_api AS boardApi,
    app_url AS appUrl, separate_board_key AS separateBoardKey, read_only AS readOnly, created_at AS createdAt
    FROM connections ORDER BY created_at, rowid`);
  const put = db.prepare(`INSERT INTO connections
    (id, name, environment, color, paper_api, board_api, app_url, separate_board_key, read_only, created_at)
    VALUES (:id, :name, :environment, :color, :paperApi, :boardApi, :appUrl, :separateBoardKey, :readOnly, :createdAt)
    ON CONFLICT (id) DO UPDATE SET name = :name, environment = :environment, color = :color, paper_api = :paperApi,
      board_api = :boardApi, app_url = :appUrl, separate_board_key = :separateBoardKey, read_only = :readOnly`);
  const remove = db.prepare('DELETE FROM connections WHERE id = ?');
  return {
    all: (): readonly ConnectionRecord[] =>
      (all.all() as unknown as readonly ConnectionRow[]).map((row) => ({
        ...row,
        separateBoardKey: row.separateBoardKey === 1,
        readOnly: row.readOnly === 1,
      })),
    put: (record: ConnectionRecord): void =>
      void put.run({
        ...record,
        separateBoardKey: Number(record.separateBoardKey),
        readOnly: Number(record.readOnly),
      }),
    remove: (id: string): void => void remove.run(id),
  };
}
