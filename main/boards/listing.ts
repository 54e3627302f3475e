/**
 * Reads every page of the boards list: the one place that knows paging. The specification names `limit` and `offset` but
 * doesn't define them, so small requests find out (see `probeOffset`). What they found is doubted as soon as a page does
 * not fit: a board that came or went between two of them may have misled them.
 */
import { type Result, ok, type Failure } from '../../preload/contract/failure.ts';
import type { BoardPage, PageRequest } from '../service/api.ts';
import { itemKey } from '../service/types.ts';
import type { PackedPage, TakeWhen } from '../service/wire/packed-page.ts';
import type { Mirror } from '../store/mirror/mirror.ts';

/** Fetches a page and reads it here. */
export type FetchPage = (page: PageRequest) => Promise<Result<BoardPage>>;

/** Where the pages of a listing come from and go: they are read and stored elsewhere, and not looked into here. */
export interface ListedPages {
  /**
   * Fetches a page and has it read. `signal` ends a request whose answer is no longer wanted; `onCame`: a long one is here,
   * and yet to be read.
   */
  readonly fetch: (
    page: PageRequest,
    signal?: AbortSignal,
    onCame?: () => void,
  ) => Promise<Result<PackedPage>>;
  /** As the mirror's; a page can be taken once, for it is handed over. */
  readonly take: (page: PackedPage, when: TakeWhen) => ReturnType<Mirror['take']>;
}

/** What one more page brought, in rows. */
export interface PageRead {
  readonly fresh: number;
  readonly notUnderstood: number;
  readonly total: number | null;
}

/** `still-changing`: so many attempts to meet an end found the list changed each time. */
export type Completeness = 'complete' | 'maybe-incomplete' | 'still-changing';

/** How a listing ended that read all it could. `refusal`: what the service said in place of an empty last page. */
export interface ListEnd {
  readonly completeness: Completeness;
  readonly meaning: OffsetMeaning;
  readonly refusal: Failure | null;
}

/** What `offset` counts. `ignored`: it has no effect; `refused`: it can't be sent. */
export type OffsetMeaning = 'rows' | 'pages' | 'pages from 1' | 'ignored' | 'refused';

/** The result of a probe. `sure`: there were enough boards to tell, and nothing odd, so it need not be repeated. */
export interface Probed {
  readonly meaning: OffsetMeaning;
  readonly sure: boolean;
}

/** What `offset` means to the service of one connection: null while something speaks against it, or too little for it. */
export interface OffsetMemory {
  known: Probed | null;
}

export interface Reading {
  readonly pages: ListedPages;
  /** For finding out what `offset` means. */
  readonly fetchPage: FetchPage;
  /** Called for each page that was accepted. */
  readonly onPage: (page: PageRead) => void;
  readonly memory: OffsetMemory;
}

/** How often a listing finds out anew what `offset` means, and begins again where that has changed. */
const MOST_PROBES = 3;

/**
 * Reads pages until an empty one proves the end.
 *
 * Gives `complete` only with proof; a failure ends it at once, what was taken before stays so.
 */
export async function readAllPages({ pages, fetchPage, onPage, memory }: Reading): Promise<Result<ListEnd>> {
  const reader = new PageReader(pages, onPage);
  const probe = async (onFirst?: () => void): Promise<Result<Probed>> => {
    const probed = await probeOffset(fetchPage, onFirst);
    memory.known = probed.ok && probed.value.sure ? probed.value : null;
    return probed;
  };
  const first = memory.known === null ? await probe(() => reader.begin()) : ok(memory.known);
  if (!first.ok) return first;
  let { meaning } = first.value;
  let probes = 0;
  /** Whether `offset` means something else than it seemed to: asked where a page does not fit. */
  const isOther = async (): Promise<boolean> => {
    if (probes >= MOST_PROBES) return false;
    probes += 1;
    const probed = await probe();
    if (!probed.ok || !probed.value.sure || probed.value.meaning === meaning) return false;
    ({ meaning } = probed.value);
    return true;
  };
  for (;;) {
    const read = await reader.read(meaning, isOther);
    if (!read.ok) {
      memory.known = null;
      return read;
    }
    if (read.value === 'other') continue;
    if (read.value !== 'complete') memory.known = null;
    return ok({ completeness: read.value, meaning, refusal: reader.refusal });
  }
}

// What `offset` means: pages of two boards from 0, 1 and 2 are the same where it is ignored, begin one board later each
// where it counts rows, and have none in common where it counts pages; the first two of pages counted from 1 are the same.

/** How a page stands to the one before. */
type Shift = 'same' | 'one row on' | 'apart' | 'empty' | 'other';

/** Finds out what `offset` means by two or three small requests. */
export async function probeOffset(
  fetchOnce: FetchPage,
  onFirst: () => void = () => undefined,
): Promise<Result<Probed>> {
  const fetchPage: FetchPage = async (page) => {
    const read = await fetchOnce(page);
    return !read.ok && read.error.code === 'not-understood' ? fetchOnce(page) : read;
  };
  // A service that refuses small pages may give its own size of them.
  for (const limit of [2, null]) {
    const answer = await fetchPage({ limit, offset: 0 });
    const first = orEmpty(answer);
    if (!first.ok) return first;
    const asked = fetchPage({ limit, offset: 1 });
    if (first.value.items.length > 0) onFirst();
    const second = orEmpty(await asked);
    if (!second.ok) return second;
    const rows = first.value.items.length;
    if (rows === 0 && second.value.items.length > 0) return found('pages from 1');
    if (!answer.ok && isLimitRefused(answer.error)) continue;
    if (!answer.ok) return answer;
    const shift = shiftOf(first.value, second.value);
    if (shift === 'one row on') return found('rows');
    if (shift === 'empty') return found(rows < 2 ? 'rows' : 'pages', false);
    const third = orEmpty(await fetchPage({ limit, offset: 2 }));
    if (!third.ok) return third;
    const next = shiftOf(second.value, third.value);
    // Rows, and one came or went meanwhile.
    if (next === 'one row on') return found('rows', false);
    if (shift === 'apart') return found('pages', next === 'apart');
    if (shift === 'same' && next === 'same') return found('ignored');
    if (shift === 'same' && (next === 'apart' || next === 'empty')) return found('pages from 1');
    return found('rows', false);
  }
  return found('refused', false);
}

function shiftOf({ items: before }: BoardPage, { items: after }: BoardPage): Shift {
  if (after.length === 0) return 'empty';
  const known = new Set(before.map(itemKey));
  const common = after.filter((item) => known.has(itemKey(item))).length;
  if (common === 0) return 'apart';
  if (common === before.length && common === after.length) return 'same';
  const [, follower] = before;
  const [begin] = after;
  const isNext = follower !== undefined && begin !== undefined && itemKey(follower) === itemKey(begin);
  return isNext ? 'one row on' : 'other';
}

function found(meaning: OffsetMeaning, sure = true): Result<Probed> {
  return ok({ meaning, sure });
}

/** Beyond the end some services refuse to answer, in place of an empty page. */
function orEmpty(page: Result<BoardPage>): Result<BoardPage> {
  return !page.ok && isBeyondEnd(page.error) ? ok({ items: [], notUnderstood: 0, total: null }) : page;
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

/** Sizes that services cut their pages to: a list of just so many rows may be the first page of a longer one. */
const USUAL_SIZES: ReadonlySet<number> = new Set([10, 20, 25, 50, 100, 200, 250, 500, 1000]);

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

class PageReader {
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
  /** Whether each page told the same total. */
  #isTotalSteady = true;
  /** Not understood in a reading before, and not to be counted again. */
  #counted = 0;
  #largest = 0;
  /** Whether the last page with rows had fewer than pages before it, or than it was asked for. */
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

  read(meaning: OffsetMeaning, isOther: IsOther): Promise<Read> {
    this.#begin();
    if (meaning === 'rows') return this.#readByRow(isOther);
    if (meaning === 'ignored' || meaning === 'refused') return this.#readOnce(meaning === 'ignored', isOther);
    return this.#readByPage(meaning === 'pages' ? 0 : 1, isOther);
  }

  /** Pages come again from the first one. */
  #begin(): void {
    this.#started = false;
    this.#counted = this.#notUnderstood;
  }

  /**
   * All at once. Where the service takes an offset, the same rows from beyond the last one prove that it gives everything,
   * unless their number looks like the size of a page; else only its own count does.
   */
  async #readOnce(canAsk: boolean, isOther: IsOther): Promise<Read> {
    const begun = canAsk ? null : await this.#first;
    const limit = this.#limit();
    let page = begun?.ok === true ? begun : await this.#fetch(canAsk ? 0 : null);
    if (!page.ok) return page;
    for (let readings = 0; readings < MOST_SETBACKS; readings += 1) {
      const size = sizeOf(page.value);
      await this.#take(page.value, 'always');
      if (size === 0) return ok(this.#ending());
      if (page.value.total === this.#rows) return ok(this.#ending());
      if (!canAsk) return ok('maybe-incomplete');
      const next = await this.#fetch(size);
      if (!next.ok) return next;
      const rows = this.#rows;
      const taken = sizeOf(next.value) === 0 ? null : await this.#take(next.value, 'always');
      if (taken === 0 && this.#rows === rows && sizeOf(next.value) === size) {
        const mayBeCut = size === limit || USUAL_SIZES.has(size) || next.value.saysMore === true;
        return ok(mayBeCut ? 'maybe-incomplete' : this.#ending());
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
        await this.#take(before.value, 'always');
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
      if (sizeOf(page.value) === 0) return this.#readAgain(from, size, pages);
      if (fingerprint === pages.at(-1)) {
        if (await isOther()) return ok('other');
        // Behind the last page it comes again, at some services.
        return ok(this.#isShort ? this.#ending() : 'maybe-incomplete');
      }
      const fresh = (await this.#take(page.value, 'always')) ?? 0;
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

  /** A board that vanished between two pages moved the rest up by one, unread. A long list is not read twice for that. */
  async #readAgain(from: number, size: number | null, first: readonly string[]): Promise<Read> {
    if (first.length < 2 || (this.#isTotalSteady && this.#total === this.#rows)) return ok(this.#ending());
    if (first.length > MOST_PAGES_READ_TWICE) return ok('maybe-incomplete');
    let before = first;
    for (let readings = 1; readings < MOST_READINGS; readings += 1) {
      this.#begin();
      const pages: string[] = [];
      for (;;) {
        const page = await this.#fetch(from + pages.length, size);
        if (!page.ok || pages.length > MOST_PAGES_READ_TWICE) return ok('maybe-incomplete');
        if (sizeOf(page.value) === 0) break;
        pages.push(page.value.fingerprint);
        if (page.value.fingerprint !== before[pages.length - 1]) await this.#take(page.value, 'always');
      }
      if (pages.length === before.length && pages.every((page, at) => page === before[at])) {
        return ok(this.#ending());
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
      if (size === 0 && offset === 0) return ok(this.#ending());
      const when = offset > 0 ? 'meets-known' : 'always';
      const fresh = size === 0 ? null : await this.#take(page.value, when, offset > 0);
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
        if (sizeOf(next.value) === 0) return ok(this.#ending());
        const beyond = await this.#take(next.value, 'always');
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

  /** What is known at the end of the list. */
  #ending(): Completeness {
    const isAll = this.#total === null || this.#rows >= this.#total;
    const isEnd = this.refusal === null || this.#isShort || this.#total === this.#rows;
    const isList = !this.#isBlank || this.#total === 0;
    return isAll && isEnd && isList && this.#notUnderstood === 0 ? 'complete' : 'maybe-incomplete';
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
   * Takes a page, if it is as `when` demands, and tells how many of its items are new.
   *
   * `overlaps`: the first row was the last one of the page before. Where no item of the page is known, that was a row
   * not understood, and is counted already.
   */
  async #take(page: PackedPage, when: TakeWhen, overlaps = false): Promise<number | null> {
    const fresh = await this.#pages.take(page, when);
    if (fresh === null) return null;
    this.#started = true;
    this.#isRepeated = fresh === 0 && page.items > 0 && page.fingerprint === this.#before;
    this.#before = page.fingerprint;
    const counted = overlaps && fresh === page.items ? 1 : 0;
    const odd = this.#isRepeated ? 0 : Math.max(0, page.notUnderstood - counted);
    const notUnderstood = Math.max(0, odd - this.#counted);
    this.#counted -= odd - notUnderstood;
    this.#rows += fresh + notUnderstood;
    this.#notUnderstood += notUnderstood;
    if (this.#total !== null && page.total !== this.#total) this.#isTotalSteady = false;
    this.#total = page.total ?? this.#total;
    const size = sizeOf(page);
    const isOnly = this.#rows === size && size < (this.#limit() ?? 0) && !USUAL_SIZES.has(size);
    this.#isShort = isOnly || size < this.#largest;
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
function isLimitRefused(error: Failure): boolean {
  return error.code === 'refused' && (error.status === 400 || error.status === 422);
}

/** Whether the service may mean that there is nothing behind the last row. */
function isBeyondEnd({ code, status }: Failure): boolean {
  return code === 'not-found' || code === 'refused' || (code === 'web-page' && status === 404);
}

/** Rows in a page, understood or not. */
function sizeOf(page: PackedPage): number {
  return page.items + page.notUnderstood;
}
