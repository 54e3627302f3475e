import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Ink, Item, Note, Point } from './items.ts';
import { createRandom, type Random } from './random.ts';
import type { Board, InitialState } from './state.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;

/** A drawing as `drawings.json` holds it. Of a stroke: ink, size, and x, y (tenths) and pressure (hundredths) in turn. */
interface Drawing {
  readonly name: string;
  readonly by: string;
  readonly items: readonly (
    | readonly [ink: Ink, size: number, points: readonly number[]]
    | Omit<Note, 'kind' | 'id' | 'by'>
  )[];
}

/** Every drawing there is, in the order in which papers get them. The file lies beside this module, in a build too. */
function readDrawings(): readonly Drawing[] {
  const file = path.join(import.meta.dirname, 'drawings.json');
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Drawing[];
}

function itemsOf({ by, items }: Drawing): readonly Item[] {
  return items.map((item, index): Item => {
    const id = `s${index + 1}`;
    if (!('length' in item)) return { kind: 'note', id, by, ...item };
    const [ink, size, flat] = item;
    const points: Point[] = [];
    for (let at = 0; at + 2 < flat.length; at += 3)
      points.push([(flat[at] ?? 0) / 10, (flat[at + 1] ?? 0) / 10, (flat[at + 2] ?? 0) / 100]);
    return { kind: 'stroke', id, by, ink, size, points };
  });
}

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
  const drawings = readDrawings().map((drawing) => ({ name: drawing.name, items: itemsOf(drawing) }));
  const content = new Map<string, readonly Item[]>();
  const papers = Array.from({ length: options.papers }, (_, index) => {
    const { name = '', items = [] } = drawings[index % drawings.length] ?? {};
    const round = Math.floor(index / drawings.length);
    const identifier = random.uuid();
    content.set(identifier, items);
    return { identifier, name: round === 0 ? name : `${name} (${round + 1})` };
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
