/**
 * Which boards a selection means, page by page. What it meant when its first page was asked for holds for the pages
 * behind it, whatever happens to the list in between.
 */
import type { BoardSelection } from '../../../preload/contract/boards.ts';
import { ListChanged } from './list-changed.ts';
import { queryRanks } from './ordering.ts';
import { rankAt, type Ranks } from './ranks.ts';
import type { Searched } from './searched.ts';

/** Selections whose pages may be asked for in turn. */
const MOST_HELD = 3;

/** The list as it is now. */
export interface Present {
  readonly list: Searched;
  /** The row of a board, with its place. */
  readonly boardOf: (boardId: string) => { readonly n: number; readonly rank: number } | null;
}

export class Selections {
  readonly #held = new Map<string, Uint32Array>();

  /** The numbers of all rows of a selection, in its order. `from` and `count` say which page is wanted of them. */
  numbersOf(
    selection: BoardSelection,
    withIdOnly: boolean,
    { from, count }: { readonly from: number; readonly count: number },
    present: () => Present,
  ): Uint32Array {
    const key = JSON.stringify([withIdOnly, selection]);
    const known = from > 0 ? this.#held.get(key) : undefined;
    if (known === undefined && from > 0) throw new ListChanged();
    const numbers = known ?? resolve(selection, withIdOnly, present());
    // What fits into its first page would only push out another selection, whose pages are still being asked for.
    if (known === undefined && numbers.length <= count) return numbers;
    this.#held.delete(key);
    this.#held.set(key, numbers);
    for (const old of [...this.#held.keys()].slice(0, -MOST_HELD)) this.#held.delete(old);
    return numbers;
  }

  clear(): void {
    this.#held.clear();
  }
}

function resolve(selection: BoardSelection, withIdOnly: boolean, present: Present): Uint32Array {
  const { columns } = present.list;
  const counts = (rank: number): boolean => !withIdOnly || !columns.ids.isEmpty(rank);
  switch (selection.kind) {
    case 'ids':
      return Uint32Array.from(new Set(selection.ids.flatMap((id) => present.boardOf(id)?.n ?? [])));
    case 'ranges': {
      if (selection.revision !== present.list.revision) throw new ListChanged();
      const ranks = queryRanks(present.list, selection.query);
      return numbersIn(present, inRanges(ranks, selection.ranges), counts);
    }
    case 'all': {
      const ranks = queryRanks(present.list, selection.query);
      const except = new Set(selection.except.flatMap((id) => present.boardOf(id)?.rank ?? []));
      return numbersIn(present, ranks, (rank) => counts(rank) && !except.has(rank));
    }
  }
}

/** Ranges may meet or overlap: every place comes once, in the order of the list. */
function inRanges(ranks: Ranks, ranges: readonly (readonly [number, number])[]): Uint32Array {
  const chosen = new Uint8Array(ranks.length);
  for (const [first, last] of ranges) {
    if (last >= ranks.length) throw new ListChanged();
    chosen.fill(1, first, last + 1);
  }
  const found = new Uint32Array(ranks.length);
  let count = 0;
  for (let at = 0; at < ranks.length; at += 1) if (chosen[at] === 1) found[count++] = rankAt(ranks, at);
  return found.slice(0, count);
}

function numbersIn({ list }: Present, ranks: Ranks, counts: (rank: number) => boolean): Uint32Array {
  const numbers = new Uint32Array(ranks.length);
  let count = 0;
  for (let at = 0; at < ranks.length; at += 1) {
    const rank = rankAt(ranks, at);
    if (counts(rank)) numbers[count++] = list.columns.n[rank] ?? 0;
  }
  return numbers.slice(0, count);
}
