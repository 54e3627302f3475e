import { expect, test } from 'vitest';
import { placeKeys, type FileKey } from '../../../../main/transfer/plan.ts';
import type { KeyInfo, KeySlot, KeyStage } from '../../../../preload/contract/keys.ts';
import { apiKey, exportedKey } from './sample-file.ts';

type Place = readonly [KeyStage, string, KeySlot?];

const KEY = apiKey('some-key-of-a-file');

function fileKey([stage, fingerprint, slot = 'main']: Place): FileKey {
  return { about: exportedKey({ slot, stage, fingerprint: 'foreign' }), key: KEY, fingerprint };
}

function keyHere([stage, fingerprint, slot = 'main']: Place): KeyInfo {
  return {
    id: `${slot} ${stage}`,
    slot,
    stage,
    kept: 'keychain',
    fingerprint,
    addedAt: 0,
    note: '',
    owner: '',
    remindAt: null,
    lastAcceptedAt: null,
    lastRefusedAt: null,
    useWhenGreen: false,
  };
}

const NO_ROOM = 'no room';

test.each<[string, readonly Place[], readonly Place[], readonly Place[] | typeof NO_ROOM]>([
  [
    'every key keeps its stage where nothing is',
    [
      ['current', 'a'],
      ['next', 'b'],
      ['previous', 'c'],
    ],
    [],
    [
      ['current', 'a'],
      ['next', 'b'],
      ['previous', 'c'],
    ],
  ],
  [
    'keys that are here already are left out',
    [
      ['current', 'a'],
      ['next', 'b'],
    ],
    [
      ['current', 'a'],
      ['next', 'b'],
    ],
    [],
  ],
  [
    'in another stage they are here as well',
    [
      ['current', 'b'],
      ['previous', 'a'],
    ],
    [
      ['current', 'a'],
      ['next', 'b'],
    ],
    [],
  ],
  ['another current key waits as next', [['current', 'b']], [['current', 'a']], [['next', 'b']]],
  [
    'a rotation is taken over behind the key in use',
    [
      ['current', 'b'],
      ['previous', 'a'],
    ],
    [['current', 'a']],
    [['next', 'b']],
  ],
  [
    'another current key has no room beside another next one',
    [['current', 'c']],
    [
      ['current', 'a'],
      ['next', 'b'],
    ],
    NO_ROOM,
  ],
  ['another next key is never replaced', [['next', 'c']], [['next', 'b']], NO_ROOM],
  ['another previous key is never replaced', [['previous', 'c']], [['previous', 'b']], NO_ROOM],
  [
    'two keys of the file never take one place',
    [
      ['next', 'c'],
      ['current', 'b'],
    ],
    [['current', 'a']],
    NO_ROOM,
  ],
  [
    'one key in two stages is taken once',
    [
      ['next', 'b'],
      ['current', 'b'],
    ],
    [],
    [['current', 'b']],
  ],
  [
    'the slots know nothing of each other',
    [['current', 'a', 'board']],
    [['current', 'a', 'main']],
    [['current', 'a', 'board']],
  ],
])('%s', (_, inFile, here, wanted) => {
  const placed = placeKeys(inFile.map(fileKey), here.map(keyHere));
  if (wanted === NO_ROOM) {
    expect(placed).toEqual({ ok: false, error: expect.stringContaining('There would be two') as unknown });
    return;
  }
  if (!placed.ok) throw new Error(placed.error);
  expect(placed.value.map(({ slot, stage, file }) => [stage, file.fingerprint, slot])).toEqual(
    wanted.map(([stage, fingerprint, slot = 'main']) => [stage, fingerprint, slot]),
  );
});

test('while the file is locked no problem is reported about its keys, because they can’t be compared', () => {
  const locked: FileKey = { ...fileKey(['next', 'foreign']), key: null };
  const placed = placeKeys([locked], [keyHere(['next', 'b'])]);
  expect(placed).toMatchObject({ ok: true, value: [{ stage: 'next' }] });
});
