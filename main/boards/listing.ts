/**
 * Reads every page of the boards list: the one place that knows paging. The specification names `limit` and `offset` but
 * doesn't define them, so three small requests at the start of each listing find out.
 */
import { type Result, ok, type Failure } from '../../preload/contract/failure.ts';
import type { BoardPage, PageRequest } from '../service/api.ts';
import { itemKey, type ListedPage } from '../service/types.ts';
import type { TakeWhen } from '../store/mirror/mirror.ts';
import { isBeyondEnd, isLimitRefused, PageReader } from './page-reader.ts';

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
