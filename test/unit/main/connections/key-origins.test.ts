import { expect, test } from 'vitest';
import { fits, originsOf, slotsOf, type KeyTargets } from '../../../../main/connections/key-origins.ts';

const A = 'https://a.example';
const B = 'https://b.example';
const C = 'https://c.example';

const targets = (paperApi: string, boardApi: string, separateBoardKey: boolean) => ({
  paperApi,
  boardApi,
  separateBoardKey,
});

/** The slots whose keys, entered for `known`, do not go where `next` leads. */
function slotsLedElsewhere(known: KeyTargets, next: KeyTargets): readonly string[] {
  const entered = slotsOf(known).map((slot) => ({ slot, origins: originsOf(slot, known) }));
  return entered.filter((key) => !fits(key, next)).map(({ slot }) => slot);
}

test.each([
  ['nothing changes', targets(A, B, false), targets(A, B, false), []],
  ['one path changes', targets(A, B, false), targets(`${A}/base`, B, false), []],
  ['both addresses change places', targets(A, B, false), targets(B, A, false), []],
  ['the paper API moves', targets(A, B, false), targets(C, B, false), ['main']],
  ['the board API gets a key of its own', targets(A, B, false), targets(A, B, true), []],
  ['the board API moves with its own key', targets(A, B, true), targets(A, C, true), ['board']],
  ['the paper API moves beside a second key', targets(A, B, true), targets(C, B, true), ['main']],
  ['both change places, each with its key', targets(A, B, true), targets(B, A, true), ['main', 'board']],
  ['one key serves both from now on', targets(A, B, true), targets(A, B, false), ['main']],
  ['one key serves both on the host it was for', targets(A, A, true), targets(A, A, false), []],
  ['the port changes', targets(A, A, false), targets(`${A}:8443`, A, false), ['main']],
] as const)('when %s, the right keys are asked for again', (_what, known, next, slots) => {
  expect(slotsLedElsewhere(known, next)).toEqual(slots);
});
