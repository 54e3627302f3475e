/** Lists all boards of a connection page by page, and checks that no page of the list is missing. */
import { type Failure, ok, type Result, fail } from '../../preload/contract/failure.ts';
import type { BoardPage, PageRequest, ListShape, SeenNames, ServiceApi } from '../service/api.ts';
import type { ListedPage, RowHints, TakeWhen } from '../service/types.ts';
import { itemKey } from '../service/wire/body.ts';
import { signalsMore } from '../service/wire/list.ts';
import type { ListingEnd, MirrorFacts, Mirror } from '../store/mirror/mirror.ts';
import type { BoardsState } from '../../preload/contract/boards.ts';
import type { Core } from '../ipc/core.ts';
import { createProgressReporter, type ProgressReporter } from '../lib/clock.ts';
import { failure } from '../lib/wording/failure.ts';
import { partMissing } from '../lib/wording/start-failures.ts';
import type { RecentChanges } from './boards.ts';
import type { ServiceShapes, WrongTimes } from './shape.ts';

export type Listed = Pick<ServiceApi, 'listBoards' | 'fetchBoards'>;

export interface ChangesHere extends Pick<Required<ListingEnd>, 'made' | 'deleted'> {}

export interface BoardListOptions extends Pick<Core, 'publish' | 'log' | 'now' | 'after'> {
  readonly connectionId: string;
  readonly mirror: Pick<Mirror, 'facts' | 'begin' | 'take' | 'finish' | 'abandon'>;
  readonly changes: RecentChanges;
  readonly wrongTimes: Pick<WrongTimes, 'of'>;
  readonly checkTimes: (api: Listed) => Promise<void>;
  readonly shapes: Pick<ServiceShapes, 'listed'>;
}

type ProgressField = 'loaded' | 'preparing' | 'total' | 'notUnderstood' | 'unreadable' | 'failure';
interface Progress extends Pick<BoardsState, ProgressField> {
  readonly phase: Exclude<BoardsState['phase'], 'never'>;
}

const BEGUN: Progress = {
  phase: 'loading',
  loaded: 0,
  preparing: false,
  total: null,
  notUnderstood: 0,
  unreadable: [],
  failure: null,
};

interface Reading {
  readonly abort: AbortController;
  readonly begunAt: number;
  /** True if `listAgain` starts another listing after this one. */
  isReplaced: boolean;
  progress: Progress;
  over: Promise<void>;
  /** Number of this listing in the local database; null when the listing has been saved or dropped. */
  run: number | null;
}

/** Local copy of a connection's boards list. A failed listing removes no rows. */
export class BoardList {
  readonly #options: BoardListOptions;
  readonly #reporter: ProgressReporter;
  #reading: Reading | null = null;
  #published: BoardsState | null = null;
  #isOver = false;
  #last: Pick<BoardsState, 'requests' | 'news'> = {};

  constructor(options: BoardListOptions) {
    this.#options = options;
    this.#reporter = createProgressReporter(() => void this.#publish(), options.after);
  }

  async state(): Promise<BoardsState> {
    const { connectionId, mirror, changes } = this.#options;
    const facts = await mirror.facts(connectionId);
    // Until the first listing after Easel's start, returns the saved result of the last listing.
    const progress = this.#reading?.progress ?? { ...BEGUN, phase: 'done' };
    const isDone = progress.phase === 'done';
    const { total, notUnderstood } = isDone ? facts : progress;
    return {
      connectionId,
      ...facts,
      ...progress,
      phase: isDone && facts.asOf === null ? 'never' : progress.phase,
      total,
      notUnderstood,
      unreadable: notUnderstood === 0 ? [] : progress.unreadable,
      ...this.#last,
      ...changes.summary(),
    };
  }

  /** Lists all boards. If a listing is already running, only waits until it ends. */
  list(api: Listed): Promise<void> {
    if (this.#reading?.progress.phase === 'loading') return this.#reading.over;
    const abort = new AbortController();
    const begunAt = this.#options.now();
    const over = Promise.resolve();
    const reading: Reading = { abort, begunAt, isReplaced: false, progress: BEGUN, over, run: null };
    this.#reading = reading;
    this.#reporter.changed();
    reading.over = this.#read(api, reading).catch(async (error: unknown) => {
      if (abort.signal.aborted) return;
      this.#options.log.error('listing could not be kept', { error });
      await this.#ended(reading, 'failed', partMissing(error) ?? failure('storage'));
    });
    return reading.over;
  }

  /** Lists all boards. Does not use a listing that began before `since` (epoch ms), because it may miss changes. */
  async listSince(api: Listed, since: number): Promise<void> {
    const reading = this.#reading;
    if (reading?.progress.phase === 'loading' && reading.begunAt < since) {
      await reading.over;
      if (this.#isOver || (reading.abort.signal.aborted && !reading.isReplaced)) return;
    }
    return this.list(api);
  }

  async listAgain(api: Listed): Promise<void> {
    if (this.#reading !== null) this.#reading.isReplaced = true;
    await this.cancel();
    if (this.#reading?.progress.preparing === true) await this.#reading.over;
    return this.list(api);
  }

  async #read(api: Listed, reading: Reading): Promise<void> {
    const { connectionId, mirror, changes, wrongTimes, shapes, now } = this.#options;
    const { signal } = reading.abort;
    const { rows, asOf: since } = await mirror.facts(connectionId);
    let known: ListShape = {
      container: null,
      isSure: false,
      hasBoards: rows > 0,
      hasWrongTimes: (await wrongTimes.of(connectionId)) !== null,
    };
    let seen: SeenNames | undefined;
    let clockAheadMs = 0;
    let requests = 0;
    const learn = (items: number, page: Omit<BoardPage, 'items'>): void => {
      clockAheadMs = page.clockAheadMs ?? clockAheadMs;
      if (items > 0 && page.container !== undefined)
        known = { ...known, container: page.container, isSure: true };
      if (reading.progress.unreadable.length === 0)
        reading.progress = { ...reading.progress, unreadable: page.unreadable ?? [] };
    };
    const run = await mirror.begin(connectionId);
    reading.run = run;
    if (signal.aborted) return this.#abandon(reading);
    const end = await readAllPages({
      sample: async (request) => {
        requests += 1;
        const page = await api.listBoards({ ...request, known }, signal);
        if (page.ok) learn(page.value.items.length, page.value);
        return page;
      },
      fetch: async (request, unwanted = signal) => {
        requests += 1;
        const ended = AbortSignal.any([signal, unwanted]);
        const page = await api.fetchBoards({ ...request, known }, ended);
        if (page.ok && ended.aborted) return fail(failure('cancelled'));
        if (page.ok) learn(page.value.items, page.value);
        if (page.ok) seen ??= page.value.seen;
        return page;
      },
      take: (page, when) => mirror.take(connectionId, run, page.number, when),
      onPage: ({ fresh, total, notUnderstood }) => {
        if (signal.aborted) return;
        const loaded = reading.progress.loaded + fresh;
        reading.progress = { ...reading.progress, loaded, total, notUnderstood };
        this.#reporter.changed();
      },
    });
    if (signal.aborted) return;
    if (!end.ok) return this.#ended(reading, 'failed', end.error);
    reading.progress = { ...reading.progress, preparing: true };
    void this.#publish();
    const { total, notUnderstood } = reading.progress;
    const { completeness, refusal } = end.value;
    const expected = changes.expected();
    const ended = { completeness, total, notUnderstood, at: now(), clockAheadMs, ...expected } as const;
    const lag = await mirror.finish(connectionId, run, ended);
    const { added, gone, oldest } = lag;
    const isChanged = since !== null && added + gone > 0;
    this.#last = { requests, ...(isChanged && { news: { added, gone, oldest, since } }) };
    await this.#options.checkTimes(api);
    changes.listed(expected, lag, completeness === 'complete');
    if (seen !== undefined) shapes.listed(connectionId, seen, end.value);
    await this.#ended(reading, 'done', completeness === 'complete' ? null : refusal);
  }

  /** Cancels the listing. Has no effect while the database builds indexes at the end, which can't be interrupted. */
  async cancel(): Promise<void> {
    const reading = this.#reading;
    if (reading?.progress.phase !== 'loading' || reading.progress.preparing) return;
    reading.abort.abort();
    await this.#ended(reading, 'cancelled');
  }

  changed(): void {
    if (!this.#isOver) this.#reporter.changed();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.#reporter.quiet();
    await this.cancel();
  }

  #abandon(reading: Reading): void {
    const { run } = reading;
    if (run === null) return;
    reading.run = null;
    // Ignores a database error, because unfinished listings are also dropped when the database is opened.
    this.#options.mirror.abandon(this.#options.connectionId, run).catch(() => undefined);
  }

  async #ended(reading: Reading, phase: Progress['phase'], failed: Failure | null = null): Promise<void> {
    if (reading.progress.phase !== 'loading') return;
    if (phase !== 'done') this.#abandon(reading);
    reading.progress = { ...reading.progress, phase, preparing: false, failure: failed };
    this.#reporter.quiet();
    await this.#publish();
  }

  async #publish(): Promise<void> {
    if (this.#isOver) return;
    try {
      this.#published = await this.state();
    } catch (error) {
      // Before the first published state, publishes no error, because callers read the state and get the error then.
      if (this.#published === null) return;
      const failed = partMissing(error) ?? failure('storage');
      this.#published = { ...this.#published, phase: 'failed', failure: failed };
    }
    if (!this.#isOver) this.#options.publish('boards.changed', this.#published);
  }
}

// The service's API does not define `limit` and `offset`. So each listing first sends three small test requests.

export type FetchPage = (page: PageRequest) => Promise<Result<BoardPage>>;

interface ListedPages {
  readonly sample: FetchPage;
  readonly fetch: (page: PageRequest, signal?: AbortSignal) => Promise<Result<ListedPage>>;
  readonly take: (page: ListedPage, when: TakeWhen) => Promise<number | null>;
  /** Called for each result page that was added to the list. `notUnderstood`: number of unreadable rows so far. */
  readonly onPage: (page: Pick<ListedPage, 'notUnderstood' | 'total'> & { readonly fresh: number }) => void;
}

/** End of a listing. `refusal`: error response that the service sent instead of an empty page after the last page. */
export interface ListEnd extends Probed {
  readonly completeness: MirrorFacts['completeness'];
  readonly refusal: Failure | null;
}

/** Unit of `offset`: rows, or pages counted from 0 or from 1. `ignored`: the service ignores or rejects `offset`. */
export type OffsetMeaning = 'rows' | 'pages' | 'pages from 1' | 'ignored';

/** Result of the test requests. `sure` is false if `meaning` is a guess, for example because only one board exists. */
export interface Probed {
  readonly meaning: OffsetMeaning;
  readonly sure: boolean;
}

/** Reads the boards list. Returns `complete` only if no row can be missing. A failure keeps the pages read so far. */
export async function readAllPages(pages: ListedPages): Promise<Result<ListEnd>> {
  const samples: BoardPage[] = [];
  const probed = await probeOffset(async (request) => {
    const page = await pages.sample(request);
    if (page.ok && page.value.items.length > 0) samples.push(page.value);
    return page;
  });
  if (!probed.ok) return probed;
  const reader = new PageReader(pages, samples);
  const read = await reader.read(probed.value.meaning);
  return read.ok ? ok({ ...probed.value, completeness: read.value, refusal: reader.refusal }) : read;
}

/** Tests with three requests whether the service counts `offset` in rows or in pages, or ignores `offset`. */
export async function probeOffset(fetchPage: FetchPage): Promise<Result<Probed>> {
  for (const limit of [2, null]) {
    const answers = await Promise.all([0, 1, 2].map((offset) => fetchPage({ limit, offset })));
    const keys: (readonly string[])[] = [];
    for (const answer of answers) {
      if (answer.ok) keys.push(answer.value.items.map(itemKey));
      // After the last page, some services answer with an error instead of an empty page.
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

function meaningOf([first = [], second = [], third = []]: readonly (readonly string[])[]): Probed {
  if (first.length === 0 && second.length > 0) return { meaning: 'pages from 1', sure: true };
  if (second.length === 0) return { meaning: first.length < 2 ? 'rows' : 'pages', sure: false };
  const [one, two] = [stepBetween(first, second), stepBetween(second, third)];
  if (one === 'a row') return { meaning: 'rows', sure: true };
  // Guesses `rows` if the test results are contradictory, because boards were created or deleted meanwhile.
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

const LIMITS: readonly (number | null)[] = [1000, 500, 200, 100, 50, 20, null];

/** Maximum number of pages per listing, because a faulty service may never send an empty last page. */
const MOST_PAGES = 100_000;

/** Maximum number of pages per listing that add no new rows, or do not overlap with the previous page. */
const MOST_SETBACKS = 20;

/** Maximum length, in pages, of a boards list that Easel reads again to confirm the first reading. */
const MOST_PAGES_READ_TWICE = 100;
const MOST_READINGS = 4;

const MOST_AHEAD = 6;

type Page = Result<ListedPage | null>;
type Read = Result<ListEnd['completeness']>;

class PageReader {
  readonly #pages: ListedPages;
  #limitStep = 0;
  #rows = 0;
  #notUnderstood = 0;
  readonly #hasSamples: boolean;
  #total: number | null = null;
  /** All totals that the responses stated. If they differ, each total counts only the rows of one page. */
  readonly #totals: Set<number>;
  #lastFingerprint: string | null = null;
  readonly #places = new Set<number>();
  #hints: RowHints | undefined = undefined;
  #largest = 0;
  #isShort = false;
  /** True if a page repeated more rows than expected, because new or moved boards shifted the rows. */
  #isShifted = false;
  #hasFailedPage = false;
  refusal: Failure | null = null;

  constructor(pages: ListedPages, samples: readonly BoardPage[]) {
    this.#pages = pages;
    this.#hasSamples = samples.length > 0;
    this.#totals = new Set(samples.flatMap(({ total }) => total ?? []));
  }

  read(meaning: OffsetMeaning): Promise<Read> {
    if (meaning === 'ignored') return this.#readOnce();
    return meaning === 'rows' ? this.#readByRow() : this.#readByPage(meaning === 'pages' ? 0 : 1);
  }

  /** Reads a list that has only one page. Only a total, or a flag for "no more", proves that the page is complete. */
  async #readOnce(): Promise<Read> {
    const page = await this.#fetch(null);
    if (!page.ok) return page;
    await this.#take(page.value, 0, 'always');
    return ok(this.#ending(page.value, false));
  }

  /** Reads a list by page numbers until two readings are equal, because a delete during a reading may hide a row. */
  async #readByPage(from: number): Promise<Read> {
    // If pages count from 1, also reads page 0. This adds no wrong rows, because page 0 is empty or equals page 1.
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
        // Treats a repeated page as the end, because some services repeat the last page instead of sending an empty one.
        const isRepeated = page?.fingerprint === pages.at(-1);
        if (page === null || sizeOf(page) === 0 || isRepeated) {
          if (pages.length === 1) await this.#readLastRow(place, size);
          end = isRepeated ? null : page;
          break;
        }
        const fresh = await this.#take(page, place, 'always');
        if (readings === 1 && fresh === 0 && page.items > 0) setbacks += 1;
        pages.push(page.fingerprint);
        // If the first page is shorter than requested, its length is the service's maximum and becomes the page size.
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

  /** Proves that a list has only one page. With a page size of one row less, page 2 must contain only the last row. */
  async #readLastRow(place: number, size: number | null): Promise<void> {
    if (size === null || size < 2) return;
    const page = await this.#fetch(place, size - 1);
    if (page.ok && sizeOf(page.value) === 1) await this.#take(page.value, place, 'follows');
  }

  /** Reads a list by row offsets. Each page repeats the last row of the page before it, to detect missing rows. */
  async #readByRow(): Promise<Read> {
    let offset = 0;
    /** Number of rows that the next page must repeat: 0 for the first page and after the last row, otherwise 1. */
    let overlap: 0 | 1 = 0;
    let setbacks = 0;
    for (let pages = 0; pages < MOST_PAGES && setbacks < MOST_SETBACKS; pages += 1) {
      const read: Page = await this.#fetch(offset);
      if (!read.ok) return read;
      const page = read.value;
      const size = sizeOf(page);
      if (size === 0 && overlap === 0) {
        const end = await this.#endByRow(page);
        if (end !== null) return end;
        continue;
      }
      if (page === null) break;
      const fresh = await this.#take(page, offset, overlap === 0 ? 'always' : 'meets-known');
      if (fresh === null) {
        setbacks += 1;
        offset = Math.max(0, offset - this.#largest);
        overlap = offset === 0 ? 0 : 1;
        continue;
      }
      const isLastRow: boolean = fresh === 0 && size === 1 && overlap === 1;
      if (isLastRow && this.#isShort) {
        const end = await this.#endByRow(page);
        if (end !== null) return end;
        continue;
      }
      const isAllNew = fresh >= page.items - overlap;
      this.#isShifted ||= !isAllNew;
      if (fresh === 0 && !isAllNew) setbacks += 1;
      const isFull = pages > 0 ? size === this.#largest && size > 1 : size === this.#limit();
      // If this page contains only the repeated row, the next page starts after that row and repeats no row.
      offset += isLastRow ? 1 : size - 1;
      overlap = isLastRow ? 0 : 1;
      if (isFull && isAllNew) offset = await this.#readAhead(offset, size);
    }
    return ok('maybe-incomplete');
  }

  /** Ends the listing. If rows have shifted, instead rereads the start of the list, and returns null to continue. */
  async #endByRow(last: ListedPage | null): Promise<Read | null> {
    if (!this.#isShifted || this.#notUnderstood > 0) return ok(this.#ending(last));
    this.#isShifted = false;
    let offset = 0;
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const page: Page = await this.#fetch(offset);
      if (!page.ok) return page;
      const fresh = await this.#take(page.value, offset, 'always');
      if (fresh === null || fresh === 0) break;
      offset += sizeOf(page.value) - 1;
    }
    return null;
  }

  /** Requests pages in parallel. Adds each page that repeats the previous page's last row. Returns the next offset. */
  async #readAhead(from: number, size: number): Promise<number> {
    const unwanted = new AbortController();
    const ahead: Promise<Result<ListedPage>>[] = [];
    let offset = from;
    try {
      for (;;) {
        while (ahead.length < MOST_AHEAD) {
          const place = { limit: this.#limit(), offset: offset + ahead.length * (size - 1) };
          const request = this.#pages.fetch(place, unwanted.signal);
          request.catch(() => undefined);
          ahead.push(request);
        }
        const page = await ahead.shift();
        // Stops if the request failed, or if the page has more than `size` rows or only the repeated row.
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
   * Decides whether the boards list is complete. Accepts three proofs: a matching total, a flag for “no more rows”, and
   * an empty or short last page. Such a last page is a proof only after two different pages, or if the list has one
   * board (`isEnd`). Accepts no proof if rows are unreadable, or a response reports an error or announces more rows.
   */
  #ending(
    last: ListedPage | null,
    isEnd = this.#rows === 1 || this.#places.size > 1,
  ): ListEnd['completeness'] {
    const before = this.#hints;
    const hints = last === null ? before : last.hints;
    const [rows, pages] = [this.#rows, this.#places.size];
    const total = Math.max(this.#total ?? 0, last?.total ?? 0);
    // Ignores the flag “more rows” of the previous page, because the last page may contain these rows.
    const isCut = before !== undefined && signalsMore({ ...before, more: null }, rows, pages);
    const hasUnread = this.#notUnderstood > 0 || this.#hasFailedPage;
    if (isCut || total > rows || signalsMore(hints, rows, pages) || hasUnread) return 'maybe-incomplete';
    // An empty list needs two proofs: an empty list or a total of 0, and test requests that found no boards either.
    const isBlank = last?.isBlank === true && last.total !== 0;
    if (rows === 0) return isBlank || this.#hasSamples ? 'maybe-incomplete' : 'complete';
    const isEmptyOrShort = this.#isShort || (last === null ? rows === 1 : last.isBlank !== true);
    // An empty page with the flag “no more rows” proves nothing if the previous page had the flag “more rows”.
    const saysEnd = hints?.more === false && (sizeOf(last) > 0 || before?.more !== true);
    return (isEnd && isEmptyOrShort) || saysEnd || this.#isCounted() ? 'complete' : 'maybe-incomplete';
  }

  #isCounted(): boolean {
    return this.#totals.size === 1 && this.#totals.has(this.#rows);
  }

  #limit(): number | null {
    return LIMITS[this.#limitStep] ?? null;
  }

  /** Requests a page. If the first page is rejected, requests fewer rows. Null if a later page is rejected twice. */
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

  /** Adds the page requested with offset `place`. Returns the number of new rows; null if the page was not added. */
  async #take(page: ListedPage | null, place: number, when: TakeWhen): Promise<number | null> {
    if (page === null || sizeOf(page) === 0) return null;
    const fresh = await this.#pages.take(page, when);
    if (fresh === null) return null;
    const isSame = page.fingerprint === this.#lastFingerprint;
    if (!isSame) this.#places.add(place);
    this.#lastFingerprint = page.fingerprint;
    this.#hints = page.hints;
    this.#hasFailedPage ||= page.hints?.failed === true;
    // If all readable rows are new, the repeated row is unreadable. Skips it, because the previous page counted it.
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

/** True for failures that some services return instead of an empty page, if `offset` is beyond the end of the list. */
function isBeyondEnd({ code, status }: Failure): boolean {
  return code === 'not-found' || code === 'refused' || (code === 'web-page' && status === 404);
}

function sizeOf(page: ListedPage | null): number {
  return page === null ? 0 : page.items + page.notUnderstood;
}
