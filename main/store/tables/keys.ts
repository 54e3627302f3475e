import type { DatabaseSync } from 'node:sqlite';
import type { KeyInfo, KeyStage } from '../../../preload/contract/keys.ts';
import { atOnce, columnsOf, eachAtOnce, fromRow, toRow } from '../database-file.ts';

export type AboutKeyRecord = Pick<KeyInfo, 'note' | 'remindAt' | 'useWhenGreen'>;

/** Record of an API key. `storing`: not yet in the keychain. `removing`: unused, perhaps still in the keychain. */
export interface KeyRecord extends Omit<KeyInfo, 'kept'> {
  readonly connectionId: string;
  readonly state: 'storing' | 'kept' | 'removing';
  /** Name of the keychain item with the API key. Never changes. */
  readonly account: string;
  /** Origins (scheme, host, port) for which the user entered the API key. They never change. */
  readonly origins: readonly string[];
}

export function keysTable(db: DatabaseSync) {
  const { read, values } = columnsOf(
    'id connectionId slot stage state account fingerprint addedAt note remindAt useWhenGreen lastAcceptedAt lastRefusedAt origins',
  );
  const all = db.prepare(`SELECT ${read} FROM keys ORDER BY connection_id, slot DESC, added_at, id`);
  const add = db.prepare(`INSERT INTO keys ${values}`);
  const displace = db.prepare(`UPDATE keys SET state = 'removing' WHERE state = 'kept' AND id <> :id AND
    (connection_id, slot, stage) = (SELECT connection_id, slot, stage FROM keys WHERE id = :id)`);
  const keep = db.prepare(`UPDATE keys SET state = 'kept' WHERE id = ?`);
  const setStage = db.prepare('UPDATE keys SET stage = ? WHERE id = ?');
  const describe = db.prepare(`UPDATE keys
    SET ${columnsOf('note remindAt useWhenGreen').set} WHERE id = :id`);
  const accepted = db.prepare('UPDATE keys SET last_accepted_at = ? WHERE id = ?');
  const refused = db.prepare('UPDATE keys SET last_refused_at = ? WHERE id = ?');
  const giveUp = db.prepare(`UPDATE keys SET state = 'removing' WHERE id = ?`);
  const remove = db.prepare('DELETE FROM keys WHERE id = ?');

  return {
    all: (): readonly KeyRecord[] =>
      all.all().map((row) => {
        const origins = String(row['origins']).split(' ');
        return { ...fromRow<KeyRecord>(row, ['useWhenGreen']), origins };
      }),
    add: (record: KeyRecord): void => void add.run({ ...toRow(record), origins: record.origins.join(' ') }),
    /** Marks keys as `kept` after the keychain has stored them. The keys that they replace become `removing`. */
    keep: (ids: readonly string[]): void =>
      eachAtOnce(db, ids, (id) => {
        displace.run({ id });
        keep.run(id);
      }),
    move: (stages: readonly { readonly id: string; readonly stage: KeyStage }[]): void =>
      atOnce(db, () => {
        // Gives each API key a temporary stage first, because stages are unique and two API keys may swap theirs.
        for (const { id } of stages) setStage.run(`moving ${id}`, id);
        for (const { id, stage } of stages) setStage.run(stage, id);
      }),
    describe: (id: string, about: AboutKeyRecord): void => void describe.run({ ...toRow(about), id }),
    accepted: (id: string, at: number): void => void accepted.run(at, id),
    refused: (id: string, at: number): void => void refused.run(at, id),
    giveUp: (ids: readonly string[]): void => eachAtOnce(db, ids, (id) => giveUp.run(id)),
    remove: (id: string): void => void remove.run(id),
  };
}
