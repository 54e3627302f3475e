/** Connections whose list has creation times that don't mean what they say: none of them is used. Kept on this computer. */
import type { Store } from '../store/database.ts';

export interface WrongTimes {
  /** When this was found, epoch ms, as text; null if the times are used. */
  readonly of: (connectionId: string) => Promise<string | null>;
  readonly learn: (connectionId: string, foundAt: string | null) => Promise<void>;
}

const SETTING = 'wrong-times';

export function keptWrongTimes(settings: Pick<Store['settings'], 'get' | 'set'>): WrongTimes {
  // Read once: each of 1,000 creates asks for it.
  let kept: ReadonlyMap<string, string> | null = null;
  const read = async (): Promise<ReadonlyMap<string, string>> => {
    const text = kept === null ? await settings.get(SETTING) : null;
    kept ??= new Map(JSON.parse(text ?? '[]') as [string, string][]);
    return kept;
  };
  return {
    of: async (connectionId) => (await read()).get(connectionId) ?? null,
    learn: async (connectionId, foundAt) => {
      const known = await read();
      if ((known.get(connectionId) ?? null) === foundAt) return;
      const next = new Map(known);
      if (foundAt === null) next.delete(connectionId);
      else next.set(connectionId, foundAt);
      await settings.set(SETTING, JSON.stringify([...next]));
      kept = next;
    },
  };
}
