/**
 * One reading of the whole boards list, page after page, with proof of its end.
 *
 * Rows are read in pages that overlap by one row. As long as the list keeps still, several pages are on their way at
 * once: each is taken only when it begins with the very row that the one before ended with. Whatever was between
 * those rows for the whole time is then in one of the two, whichever of them was read first.
 */
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { ok } from '../../preload/contract/failure.ts';
import type { BoardPage } from '../service/api.ts';
import {
  areAllDifferent,
  fingerprint,
  isLimitRefused,
  itemKey,
  SeenItems,
  sizeOf,
  type Completeness,
  type FetchPage,
  type TakePage,
} from './pages.ts';

/** Smaller pages to ask for when a larger one is refused; `null` sends no limit at all. */
const LIMITS: readonly (number | null)[] = [1000, 500, 200, 100, 50, 20, null];

/** Pages above this size may be too large to be read: what can't be understood is asked for in smaller ones. */
const LARGE_PAGE = 100;

/** Stops a service that never sends an empty page; far above what a page-by-page list can be used for. */
const MOST_PAGES = 100_000;

/** How often a reading may step back or repeat itself before it is given up as not provable. */
const MOST_SETBACKS = 20;

/** Lists by page number up to this length are read twice, for proof. */
const MOST_PAGES_READ_TWICE = 20;

/** Pages on their way at once. */
const MOST_AHEAD = 4;

/** How often several pages at once are tried again after one that did not follow the one before. */
const MOST_TIMES_AHEAD = 50;

export class PageReader {
  readonly #fetchPage: FetchPage;
  readonly #onPage: TakePage;
  readonly #seen = new SeenItems();
  #started = false;
  #timesAhead = 0;
  #limitStep = 0;
  /** The page before, to know a service that repeats itself. */
  #before: BoardPage | null = null;

  constructor(fetchPage: FetchPage, onPage: TakePage) {
    this.#fetchPage = fetchPage;
    this.#onPage = onPage;
  }

  /** `offset` has no effect: one answer is all there is to be had, and only the service's own count can prove it. */
  async readOnce(): Promise<Result<Completeness>> {
    const page = await this.#fetch(null);
    if (!page.ok) return page;
    await this.#take(page.value, false);
    return ok(page.value.total === sizeOf(page.value) ? 'complete' : 'maybe-incomplete');
  }

  /** By page number there is no overlap to ask for, so only a second reading proves that nothing moved meanwhile. */
  async readByPage(): Promise<Result<Completeness>> {
    const pages: string[] = [];
    let setbacks = 0;
    while (pages.length < MOST_PAGES && setbacks < MOST_SETBACKS) {
      const page = await this.#fetch(pages.length);
      if (!page.ok) return page;
      if (sizeOf(page.value) === 0) return this.#readAgain(pages);
      pages.push(fingerprint(page.value));
      const { fresh, repeated } = await this.#take(page.value, false);
      if (fresh > 0) continue;
      // A page that only repeats is no proof of the end, and asking on would never end.
      if (repeated || page.value.notUnderstood === 0) return ok('maybe-incomplete');
      setbacks += 1;
    }
    return ok('maybe-incomplete');
  }

  /** A board that vanished between two pages moved the rest up by one, unread. A long list is not read twice for that. */
  async #readAgain(pages: readonly string[]): Promise<Result<Completeness>> {
    if (pages.length < 2) return ok('complete');
    if (pages.length > MOST_PAGES_READ_TWICE) return ok('maybe-incomplete');
    for (const [number, seen] of pages.entries()) {
      const page = await this.#fetch(number);
      if (!page.ok || fingerprint(page.value) !== seen) return ok('maybe-incomplete');
    }
    return ok('complete');
  }

  /**
   * Each page begins with the last row of the one before. Where that row is missing, rows before it have vanished
   * meanwhile and others moved up unread: the reading steps back, ever further, until it meets rows it knows.
   */
  async readByRow(): Promise<Result<Completeness>> {
    let offset = 0;
    let setbacks = 0;
    let stepBack = 0;
    let sizeBefore = this.#limit();
    for (let pages = 0; pages < MOST_PAGES && setbacks < MOST_SETBACKS; pages += 1) {
      const page = await this.#fetch(offset);
      if (!page.ok) return page;
      const size = sizeOf(page.value);
      if (size === 0 && offset === 0) return ok('complete');
      if (offset > 0 && !this.#meetsKnown(page.value)) {
        setbacks += 1;
        stepBack = stepBack === 0 ? Math.max(1, sizeBefore ?? 1) : stepBack * 2;
        offset = Math.max(0, offset - stepBack);
        continue;
      }
      stepBack = 0;
      const overlap = offset > 0 ? 1 : 0;
      const { fresh } = await this.#take(page.value, overlap > 0);
      const end = offset + size;
      if (fresh > 0) {
        offset = end - 1;
        // A full page has as many rows as were asked for, or as the one before.
        const isFull = size > 1 && (size === this.#limit() || size === sizeBefore);
        const isRegular = isFull && fresh === size - overlap;
        if (isRegular) offset = await this.#readAhead(offset, size, page.value.total);
        sizeBefore = size;
      } else if (size === 1) {
        const next = await this.#fetch(end);
        if (!next.ok) return next;
        if (sizeOf(next.value) === 0) return ok('complete');
        const beyond = await this.#take(next.value, false);
        // The same row behind the last one, and again: a service that repeats itself.
        if (beyond.fresh === 0) setbacks += 1;
        offset = end + sizeOf(next.value) - 1;
      } else {
        setbacks += 1;
        offset = end - 1;
      }
    }
    return ok('maybe-incomplete');
  }

  /**
   * Reads on from `offset` in pages of `size` rows, several on their way at once, for as long as each follows the one
   * before. Gives where the reading one at a time goes on: what was not taken here is asked for anew there.
   */
  async #readAhead(from: number, size: number, total: number | null): Promise<number> {
    if (this.#timesAhead >= MOST_TIMES_AHEAD) return from;
    this.#timesAhead += 1;
    const limit = this.#limit();
    // From here on there is nothing but the last row, by the service's own count.
    const beyond = total === null ? Infinity : total - 1;
    const unwanted = new AbortController();
    const waiting: Promise<Result<BoardPage>>[] = [];
    let asked = from;
    let offset = from;
    try {
      for (;;) {
        while (waiting.length < MOST_AHEAD && asked < beyond) {
          const page = this.#fetchPage({ limit, offset: asked }, unwanted.signal);
          // One that nobody waits for any more may fail unseen.
          page.catch(() => undefined);
          waiting.push(page);
          asked += size - 1;
        }
        const page = await waiting.shift();
        if (page === undefined || !page.ok || !this.#follows(page.value, size)) return offset;
        await this.#take(page.value, true);
        offset += size - 1;
      }
    } finally {
      unwanted.abort();
    }
  }

  /** A full page that begins with the last row taken, and of which all others are new. */
  #follows(page: BoardPage, size: number): boolean {
    if (page.notUnderstood > 0 || page.items.length !== size) return false;
    const [first, ...others] = page.items;
    const last = this.#before?.items.at(-1);
    if (first === undefined || last === undefined || itemKey(first) !== itemKey(last)) return false;
    return !others.some((item) => this.#seen.has(item)) && areAllDifferent(others);
  }

  #meetsKnown(page: BoardPage): boolean {
    return page.notUnderstood > 0 || page.items.some((item) => this.#seen.has(item));
  }

  #limit(): number | null {
    return LIMITS[this.#limitStep] ?? null;
  }

  /** Asks for one page; where it is too large for the service, or to be read, a smaller one is asked for. */
  async #fetch(offset: number | null): Promise<Result<BoardPage>> {
    for (;;) {
      const limit = this.#limit();
      const page = await this.#fetchPage({ limit, offset });
      // Page numbers count pages of one size: a smaller size after the first page would skip rows.
      if (page.ok || this.#started || !this.#isTooLarge(page.error, limit)) return page;
      this.#limitStep += 1;
    }
  }

  #isTooLarge(error: Failure, limit: number | null): boolean {
    if (this.#limitStep >= LIMITS.length - 1) return false;
    return isLimitRefused(error) || (error.code === 'not-understood' && (limit ?? 0) > LARGE_PAGE);
  }

  /**
   * Hands on what is new; gives how many items were, and whether this is the page before once more.
   *
   * `overlaps`: the first row was the last one of the page before. Where no item of the page is known, that was a row
   * not understood, and is counted already.
   */
  async #take(
    page: BoardPage,
    overlaps: boolean,
  ): Promise<{ readonly fresh: number; readonly repeated: boolean }> {
    this.#started = true;
    const { items } = page;
    const fresh = items.filter((item) => this.#seen.add(item));
    const before = fresh.length === 0 && items.length > 0 ? this.#before : null;
    const repeated = before !== null && fingerprint(page) === fingerprint(before);
    this.#before = page;
    const counted = overlaps && fresh.length === items.length ? 1 : 0;
    const notUnderstood = repeated ? 0 : Math.max(0, page.notUnderstood - counted);
    await this.#onPage({ fresh, notUnderstood, total: page.total });
    return { fresh: fresh.length, repeated };
  }
}
