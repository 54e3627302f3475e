/**
 * Reads every page of the boards list.
 *
 * The specification names `limit` and `offset` but not what they mean (service-interface.md, section 4), so the
 * first two requests find out: two boards from 0 and two from 1 overlap by one when `offset` counts rows, by none
 * when it counts pages, by two when it is ignored.
 */
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { ok } from '../../preload/contract/failure.ts';
import type { BoardItem, BoardPage } from '../service/api.ts';

export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number | null;
}

export type FetchPage = (page: PageRequest) => Promise<Result<BoardPage>>;

export type OffsetMeaning = 'rows' | 'pages' | 'ignored';

/** What one more page brought. */
export interface PageRead {
  readonly fresh: readonly BoardItem[];
  readonly notUnderstood: number;
  readonly total: number | null;
}

export type Completeness = 'complete' | 'maybe-incomplete';

/** Smaller pages to ask for when a larger one is refused; `null` sends no limit at all. */
const LIMITS: readonly (number | null)[] = [100, 50, 20, null];

/** Stops a service that never sends an empty page; far above what a page-by-page list can be used for. */
const MOST_PAGES = 100_000;

/** What tells one item from another: its id, else everything it says. */
export function itemKey(item: BoardItem): string {
  return item.id === null ? `?${JSON.stringify(item.fields)}` : `=${item.id}`;
}

/**
 * Reads pages until an empty one proves the end, handing each to `onPage`.
 *
 * Gives `complete` only with proof; a failure ends it at once, what was read before has been handed over.
 */
export async function readAllPages(
  fetchPage: FetchPage,
  onPage: (page: PageRead) => void,
  probe: (fetchPage: FetchPage) => Promise<Result<Probed>> = probeOffset,
): Promise<Result<Completeness>> {
  const probed = await probe(fetchPage);
  if (!probed.ok) return probed;
  const reader = new Reader(fetchPage, onPage);
  switch (probed.value.meaning) {
    case 'ignored':
      return reader.readOnce();
    case 'pages':
      return reader.readByPage();
    case 'rows':
      return reader.readByRow();
  }
}

/** What a probe found. `sure`: there were enough boards to tell, so it need not be asked again. */
export interface Probed {
  readonly meaning: OffsetMeaning;
  readonly sure: boolean;
}

/** Finds out what `offset` means by two small requests. */
export async function probeOffset(fetchPage: FetchPage): Promise<Result<Probed>> {
  const first = await fetchPage({ limit: 2, offset: 0 });
  if (!first.ok) return isLimitRefused(first.error) ? found('ignored') : first;
  if (sizeOf(first.value) > 2) return found('ignored');
  if (first.value.items.length !== 2) return found('rows', false);
  const second = await fetchPage({ limit: 2, offset: 1 });
  if (!second.ok) return isLimitRefused(second.error) ? found('ignored') : second;
  const known = new Set(first.value.items.map(itemKey));
  const overlap = second.value.items.filter((item) => known.has(itemKey(item))).length;
  if (overlap === 0) return found('pages', second.value.items.length > 0);
  return found(overlap === 1 ? 'rows' : 'ignored');
}

/** Probes once: what was found for sure is remembered, for one connection. */
export function rememberingProbe(): (fetchPage: FetchPage) => Promise<Result<Probed>> {
  let known: Probed | null = null;
  return async (fetchPage) => {
    if (known !== null) return ok(known);
    const probed = await probeOffset(fetchPage);
    if (probed.ok && probed.value.sure) known = probed.value;
    return probed;
  };
}

function found(meaning: OffsetMeaning, sure = true): Result<Probed> {
  return ok({ meaning, sure });
}

function isLimitRefused(error: Failure): boolean {
  return error.code === 'refused' && (error.status === 400 || error.status === 422);
}

/** How often a reading may step back or repeat itself before it is given up as not provable. */
const MOST_SETBACKS = 20;

/** Lists by page number up to this length are read twice, for proof. */
const MOST_PAGES_READ_TWICE = 20;

class Reader {
  readonly #fetchPage: FetchPage;
  readonly #onPage: (page: PageRead) => void;
  readonly #seen = new Set<string>();
  #started = false;
  #limitStep = 0;
  /** The page before, to know a service that repeats itself. */
  #before = '';

  constructor(fetchPage: FetchPage, onPage: (page: PageRead) => void) {
    this.#fetchPage = fetchPage;
    this.#onPage = onPage;
  }

  /** `offset` has no effect: one answer is all there is to be had, and only the service's own count can prove it. */
  async readOnce(): Promise<Result<Completeness>> {
    const page = await this.#fetch(null);
    if (!page.ok) return page;
    this.#take(page.value, false);
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
      const { fresh, repeated } = this.#take(page.value, false);
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
   * meanwhile and others moved up unread: the reading steps back until it meets rows it knows.
   */
  async readByRow(): Promise<Result<Completeness>> {
    let offset = 0;
    let setbacks = 0;
    for (let pages = 0; pages < MOST_PAGES && setbacks < MOST_SETBACKS; pages += 1) {
      const page = await this.#fetch(offset);
      if (!page.ok) return page;
      const size = sizeOf(page.value);
      if (size === 0 && offset === 0) return ok('complete');
      if (offset > 0 && !this.#meetsKnown(page.value)) {
        setbacks += 1;
        offset = Math.max(0, offset - (LIMITS[this.#limitStep] ?? 1));
        continue;
      }
      const { fresh } = this.#take(page.value, offset > 0);
      const end = offset + size;
      if (fresh > 0) {
        offset = end - 1;
      } else if (size === 1) {
        const next = await this.#fetch(end);
        if (!next.ok) return next;
        if (sizeOf(next.value) === 0) return ok('complete');
        this.#take(next.value, false);
        offset = end + sizeOf(next.value) - 1;
      } else {
        setbacks += 1;
        offset = end - 1;
      }
    }
    return ok('maybe-incomplete');
  }

  #meetsKnown(page: BoardPage): boolean {
    return page.notUnderstood > 0 || page.items.some((item) => this.#seen.has(itemKey(item)));
  }

  /** Asks for one page; a refused limit is halved and asked again. */
  async #fetch(offset: number | null): Promise<Result<BoardPage>> {
    for (;;) {
      const limit = LIMITS[this.#limitStep] ?? null;
      const page = await this.#fetchPage({ limit, offset });
      if (page.ok || !isLimitRefused(page.error) || this.#limitStep >= LIMITS.length - 1) return page;
      // Page numbers count pages of one size: a smaller size after the first page would skip rows.
      if (this.#started) return page;
      this.#limitStep += 1;
    }
  }

  /**
   * Hands on what is new; gives how many items were, and whether this is the page before once more.
   *
   * `overlaps`: the first row was the last one of the page before. Where no item of the page is known, that was a row
   * not understood, and is counted already.
   */
  #take(page: BoardPage, overlaps: boolean): { readonly fresh: number; readonly repeated: boolean } {
    this.#started = true;
    const keys = page.items.map(itemKey);
    const fresh: BoardItem[] = [];
    for (const [index, item] of page.items.entries()) {
      const key = keys[index] ?? itemKey(item);
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      fresh.push(item);
    }
    const now = JSON.stringify([keys, page.notUnderstood]);
    const repeated = keys.length > 0 && now === this.#before;
    this.#before = now;
    const counted = overlaps && fresh.length === keys.length ? 1 : 0;
    const notUnderstood = repeated ? 0 : Math.max(0, page.notUnderstood - counted);
    this.#onPage({ fresh, notUnderstood, total: page.total });
    return { fresh: fresh.length, repeated };
  }
}

/** What a page holds, to compare two readings of it. */
function fingerprint(page: BoardPage): string {
  return JSON.stringify([page.notUnderstood, ...page.items.map(itemKey)]);
}

/** Rows in a page, understood or not. */
function sizeOf(page: BoardPage): number {
  return page.items.length + page.notUnderstood;
}
