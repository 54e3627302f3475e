/** A list as it is searched: all that is held of it under one revision. */
import type { DatabaseSync } from 'node:sqlite';
import type { Columns } from './columns.ts';
import type { Local } from './local.ts';
import type { Ranks } from './ranks.ts';

/** The largest sum of lengths of results that are kept. */
const MOST_KEPT = 3_000_000;

export interface Searched {
  /** What windows say, and what selections of ranks must say. */
  readonly revision: number;
  readonly db: DatabaseSync;
  readonly columns: Columns;
  readonly local: Local;
  /** Epoch ms that ages are counted from: one for all questions under a revision, or ranks would mean other boards. */
  readonly now: number;
  /** Whether further fields can be searched for a term: for the same term always the same. */
  readonly hasWordsFor: (term: string) => boolean;
  readonly kept: Kept;
}

/** Results of the last questions, as long as they are not too large. */
export class Kept {
  readonly #results = new Map<string, Ranks>();
  /** The last term that was looked for in ids, and where it was found: one that holds it is found there only. */
  lastIds: { readonly term: string; readonly rows: Uint32Array } | null = null;

  get(key: string, make: () => Ranks): Ranks {
    const known = this.#results.get(key);
    const result = known ?? make();
    this.#results.delete(key);
    this.#results.set(key, result);
    if (known === undefined) this.#shrink();
    return result;
  }

  #shrink(): void {
    let sum = 0;
    for (const [key, result] of [...this.#results].toReversed()) {
      sum += result instanceof Uint32Array ? result.length : 1;
      if (sum > MOST_KEPT && this.#results.size > 1) this.#results.delete(key);
    }
  }
}

/** The places of rows by their numbers, in the default order. */
export function ranksOfNumbers(columns: Columns, numbers: Uint32Array): Uint32Array {
  if (numbers.length === 0) return numbers;
  const wanted = new Uint8Array(highest(columns.n) + 1);
  for (let at = 0; at < numbers.length; at += 1) wanted[numbers[at] ?? 0] = 1;
  const ranks = new Uint32Array(numbers.length);
  let count = 0;
  for (let rank = 0; rank < columns.size; rank += 1) {
    if (wanted[columns.n[rank] ?? 0] === 1) ranks[count++] = rank;
  }
  return ranks.subarray(0, count);
}

/** The places of rows by their numbers, in the order of these. */
export function ranksInOrder(columns: Columns, numbers: Uint32Array): Uint32Array {
  const places = placesByNumber(columns);
  const ranks = new Uint32Array(numbers.length);
  let count = 0;
  for (let at = 0; at < numbers.length; at += 1) {
    const place = places[numbers[at] ?? 0] ?? 0;
    if (place > 0) ranks[count++] = place - 1;
  }
  return ranks.subarray(0, count);
}

/** By number: the place of a row plus one; 0 for none. */
export function placesByNumber(columns: Columns): Uint32Array {
  const places = new Uint32Array(highest(columns.n) + 1);
  for (let rank = 0; rank < columns.size; rank += 1) places[columns.n[rank] ?? 0] = rank + 1;
  return places;
}

function highest(numbers: Uint32Array): number {
  let most = 0;
  for (let at = 0; at < numbers.length; at += 1) most = Math.max(most, numbers[at] ?? 0);
  return most;
}
