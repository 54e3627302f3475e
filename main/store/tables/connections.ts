/** Queries of the table `connections`, and of `key_slots`, which belongs to it. */
import type { DatabaseSync } from 'node:sqlite';
import type { Environment } from '../../../preload/contract/domain.ts';

export interface ConnectionRecord {
  readonly id: string;
  readonly name: string;
  readonly environment: Environment;
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** One slot of the OS keychain that holds a key: what may be known of it without the keychain. */
export interface KeySlotRecord {
  readonly connectionId: string;
  readonly slot: 'current';
  readonly fingerprint: string;
  readonly addedAt: number;
}

export interface ConnectionsTable {
  readonly all: () => readonly ConnectionRecord[];
  readonly put: (record: ConnectionRecord) => void;
  readonly remove: (id: string) => void;
  readonly keySlots: () => readonly KeySlotRecord[];
  readonly putKeySlot: (record: KeySlotRecord) => void;
  readonly removeKeySlot: (connectionId: string, slot: KeySlotRecord['slot']) => void;
}

export function connectionsTable(db: DatabaseSync): ConnectionsTable {
  const all = db.prepare(`SELECT id, name, environment, paper_api AS paperApi, board_api AS boardApi,
    app_url AS appUrl, created_at AS createdAt FROM connections ORDER BY created_at, id`);
  const put =
    db.prepare(`INSERT INTO connections (id, name, environment, paper_api, board_api, app_url, created_at)
    VALUES (:id, :name, :environment, :paperApi, :boardApi, :appUrl, :createdAt)
    ON CONFLICT (id) DO UPDATE SET name = :name, environment = :environment, paper_api = :paperApi,
      board_api = :boardApi, app_url = :appUrl`);
  const remove = db.prepare('DELETE FROM connections WHERE id = ?');
  const slots = db.prepare(
    'SELECT connection_id AS connectionId, slot, fingerprint, added_at AS addedAt FROM key_slots',
  );
  const putSlot = db.prepare(`INSERT INTO key_slots (connection_id, slot, fingerprint, added_at)
    VALUES (:connectionId, :slot, :fingerprint, :addedAt)
    ON CONFLICT (connection_id, slot) DO UPDATE SET fingerprint = :fingerprint, added_at = :addedAt`);
  const removeSlot = db.prepare('DELETE FROM key_slots WHERE connection_id = ? AND slot = ?');
  return {
    all: () => all.all() as unknown as readonly ConnectionRecord[],
    put: (record) => void put.run({ ...record }),
    remove: (id) => void remove.run(id),
    keySlots: () => slots.all() as unknown as readonly KeySlotRecord[],
    putKeySlot: (record) => void putSlot.run({ ...record }),
    removeKeySlot: (connectionId, slot) => void removeSlot.run(connectionId, slot),
  };
}
