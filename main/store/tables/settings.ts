/** Queries of the table `settings`: small facts by name. */
import type { DatabaseSync } from 'node:sqlite';

export type SettingName =
  | 'current-connection'
  | 'fingerprint-salt'
  | 'extra-cas'
  | 'preferences'
  /** Minutes and the hash of the passphrase, as JSON; and whether it was locked when Easel ended. */
  | 'idle-lock'
  | 'locked'
  /** Where the chain of the activity log stood last: number and hash, as JSON. */
  | 'activity-head'
  /** Random, once for this Easel: tells the author of a plan from who runs it. */
  | 'installation';

export interface SettingsTable {
  readonly get: (name: SettingName) => string | null;
  /** `null` removes it. */
  readonly set: (name: SettingName, value: string | null) => void;
}

export function settingsTable(db: DatabaseSync): SettingsTable {
  const get = db.prepare('SELECT value FROM settings WHERE name = ?');
  const set = db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM settings WHERE name = ?');
  return {
    get: (name) => (get.get(name) as { value: string } | undefined)?.value ?? null,
    set: (name, value) => void (value === null ? remove.run(name) : set.run(name, value)),
  };
}
