/** What was found out about a connection's list, and must be the same after a restart. Kept on this computer. */
import type { Store } from '../store/database.ts';

/** A text for each connection; null if there is none. */
export interface KeptTexts {
  readonly of: (connectionId: string) => Promise<string | null>;
  readonly learn: (connectionId: string, text: string | null) => Promise<void>;
}

/** The name of the field that holds the ids that paths take, where it is not the likely one. */
export type PathIds = KeptTexts;

export function keptPathIds(settings: Pick<Store['settings'], 'get' | 'set'>): PathIds {
  return keptTexts(settings, 'path-ids');
}

/** When it was found, epoch ms, that the list's creation times don't mean what they say: none of them is used. */
export type WrongTimes = KeptTexts;

export function keptWrongTimes(settings: Pick<Store['settings'], 'get' | 'set'>): WrongTimes {
  return keptTexts(settings, 'wrong-times');
}

function keptTexts(
  settings: Pick<Store['settings'], 'get' | 'set'>,
  name: 'path-ids' | 'wrong-times',
): KeptTexts {
  // Read once: each of 1,000 creates asks for it.
  let kept: ReadonlyMap<string, string> | null = null;
  const read = async (): Promise<ReadonlyMap<string, string>> => {
    const text = kept === null ? await settings.get(name) : null;
    kept ??= new Map(JSON.parse(text ?? '[]') as [string, string][]);
    return kept;
  };
  return {
    of: async (connectionId) => (await read()).get(connectionId) ?? null,
    learn: async (connectionId, text) => {
      const known = await read();
      if ((known.get(connectionId) ?? null) === text) return;
      const others = [...known].filter(([id]) => id !== connectionId);
      const next: [string, string][] = text === null ? others : [...others, [connectionId, text]];
      await settings.set(name, JSON.stringify(next));
      kept = new Map(next);
    },
  };
}
