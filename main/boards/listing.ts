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
import { isBeyondEnd, isLimitRefused, PageReader } from './page-reader.ts';

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
 * Reads pages until an empty one.
 *
 * Gives `complete` only with proof (see `PageReader.#ending`); a failure ends it at once, what was taken before stays so.
 */
export async function readAllPages({ pages, fetchPage, onPage, memory }: Reading): Promise<Result<ListEnd>> {
  const reader = new PageReader(pages, onPage);
  const probe = async (onFirst?: () => void): Promise<Result<Probed>> => {
    const noted: FetchPage = async (asked) => {
      const page = await fetchPage(asked);
      if (page.ok && page.value.items.length > 0) reader.noteTotal(page.value.total);
      return page;
    };
    const probed = await probeOffset(noted, onFirst);
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
