/** What questions were answered with: row numbers that windows, selections and counts are taken from. */
import type { BoardOverview, BoardSelection } from '../../../preload/contract/boards.ts';
import { ListChanged } from './mirror.ts';

/**
 * Row numbers that are held of the last answers: 12 MB. A question keeps its answer for as long as the list stays the
 * same, so that ranks mean the same boards; a window from it costs 0.2 ms, and asking anew 150 ms (at a million).
 */
const MOST_NUMBERS = 3_000_000;

/** The last answers, by what was asked. */
export class Answers {
  readonly #answers = new Map<string, Uint32Array>();

  /** Null where it is not held. */
  find(key: string): Uint32Array | null {
    const known = this.#answers.get(key);
    if (known === undefined) return null;
    this.#answers.delete(key);
    this.#answers.set(key, known);
    return known;
  }

  get(key: string, make: () => Uint32Array): Uint32Array {
    const known = this.find(key);
    if (known !== null) return known;
    const made = make();
    this.#answers.set(key, made);
    let sum = 0;
    for (const [each, { length }] of [...this.#answers].toReversed()) {
      sum += length;
      if (sum > MOST_NUMBERS && each !== key) this.#answers.delete(each);
    }
    return made;
  }
}

/** Selections whose pages may be asked for in turn. */
const MOST_HELD = 3;

/**
 * Which boards a selection means, page by page. What it meant when its first page was asked for holds for the pages
 * behind it, whatever happens to the list in between.
 */
export class Selections {
  readonly #held = new Map<string, Uint32Array>();

  /** The numbers of all rows of a selection. `from` and `count` say which page is wanted of them. */
  numbersOf(
    asked: readonly [withIdOnly: boolean, selection: BoardSelection],
    { from, count }: { readonly from: number; readonly count: number },
    resolve: () => Uint32Array,
  ): Uint32Array {
    const key = JSON.stringify(asked);
    const known = from > 0 ? this.#held.get(key) : undefined;
    if (known === undefined && from > 0) throw new ListChanged();
    const numbers = known ?? resolve();
    // What fits into its first page would only push out another selection, whose pages are still being asked for.
    if (known === undefined && numbers.length <= count) return numbers;
    this.#held.delete(key);
    this.#held.set(key, numbers);
    for (const old of [...this.#held.keys()].slice(0, -MOST_HELD)) this.#held.delete(old);
    return numbers;
  }
}

/** Ranges may meet or overlap: every place comes once, in the order of the answer. */
export function inRanges(numbers: Uint32Array, ranges: readonly (readonly [number, number])[]): Uint32Array {
  const chosen = new Uint8Array(numbers.length);
  for (const [first, last] of ranges) {
    if (last >= numbers.length) throw new ListChanged();
    chosen.fill(1, first, last + 1);
  }
  return numbers.filter((_, at) => chosen[at] === 1);
}

/** A hundred years: where times reach further, some of them are wrong, and months without boards are left out. */
const MOST_GAPS = 1200;

/**
 * Boards by month of creation, oldest first. `length`: how many match; `createdAt`: when the one at a place of the
 * default order was created. Only the places where a month begins are looked for.
 */
export function overviewOf(length: number, createdAt: (at: number) => number | null): BoardOverview {
  const counted: { readonly month: number; readonly boards: number }[] = [];
  const dated = firstWhere(0, length, (at) => createdAt(at) === null);
  for (let at = 0; at < dated;) {
    const month = monthOf(createdAt(at) ?? 0);
    const begins = Date.UTC(0, month);
    const next = firstWhere(at, dated, (place) => (createdAt(place) ?? 0) < begins);
    counted.push({ month, boards: next - at });
    at = next;
  }
  counted.reverse();
  const months = withoutGaps(counted).map(({ month, boards }) => ({ month: nameOf(month), boards }));
  return { months, undated: length - dated };
}

/** The first number from `low` on, below `high`, that the test holds for and for all behind it; else `high`. */
function firstWhere(low: number, high: number, holds: (at: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

interface Counted {
  readonly month: number;
  readonly boards: number;
}

function withoutGaps(counted: readonly Counted[]): readonly Counted[] {
  const first = counted[0]?.month ?? 0;
  const length = counted.length === 0 ? 0 : (counted.at(-1)?.month ?? 0) - first + 1;
  if (length > MOST_GAPS) return counted;
  const boards = new Map(counted.map((each) => [each.month, each.boards]));
  return Array.from({ length }, (_, at) => ({ month: first + at, boards: boards.get(first + at) ?? 0 }));
}

/** Months since the beginning of 1900, which `Date.UTC` takes the year 0 for. */
function monthOf(time: number): number {
  const date = new Date(time);
  return (date.getUTCFullYear() - 1900) * 12 + date.getUTCMonth();
}

function nameOf(month: number): string {
  return new Date(Date.UTC(0, month)).toISOString().replace(/-\d\dT.*$/u, '');
}
