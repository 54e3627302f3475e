/** The keys of an export as the text that is sealed, and back. */
import * as v from 'valibot';
import { KEY_SLOTS, KEY_STAGES, type KeySlot, type KeyStage } from '../../preload/contract/keys.ts';
import { readJson } from '../files/json-file.ts';
import { readApiKey, type ApiKey } from '../service/api-key.ts';
import type { ExportedConnection } from './format.ts';

/** A key, and where it belongs. */
export interface MovedKey {
  readonly connectionId: string;
  readonly slot: KeySlot;
  readonly stage: KeyStage;
  readonly key: ApiKey;
}

const sealedKeys = v.array(
  v.strictObject({
    connectionId: v.string(),
    slot: v.picklist(KEY_SLOTS),
    stage: v.picklist(KEY_STAGES),
    key: v.string(),
  }),
);

export function writeKeys(keys: readonly MovedKey[]): string {
  return JSON.stringify(keys.map(({ key, ...place }) => ({ ...place, key: key.reveal() })));
}

/** The keys by their places; null unless they are just those that the connections name. */
export function readKeys(
  text: string,
  connections: readonly ExportedConnection[],
): ReadonlyMap<string, ApiKey> | null {
  const read = readJson(sealedKeys, text);
  if (read === null) return null;
  const keys = new Map<string, ApiKey>();
  for (const { key: written, ...place } of read) {
    const key = readApiKey(written);
    if (!key.ok) return null;
    keys.set(placeOf(place.connectionId, place), key.value);
  }
  const named = connections.flatMap(({ id, keys: about = [] }) => about.map((key) => placeOf(id, key)));
  const isWhole = named.length === read.length && named.every((place) => keys.has(place));
  return isWhole ? keys : null;
}

export function placeOf(connectionId: string, { slot, stage }: Pick<MovedKey, 'slot' | 'stage'>): string {
  return `${connectionId} ${slot} ${stage}`;
}
