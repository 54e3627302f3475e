/** A listing under way, as the writer knows it. It is not in the file: a run ends with its process. */
import { whoIs, type BoardFile } from './board-file.ts';
import type { MirrorItem } from './mirror.ts';
import { PagePile } from './page-pile.ts';

/**
 * What becomes of a run's rows: they fill an empty table without indexes, they are shown as they come (nothing was
 * ever listed to the end), or they are kept for its end.
 */
export type RunWay = 'fills' | 'shows' | 'stages';

/** So many rows may be there (made here before the first listing) for a table to be filled without indexes. */
export const FEW_ROWS = 1000;

export class Run {
  readonly number: number;
  readonly way: RunWay;
  readonly pages = new PagePile();
  /** Rows after this one came with the run or while it went on. */
  readonly #startN: number;
  readonly #seen: Uint8Array;
  /** Of a run that fills: the few rows there were before it. */
  readonly #before = new Map<string, number>();
  readonly #held = new Set<string>();

  constructor(number: number, file: BoardFile) {
    const { asOf, indexed, lastN } = file.facts;
    this.number = number;
    this.way = asOf !== null ? 'stages' : indexed === 1 ? 'shows' : 'fills';
    this.#startN = lastN;
    this.#seen = new Uint8Array((lastN >> 3) + 1);
    if (this.way !== 'fills') return;
    const rows = file.db.prepare('SELECT n, key, id FROM boards').all() as unknown as readonly Named[];
    for (const row of rows) this.#before.set(whoIs(row), row.n);
  }

  /** What was put or removed here since the run began is not the run's to change. */
  hold(who: string): void {
    this.#held.add(who);
  }

  /** Mostly not: then no names are to be made. */
  get holdsAny(): boolean {
    return this.#held.size > 0;
  }

  holds(who: string): boolean {
    return this.#held.has(who);
  }

  get held(): readonly string[] {
    return [...this.#held];
  }

  /** The row of an item, if it was there. A run that fills looks among the few before it only. */
  find(file: BoardFile, item: MirrorItem): { readonly n: number; readonly same: boolean } | undefined {
    if (this.way !== 'fills') return file.find(item);
    const n = this.#before.size === 0 ? undefined : this.#before.get(whoIs(item));
    return n === undefined ? undefined : { n, same: false };
  }

  see(n: number): void {
    const byte = n >> 3;
    if (n <= this.#startN) this.#seen[byte] = (this.#seen[byte] ?? 0) | (1 << (n & 7));
  }

  hasSeen(n: number): boolean {
    return n > this.#startN || ((this.#seen[n >> 3] ?? 0) & (1 << (n & 7))) !== 0;
  }

  /** Numbers that the run has not met; of some the rows are long gone. */
  *unseen(): Generator<number> {
    for (let n = 1; n <= this.#startN; n += 1) if (!this.hasSeen(n)) yield n;
  }
}

interface Named {
  readonly n: number;
  readonly key: string;
  readonly id: string | null;
}
