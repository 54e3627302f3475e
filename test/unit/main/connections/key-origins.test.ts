import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fits, originsOf, slotsOf, type KeyWays } from '../../../../main/connections/key-origins.ts';

const A = 'https://a.example';
const B = 'https://b.example';
const C = 'https://c.example';

const ways = (paperApi: string, boardApi: string, separateBoardKey: boolean) => ({
  paperApi,
  boardApi,
  separateBoardKey,
});

/** The slots whose keys, entered for `known`, do not go where `next` leads. */
function slotsLedElsewhere(known: KeyWays, next: KeyWays): readonly string[] {
  const entered = slotsOf(known).map((slot) => ({ slot, origins: originsOf(slot, known) }));
  return entered.filter((key) => !fits(key, next)).map(({ slot }) => slot);
}

test.each([
  ['nothing changes', ways(A, B, false), ways(A, B, false), []],
  ['one path changes', ways(A, B, false), ways(`${A}/base`, B, false), []],
  ['both addresses change places', ways(A, B, false), ways(B, A, false), []],
  ['the paper API moves', ways(A, B, false), ways(C, B, false), ['main']],
  ['the board API moves', ways(A, B, false), ways(A, C, false), ['main']],
  ['the board API gets a key of its own', ways(A, B, false), ways(A, B, true), []],
  ['the board API moves with its own key', ways(A, B, true), ways(A, C, true), ['board']],
  ['the paper API moves beside a second key', ways(A, B, true), ways(C, B, true), ['main']],
  ['both change places, each with its key', ways(A, B, true), ways(B, A, true), ['main', 'board']],
  ['one key serves both from now on', ways(A, B, true), ways(A, B, false), ['main']],
  ['one key serves both on the host it was for', ways(A, A, true), ways(A, A, false), []],
  ['the port changes', ways(A, A, false), ways(`${A}:8443`, A, false), ['main']],
] as const)('when %s, the keys that are asked for again are right', (_what, known, next, slots) => {
  expect(slotsLedElsewhere(known, next)).toEqual(slots);
});

test('a key that fits meets no host that it was not entered for', () => {
  const way = fc.record({
    paperApi: fc.constantFrom(A, B, C),
    boardApi: fc.constantFrom(A, B, C),
    separateBoardKey: fc.boolean(),
  });
  const metBy = (slot: string, { paperApi, boardApi, separateBoardKey }: ReturnType<typeof ways>) => [
    ...(slot === 'main' ? [paperApi] : []),
    ...((slot === 'board') === separateBoardKey ? [boardApi] : []),
  ];
  fc.assert(
    fc.property(way, way, (known, next) => {
      const led = slotsLedElsewhere(known, next);
      for (const slot of slotsOf(known)) {
        const fresh = metBy(slot, next).filter((host) => !metBy(slot, known).includes(host));
        expect(led.includes(slot)).toBe(fresh.length > 0);
      }
    }),
  );
});
