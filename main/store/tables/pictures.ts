/** Queries of the table `pictures`: thumbnails of rooms, which may show customers' content. */
import type { DatabaseSync } from 'node:sqlite';
import { atOnce } from '../database-file.ts';

export interface PictureRow {
  readonly id: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly takenAt: number;
}

/** Limits for the thumbnails of all connections together. Above a limit, the oldest thumbnails are removed. */
const BOUNDS = { pictures: 2000, bytes: 32 * 1024 * 1024 };

/** Runs `work`, and makes SQLite overwrite the content of the rows that it deletes. */
export function wiping(db: DatabaseSync, work: () => void): void {
  db.exec('PRAGMA secure_delete = ON');
  try {
    work();
  } finally {
    db.exec('PRAGMA secure_delete = OFF');
  }
}

export function picturesTable(db: DatabaseSync, bounds = BOUNDS) {
  const of = db.prepare(`SELECT thing_id AS id, type, bytes, width, height, taken_at AS takenAt
    FROM pictures WHERE connection_id = ? AND thing_id IN (SELECT value FROM json_each(?))`);
  const put = db.prepare(`INSERT OR REPLACE INTO pictures
    (connection_id, thing_id, type, bytes, width, height, taken_at)
    VALUES (:connectionId, :id, :type, :bytes, :width, :height, :takenAt)`);
  const keepWithin = db.prepare(`DELETE FROM pictures WHERE rowid IN (SELECT rowid FROM (
      SELECT rowid, row_number() OVER newest AS pictures, sum(length(bytes)) OVER newest AS bytes FROM pictures
      WINDOW newest AS (ORDER BY taken_at DESC, rowid DESC ROWS UNBOUNDED PRECEDING)
    ) WHERE pictures > :pictures OR bytes > :bytes)`);
  const remove = db.prepare(`DELETE FROM pictures
    WHERE connection_id = ? AND thing_id IN (SELECT value FROM json_each(?))`);
  const removeAll = db.prepare('DELETE FROM pictures WHERE connection_id = ?');
  const clear = db.prepare('DELETE FROM pictures');
  const count = db.prepare('SELECT count(*) AS pictures FROM pictures');

  return {
    of: (connectionId: string, ids: readonly string[]): readonly PictureRow[] =>
      of.all(connectionId, JSON.stringify(ids)) as unknown as readonly PictureRow[],
    put: (connectionId: string, pictures: readonly PictureRow[]): void =>
      wiping(db, () =>
        atOnce(db, () => {
          for (const picture of pictures) put.run({ ...picture, connectionId });
          keepWithin.run(bounds);
        }),
      ),
    remove: (connectionId: string, ids: readonly string[]): void =>
      wiping(db, () => void remove.run(connectionId, JSON.stringify(ids))),
    removeAll: (connectionId: string): void => wiping(db, () => void removeAll.run(connectionId)),
    /** Removes all thumbnails. Also truncates the write-ahead log, because it still contains their content. */
    clear: (): void => {
      wiping(db, () => void clear.run());
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    count: (): number => Number(count.get()?.['pictures']),
  };
}
