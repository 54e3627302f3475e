/** Finds places for the keys of a file beside those of this computer, of which none is ever replaced. */
import { KEY_SLOTS, type KeyInfo, type KeySlot, type KeyStage } from '../../preload/contract/keys.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { ApiKey } from '../service/api-key.ts';
import type { ExportedKey } from './format.ts';

/** A key of a file. `key` is null, and `fingerprint` as the file’s computer salted it, until the file is unlocked. */
export interface FileKey {
  readonly about: ExportedKey;
  readonly key: ApiKey | null;
  readonly fingerprint: string;
}

/** A key and the place it would get. */
export interface PlacedKey {
  readonly slot: KeySlot;
  readonly stage: KeyStage;
  readonly file: FileKey;
}

/**
 * Leaves out keys that are here already, in whatever stage, and puts a current key behind another current one, as next.
 *
 * Gives the sentence that names the place where two different keys would meet: one of them would be lost.
 */
export function placeKeys(
  fileKeys: readonly FileKey[],
  here: readonly KeyInfo[],
): Result<readonly PlacedKey[], string> {
  const placed: PlacedKey[] = [];
  for (const slot of KEY_SLOTS) {
    const known = here.filter((key) => key.slot === slot);
    const fingerprints = new Set(known.map(({ fingerprint }) => fingerprint));
    const taken = new Set(known.map(({ stage }) => stage));
    for (const file of ofSlot(fileKeys, slot)) {
      if (fingerprints.has(file.fingerprint)) continue;
      const wanted = file.about.stage;
      // Whether two of them are the same is known only once the file is unlocked.
      if (file.key === null) {
        placed.push({ slot, stage: wanted, file });
        continue;
      }
      const stage = wanted === 'current' && taken.has('current') ? 'next' : wanted;
      if (taken.has(stage)) return fail(meeting(slot, stage));
      fingerprints.add(file.fingerprint);
      taken.add(stage);
      placed.push({ slot, stage, file });
    }
  }
  return ok(placed);
}

/** Current keys choose first. */
function ofSlot(fileKeys: readonly FileKey[], slot: KeySlot): readonly FileKey[] {
  const isLater = ({ about }: FileKey): number => Number(about.stage !== 'current');
  return fileKeys
    .filter(({ about }) => about.slot === slot)
    .toSorted((one, other) => isLater(one) - isLater(other));
}

function meeting(slot: KeySlot, stage: KeyStage): string {
  const where = slot === 'board' ? ' for the board API' : '';
  return `There would be two ${stage} keys${where}. Use, retire or discard keys here, then open the file again.`;
}
