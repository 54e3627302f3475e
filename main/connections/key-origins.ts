/** Defines which API uses which key slot, and to which origins the key of a slot may be sent. */
import type { KeySlot } from '../../preload/contract/keys.ts';
import type { KeyedApi } from '../service/types.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';

type Separate = Pick<ConnectionRecord, 'separateBoardKey'>;

export type KeyTargets = Pick<ConnectionRecord, 'paperApi' | 'boardApi' | 'separateBoardKey'>;

export function slotsOf({ separateBoardKey }: Separate): readonly KeySlot[] {
  return separateBoardKey ? ['main', 'board'] : ['main'];
}

export function slotOf(api: KeyedApi, { separateBoardKey }: Separate): KeySlot {
  return api === 'boardApi' && separateBoardKey ? 'board' : 'main';
}

export function originsOf(slot: KeySlot, targets: KeyTargets): readonly string[] {
  const apis = (['paperApi', 'boardApi'] as const).filter((api) => slotOf(api, targets) === slot);
  return [...new Set(apis.map((api) => new URL(targets[api]).origin))];
}

/** True if the user entered the API key for every origin that would receive it at the addresses `targets`. */
export function fits(
  { slot, origins }: { readonly slot: KeySlot; readonly origins: readonly string[] },
  targets: KeyTargets,
): boolean {
  return originsOf(slot, targets).every((origin) => origins.includes(origin));
}
