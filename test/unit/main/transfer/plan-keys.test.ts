import { expect, test } from 'vitest';
import { placeKeys, type FileKey } from '../../../../main/transfer/plan.ts';
import type { KeyInfo, KeySlot, KeyStage } from '../../../../preload/contract/keys.ts';
import { apiKey, exportedKey } from './sample-file.ts';

const KEY = apiKey('some-key-of-a-file');
const STAGES: Readonly<Record<string, KeyStage>> = { c: 'current', n: 'next', p: 'previous' };

interface Place {
  readonly slot: KeySlot;
  readonly stage: KeyStage;
  readonly fingerprint: string;
}

/** Reads `c:a n:b board-c:a`: key a as current, key b as next, key a as the board slot's current. */
const placesOf = (text: string): readonly Place[] =>
  (text.match(/\S+/gu) ?? []).map((place) => {
    const [where = '', fingerprint = ''] = place.split(':');
    return {
      slot: where.startsWith('board-') ? 'board' : 'main',
      stage: STAGES[where.at(-1) ?? ''] ?? 'current',
      fingerprint,
    };
  });

function fileKey({ slot, stage, fingerprint }: Place): FileKey {
  return { about: exportedKey({ slot, stage, fingerprint: 'foreign' }), key: KEY, fingerprint };
}

function keyHere(place: Place): KeyInfo {
  return {
    ...place,
    id: `${place.slot} ${place.stage}`,
    kept: 'keychain',
    addedAt: 0,
    note: '',
    owner: '',
    remindAt: null,
    lastAcceptedAt: null,
    lastRefusedAt: null,
    useWhenGreen: false,
  };
}

test.each([
  ['every key keeps its stage where nothing is', 'c:a n:b p:c', '', 'c:a n:b p:c'],
  ['keys that are here already are left out', 'c:a n:b', 'c:a n:b', ''],
  ['keys that are here in another stage are left out', 'c:b p:a', 'c:a n:b', ''],
  ['another current key waits as next', 'c:b', 'c:a', 'n:b'],
  ['a rotation is taken over behind the key in use', 'c:b p:a', 'c:a', 'n:b'],
  ['one key in two stages is taken once', 'n:b c:b', '', 'c:b'],
  ['the slots know nothing of each other', 'board-c:a', 'c:a', 'board-c:a'],
])('%s', (_, inFile, here, wanted) => {
  const placed = placeKeys(placesOf(inFile).map(fileKey), placesOf(here).map(keyHere));
  if (!placed.ok) throw new Error(placed.error);
  expect(
    placed.value.map(({ slot, stage, file: { fingerprint } }) => ({ slot, stage, fingerprint })),
  ).toEqual(placesOf(wanted));
});

test.each([
  ['another current key has no room beside another next one', 'c:c', 'c:a n:b'],
  ['another next key is never replaced', 'n:c', 'n:b'],
  ['another previous key is never replaced', 'p:c', 'p:b'],
  ['two keys of the file never take one place', 'n:c c:b', 'c:a'],
])('%s', (_, inFile, here) => {
  const placed = placeKeys(placesOf(inFile).map(fileKey), placesOf(here).map(keyHere));
  expect(placed).toEqual({ ok: false, error: expect.stringContaining('There would be two') as unknown });
});

test('keys of a locked file can’t be compared, so no problem is reported', () => {
  const locked = placesOf('n:foreign').map((place) => ({ ...fileKey(place), key: null }));
  const placed = placeKeys(locked, placesOf('n:b').map(keyHere));
  expect(placed).toMatchObject({ ok: true, value: [{ stage: 'next' }] });
});
