/** Learns the format of a service's responses, for problem reports only. Stores no values from the responses. */
import { serviceShape, type ServiceShape } from '../../preload/contract/boards.ts';
import { list } from '../../preload/contract/call.ts';
import type { Core } from '../ipc/core.ts';
import { readJson } from '../lib/files/json-file.ts';
import type { SeenNames } from '../service/types.ts';
import type { OffsetMeaning, Probed } from './listing.ts';
import type { Store } from '../store/database.ts';

/** A fact about the service. `proof: false` means a guess. Without `proof`, a second equal observation proves it. */
interface Observation {
  readonly about: string;
  readonly found: string;
  readonly proof?: boolean;
}

const SHAPES = 'service-shapes';

export type ServiceShapes = Awaited<ReturnType<typeof openShapes>>;

export async function openShapes(
  settings: Store['settings'],
  { publish, now }: Pick<Core, 'publish' | 'now'>,
) {
  const kept = readJson(list(serviceShape), await settings.get(SHAPES).catch(() => null)) ?? [];
  const known = new Map(kept.map(({ connectionId, facts }) => [connectionId, facts]));

  function of({ connectionId }: { readonly connectionId: string }): ServiceShape {
    return { connectionId, facts: known.get(connectionId) ?? [] };
  }

  function listed(connectionId: string, seen: SeenNames, { meaning, sure }: Probed): void {
    learn(connectionId, [
      { about: 'Field with the boards', found: seen.list || 'none: the response is the list' },
      { about: 'Field with the id', found: seen.id },
      { about: 'Field with the creation date', found: seen.created ?? 'none found' },
      ...(seen.timeForm === null ? [] : [{ about: 'Date format', found: seen.timeForm }]),
      { about: 'Unit of the paging offset', found: MEANINGS[meaning], proof: sure },
    ]);
    save();
  }

  function tokenCame(connectionId: string, form: string): void {
    // Saves the token format only if it is new, because a large job receives many tokens.
    if (learn(connectionId, [{ about: 'Access token format', found: form }])) save();
  }

  function forget(connectionId: string): void {
    if (known.delete(connectionId)) save();
  }

  /** Updates the facts about a service. Returns true if anything except dates and counts changed. */
  function learn(connectionId: string, observations: readonly Observation[]): boolean {
    const seenAt = now();
    const facts = new Map((known.get(connectionId) ?? []).map((fact) => [fact.about, fact]));
    const changes: string[] = [];
    let isNews = false;
    for (const { about, found, proof } of observations) {
      const before = facts.get(about);
      const isSame = before?.found === found;
      // Skips a guess (`proof` is false) that contradicts a proven fact about the service.
      if (proof === false && before?.sure === true && !isSame) continue;
      const times = isSame ? before.times + 1 : 1;
      const sure = (isSame && before.sure) || (proof ?? times > 1);
      if (before !== undefined && !isSame && proof !== false)
        changes.push(`${about.charAt(0).toLowerCase()}${about.slice(1)} is ${found}`);
      isNews ||= !isSame || sure !== before.sure;
      facts.set(about, { about, found, sure, times, seenAt });
    }
    known.set(connectionId, [...facts.values()]);
    if (changes.length > 0) publish('boards.shapeChanged', { connectionId, what: changes.join('; ') });
    return isNews;
  }

  function save(): void {
    const shapes = [...known].map(([connectionId, facts]) => ({ connectionId, facts }));
    settings.set(SHAPES, JSON.stringify(shapes)).catch(() => undefined);
  }

  return { of, listed, tokenCame, forget };
}

const MEANINGS: Readonly<Record<OffsetMeaning, string>> = {
  rows: 'rows',
  pages: 'pages from 0',
  'pages from 1': 'pages from 1',
  ignored: 'none: the service ignores it',
};

export type WrongTimes = ReturnType<typeof keptWrongTimes>;

const WRONG_TIMES = 'wrong-times';

export function keptWrongTimes(settings: Store['settings']) {
  let kept: Map<string, string> | null = null;
  const read = async (): Promise<Map<string, string>> => {
    if (kept !== null) return kept;
    const text = (await settings.get(WRONG_TIMES)) ?? '[]';
    kept ??= new Map(JSON.parse(text) as [string, string][]);
    return kept;
  };
  return {
    /** Time (epoch ms, as text) at which wrong creation times were found. Null if the service's times are right. */
    of: async (connectionId: string) => (await read()).get(connectionId) ?? null,
    learn: async (connectionId: string, foundAt: string | null) => {
      // Changes the map before saving it, so that parallel calls keep each other's changes.
      const known = await read();
      if (foundAt === null) known.delete(connectionId);
      else known.set(connectionId, foundAt);
      await settings.set(WRONG_TIMES, JSON.stringify([...known]));
    },
  };
}
