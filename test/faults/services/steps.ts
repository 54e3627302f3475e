/** What every play of a generated service needs: patience, time, and the value of a call. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BoardRow } from '../../../preload/contract/boards.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import type { TestServices } from '../../support/services.ts';

const MET_ANOTHER = /^(?:Something changed while Easel asked|Easel is already asking)/u;

/** Real time between two looks, ms. */
export const LOOK_MS = 40;

/** Asks again what came too fast, or met main's question to another play: people do one thing at a time. */
export function unhurried(services: TestServices): TestServices {
  const call: TestServices['call'] = async (channel, args) => {
    for (;;) {
      const result = await services.call(channel, args);
      if (result.ok || !(result.error.code === 'too-fast' || MET_ANOTHER.test(result.error.message)))
        return result;
      await delay(LOOK_MS);
    }
  };
  return { ...services, call };
}

/** Ids that can stand in a path. */
export function usable(rows: readonly BoardRow[]): readonly string[] {
  return rows.flatMap(({ id }) => (id === null || id.includes('/') ? [] : [id]));
}

/** Waits by the clock of this thread, which runs slower where the machine is busy (see fast-time.ts). */
export async function pass(ms: number): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() <= end) await delay(LOOK_MS);
}

/** On its way, by what was done here. */
export function isMarked(row: BoardRow): boolean {
  return row.onItsWay !== undefined;
}

export function value<T>(result: Result<T>): T {
  if (!result.ok)
    throw new Error(`${result.error.code}: ${result.error.message} ${result.error.details.join('; ')}`);
  return result.value;
}
