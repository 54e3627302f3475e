/** What the ids that paths take stand under in a connection's list, where it is not the likely name. */
import type { Store } from '../store/database.ts';

export interface PathIds {
  /** Null where the likely one is right, as far as is known. */
  readonly of: (connectionId: string) => Promise<string | null>;
  readonly learn: (connectionId: string, name: string | null) => Promise<void>;
}

/** Kept on this computer: a list that is read after a restart has the same ids. */
export function keptPathIds(settings: Pick<Store['settings'], 'get' | 'set'>): PathIds {
  const read = async (): Promise<ReadonlyMap<string, string>> =>
    new Map(JSON.parse((await settings.get('path-ids')) ?? '[]') as [string, string][]);
  return {
    of: async (connectionId) => (await read()).get(connectionId) ?? null,
    learn: async (connectionId, name) => {
      const known = await read();
      if ((known.get(connectionId) ?? null) === name) return;
      const others = [...known].filter(([id]) => id !== connectionId);
      await settings.set(
        'path-ids',
        JSON.stringify(name === null ? others : [...others, [connectionId, name]]),
      );
    },
  };
}
