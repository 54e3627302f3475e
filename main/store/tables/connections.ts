import type { DatabaseSync } from 'node:sqlite';
import type { ConnectionDraft } from '../../../preload/contract/connections.ts';
import { columnsOf, fromRow, toRow } from '../database-file.ts';

export interface ConnectionRecord extends Omit<
  ConnectionDraft,
  'id' | 'apiKey' | 'boardApiKey' | 'sessionOnly'
> {
  readonly id: string;
  readonly createdAt: number;
}

export function connectionsTable(db: DatabaseSync) {
  const { read, values, set } = columnsOf(
    'id name environment color paperApi boardApi appUrl separateBoardKey readOnly createdAt',
  );
  const all = db.prepare(`SELECT ${read} FROM connections ORDER BY created_at, rowid`);
  const put = db.prepare(`INSERT INTO connections ${values} ON CONFLICT (id) DO UPDATE SET ${set}`);
  const remove = db.prepare('DELETE FROM connections WHERE id = ?');
  return {
    all: (): readonly ConnectionRecord[] =>
      all.all().map((row) => fromRow<ConnectionRecord>(row, ['separateBoardKey', 'readOnly'])),
    put: (record: ConnectionRecord): void => void put.run(toRow(record)),
    remove: (id: string): void => void remove.run(id),
  };
}
