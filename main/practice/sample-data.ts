import { DRAWINGS } from './drawings/drawings.ts';
import type { Item } from './items.ts';
import { createRandom, type Random } from './random.ts';
import type { Board, InitialState } from './state.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;

/**
 * Papers with drawings and boards of all ages, the same for the same seed.
 * @param options how many of each; `now` in milliseconds since 1970: boards are up to about three years older
 */
export function createSampleData(options: {
  readonly seed: number;
  readonly boards: number;
  readonly papers: number;
  readonly now: number;
}): InitialState {
  const random = createRandom(options.seed);
  const content = new Map<string, readonly Item[]>();
  const papers = Array.from({ length: options.papers }, (_, index) => {
    const drawing = DRAWINGS[index % DRAWINGS.length] ?? DRAWINGS[0];
    const round = Math.floor(index / DRAWINGS.length);
    const identifier = random.uuid();
    content.set(identifier, drawing.draw(createRandom(options.seed + index)));
    return { identifier, name: round === 0 ? drawing.name : `${drawing.name} (${round + 1})` };
  });
  return { papers, content, boards: sampleBoards(options.boards, options.now, random) };
}

/** Oldest first. */
function sampleBoards(count: number, now: number, random: Random): readonly Omit<Board, 'items'>[] {
  return Array.from({ length: count }, () => {
    const roomId = random.uuid();
    // Squared: newer boards are denser than old ones, as where nobody cleans up.
    const age = random.next() ** 2 * 3 * YEAR;
    const createdAt = Math.floor((now - age) / 1000) * 1000;
    const updatedAt = Math.floor((createdAt + age * random.next() ** 3) / 1000) * 1000;
    return { roomId, createdAt, updatedAt };
  }).sort((a, b) => a.createdAt - b.createdAt);
}
