/** A key that is kept goes to the hosts it was entered for, and to no other without its owner's word. */
import { KEY_SLOTS, type KeySlot } from '../../preload/contract/domain.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';

/** As much of a connection as says where its keys go. */
type KeyWays = Pick<ConnectionRecord, 'paperApi' | 'boardApi' | 'separateBoardKey'>;

/** The origins that the key of a slot is sent to. */
function originsOf(slot: KeySlot, { paperApi, boardApi, separateBoardKey }: KeyWays): readonly string[] {
  const both = [paperApi, boardApi].map((address) => new URL(address).origin);
  if (!separateBoardKey) return slot === 'main' ? both : [];
  return slot === 'main' ? both.slice(0, 1) : both.slice(1);
}

/** The slots whose keys would be sent to an origin that they were not entered for. */
export function slotsLedElsewhere(known: KeyWays, next: KeyWays): readonly KeySlot[] {
  return KEY_SLOTS.filter((slot) => {
    const entered = originsOf(slot, known);
    return originsOf(slot, next).some((origin) => !entered.includes(origin));
  });
}
