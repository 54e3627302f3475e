/**
 * Reads every page of the boards list: the one place that knows paging. The specification names `limit` and `offset` but
 * doesn't define them, so three small requests at the start of each listing find out.
 */
import { assertNever, type Failure, ok, type Result } from '../../preload/contract/failure.ts';
import type { BoardPage, PageRequest } from '../service/api.ts';
import { itemKey, type ListedPage, type RowHints } from '../service/types.ts';
import { signalsMore } from '../service/wire/row-hints.ts';
import type { TakeWhen } from '../store/mirror/mirror.ts';

/** Fetches a page and reads it in this thread. */
export type FetchPage = (page: PageRequest) => Promise<Result<BoardPage>>;

/** Source and destination of the pages of a listing. */
export interface ListedPages {
  /** Fetches a page. `signal` ends a request whose response is no longer needed. */
  readonly fetch: (page: PageRequest, signal?: AbortSignal) => Promise<Result<ListedPage>>;
  /** As the mirror's. A page can be taken once. */
  readonly take: (page: ListedPage, when: TakeWhen) => Promise<number | null>;
}

/** What a listing has read so far. `fresh`: new items of the last page; `notUnderstood`: of all pages. */
export interface PageRead {
  readonly fresh: number;
  readonly notUnderstood: number;
  readonly total: number | null;
}

/** `still-changing`: the list changed in each of several attempts to reach its end. */
export type Completeness = 'complete' | 'maybe-incomplete' | 'still-changing';

/** How a listing ended that read all it could. `refusal`: the service's response in place of an empty last page. */
export interface ListEnd extends Probed {
  readonly completeness: Completeness;
  readonly refusal: Failure | null;
}

/** What `offset` counts. `ignored`: it has no effect, or is refused. */
export type OffsetMeaning = 'rows' | 'pages' | 'pages from 1' | 'ignored';

/** The result of a probe. `sure`: there were enough boards to tell, and the pages did not contradict each other. */
export interface Probed {
  readonly meaning: OffsetMeaning;
  readonly sure: boolean;
}

/**
 * Reads all pages; `onPage` is called for each that was accepted.
 *
 * Gives `complete` only with proof (see `PageReader.#ending`). A failure ends it at once; pages taken before stay taken.
 */
export async function readAllPages(
  pages: ListedPages,
  fetchPage: FetchPage,
  onPage: (page: PageRead) => void,
): Promise<Result<ListEnd>> {
  const reader = new PageReader(pages, onPage);
  const probed = await probeOffset(async (asked) => {
    const page = await fetchPage(asked);
    if (page.ok && page.value.items.length > 0) reader.noteTotal(page.value.total);
    return page;
  });
  if (!probed.ok) return probed;
  const read = await reader.read(probed.value.meaning);
  return read.ok ? ok({ ...probed.value, completeness: read.value, refusal: reader.refusal }) : read;
}

/**
 * Finds out what `offset` means by the pages of two boards at 0, 1 and 2. A board that comes or goes between them may
 * mislead it: then pages don't fit, the listing does not end as complete, and the next one probes again.
 */
export async function probeOffset(fetchOnce: FetchPage): Promise<Result<Probed>> {
  const fetchPage: FetchPage = async (page) => {
    const read = await fetchOnce(page);
    return !read.ok && read.error.code === 'not-understood' ? fetchOnce(page) : read;
  };
  // A service that refuses small pages may give its own size of them.
  for (const limit of [2, null]) {
    const answers = await Promise.all([0, 1, 2].map((offset) => fetchPage({ limit, offset })));
    const keys: (readonly string[])[] = [];
    for (const answer of answers) {
      if (answer.ok) keys.push(answer.value.items.map(itemKey));
      // Beyond the end some services refuse to answer, in place of an empty page.
      else if (isBeyondEnd(answer.error)) keys.push([]);
      else return answer;
    }
    const [first] = answers;
    const probed = meaningOf(keys);
    if (first?.ok === true || probed.meaning === 'pages from 1') return ok(probed);
    if (first !== undefined && !isLimitRefused(first.error)) return first;
  }
  return ok({ meaning: 'ignored', sure: false });
}

/**
 * Compares pages of two at 0, 1 and 2: they are the same where `offset` is ignored, begin one board later each where it
 * counts rows, and have none in common where it counts pages; the first two of pages counted from 1 are the same.
 */
function meaningOf([first = [], second = [], third = []]: readonly (readonly string[])[]): Probed {
  if (first.length === 0 && second.length > 0) return { meaning: 'pages from 1', sure: true };
  if (isOneRowOn(first, second)) return { meaning: 'rows', sure: true };
  if (second.length === 0) return { meaning: first.length < 2 ? 'rows' : 'pages', sure: false };
  // Rows, and one came or went meanwhile.
  if (isOneRowOn(second, third)) return { meaning: 'rows', sure: false };
  if (isApart(first, second)) return { meaning: 'pages', sure: third.length > 0 && isApart(second, third) };
  if (!isSame(first, second)) return { meaning: 'rows', sure: false };
  if (isSame(second, third)) return { meaning: 'ignored', sure: true };
  return isApart(second, third) ? { meaning: 'pages from 1', sure: true } : { meaning: 'rows', sure: false };
}

function isSame(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && after.every((key) => before.includes(key));
}

function isApart(before: readonly string[], after: readonly string[]): boolean {
  return !after.some((key) => before.includes(key));
}

function isOneRowOn(before: readonly string[], after: readonly string[]): boolean {
  return before.length > 1 && before[1] === after[0] && !isSame(before, after);
}

// One reading of the list.

/** Smaller pages to request when a larger one is refused; `null` sends no limit at all. */
const LIMITS: readonly (number | null)[] = [1000, 500, 200, 100, 50, 20, null];

/** Pages above this size may be too large to read: an unreadable one is requested again in smaller ones. */
const LARGE_PAGE = 100;

/** Stops a service that never sends an empty page; far above what a page-by-page list can be used for. */
const MOST_PAGES = 100_000;

/** How many pages of a reading may fail to fit, or bring only a few rows, before it ends as still changing. */
const MOST_SETBACKS = 20;

/** Lists by page number up to this length are read again for proof, … */
const MOST_PAGES_READ_TWICE = 100;
/** … until two readings are the same, or this many times. */
const MOST_READINGS = 4;

/** So few new rows at the end of a list may be one that grows with each request. */
const FEW = 2;

/** Pages requested at once, and how often that is tried again after one that did not follow the one before. */
const MOST_AHEAD = 6;
const MOST_TIMES_AHEAD = 50;

/** A page; null where the service refuses to give one behind the last row. */
type Page = Result<ListedPage | null>;
type Read = Result<Completeness>;

export class PageReader {
  readonly #pages: ListedPages;
  readonly #onPage: (page: PageRead) => void;
  #timesAhead = 0;
  #limitStep = 0;
  /** Items so far, and rows that could not be understood. */
  #items = 0;
  #notUnderstood = 0;
  #total: number | null = null;
  /** All totals that pages gave, small ones of the probe among them: one that counts the page's rows differs there. */
  readonly #totals = new Set<number>();
  /** Fingerprint of the page taken last, and whether that was the one before it once more. */
  #before: string | null = null;
  #isRepeated = false;
  /** Where pages were taken that differ from the one before. */
  readonly #places = new Set<number>();
  /** What the last page says of further rows. */
  #hints: RowHints | undefined = undefined;
  #largest = 0;
  /** Whether the last page with rows had fewer than pages before it. */
  #isShort = false;
  /** The service's response in place of an empty page. */
  refusal: Failure | null = null;

  constructor(pages: ListedPages, onPage: (page: PageRead) => void) {
    this.#pages = pages;
    this.#onPage = onPage;
  }

  noteTotal(total: number | null): void {
    if (total !== null) this.#totals.add(total);
  }

  read(meaning: OffsetMeaning): Promise<Read> {
    switch (meaning) {
      case 'rows':
        return this.#readByRow();
      case 'pages':
        return this.#readByPage(0);
      case 'pages from 1':
        return this.#readByPage(1);
      case 'ignored':
        return this.#readOnce();
      default:
        return assertNever(meaning);
    }
  }

  /** One page, without an offset: only the service's own word proves that it is the whole list. */
  async #readOnce(): Promise<Read> {
    const page = await this.#fetch(null);
    if (!page.ok) return page;
    await this.#take(page.value, 0, 'always');
    return ok(this.#ending(page.value, false));
  }

  /**
   * Page numbers leave no overlap to ask for: a board that vanished between two pages moves the rest up by one, unread.
   * Only a second, equal reading proves that nothing moved.
   */
  async #readByPage(from: number): Promise<Read> {
    // Before the first page there is nothing, or the first page.
    const zeroth = from > 0 ? await this.#fetch(0) : null;
    if (zeroth?.ok === true) await this.#take(zeroth.value, 0, 'always');
    let size: number | null = null;
    let setbacks = 0;
    let before: readonly string[] = [];
    for (let readings = 1; readings <= MOST_READINGS; readings += 1) {
      const pages: string[] = [];
      let end: ListedPage | null = null;
      for (;;) {
        const place = from + pages.length;
        const read: Page = await this.#fetch(place, size);
        if (!read.ok) return read;
        const page = read.value;
        // Some services repeat the last page in place of an empty one.
        const isRepeated = page?.fingerprint === pages.at(-1);
        if (page === null || sizeOf(page) === 0 || isRepeated) {
          if (pages.length === 1) await this.#readLastRow(place, size);
          end = isRepeated ? null : page;
          break;
        }
        const fresh = (await this.#take(page, place, 'always')) ?? 0;
        if (readings === 1 && pages.length > 0 && fresh < page.items && fresh <= FEW) setbacks += 1;
        pages.push(page.fingerprint);
        const limit = this.#limit();
        // A page that is cut short is counted in its own size.
        if (pages.length === 1 && limit !== null) size = Math.min(sizeOf(page), limit);
        if (setbacks >= MOST_SETBACKS || pages.length >= MOST_PAGES) return ok('still-changing');
        if (readings > 1 && pages.length > MOST_PAGES_READ_TWICE) return ok('maybe-incomplete');
      }
      const ending = this.#ending(end);
      const isSame = pages.length === before.length && pages.every((page, at) => page === before[at]);
      if (ending !== 'complete' || pages.length < 2 || isSame || this.#isCounted()) return ok(ending);
      // A long list is not read twice.
      if (pages.length > MOST_PAGES_READ_TWICE) return ok('maybe-incomplete');
      before = pages;
    }
    return ok('still-changing');
  }

  /** A page of all rows may be cut at its size. In pages one row shorter, the next one has the last row, and no other. */
  async #readLastRow(place: number, size: number | null): Promise<void> {
    if (size === null || size < 2) return;
    const page = await this.#fetch(place, size - 1);
    if (page.ok && sizeOf(page.value) === 1) await this.#take(page.value, place, 'follows', true);
  }

  /**
   * Each page begins with the last row of the one before. Where that row is missing, rows before it have vanished
   * meanwhile and others moved up unread: the reading steps back until it meets rows it knows.
   */
  async #readByRow(): Promise<Read> {
    let offset = 0;
    /** Known rows that the next page begins with: none at the start of the list, nor behind its last row. */
    let overlap: 0 | 1 = 0;
    let setbacks = 0;
    for (let pages = 0; pages < MOST_PAGES && setbacks < MOST_SETBACKS; pages += 1) {
      const read: Page = await this.#fetch(offset);
      if (!read.ok) return read;
      const page = read.value;
      const size = sizeOf(page);
      if (size === 0 && overlap === 0) return ok(this.#ending(page));
      const when: TakeWhen = overlap === 0 ? 'always' : 'meets-known';
      const fresh = await this.#take(page, offset, when, overlap === 1);
      if (page === null || fresh === null) {
        if (page === null) return ok('maybe-incomplete');
        setbacks += 1;
        offset = Math.max(0, offset - this.#largest);
        overlap = offset === 0 ? 0 : 1;
        continue;
      }
      const isLastRow: boolean = fresh === 0 && size === 1 && overlap === 1;
      if (isLastRow && this.#isShort) return ok(this.#ending(page));
      const isAllNew = fresh >= page.items - overlap;
      // A list that grows while it is read has one more row behind each end, or in each page.
      if (fresh <= FEW && (!isAllNew || size < this.#largest)) setbacks += 1;
      const isFull = pages > 0 ? size === this.#largest && size > FEW + 1 : size === this.#limit();
      // Where pages have a single row, the next one has to be asked for without the overlap.
      offset += isLastRow ? 1 : size - 1;
      overlap = isLastRow ? 0 : 1;
      if (isFull && isAllNew) offset = await this.#readAhead(offset, size);
    }
    return ok(this.#isRepeated || this.#notUnderstood > 0 ? 'maybe-incomplete' : 'still-changing');
  }

  /**
   * Reads on from `from` in pages of `size` rows, several requested at once, for as long as each follows the one before.
   * Returns the offset to go on from, one page at a time.
   */
  async #readAhead(from: number, size: number): Promise<number> {
    if (this.#timesAhead >= MOST_TIMES_AHEAD) return from;
    this.#timesAhead += 1;
    const unwanted = new AbortController();
    const ahead: Promise<Result<ListedPage>>[] = [];
    let asked = from;
    let offset = from;
    try {
      for (;;) {
        for (; ahead.length < MOST_AHEAD; asked += size - 1) {
          const request = this.#pages.fetch({ limit: this.#limit(), offset: asked }, unwanted.signal);
          // Its response may no longer be needed when it fails.
          request.catch(() => undefined);
          ahead.push(request);
        }
        const page = await ahead.shift();
        if (page?.ok !== true || !mayFollow(page.value, size)) return offset;
        const isLast = page.value.items < size;
        if ((await this.#take(page.value, offset, 'follows', true)) === null) return offset;
        offset += page.value.items - 1;
        if (isLast) return offset;
      }
    } finally {
      unwanted.abort();
    }
  }

  /**
   * Whether the list is proven to be whole, after its last page. Proof is a total that fits, the service's word that no
   * more follows, or the end of its pages: an empty or short one after two that differ (`isEnd`). A list of one board has
   * no two. Any sign of more rows in the last page speaks against all of them.
   */
  #ending(
    last: ListedPage | null,
    isEnd = this.#items + this.#notUnderstood === 1 || this.#places.size > 1,
  ): Completeness {
    const before = this.#hints;
    const hints = last === null ? before : last.hints;
    const [rows, pages] = [this.#items + this.#notUnderstood, this.#places.size];
    const total = Math.max(this.#total ?? 0, last?.total ?? 0);
    // Counts are about the whole list: those of the page before stand where an empty one has none.
    const isCut = before !== undefined && signalsMore({ ...before, more: null }, rows, pages);
    if (isCut || total > rows || signalsMore(hints, rows, pages) || this.#notUnderstood > 0)
      return 'maybe-incomplete';
    // An answer without anything that shows it to be a list is no empty list.
    if (rows === 0) return last?.isBlank === true && last.total !== 0 ? 'maybe-incomplete' : 'complete';
    const isPaged = isEnd && (last !== null || this.#isShort || rows === 1);
    // Behind a page that has said there is more, an empty one has no better word than its being empty.
    const isEndSaid = hints?.more === false && (sizeOf(last) > 0 || before?.more !== true);
    return isPaged || isEndSaid || this.#isCounted() ? 'complete' : 'maybe-incomplete';
  }

  #isCounted(): boolean {
    return this.#totals.size === 1 && this.#totals.has(this.#items + this.#notUnderstood);
  }

  #limit(): number | null {
    return LIMITS[this.#limitStep] ?? null;
  }

  /**
   * Requests one page. The first is requested again in a smaller size if it is too large for the service, or to be read;
   * after rows, one that is refused twice is behind the end.
   */
  async #fetch(offset: number | null, size: number | null = null): Promise<Page> {
    const isFirst = this.#items + this.#notUnderstood === 0;
    for (;;) {
      const limit = size ?? this.#limit();
      const page = await this.#pages.fetch({ limit, offset });
      if (page.ok) return page;
      const { error } = page;
      if (!isFirst) {
        if (!isBeyondEnd(error) && error.code !== 'not-understood') return page;
        const again = await this.#pages.fetch({ limit, offset });
        if (again.ok || !isBeyondEnd(again.error)) return again;
        this.refusal = again.error;
        return ok(null);
      }
      const isTooLarge =
        isLimitRefused(error) || (error.code === 'not-understood' && (limit ?? 0) > LARGE_PAGE);
      if (!isTooLarge || this.#limitStep >= LIMITS.length - 1) return page;
      this.#limitStep += 1;
    }
  }

  /**
   * Takes the page at `place`, the offset it was requested with, if it is as `when` demands. Returns how many of its items
   * are new; null if it was not taken, or is empty.
   *
   * `overlaps`: the first row was the last one of the page before. Where no item of the page is known, that was a row
   * not understood, and is counted already.
   */
  async #take(
    page: ListedPage | null,
    place: number,
    when: TakeWhen,
    overlaps = false,
  ): Promise<number | null> {
    if (page === null || sizeOf(page) === 0) return null;
    const fresh = await this.#pages.take(page, when);
    if (fresh === null) return null;
    const isSame = page.fingerprint === this.#before;
    this.#isRepeated = fresh === 0 && page.items > 0 && isSame;
    if (!isSame) this.#places.add(place);
    this.#before = page.fingerprint;
    this.#hints = page.hints;
    const counted = overlaps && fresh === page.items ? 1 : 0;
    this.#items += fresh;
    if (!this.#isRepeated) this.#notUnderstood += Math.max(0, page.notUnderstood - counted);
    this.noteTotal(page.total);
    this.#total = page.total ?? this.#total;
    const size = sizeOf(page);
    this.#isShort = size < this.#largest;
    this.#largest = Math.max(this.#largest, size);
    this.#onPage({ fresh, notUnderstood: this.#notUnderstood, total: page.total });
    return fresh;
  }
}

/** A full page, or a shorter one with more than the row that is known. */
function mayFollow({ items, notUnderstood }: ListedPage, size: number): boolean {
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
function sizeOf(page: ListedPage | null): number {
  return page === null ? 0 : page.items + page.notUnderstood;
}
