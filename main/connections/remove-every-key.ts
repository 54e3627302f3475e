/** For a forgotten passphrase: what unlocks nothing may not be used by who unlocks without it. */
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { failure } from '../service/failures.ts';
import type { KeySlots } from './key-slots.ts';
import type { Records } from './records.ts';

/** Removes every key from this computer. Fails when one can't be proven gone, after it has tried the others. */
export async function removeEveryKey(
  records: Pick<Records, 'lasting' | 'isTemporary'>,
  slots: Pick<KeySlots, 'states' | 'removeAll' | 'removeLeftovers' | 'leftovers'>,
): Promise<Result<null>> {
  const ids = (await records.lasting()).map(({ id }) => id);
  const owners = new Set([...ids, ...(await slots.states()).keys()]);
  const removals: Result<null>[] = [];
  for (const id of owners) if (!records.isTemporary(id)) removals.push(await slots.removeAll(id));
  await slots.removeLeftovers();
  const failed = removals.find((removed) => !removed.ok);
  if (failed !== undefined) return failed;
  if ((await slots.leftovers()).length === 0) return ok(null);
  return fail(failure('keychain-error', { message: 'A key could not be proven gone from the keychain.' }));
}
