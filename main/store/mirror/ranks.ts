/** Places in the default order (newest first, undated last): which boards match, in the order asked for. */

/** Places that follow each other need no array. */
export class RankRun {
  readonly first: number;
  readonly length: number;
  constructor(first: number, length: number) {
    this.first = first;
    this.length = length;
  }
}

export type Ranks = Uint32Array | RankRun;

export function rankAt(ranks: Ranks, index: number): number {
  return ranks instanceof RankRun ? ranks.first + index : (ranks[index] ?? 0);
}

/** From `from` on, at most `count` of them. */
export function sliceRanks(ranks: Ranks, from: number, count: number): Uint32Array {
  if (!(ranks instanceof RankRun)) return ranks.subarray(from, from + count);
  const length = Math.max(0, Math.min(count, ranks.length - from));
  const slice = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) slice[at] = ranks.first + from + at;
  return slice;
}

/** Where a place stands among them, or -1. `sorted`: they are in the default order. */
export function indexOfRank(ranks: Ranks, rank: number, sorted: boolean): number {
  if (ranks instanceof RankRun) {
    return rank >= ranks.first && rank < ranks.first + ranks.length ? rank - ranks.first : -1;
  }
  if (!sorted) return ranks.indexOf(rank);
  const index = firstWhere(0, ranks.length, (at) => (ranks[at] ?? 0) >= rank);
  return ranks[index] === rank ? index : -1;
}

/** The first number from `low` on, below `high`, that the test holds for and for all behind it; else `high`. */
export function firstWhere(low: number, high: number, holds: (at: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Those of several sorted lists, each once, sorted. */
export function unionOf(lists: readonly Uint32Array[]): Uint32Array {
  const all = lists.filter(({ length }) => length > 0);
  const [only, ...more] = all;
  if (only === undefined) return new Uint32Array(0);
  return more.reduce((union, list) => mergeTwo(union, list), only);
}

function mergeTwo(a: Uint32Array, b: Uint32Array): Uint32Array {
  const merged = new Uint32Array(a.length + b.length);
  let at = 0;
  let inA = 0;
  let inB = 0;
  while (inA < a.length || inB < b.length) {
    const left = a[inA] ?? Infinity;
    const right = b[inB] ?? Infinity;
    merged[at++] = Math.min(left, right);
    if (left <= right) inA += 1;
    if (right <= left) inB += 1;
  }
  return merged.slice(0, at);
}
