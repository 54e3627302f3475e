/** Reads connections, keys and settings from disk, in the child before its kill and in the check afterwards. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface KeyRow {
  readonly id: string;
  readonly connectionId: string;
  readonly stage: string;
  readonly state: string;
  readonly account: string;
  readonly fingerprint: string;
  readonly note: string;
}

export interface State {
  readonly connections: readonly { readonly id: string; readonly name: string }[];
  readonly keys: readonly KeyRow[];
  readonly preferences: string | null;
  readonly integrity: string;
  readonly salt: string;
}

/** Reads Easel's database in a user data folder. SQLite first applies the killed process's journal. */
export function readState(folder: string): State {
  const db = new DatabaseSync(path.join(folder, 'easel.db'));
  try {
    const setting = (name: string): string | null =>
      (db.prepare('SELECT value FROM settings WHERE name = ?').get(name) as { value: string } | undefined)
        ?.value ?? null;
    const integrity = db.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
    return {
      connections: db
        .prepare('SELECT id, name FROM connections ORDER BY created_at, rowid')
        .all() as unknown as State['connections'],
      keys: db
        .prepare(
          `SELECT id, connection_id AS connectionId, stage, state, account, fingerprint, note FROM keys ORDER BY id`,
        )
        .all() as unknown as State['keys'],
      preferences: setting('preferences'),
      integrity: integrity.integrity_check,
      salt: setting('fingerprint-salt') ?? '',
    };
  } finally {
    db.close();
  }
}
