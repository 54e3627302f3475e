import type { DatabaseSync } from 'node:sqlite';
import type { ConnectionDraft } from '../../../preload/contract/connections.ts';
import { columnsOf } from '../database-file.ts';

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
  const { read, values, set } = columnsOf(
    'id name environment color paperApi boardApi appUrl separateBoardKey readOnly createdAt',
  );
  const all = db.prepare(`SELECT ${read} FROM connections ORDER BY created_at, rowid`);
  const put = db.prepare(`INSERT INTO connections ${values} ON CONFLICT (id) DO UPDATE SET ${set}`);
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
