/** Which key goes where: the slots of a connection, and the origins that their keys are sent to. */
import type { KeySlot } from '../../preload/contract/keys.ts';
import type { KeyedApi } from '../service/types.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';

type Separate = Pick<ConnectionRecord, 'separateBoardKey'>;

/** As much of a connection as says where its keys go. */
export type KeyTargets = Pick<ConnectionRecord, 'paperApi' | 'boardApi' | 'separateBoardKey'>;

/** The slots of a connection: one key for both APIs, or one for each. */
export function slotsOf({ separateBoardKey }: Separate): readonly KeySlot[] {
  return separateBoardKey ? ['main', 'board'] : ['main'];
}

/** The slot whose key an API is asked with. */
export function slotOf(api: KeyedApi, { separateBoardKey }: Separate): KeySlot {
  return api === 'boardApi' && separateBoardKey ? 'board' : 'main';
}

/** The origins that the key of a slot is sent to: those that one is entered for which is typed for this connection. */
export function originsOf(slot: KeySlot, targets: KeyTargets): readonly string[] {
  const apis = (['paperApi', 'boardApi'] as const).filter((api) => slotOf(api, targets) === slot);
  return [...new Set(apis.map((api) => new URL(targets[api]).origin))];
}

/** Whether a key was entered for all origins that it would be sent to. */
export function fits(
  { slot, origins }: { readonly slot: KeySlot; readonly origins: readonly string[] },
  targets: KeyTargets,
): boolean {
  return originsOf(slot, targets).every((origin) => origins.includes(origin));
}
