import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Ink, Item, Note, Point } from '../../preload/contract/practice-room.ts';
import type { Board, InitialState } from './state.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;

/** A sample drawing. `points` of a stroke: x and y in tenths of a unit, then pressure in hundredths, repeated. */
interface Drawing {
  readonly name: string;
  readonly by: string;
  readonly items: readonly (
    | readonly [ink: Ink, size: number, points: readonly number[]]
    | Omit<Note, 'kind' | 'id' | 'by'>
  )[];
}

const DRAWINGS = path.join(import.meta.dirname, 'drawings.json');

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

/** Creates papers with drawings, and boards that are up to three years old. Every third board has a drawing. */
export function createSampleData(options: {
  readonly seed: number;
  readonly boards: number;
  readonly papers: number;
  readonly now: number;
}): InitialState {
  const random = createRandom(options.seed);
  const read = JSON.parse(readFileSync(DRAWINGS, 'utf8')) as readonly Drawing[];
  const drawings = read.map((drawing) => ({ name: drawing.name, items: itemsOf(drawing) }));
  const content = new Map<string, readonly Item[]>();
  const papers = Array.from({ length: options.papers }, (_, index) => {
    const { name = '', items = [] } = drawings[index % drawings.length] ?? {};
    const round = Math.floor(index / drawings.length);
    const identifier = random.uuid();
    content.set(identifier, items);
    return { identifier, name: round === 0 ? name : `${name} (${round + 1})` };
  });
  const boards = sampleBoards(options.boards, options.now, random);
  const drawn = boards.filter((_, index) => index % 3 === 0);
  for (const [index, { roomId }] of drawn.entries())
    content.set(roomId, drawings[index % drawings.length]?.items ?? []);
  return { papers, content, boards };
}

function sampleBoards(count: number, now: number, random: Random): readonly Omit<Board, 'items'>[] {
  return Array.from({ length: count }, () => {
    const roomId = random.uuid();
    // Squares the random number, so that there are more new boards than old boards, as in real accounts.
    const age = random.next() ** 2 * 3 * YEAR;
    const createdAt = Math.floor((now - age) / 1000) * 1000;
    const updatedAt = Math.floor((createdAt + age * random.next() ** 3) / 1000) * 1000;
    return { roomId, createdAt, updatedAt };
  }).sort((a, b) => a.createdAt - b.createdAt);
}

export type Random = ReturnType<typeof createRandom>;

/** Pseudo-random number generator (mulberry32). Equal seeds give equal sequences. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('');
  return {
    next,
    /** Returns a predictable version 4 UUID. Never use it as a secret. */
    uuid: (): string =>
      `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[Math.floor(next() * 4)] ?? '8'}${hex(3)}-${hex(12)}`,
  };
}
