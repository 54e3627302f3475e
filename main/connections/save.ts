/** Keeps a connection and the keys that came with it. */
import { KEY_SLOTS, type KeySlot } from '../../preload/contract/keys.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { ApiKey } from '../service/api-key.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { originsOf } from './key-origins.ts';
import type { KeySlots } from './key-slots.ts';

interface Keepers {
  readonly table: Store['connections'];
  readonly slots: Pick<KeySlots, 'store' | 'keepForSession' | 'removeAll' | 'giveUpAll'>;
}

export interface Saved {
  readonly record: ConnectionRecord;
  /** Keys that were typed; null keeps what there is. */
  readonly keys: Readonly<Record<KeySlot, ApiKey | null>>;
  readonly sessionOnly: boolean;
}

/** Keeps a connection, new or as `known` was, and the keys that came with it. Fails as the keychain does. */
export function saveConnection(
  keepers: Keepers,
  known: ConnectionRecord | null,
  saved: Saved,
): Promise<Result<null>> {
  return known === null ? saveNew(keepers, saved) : saveChanged(keepers, known, saved);
}

/** All of it, or nothing. */
async function saveNew({ table, slots }: Keepers, saved: Saved): Promise<Result<null>> {
  const { id, name } = saved.record;
  // Whenever Easel ends, a connection without a key is better than a key without a connection.
  await table.put(saved.record);
  for (const slot of KEY_SLOTS) {
    const kept = await keepKey(slots, saved, slot);
    if (kept.ok) continue;
    const gone = await slots.removeAll(id);
    if (!gone.ok) await slots.giveUpAll(id, name);
    await table.remove(id);
    return kept;
  }
  return ok(null);
}

/** The record comes last: a key that is kept by the time that it fails goes only where it was entered for. */
async function saveChanged(
  { table, slots }: Keepers,
  known: ConnectionRecord,
  saved: Saved,
): Promise<Result<null>> {
  const { record } = saved;
  if (known.separateBoardKey && !record.separateBoardKey) {
    const gone = await slots.removeAll(record.id, 'board');
    if (!gone.ok) return gone;
  }
  for (const slot of KEY_SLOTS) {
    const kept = await keepKey(slots, saved, slot);
    if (!kept.ok) return kept;
  }
  await table.put(record);
  return ok(null);
}

async function keepKey(
  slots: Keepers['slots'],
  { record, keys, sessionOnly }: Saved,
  slot: KeySlot,
): Promise<Result<null>> {
  const key = keys[slot];
  if (key === null) return ok(null);
  const origins = originsOf(slot, record);
  const kept = { connectionId: record.id, slot, stage: 'current', key, origins } as const;
  if (!sessionOnly) return slots.store(kept);
  slots.keepForSession(kept);
  return ok(null);
}
