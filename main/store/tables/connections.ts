import type { DatabaseSync } from 'node:sqlite';
import type { ConnectionDraft } from '../../../preload/contract/connections.ts';
import { columnsOf, eachAtOnce, fromRow, toRow } from '../database-file.ts';
import { wiping } from './pictures.ts';

export interface ConnectionRecord extends Omit<
  ConnectionDraft,
  'id' | 'apiKey' | 'boardApiKey' | 'sessionOnly'
> {
  readonly id: string;
  readonly createdAt: number;
}

/** Tables with rows of a connection. `kept` contains earlier notes for an undo. */
const LOCAL = ['papers', 'creates', 'notes', 'kept', 'board_facts', 'pictures', 'views', 'layouts'];

export function connectionsTable(db: DatabaseSync) {
  const { read, values, set } = columnsOf(
    'id name environment color paperApi boardApi appUrl separateBoardKey readOnly createdAt',
  );
  const all = db.prepare(`SELECT ${read} FROM connections ORDER BY created_at, rowid`);
  const put = db.prepare(`INSERT INTO connections ${values} ON CONFLICT (id) DO UPDATE SET ${set}`);
  const remove = [
    db.prepare('DELETE FROM connections WHERE id = ?'),
    ...LOCAL.map((table) => db.prepare(`DELETE FROM ${table} WHERE connection_id = ?`)),
  ];
  return {
    all: (): readonly ConnectionRecord[] =>
      all.all().map((row) => fromRow<ConnectionRecord>(row, ['separateBoardKey', 'readOnly'])),
    put: (record: ConnectionRecord): void => void put.run(toRow(record)),
    /** Removes a connection and its local data, except its API keys and jobs. */
    remove: (id: string): void => wiping(db, () => eachAtOnce(db, remove, (statement) => statement.run(id))),
  };
}
