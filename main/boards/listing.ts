/**
 * Reads every page of the boards list. The specification names `limit` and `offset` but doesn't define them, so the
 * first two requests find out: two boards from 0 and two from 1 overlap by one when `offset` counts rows, by none when
 * it counts pages, by two when it is ignored.
 */
import { type Result, ok, type Failure } from '../../preload/contract/failure.ts';
import type { BoardPage } from '../service/api.ts';
import { itemKey } from '../service/types.ts';
import type { HeldPage, TakenPage, TakeWhen } from '../store/mirror/mirror.ts';

export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number | null;
}

/** Fetches a page and reads it here. */
export type FetchPage = (page: PageRequest) => Promise<Result<BoardPage>>;

/** Where the pages of a listing go: they are read and stored elsewhere, and only their items are known here. */
export interface ListedPages {
  /** Fetches a page and holds it. `signal` ends a request whose answer is no longer wanted. */
  readonly fetch: (page: PageRequest, signal?: AbortSignal) => Promise<Result<HeldPage>>;
  readonly take: (page: HeldPage, when: TakeWhen) => Promise<TakenPage | null>;
}

/** What one more page brought, in rows. */
export interface PageRead {
  readonly fresh: number;
  readonly notUnderstood: number;
  readonly total: number | null;
}

export type Completeness = 'complete' | 'maybe-incomplete';

export type OffsetMeaning = 'rows' | 'pages' | 'ignored';

/** Finds out what `offset` means; `onFirst` is called when the service has answered with the first boards. */
export type Probe = (fetchPage: FetchPage, onFirst: () => void) => Promise<Result<Probed>>;

export interface Reading {
  readonly pages: ListedPages;
  /** For finding out what `offset` means. */
  readonly fetchPage: FetchPage;
  /** Called for each page that was accepted. */
  readonly onPage: (page: PageRead) => void;
  readonly probe?: Probe;
}

/**
 * Reads pages until an empty one proves the end.
 *
 * Gives `complete` only with proof; a failure ends it at once, what was taken before stays so.
 */
export async function readAllPages({
  pages,
  fetchPage,
  onPage,
  probe = probeOffset,
}: Reading): Promise<Result<Completeness>> {
  const reader = new PageReader(pages, onPage);
  const probed = await probe(fetchPage, () => reader.begin());
  if (!probed.ok) return probed;
  switch (probed.value.meaning) {
    case 'ignored':
      return reader.readOnce();
    case 'pages':
      return reader.readByPage();
    case 'rows':
      return reader.readByRow();
  }
}

/** The result of a probe. `sure`: there were enough boards to tell, so it need not be repeated. */
export interface Probed {
  readonly meaning: OffsetMeaning;
  readonly sure: boolean;
}

/** Finds out what `offset` means by two small requests. */
export async function probeOffset(
  fetchPage: FetchPage,
  onFirst: () => void = () => undefined,
): Promise<Result<Probed>> {
  const first = await fetchPage({ limit: 2, offset: 0 });
  if (!first.ok) return isLimitRefused(first.error) ? found('ignored') : first;
  if (first.value.items.length + first.value.notUnderstood > 2) return found('ignored');
  if (first.value.items.length !== 2) return found('rows', false);
  const asked = fetchPage({ limit: 2, offset: 1 });
  onFirst();
  const second = await asked;
  if (!second.ok) return isLimitRefused(second.error) ? found('ignored') : second;
  const known = new Set(first.value.items.map(itemKey));
  const overlap = second.value.items.filter((item) => known.has(itemKey(item))).length;
  if (overlap === 0) return found('pages', second.value.items.length > 0);
  return found(overlap === 1 ? 'rows' : 'ignored');
}

/** Probes once: what was found for sure is remembered, for one connection. */
export function rememberingProbe(): Probe {
  let known: Probed | null = null;
  return async (fetchPage, onFirst) => {
    if (known !== null) return ok(known);
    const probed = await probeOffset(fetchPage, onFirst);
    if (probed.ok && probed.value.sure) known = probed.value;
    return probed;
  };
}

function found(meaning: OffsetMeaning, sure = true): Result<Probed> {
  return ok({ meaning, sure });
}

// One reading of the whole boards list, page after page, with proof of its end.
//
// Rows are read in pages that overlap by one row. As long as the list keeps still, several pages are on their way at
// once: each is taken only when it begins with the very row that the one before ended with. Whatever was between
// those rows for the whole time is then in one of the two, whichever of them was read first.

/** Smaller pages to ask for when a larger one is refused; `null` sends no limit at all. */
const LIMITS: readonly (number | null)[] = [1000, 500, 200, 100, 50, 20, null];

/** Pages above this size may be too large to read: an unreadable one is requested again in smaller ones. */
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

class PageReader {
  readonly #pages: ListedPages;
  readonly #onPage: (page: PageRead) => void;
  #started = false;
  #timesAhead = 0;
  #limitStep = 0;
  /** The first page, requested before it was known how to continue. */
  #first: Promise<Result<HeldPage>> | null = null;

  constructor(pages: ListedPages, onPage: (page: PageRead) => void) {
    this.#pages = pages;
    this.#onPage = onPage;
  }

  /** Requests the first page, which is the same whatever `offset` means. */
  begin(): void {
    this.#first = this.#pages.fetch({ limit: this.#limit(), offset: 0 });
    // When the listing ends early, nobody waits for this request.
    this.#first.catch(() => undefined);
  }

  /** `offset` has no effect: one answer is all there is to be had, and only the service's own count can prove it. */
  async readOnce(): Promise<Result<Completeness>> {
    const begun = await this.#first;
    const page = begun?.ok === true ? begun : await this.#fetch(null);
    if (!page.ok) return page;
    await this.#take(page.value, 'always');
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
      pages.push(page.value.fingerprint);
      const taken = await this.#take(page.value, 'always');
      if ((taken?.fresh ?? 0) > 0) continue;
      // A page that only repeats is no proof of the end, and asking on would never end.
      if (taken?.repeated === true || page.value.notUnderstood === 0) return ok('maybe-incomplete');
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
      if (!page.ok || page.value.fingerprint !== seen) return ok('maybe-incomplete');
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
    let isNearEnd = false;
    for (let pages = 0; pages < MOST_PAGES && setbacks < MOST_SETBACKS; pages += 1) {
      // The last row again, and what follows it: when nothing has moved, this is the end.
      const behind = isNearEnd ? this.#fetchQuietly(offset + 1) : null;
      isNearEnd = false;
      const page = await this.#fetch(offset);
      if (!page.ok) return page;
      const size = sizeOf(page.value);
      if (size === 0 && offset === 0) return ok('complete');
      const taken = await this.#take(page.value, offset > 0 ? 'meets-known' : 'always', offset > 0);
      if (taken === null) {
        setbacks += 1;
        stepBack = stepBack === 0 ? Math.max(1, sizeBefore ?? 1) : stepBack * 2;
        offset = Math.max(0, offset - stepBack);
        continue;
      }
      stepBack = 0;
      const { fresh } = taken;
      const overlap = offset > 0 ? 1 : 0;
      const end = offset + size;
      if (fresh > 0) {
        offset = end - 1;
        // A full page has as many rows as requested, or as the one before.
        const isFull = size > 1 && (size === this.#limit() || size === sizeBefore);
        sizeBefore = size;
        if (isFull && fresh === size - overlap) {
          ({ offset, isNearEnd } = await this.#readAhead(offset, size, page.value.total));
        }
      } else if (size === 1) {
        const next = await (behind ?? this.#fetch(end));
        if (!next.ok) return next;
        if (sizeOf(next.value) === 0) return ok('complete');
        const beyond = await this.#take(next.value, 'always');
        // The same row behind the last one, and again: a service that repeats itself.
        if (beyond?.fresh === 0) setbacks += 1;
        offset = end + sizeOf(next.value) - 1;
      } else {
        setbacks += 1;
        offset = end - 1;
      }
    }
    return ok('maybe-incomplete');
  }

  /**
   * Reads on from `from` in pages of `size` rows, several on their way at once, for as long as each follows the one
   * before. Gives where the reading one at a time goes on (what was not taken here is asked for anew there), and
   * whether the last page was a short one, as the last of a list is.
   */
  async #readAhead(from: number, size: number, total: number | null): Promise<Reached> {
    if (this.#timesAhead >= MOST_TIMES_AHEAD) return { offset: from, isNearEnd: false };
    this.#timesAhead += 1;
    // From here on there is nothing but the last row, by the service's own count.
    const beyond = total === null ? Infinity : total - 1;
    const unwanted = new AbortController();
    const waiting: Promise<Result<HeldPage>>[] = [];
    let asked = from;
    let offset = from;
    const askAhead = (): void => {
      while (waiting.length < MOST_AHEAD && asked < beyond) {
        waiting.push(this.#fetchQuietly(asked, unwanted.signal));
        asked += size - 1;
      }
    };
    try {
      for (;;) {
        askAhead();
        const page = await waiting.shift();
        if (page === undefined) return { offset, isNearEnd: true };
        if (!page.ok || !mayFollow(page.value, size)) break;
        // The next one is on its way while this one is kept.
        if (page.value.items === size) askAhead();
        const taken = await this.#take(page.value, 'follows', true);
        if (taken === null) break;
        offset += page.value.items - 1;
        if (page.value.items < size) return { offset, isNearEnd: true };
      }
      return { offset, isNearEnd: false };
    } finally {
      unwanted.abort();
    }
  }

  /** A request that nobody waits for any more may fail silently. */
  #fetchQuietly(offset: number, signal?: AbortSignal): Promise<Result<HeldPage>> {
    const page = this.#pages.fetch({ limit: this.#limit(), offset }, signal);
    page.catch(() => undefined);
    return page;
  }

  #limit(): number | null {
    return LIMITS[this.#limitStep] ?? null;
  }

  /** Requests one page; a page too large for the service, or to be read, is requested again in a smaller size. */
  async #fetch(offset: number | null): Promise<Result<HeldPage>> {
    for (;;) {
      const limit = this.#limit();
      const page = await (offset === 0 && this.#first !== null
        ? this.#first
        : this.#pages.fetch({ limit, offset }));
      this.#first = null;
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
   * Takes a page, if it is as `when` demands, and tells what it brought.
   *
   * `overlaps`: the first row was the last one of the page before. Where no item of the page is known, that was a row
   * not understood, and is counted already.
   */
  async #take(page: HeldPage, when: TakeWhen, overlaps = false): Promise<TakenPage | null> {
    const taken = await this.#pages.take(page, when);
    if (taken === null) return null;
    this.#started = true;
    const { fresh, repeated } = taken;
    const counted = overlaps && fresh === page.items ? 1 : 0;
    const notUnderstood = repeated ? 0 : Math.max(0, page.notUnderstood - counted);
    this.#onPage({ fresh, notUnderstood, total: page.total });
    return taken;
  }
}

interface Reached {
  readonly offset: number;
  readonly isNearEnd: boolean;
}

/** A full page, or a shorter one with more than the row that is known. */
function mayFollow({ items, notUnderstood }: HeldPage, size: number): boolean {
  return notUnderstood === 0 && items > 1 && items <= size;
}

/** Whether the service refuses the requested number of rows. */
function isLimitRefused(error: Failure): boolean {
  return error.code === 'refused' && (error.status === 400 || error.status === 422);
}

/** Rows in a page, understood or not. */
function sizeOf(page: HeldPage): number {
  return page.items + page.notUnderstood;
}
