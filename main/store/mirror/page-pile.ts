/** Pages of one listing that have been read, until the listing says what becomes of each; and all that it has met. */
import { createHash } from 'node:crypto';
import type { BoardItem, BoardPage } from '../../service/types.ts';
import { areAllDifferent, itemKey, SeenItems } from './items.ts';
import type { HeldPage, TakeWhen } from './mirror.ts';

/** More pages than a listing can have on their way: what is older was given up. */
const MOST_HELD = 12;

interface Piled {
  readonly page: BoardPage;
  readonly fingerprint: string;
}

export class PagePile {
  readonly #held = new Map<number, Piled>();
  readonly #seen = new SeenItems();
  /** The page that was taken last, to know a service that repeats itself. */
  #before: Piled | null = null;
  #lastNumber = 0;

  hold(page: BoardPage): HeldPage {
    const fingerprint = fingerprintOf(page);
    this.#lastNumber += 1;
    this.#held.set(this.#lastNumber, { page, fingerprint });
    this.#held.delete(this.#lastNumber - MOST_HELD);
    const { items, notUnderstood, total } = page;
    return { number: this.#lastNumber, items: items.length, notUnderstood, total, fingerprint };
  }

  /**
   * Takes what is new of a page, and gives it; null where the page is not as `when` demands. `repeated`: it is the
   * page taken before once more.
   */
  take(
    number: number,
    when: TakeWhen,
  ): { readonly fresh: readonly BoardItem[]; readonly repeated: boolean } | null {
    const held = this.#held.get(number);
    if (held === undefined) throw new Error('a page that is not held');
    this.#held.delete(number);
    const { page, fingerprint } = held;
    if (!this.#is(page, when)) return null;
    const fresh = page.items.filter((item) => this.#seen.add(item));
    const repeated = fresh.length === 0 && page.items.length > 0 && fingerprint === this.#before?.fingerprint;
    this.#before = held;
    return { fresh, repeated };
  }

  #is(page: BoardPage, when: TakeWhen): boolean {
    switch (when) {
      case 'always':
        return true;
      case 'meets-known':
        return page.notUnderstood > 0 || page.items.some((item) => this.#seen.has(item));
      case 'follows':
        return page.notUnderstood === 0 && this.#follows(page.items);
    }
  }

  /** Begins with the last row taken, and all others are new. */
  #follows([first, ...others]: readonly BoardItem[]): boolean {
    const last = this.#before?.page.items.at(-1);
    if (first === undefined || last === undefined || itemKey(first) !== itemKey(last)) return false;
    return !others.some((item) => this.#seen.has(item)) && areAllDifferent(others);
  }
}

/** What a page holds, to compare two readings of it. */
function fingerprintOf({ notUnderstood, items }: BoardPage): string {
  return createHash('sha256')
    .update(JSON.stringify([notUnderstood, ...items.map(itemKey)]))
    .digest('base64');
}
