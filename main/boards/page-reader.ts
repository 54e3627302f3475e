/**
 * One reading of the whole boards list, page after page, with proof of its end.
 *
 * Rows are read in pages that overlap by one row. As long as the list keeps still, several pages are on their way at
 * once: each is taken only when it begins with the very row that the one before ended with. Whatever was between
 * those rows for the whole time is then in one of the two, whichever of them was read first.
 */
import { ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { RowHints } from '../service/types.ts';
import type { PackedPage, TakeWhen } from '../service/wire/packed-page.ts';
import { signalsMore } from '../service/wire/row-hints.ts';
import type { Completeness, ListedPages, OffsetMeaning, PageRead } from './listing.ts';

/** Smaller pages to ask for when a larger one is refused; `null` sends no limit at all. */
const LIMITS: readonly (number | null)[] = [1000, 500, 200, 100, 50, 20, null];

/** Pages above this size may be too large to read: an unreadable one is requested again in smaller ones. */
const LARGE_PAGE = 100;

/** Stops a service that never sends an empty page; far above what a page-by-page list can be used for. */
const MOST_PAGES = 100_000;

/** How often a reading may step back or repeat itself, or meet one more row at the end, before it is given up. */
const MOST_SETBACKS = 20;

/** Lists by page number up to this length are read again for proof, … */
const MOST_PAGES_READ_TWICE = 100;
/** … until two readings are the same, or so many times. */
const MOST_READINGS = 4;

/** So few new rows at the end of a list may be one that grows with each request. */
const FEW = 2;

/** Pages that are asked for at once, and with those that have come and are not taken yet. */
const MOST_AT_ONCE = 4;
const MOST_AHEAD = 8;

/** How often several pages at once are tried again after one that did not follow the one before. */
const MOST_TIMES_AHEAD = 50;

/** In place of a page behind the last one that the service refuses to give. */
const NO_PAGE: PackedPage = {
  items: 0,
  notUnderstood: 0,
  total: null,
  fingerprint: '',
  ids: '',
  times: '',
  bytes: new Uint8Array(),
  numbers: new Float64Array(),
};

type IsOther = () => Promise<boolean>;
/** `other`: `offset` means something else, and the reading begins again. */
type Read = Result<Completeness | 'other'>;

export class PageReader {
  readonly #pages: ListedPages;
  readonly #onPage: (page: PageRead) => void;
  #timesAhead = 0;
  #limitStep = 0;
  /** Whether this reading has taken a page. */
  #started = false;
  /** The fingerprint of the page taken last, and whether that was the one before it once more. */
  #before: string | null = null;
  #isRepeated = false;
  /** The first page, requested before it was known how to continue. */
  #first: Promise<Result<PackedPage>> | null = null;
  /** All rows so far, and those of them that could not be understood. */
  #rows = 0;
  #notUnderstood = 0;
  #total: number | null = null;
  /** All totals that pages gave, small ones of the probe among them: one that counts the page's rows differs there. */
  readonly #totals = new Set<number>();
  /** Where pages were taken that differ from the one before. The first page again, with a row more, is no second one. */
  readonly #places = new Set<number>();
  /** What the last page says of further rows. */
  #hints: RowHints | undefined = undefined;
  /** Not understood in a reading before, and not to be counted again. */
  #counted = 0;
  #largest = 0;
  /** Whether the last page with rows had fewer than pages before it. */
  #isShort = false;
  /** No page had anything that showed it to be a list. */
  #isBlank = false;
  /** What the service said in place of an empty page. */
  refusal: Failure | null = null;

  constructor(pages: ListedPages, onPage: (page: PageRead) => void) {
    this.#pages = pages;
    this.#onPage = onPage;
  }

  /** Requests the first page, which is the same whatever `offset` means. */
  begin(): void {
    this.#first = this.#fetchQuietly(0);
  }

  noteTotal(total: number | null): void {
    if (total !== null) this.#totals.add(total);
  }

  read(meaning: OffsetMeaning, isOther: IsOther): Promise<Read> {
    this.#begin();
    this.#before = null;
    this.#places.clear();
    if (meaning === 'rows') return this.#readByRow(isOther);
    if (meaning === 'ignored' || meaning === 'refused') return this.#readOnce(meaning === 'ignored', isOther);
    return this.#readByPage(meaning === 'pages' ? 0 : 1, isOther);
  }

  /** Pages come again from the first one. */
  #begin(): void {
    this.#started = false;
    this.#counted = this.#notUnderstood;
  }

  /** One page, whatever the offset: only the service's own word proves that it is the whole list. */
  async #readOnce(canAsk: boolean, isOther: IsOther): Promise<Read> {
    const begun = canAsk ? null : await this.#first;
    let page = begun?.ok === true ? begun : await this.#fetch(canAsk ? 0 : null);
    if (!page.ok) return page;
    for (let readings = 0; readings < MOST_SETBACKS; readings += 1) {
      const size = sizeOf(page.value);
      await this.#take(page.value, 0, 'always');
      if (size === 0) return ok(this.#ending(page.value, true));
      if (!canAsk || page.value.total === this.#rows) return ok(this.#ending(page.value, false));
      const next = await this.#fetch(size);
      if (!next.ok) return next;
      const rows = this.#rows;
      const taken = sizeOf(next.value) === 0 ? null : await this.#take(next.value, size, 'always');
      if (taken === 0 && this.#rows === rows && sizeOf(next.value) === size) {
        return ok(this.#ending(next.value, false));
      }
      const isAnother = taken === null || taken > 1;
      if (isAnother && (await isOther())) return ok('other');
      if (taken === null) return ok('maybe-incomplete');
      page = await this.#fetch(0);
      if (!page.ok) return page;
    }
    return ok('still-changing');
  }

  /** By page number there is no overlap to ask for, so only another reading proves that nothing moved meanwhile. */
  async #readByPage(from: number, isOther: IsOther): Promise<Read> {
    const pages: string[] = [];
    /** Rows of an earlier reading, which may come again. */
    let known = this.#rows;
    let size: number | null = null;
    let setbacks = 0;
    if (from > 0) {
      // Before the first page there is nothing, or the first page.
      const before = await this.#fetch(0);
      if (before.ok && sizeOf(before.value) > 0) {
        await this.#take(before.value, 0, 'always');
        const page = await this.#fetch(from);
        if (!page.ok) return page;
        if (page.value.fingerprint !== before.value.fingerprint && (await isOther())) return ok('other');
        known = this.#rows;
      }
    }
    while (pages.length < MOST_PAGES && setbacks < MOST_SETBACKS) {
      const page = await this.#fetch(from + pages.length, size);
      if (!page.ok) return page;
      const { fingerprint } = page.value;
      const isRepeated = fingerprint === pages.at(-1);
      if (isRepeated && (await isOther())) return ok('other');
      if (pages.length === 1 && (isRepeated || sizeOf(page.value) === 0))
        await this.#readLastRow(from + 1, size);
      if (sizeOf(page.value) === 0) return this.#readAgain(from, size, pages, page.value);
      // Behind the last page it comes again, at some services.
      if (isRepeated) return ok(this.#isShort ? this.#ending(page.value) : 'maybe-incomplete');
      const fresh = (await this.#take(page.value, from + pages.length, 'always')) ?? 0;
      pages.push(fingerprint);
      // A page that is cut short is counted in its own size.
      if (pages.length === 1 && this.#limit() !== null)
        size = Math.min(sizeOf(page.value), this.#limit() ?? 1);
      known -= page.value.items - fresh;
      if (known < 0 && pages.length > 1 && (await isOther())) return ok('other');
      if (known >= 0 || fresh > FEW || (fresh > 0 && fresh === page.value.items)) continue;
      // A page that only repeats is no proof of the end, and asking on would never end; nor would it where each page is
      // the whole list, and has grown by a row.
      if (fresh === 0 && page.value.notUnderstood === 0) return ok('maybe-incomplete');
      setbacks += 1;
    }
    return ok(setbacks < MOST_SETBACKS || this.#notUnderstood > 0 ? 'maybe-incomplete' : 'still-changing');
  }

  /** A page of all rows may be cut at its size. In pages one row shorter, the next one has the last row, and no other. */
  async #readLastRow(place: number, size: number | null): Promise<void> {
    if (size === null || size < 2) return;
    const page = await this.#fetch(place, size - 1);
    if (page.ok && sizeOf(page.value) === 1) await this.#take(page.value, place, 'follows', true);
  }

  /** A board that vanished between two pages moved the rest up by one, unread. A long list is not read twice for that. */
  async #readAgain(
    from: number,
    size: number | null,
    first: readonly string[],
    end: PackedPage,
  ): Promise<Read> {
    if (first.length < 2 || this.#isCounted()) return ok(this.#ending(end));
    if (first.length > MOST_PAGES_READ_TWICE) return ok('maybe-incomplete');
    let before = first;
    for (let readings = 1; readings < MOST_READINGS; readings += 1) {
      this.#begin();
      const pages: string[] = [];
      for (;;) {
        const page = await this.#fetch(from + pages.length, size);
        if (!page.ok || pages.length > MOST_PAGES_READ_TWICE) return ok('maybe-incomplete');
        if (sizeOf(page.value) === 0) break;
        const place = from + pages.length;
        pages.push(page.value.fingerprint);
        if (page.value.fingerprint !== before[pages.length - 1])
          await this.#take(page.value, place, 'always');
      }
      if (pages.length === before.length && pages.every((page, at) => page === before[at])) {
        return ok(this.#ending(end));
      }
      before = pages;
    }
    return ok('still-changing');
  }

  /**
   * Each page begins with the last row of the one before. Where that row is missing, rows before it have vanished
   * meanwhile and others moved up unread: the reading steps back, ever further, until it meets rows it knows.
   */
  async #readByRow(isOther: IsOther): Promise<Read> {
    let offset = 0;
    let setbacks = 0;
    let stepBack = 0;
    let sizeBefore = this.#limit();
    let isNearEnd = false;
    let isRepeating = false;
    for (let pages = 0; pages < MOST_PAGES && setbacks < MOST_SETBACKS; pages += 1) {
      // The last row again, and what follows it: when nothing has moved, this is the end.
      const behind = isNearEnd ? this.#fetchQuietly(offset + 1) : null;
      isNearEnd = false;
      const page = await this.#fetch(offset);
      if (!page.ok) return page;
      const size = sizeOf(page.value);
      if (size === 0 && offset === 0) return ok(this.#ending(page.value, true));
      const when = offset > 0 ? 'meets-known' : 'always';
      const fresh = size === 0 ? null : await this.#take(page.value, offset, when, offset > 0);
      if (fresh === null) {
        if (await isOther()) return ok('other');
        if (page.value === NO_PAGE) return ok('maybe-incomplete');
        setbacks += 1;
        stepBack = stepBack === 0 ? Math.max(1, sizeBefore ?? 1) : stepBack * 2;
        offset = Math.max(0, offset - stepBack);
        continue;
      }
      stepBack = 0;
      isRepeating = this.#isRepeated;
      const overlap = offset > 0 ? 1 : 0;
      const end = offset + size;
      if (fresh > 0) {
        // A full page has as many rows as requested, or as the largest one.
        const isFull = pages > 0 ? size === this.#largest && size > FEW + 1 : size === this.#limit();
        const isAllNew = fresh >= page.value.items - overlap;
        // A list that grows while it is read has one more row behind each end, or in each page; short pages have too.
        if (offset > 0 && fresh <= FEW && !(isFull && isAllNew)) setbacks += size < this.#largest ? 1 : 1 / 3;
        if (!isAllNew && (await isOther())) return ok('other');
        offset = end - 1;
        sizeBefore = size;
        if (isFull && isAllNew) {
          ({ offset, isNearEnd } = await this.#readAhead(offset, size, page.value.total));
        }
      } else if (size === 1) {
        const next = this.#orNone(await (behind ?? this.#fetch(end)));
        if (!next.ok) return next;
        if (sizeOf(next.value) === 0) return ok(this.#ending(next.value));
        const beyond = await this.#take(next.value, end, 'always');
        // The same row behind the last one, and again: a service that repeats itself.
        isRepeating = beyond === 0;
        if (isRepeating) setbacks += 1;
        if (isRepeating && (await isOther())) return ok('other');
        offset = end + sizeOf(next.value) - 1;
      } else {
        if (await isOther()) return ok('other');
        setbacks += 1;
        offset = end - 1;
      }
    }
    return ok(isRepeating || this.#notUnderstood > 0 ? 'maybe-incomplete' : 'still-changing');
  }

  /**
   * Reads on from `from` in pages of `size` rows, several on their way at once, for as long as each follows the one
   * before. Gives where the reading one at a time goes on (what was not taken here is asked for anew there), and
   * whether the last page was a short one, as the last of a list is.
   */
  async #readAhead(
    from: number,
    size: number,
    total: number | null,
  ): Promise<{ readonly offset: number; readonly isNearEnd: boolean }> {
    if (this.#timesAhead >= MOST_TIMES_AHEAD) return { offset: from, isNearEnd: false };
    this.#timesAhead += 1;
    // From here on there is nothing but the last row, by the service's own count.
    const beyond = total === null ? Infinity : total - 1;
    const unwanted = new AbortController();
    const waiting: Promise<Result<PackedPage>>[] = [];
    const onTheirWay = new Set<number>();
    let asked = from;
    let offset = from;
    const askAhead = (): void => {
      while (onTheirWay.size < MOST_AT_ONCE && waiting.length < MOST_AHEAD && asked < beyond) {
        const at = asked;
        asked += size - 1;
        // The next one is on its way while this one is read and kept.
        const onCame = (): void => {
          if (onTheirWay.delete(at) && !unwanted.signal.aborted) askAhead();
        };
        onTheirWay.add(at);
        const page = this.#fetchQuietly(at, unwanted.signal, onCame).then((read) => {
          if (read.ok && read.value.items === size) onCame();
          return read;
        });
        page.catch(() => undefined);
        waiting.push(page);
      }
    };
    try {
      for (;;) {
        askAhead();
        const page = await waiting.shift();
        if (page === undefined) return { offset, isNearEnd: true };
        if (!page.ok || !mayFollow(page.value, size)) break;
        if (page.value.items === size) askAhead();
        const taken = await this.#take(page.value, offset, 'follows', true);
        if (taken === null) break;
        offset += page.value.items - 1;
        if (page.value.items < size) return { offset, isNearEnd: true };
      }
      return { offset, isNearEnd: false };
    } finally {
      unwanted.abort();
    }
  }

  /**
   * Whether the list is proven to be whole, after its last page. Proof is a total that fits, the service's word that no
   * more follows, or the end of its pages: an empty or short one after two that differ (`isEnd`). A list of one board has
   * no two. Any sign of more rows in the last page speaks against all of them.
   */
  #ending(last: PackedPage, isEnd = this.#rows === 1 || this.#places.size > 1): Completeness {
    const before = this.#hints;
    const hints = last === NO_PAGE ? before : last.hints;
    const [rows, pages] = [this.#rows, this.#places.size];
    // Counts are about the whole list: those of the page before stand where an empty one has none.
    const isCut = before !== undefined && signalsMore({ ...before, more: null }, rows, pages);
    const isMore = isCut || (this.#total ?? 0) > rows || signalsMore(hints, rows, pages);
    if (isMore || this.#notUnderstood > 0) return 'maybe-incomplete';
    if (rows === 0) return this.#isBlank && this.#total !== 0 ? 'maybe-incomplete' : 'complete';
    const isPaged = isEnd && (this.refusal === null || this.#isShort || rows === 1);
    // Behind a page that has said there is more, an empty one has no better word than its being empty.
    const isEndSaid = hints?.more === false && (sizeOf(last) > 0 || before?.more !== true);
    return isPaged || isEndSaid || this.#isCounted() ? 'complete' : 'maybe-incomplete';
  }

  #isCounted(): boolean {
    return this.#totals.size === 1 && this.#totals.has(this.#rows);
  }

  /** A request that nobody waits for any more may fail silently. */
  #fetchQuietly(offset: number, signal?: AbortSignal, onCame?: () => void): Promise<Result<PackedPage>> {
    const page = this.#pages.fetch({ limit: this.#limit(), offset }, signal, onCame);
    page.catch(() => undefined);
    return page;
  }

  #limit(): number | null {
    return LIMITS[this.#limitStep] ?? null;
  }

  /**
   * Requests one page; a page too large for the service, or to be read, is requested again in a smaller size. After rows,
   * one that is refused twice is behind the end.
   */
  async #fetch(offset: number | null, size: number | null = null): Promise<Result<PackedPage>> {
    for (;;) {
      const limit = size ?? this.#limit();
      const page = await (offset === 0 && this.#first !== null && size === null
        ? this.#first
        : this.#pages.fetch({ limit, offset }));
      if (offset === 0) this.#first = null;
      if (!page.ok && this.#rows > 0 && (isBeyondEnd(page.error) || page.error.code === 'not-understood')) {
        return this.#orNone(await this.#pages.fetch({ limit, offset }));
      }
      // Page numbers count pages of one size: a smaller size after the first page would skip rows.
      if (page.ok || this.#started || !this.#isTooLarge(page.error, limit)) {
        if (page.ok && this.#rows === 0) {
          this.#isBlank = page.value.isBlank === true;
          this.#total = page.value.total;
        }
        return page;
      }
      this.#limitStep += 1;
    }
  }

  #orNone(page: Result<PackedPage>): Result<PackedPage> {
    if (page.ok || this.#rows === 0 || !isBeyondEnd(page.error)) return page;
    this.refusal = page.error;
    return ok(NO_PAGE);
  }

  #isTooLarge(error: Failure, limit: number | null): boolean {
    if (this.#limitStep >= LIMITS.length - 1) return false;
    return isLimitRefused(error) || (error.code === 'not-understood' && (limit ?? 0) > LARGE_PAGE);
  }

  /**
   * Takes the page at `place`, the offset it was asked for with, if it is as `when` demands, and tells how many of its
   * items are new.
   *
   * `overlaps`: the first row was the last one of the page before. Where no item of the page is known, that was a row
   * not understood, and is counted already.
   */
  async #take(page: PackedPage, place: number, when: TakeWhen, overlaps = false): Promise<number | null> {
    const fresh = await this.#pages.take(page, when);
    if (fresh === null) return null;
    this.#started = true;
    this.#isRepeated = fresh === 0 && page.items > 0 && page.fingerprint === this.#before;
    if (page.fingerprint !== this.#before) this.#places.add(place);
    this.#hints = page.hints;
    this.#before = page.fingerprint;
    const counted = overlaps && fresh === page.items ? 1 : 0;
    const odd = this.#isRepeated ? 0 : Math.max(0, page.notUnderstood - counted);
    const notUnderstood = Math.max(0, odd - this.#counted);
    this.#counted -= odd - notUnderstood;
    this.#rows += fresh + notUnderstood;
    this.#notUnderstood += notUnderstood;
    this.noteTotal(page.total);
    this.#total = page.total ?? this.#total;
    const size = sizeOf(page);
    this.#isShort = size < this.#largest;
    this.#largest = Math.max(this.#largest, size);
    this.#onPage({ fresh, notUnderstood, total: page.total });
    return fresh;
  }
}

/** A full page, or a shorter one with more than the row that is known. */
function mayFollow({ items, notUnderstood }: PackedPage, size: number): boolean {
  return notUnderstood === 0 && items > 1 && items <= size;
}

/** Whether the service refuses the requested number of rows. */
export function isLimitRefused(error: Failure): boolean {
  return error.code === 'refused' && (error.status === 400 || error.status === 422);
}

/** Whether the service may mean that there is nothing behind the last row. */
export function isBeyondEnd({ code, status }: Failure): boolean {
  return code === 'not-found' || code === 'refused' || (code === 'web-page' && status === 404);
}

/** Rows in a page, understood or not. */
function sizeOf(page: PackedPage): number {
  return page.items + page.notUnderstood;
}
