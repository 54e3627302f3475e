/**
 * Reads every page of the boards list, with proof of its end. The only file that knows paging.
 *
 * The specification names `limit` and `offset` but does not define them, so three small requests start each listing.
 */
import { type Failure, ok, type Result } from '../../preload/contract/failure.ts';
import type { BoardPage, PageRequest } from '../service/api.ts';
import { itemKey, type ListedPage, type RowHints, type TakeWhen } from '../service/types.ts';
import { signalsMore } from '../service/wire/row-hints.ts';
import type { MirrorFacts } from '../store/mirror/mirror.ts';

export type FetchPage = (page: PageRequest) => Promise<Result<BoardPage>>;

interface ListedPages {
  /** Reads the rows of a small page. */
  readonly sample: FetchPage;
  /** `signal` cancels a request whose response is no longer needed. */
  readonly fetch: (page: PageRequest, signal?: AbortSignal) => Promise<Result<ListedPage>>;
  /** As `Mirror.take`. A page can be taken once. */
  readonly take: (page: ListedPage, when: TakeWhen) => Promise<number | null>;
  /** Reports an accepted page. `fresh`: its new items; `notUnderstood`: rows of all pages. */
  readonly onPage: (page: Pick<ListedPage, 'notUnderstood' | 'total'> & { readonly fresh: number }) => void;
}

/** `refusal`: the service's response in place of an empty last page. */
export interface ListEnd extends Probed {
  readonly completeness: MirrorFacts['completeness'];
  readonly refusal: Failure | null;
}

/** Meaning of `offset`. `ignored`: no effect, or rejected. */
export type OffsetMeaning = 'rows' | 'pages' | 'pages from 1' | 'ignored';

/** `sure`: there were enough boards, and the pages agreed. */
export interface Probed {
  readonly meaning: OffsetMeaning;
  readonly sure: boolean;
}

/** Reads all pages. Returns `complete` only with proof. A failure ends the listing; pages taken before stay. */
export async function readAllPages(pages: ListedPages): Promise<Result<ListEnd>> {
  const reader = new PageReader(pages);
  const probed = await probeOffset(async (request) => {
    const page = await pages.sample(request);
    if (page.ok && page.value.items.length > 0) reader.noteSample(page.value.total);
    return page;
  });
  if (!probed.ok) return probed;
  const read = await reader.read(probed.value.meaning);
  return read.ok ? ok({ ...probed.value, completeness: read.value, refusal: reader.refusal }) : read;
}

/**
 * Finds the meaning of `offset` from pages of two boards at 0, 1 and 2. A board created or deleted meanwhile may
 * mislead it: then pages don't fit, the listing does not end as complete, and the next one probes again.
 */
export async function probeOffset(fetchOnce: FetchPage): Promise<Result<Probed>> {
  const fetchPage: FetchPage = async (page) => {
    const read = await fetchOnce(page);
    return !read.ok && read.error.code === 'not-understood' ? fetchOnce(page) : read;
  };
  // A service that rejects small pages may use its own size.
  for (const limit of [2, null]) {
    const answers = await Promise.all([0, 1, 2].map((offset) => fetchPage({ limit, offset })));
    const keys: (readonly string[])[] = [];
    for (const answer of answers) {
      if (answer.ok) keys.push(answer.value.items.map(itemKey));
      // Some services answer beyond the end with an error instead of an empty page.
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

/** Compares pages of two at 0, 1 and 2. */
function meaningOf([first = [], second = [], third = []]: readonly (readonly string[])[]): Probed {
  if (first.length === 0 && second.length > 0) return { meaning: 'pages from 1', sure: true };
  if (second.length === 0) return { meaning: first.length < 2 ? 'rows' : 'pages', sure: false };
  const [one, two] = [stepBetween(first, second), stepBetween(second, third)];
  if (one === 'a row') return { meaning: 'rows', sure: true };
  // Rows, and one was created or deleted meanwhile.
  if (two === 'a row' || one === 'unclear') return { meaning: 'rows', sure: false };
  if (one === 'a page') return { meaning: 'pages', sure: third.length > 0 && two === 'a page' };
  if (two === 'none') return { meaning: 'ignored', sure: true };
  return two === 'a page' ? { meaning: 'pages from 1', sure: true } : { meaning: 'rows', sure: false };
}

function stepBetween(before: readonly string[], after: readonly string[]) {
  const common = after.filter((key) => before.includes(key)).length;
  if (common === before.length && common === after.length) return 'none';
  if (before.length > 1 && before[1] === after[0]) return 'a row';
  return common === 0 ? 'a page' : 'unclear';
}

/** Page sizes, tried in order if one is rejected or not understood; null sends no limit. */
const LIMITS: readonly (number | null)[] = [1000, 500, 200, 100, 50, 20, null];

/** Stops at a service that never sends an empty page. */
const MOST_PAGES = 100_000;

/** Most pages that don't fit, or bring few rows. More mean that the list keeps changing. */
const MOST_SETBACKS = 20;

/** Lists by page number up to this length are read until two readings are equal, … */
const MOST_PAGES_READ_TWICE = 100;
/** … at most this many times. */
const MOST_READINGS = 4;

/** So few new rows at the end may be a list that grows with each request. */
const FEW = 2;

/** Pages requested at once. */
const MOST_AHEAD = 6;

type Page = Result<ListedPage | null>;
type Read = Result<ListEnd['completeness']>;

class PageReader {
  readonly #pages: ListedPages;
  #limitStep = 0;
  /** Different rows so far, with the unreadable ones. */
  #rows = 0;
  #notUnderstood = 0;
  #hasSamples = false;
  #total: number | null = null;
  /** All totals seen, also in the probe's small pages: a total that counts the page's rows differs there. */
  readonly #totals = new Set<number>();
  #lastFingerprint: string | null = null;
  /** Offsets of the pages that differ from the one before. */
  readonly #places = new Set<number>();
  #hints: RowHints | undefined = undefined;
  #largest = 0;
  #isShort = false;
  refusal: Failure | null = null;

  constructor(pages: ListedPages) {
    this.#pages = pages;
  }

  /** Notes a page of the probe that holds boards. */
  noteSample(total: number | null): void {
    this.#hasSamples = true;
    if (total !== null) this.#totals.add(total);
  }

  read(meaning: OffsetMeaning): Promise<Read> {
    if (meaning === 'ignored') return this.#readOnce();
    return meaning === 'rows' ? this.#readByRow() : this.#readByPage(meaning === 'pages' ? 0 : 1);
  }

  /** Reads one page without an offset. Only the service's total or its "no more" proves that it is the whole list. */
  async #readOnce(): Promise<Read> {
    const page = await this.#fetch(null);
    if (!page.ok) return page;
    await this.#take(page.value, 0, 'always');
    return ok(this.#ending(page.value, false));
  }

  /**
   * Pages by number can't overlap: a board deleted between two pages moves the rest up by one, unread. Only a second,
   * equal reading proves that nothing moved.
   */
  async #readByPage(from: number): Promise<Read> {
    // Page 0 is empty, or the first page.
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
        // Some services repeat the last page instead of an empty one.
        const isRepeated = page?.fingerprint === pages.at(-1);
        if (page === null || sizeOf(page) === 0 || isRepeated) {
          if (pages.length === 1) await this.#readLastRow(place, size);
          end = isRepeated ? null : page;
          break;
        }
        const fresh = (await this.#take(page, place, 'always')) ?? 0;
        if (readings === 1 && pages.length > 0 && fresh < page.items && fresh <= FEW) setbacks += 1;
        pages.push(page.fingerprint);
        // A shortened page defines the size.
        const limit = this.#limit();
        if (pages.length === 1 && limit !== null) size = Math.min(sizeOf(page), limit);
        const most = readings > 1 ? MOST_PAGES_READ_TWICE : MOST_PAGES;
        if (setbacks >= MOST_SETBACKS || pages.length > most) return ok('maybe-incomplete');
      }
      const ending = this.#ending(end);
      const isSame = pages.length === before.length && pages.every((page, at) => page === before[at]);
      if (ending !== 'complete' || pages.length < 2 || isSame || this.#isCounted()) return ok(ending);
      if (pages.length > MOST_PAGES_READ_TWICE) break;
      before = pages;
    }
    return ok('maybe-incomplete');
  }

  /**
   * A page of all rows may be cut at its size. With pages one row shorter, the next page holds exactly the last row.
   */
  async #readLastRow(place: number, size: number | null): Promise<void> {
    if (size === null || size < 2) return;
    const page = await this.#fetch(place, size - 1);
    if (page.ok && sizeOf(page.value) === 1) await this.#take(page.value, place, 'follows');
  }

  /**
   * Reads pages that overlap by one row. If that row is missing, rows before it were deleted and others moved up
   * unread: steps back until known rows appear.
   */
  async #readByRow(): Promise<Read> {
    let offset = 0;
    /** Known rows at the start of the next page: none at offset 0, nor behind the last row. */
    let overlap: 0 | 1 = 0;
    let setbacks = 0;
    for (let pages = 0; pages < MOST_PAGES && setbacks < MOST_SETBACKS; pages += 1) {
      const read: Page = await this.#fetch(offset);
      if (!read.ok) return read;
      const page = read.value;
      const size = sizeOf(page);
      if (size === 0 && overlap === 0) return ok(this.#ending(page));
      if (page === null) break;
      const fresh = await this.#take(page, offset, overlap === 0 ? 'always' : 'meets-known');
      if (fresh === null) {
        setbacks += 1;
        offset = Math.max(0, offset - this.#largest);
        overlap = offset === 0 ? 0 : 1;
        continue;
      }
      const isLastRow: boolean = fresh === 0 && size === 1 && overlap === 1;
      if (isLastRow && this.#isShort) return ok(this.#ending(page));
      const isAllNew = fresh >= page.items - overlap;
      // A growing list has one more row behind each end, or in each page.
      if (fresh <= FEW && (!isAllNew || size < this.#largest)) setbacks += 1;
      const isFull = pages > 0 ? size === this.#largest && size > FEW + 1 : size === this.#limit();
      // Pages of a single row can't overlap.
      offset += isLastRow ? 1 : size - 1;
      overlap = isLastRow ? 0 : 1;
      if (isFull && isAllNew) offset = await this.#readAhead(offset, size);
    }
    return ok('maybe-incomplete');
  }

  /**
   * Reads on from `from` with several pages of `size` rows requested at once, while each follows the one before: a row
   * between two pages for the whole time is then in one of them, in any order of responses. Returns the offset to
   * continue from, page by page.
   */
  async #readAhead(from: number, size: number): Promise<number> {
    const unwanted = new AbortController();
    const ahead: Promise<Result<ListedPage>>[] = [];
    let requested = from;
    let offset = from;
    try {
      for (;;) {
        for (; ahead.length < MOST_AHEAD; requested += size - 1) {
          const request = this.#pages.fetch({ limit: this.#limit(), offset: requested }, unwanted.signal);
          request.catch(() => undefined);
          ahead.push(request);
        }
        const page = await ahead.shift();
        // A full page, or a shorter one with more than the overlapping row.
        if (page?.ok !== true || page.value.items < 2 || sizeOf(page.value) > size) return offset;
        if ((await this.#take(page.value, offset, 'follows')) === null) return offset;
        offset += page.value.items - 1;
        if (page.value.items < size) return offset;
      }
    } finally {
      unwanted.abort();
    }
  }

  /**
   * Decides if the list is proven complete after its last page. Proofs: a total that fits, the service's "no more", or
   * the end of its pages: an empty or short one after two that differ (`isEnd`; a list of one board has no two). Any
   * sign of more rows outweighs them.
   */
  #ending(
    last: ListedPage | null,
    isEnd = this.#rows === 1 || this.#places.size > 1,
  ): ListEnd['completeness'] {
    const before = this.#hints;
    const hints = last === null ? before : last.hints;
    const [rows, pages] = [this.#rows, this.#places.size];
    const total = Math.max(this.#total ?? 0, last?.total ?? 0);
    // Counts are about the whole list, so those of the page before apply too.
    const isCut = before !== undefined && signalsMore({ ...before, more: null }, rows, pages);
    if (isCut || total > rows || signalsMore(hints, rows, pages) || this.#notUnderstood > 0)
      return 'maybe-incomplete';
    // Neither a blank response, nor one that the probe contradicts, proves an empty list.
    const isBlank = last?.isBlank === true && last.total !== 0;
    if (rows === 0) return isBlank || this.#hasSamples ? 'maybe-incomplete' : 'complete';
    const isPaged = isEnd && (last !== null || this.#isShort || rows === 1);
    // An empty page after one with "more" proves nothing by its own "no more".
    const saysEnd = hints?.more === false && (sizeOf(last) > 0 || before?.more !== true);
    return isPaged || saysEnd || this.#isCounted() ? 'complete' : 'maybe-incomplete';
  }

  #isCounted(): boolean {
    return this.#totals.size === 1 && this.#totals.has(this.#rows);
  }

  #limit(): number | null {
    return LIMITS[this.#limitStep] ?? null;
  }

  /**
   * Requests one page. The first one is requested again in a smaller size if it is too large; a later one that is
   * rejected twice is behind the end.
   */
  async #fetch(offset: number | null, size: number | null = null): Promise<Page> {
    for (;;) {
      const limit = size ?? this.#limit();
      const page = await this.#pages.fetch({ limit, offset });
      if (page.ok) return page;
      const { error } = page;
      if (this.#rows > 0) {
        if (!isBeyondEnd(error) && error.code !== 'not-understood') return page;
        const again = await this.#pages.fetch({ limit, offset });
        if (again.ok || !isBeyondEnd(again.error)) return again;
        this.refusal = again.error;
        return ok(null);
      }
      const isTooLarge = isLimitRefused(error) || error.code === 'not-understood';
      if (!isTooLarge || this.#limitStep >= LIMITS.length - 1) return page;
      this.#limitStep += 1;
    }
  }

  /**
   * Takes a page requested at offset `place`, if it is as `when` demands. Returns the number of new items; null if it
   * was not taken, or is empty.
   */
  async #take(page: ListedPage | null, place: number, when: TakeWhen): Promise<number | null> {
    if (page === null || sizeOf(page) === 0) return null;
    const fresh = await this.#pages.take(page, when);
    if (fresh === null) return null;
    const isSame = page.fingerprint === this.#lastFingerprint;
    if (!isSame) this.#places.add(place);
    this.#lastFingerprint = page.fingerprint;
    this.#hints = page.hints;
    // If no item is known, the overlapping row was not understood, and is counted already.
    const overlap = when !== 'always' && fresh === page.items ? 1 : 0;
    const isRepeated = isSame && fresh === 0 && page.items > 0;
    const odd = isRepeated ? 0 : Math.max(0, page.notUnderstood - overlap);
    this.#notUnderstood += odd;
    this.#rows += fresh + odd;
    if (page.total !== null) this.#totals.add(page.total);
    this.#total = page.total ?? this.#total;
    const size = sizeOf(page);
    this.#isShort = size < this.#largest;
    this.#largest = Math.max(this.#largest, size);
    this.#pages.onPage({ fresh, notUnderstood: this.#notUnderstood, total: page.total });
    return fresh;
  }
}

function isLimitRefused(error: Failure): boolean {
  return error.code === 'refused' && (error.status === 400 || error.status === 422);
}

/** True if the service may mean that nothing is behind the last row. */
function isBeyondEnd({ code, status }: Failure): boolean {
  return code === 'not-found' || code === 'refused' || (code === 'web-page' && status === 404);
}

function sizeOf(page: ListedPage | null): number {
  return page === null ? 0 : page.items + page.notUnderstood;
}
