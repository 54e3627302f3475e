/**
 * The part of the boards list that is in the page's memory: pages of rows by rank, of a list of any length.
 *
 * Values, never changed in place. A page is `fresh` until the list changes under it; its rows stay on show until the
 * new ones have come, so that a refresh never blinks.
 */
import type { BoardQuery, BoardRow, BoardWindow } from '../../preload/contract/boards.ts';
import type { ArgsOf, EaselBridge } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';

export const PAGE_ROWS = 100;
/** Most pages kept; the farthest from the view go first. */
const MOST_PAGES = 40;
/** Pages fetched before and behind the view, so that scrolling shows no skeletons. */
const AROUND = 3;
/** Most rows that one call may ask for, by the contract. */
const MOST_ROWS = 1000;

export interface RowPages {
  /** The query that the rows answer: an earlier one until the rows of the present one arrive. */
  readonly query: BoardQuery | null;
  readonly pages: ReadonlyMap<number, readonly BoardRow[]>;
  readonly fresh: ReadonlySet<number>;
  /** Length of the whole list under the current question. */
  readonly matching: number;
  /** The length isn't known yet: there are at least `matching`. */
  readonly counting: boolean;
  /** Boards that a filter by age leaves out because their creation time can't be used. */
  readonly undated: number;
  /** The list's revision when the fresh rows were read; while it lasts, a rank means the same board. */
  readonly revision: number;
  /** The service's fields whose values the rows have, in this order. */
  readonly fields: readonly string[];
}

export const NO_PAGES: RowPages = {
  query: null,
  pages: new Map(),
  fresh: new Set(),
  matching: 0,
  counting: false,
  undated: 0,
  revision: 0,
  fields: [],
};

export interface RowSpan {
  readonly from: number;
  readonly count: number;
}

export interface RowView {
  readonly from: number;
  readonly to: number;
  /** The view jumps, as when the scroll bar is dragged: the rows around it are passed over and not worth fetching. */
  readonly leaps: boolean;
}

/** The row at a rank; undefined while it isn't loaded. */
export function rowAt(held: RowPages, rank: number): BoardRow | undefined {
  return held.pages.get(pageOf(rank))?.[rank % PAGE_ROWS];
}

/** The same, but only if the list hasn't changed since. */
export function freshRowAt(held: RowPages, rank: number): BoardRow | undefined {
  return held.fresh.has(pageOf(rank)) ? rowAt(held, rank) : undefined;
}

/** What identifies a row: its board's id, or its place in the answer when it has none. */
export function keyOfRow(row: BoardRow): string {
  return row.id ?? row.rowKey;
}

/** The rank of a row by its key, among the fresh pages unless others are given; null when it is not there. */
export function rankOf(held: RowPages, key: string, pages: Iterable<number> = held.fresh): number | null {
  for (const page of pages) {
    const at = held.pages.get(page)?.findIndex((row) => keyOfRow(row) === key) ?? -1;
    if (at >= 0) return page * PAGE_ROWS + at;
  }
  return null;
}

/**
 * What to ask for next: what is in view first, by itself, because it is waited for; then the rows around it.
 *
 * @param underWay pages that were asked for already
 * @returns one span of whole pages, or null when nothing is missing
 */
export function missingSpan(held: RowPages, view: RowView, underWay: ReadonlySet<number>): RowSpan | null {
  const first = pageOf(view.from);
  const last = pageOf(Math.max(view.from, view.to - 1));
  const inView = missingOf(held, first, last, underWay);
  // The length of a changed list isn't known yet.
  if (inView !== null || held.fresh.size === 0 || view.leaps) return inView;
  return missingOf(held, first - AROUND, last + AROUND, underWay);
}

function pageOf(rank: number): number {
  return Math.floor(rank / PAGE_ROWS);
}

function missingOf(
  held: RowPages,
  first: number,
  last: number,
  underWay: ReadonlySet<number>,
): RowSpan | null {
  const end = held.fresh.size === 0 ? last : Math.min(last, pageOf(held.matching - 1));
  const wanted: number[] = [];
  for (let page = Math.max(0, first); page <= end; page += 1) {
    if (!held.fresh.has(page) && !underWay.has(page)) wanted.push(page);
  }
  const start = wanted[0];
  const stop = wanted.at(-1);
  if (start === undefined || stop === undefined) return null;
  return { from: start * PAGE_ROWS, count: Math.min(MOST_ROWS, (stop - start + 1) * PAGE_ROWS) };
}

export function pagesOf(span: RowSpan): readonly number[] {
  const first = pageOf(span.from);
  return Array.from({ length: Math.ceil(span.count / PAGE_ROWS) }, (_, index) => first + index);
}

/** Adds the answer for `span`: its pages become fresh, and those past the end are empty. */
export function withWindow(held: RowPages, span: RowSpan, window: BoardWindow): RowPages {
  const pages = new Map(held.pages);
  const fresh = new Set(held.fresh);
  for (const page of pagesOf(span)) {
    const start = page * PAGE_ROWS - window.from;
    pages.set(page, window.rows.slice(start, start + PAGE_ROWS));
    fresh.add(page);
  }
  if (pages.size > MOST_PAGES) {
    const here = pageOf(window.from);
    const farthestFirst = [...pages.keys()].sort((a, b) => Math.abs(b - here) - Math.abs(a - here));
    for (const page of farthestFirst.slice(0, pages.size - MOST_PAGES)) {
      pages.delete(page);
      fresh.delete(page);
    }
  }
  const { matching, counting = false, undated = 0, revision } = window;
  return { ...held, pages, fresh, matching, counting, undated, revision };
}

/** The list has changed: the rows stay on show, and every page is to be fetched again. */
export function staled(held: RowPages, revision: number): RowPages {
  return { ...held, fresh: new Set(), revision };
}

// Fetching them.

/** Which list of boards: another query gives other rows at the same ranks. */
export type BoardQuestion = Pick<ArgsOf<'boards.window'>, 'connectionId' | 'query' | 'fields'>;

/**
 * Most calls at once. During a fast scroll the view is elsewhere before an answer comes: only the last view is
 * fetched once there is room, and none that it passed.
 */
const MOST_CALLS = 2;

function emptyFor(question: BoardQuestion | null): RowPages {
  return question === null ? NO_PAGES : { ...NO_PAGES, query: question.query, fields: question.fields };
}

const TOP: RowView = { from: 0, to: PAGE_ROWS, leaps: false };

/** A view that stays this long after a jump is at rest, in ms: the rows around it are fetched too. */
const AT_REST = 100;

/**
 * How long the first rows show before all matches are counted, in ms: who keeps typing doesn't wait for
 * counts that nobody looks at.
 */
const COUNT_AFTER = 150;

/** At most one refetch in this time while a listing adds rows, in ms. */
const REFETCH_PACE = 250;

/**
 * Keeps the rows in view fetched: asks for what is missing, again when the list has changed, and lets no late answer
 * to an earlier question through.
 */
export class BoardWindows {
  readonly #bridge: EaselBridge;
  readonly #onWindow: (result: Result<RowPages>) => void;
  #question: BoardQuestion | null = null;
  #held: RowPages = NO_PAGES;
  /** The rows answer an earlier query: they stay until the first answer to this one. */
  #outdated = false;
  #view: RowView = TOP;
  #revision = 0;
  /** How often main has told of a change. */
  #changes = 0;
  /** Pages requested and not here yet. Replaced with each query and change, so that late answers are ignored. */
  #underWay = new Set<number>();
  #calls = 0;
  #pause: ReturnType<typeof setTimeout> | null = null;
  #changedInPause = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** The first rows of a query are wanted before the count. */
  #hurried = true;
  #count: ReturnType<typeof setTimeout> | undefined;

  /** @param onWindow called for every change of the rows, and every failed call */
  constructor(bridge: EaselBridge, onWindow: (result: Result<RowPages>) => void) {
    this.#bridge = bridge;
    this.#onWindow = onWindow;
  }

  /** Changes the query; another connection's rows go at once, others stay until the new ones come. `null` drops all. */
  ask(question: BoardQuestion | null): void {
    const sameList = question !== null && this.#question?.connectionId === question.connectionId;
    this.#question = question;
    this.#hurried = true;
    this.#dropCalls();
    this.#outdated = sameList;
    this.#held = sameList ? staled(this.#held, this.#revision) : emptyFor(question);
    if (!sameList) {
      this.#revision = 0;
      this.#view = TOP;
      this.#onWindow({ ok: true, value: NO_PAGES });
    }
    this.#fetch();
  }

  show(from: number, to: number): void {
    const leaps = Math.abs(from - this.#view.from) > AROUND * PAGE_ROWS;
    this.#view = { from, to, leaps };
    clearTimeout(this.#rest);
    if (leaps) this.#rest = setTimeout(() => this.show(from, to), AT_REST);
    this.#fetch();
  }

  /**
   * The list changed: fetches the view again, at most once per pace. A lower revision counts too: main restarts a list
   * when the connection's addresses change.
   */
  changed(revision: number): void {
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.#changes += 1;
    this.refetch();
  }

  /** Marks every row as stale and fetches the view again, at most once per pace. */
  refetch(): void {
    this.#held = staled(this.#held, this.#revision);
    this.#onWindow({ ok: true, value: this.#held });
    if (this.#pause !== null) {
      this.#changedInPause = true;
      return;
    }
    this.#dropCalls();
    this.#holdOff();
    this.#fetch();
  }

  /** Delays refetches for a while; one wanted meanwhile follows. */
  #holdOff(): void {
    this.#pause ??= setTimeout(() => {
      this.#pause = null;
      if (!this.#changedInPause) return;
      this.#changedInPause = false;
      this.refetch();
    }, REFETCH_PACE);
  }

  #dropCalls(): void {
    this.#underWay = new Set();
    this.#calls = 0;
    clearTimeout(this.#count);
  }

  #fetch(): void {
    while (this.#calls < MOST_CALLS && this.#fetchNext());
  }

  #fetchNext(): boolean {
    const question = this.#question;
    const span = question === null ? null : missingSpan(this.#held, this.#view, this.#underWay);
    if (question === null || span === null) return false;
    const underWay = this.#underWay;
    for (const page of pagesOf(span)) underWay.add(page);
    this.#calls += 1;
    const changes = this.#changes;
    const hurry = this.#hurried ? { hurried: true as const } : {};
    void this.#bridge.boards.window({ ...question, ...span, ...hurry }).then((result) => {
      // Another query, or a change of the list, has replaced this call.
      if (underWay !== this.#underWay) return;
      this.#calls -= 1;
      for (const page of pagesOf(span)) underWay.delete(page);
      if (!result.ok) return this.#onWindow(result);
      this.#take(span, question, result.value, changes === this.#changes);
      if (result.value.counting === true) return this.#countLater();
      if (result.value.revision === this.#revision) return this.#fetch();
      // It was read just before a change that main has already published.
      this.#changedInPause = true;
      this.#holdOff();
    });
    return true;
  }

  #countLater(): void {
    clearTimeout(this.#count);
    this.#count = setTimeout(() => {
      this.#hurried = false;
      this.#held = staled(this.#held, this.#revision);
      this.#fetch();
    }, COUNT_AFTER);
  }

  /** `isLast`: main has told of no change since it was asked for; else a higher revision may be of a list that is gone. */
  #take(span: RowSpan, question: BoardQuestion, window: BoardWindow, isLast: boolean): void {
    if (isLast && window.revision > this.#revision) {
      this.#revision = window.revision;
      this.#held = staled(this.#held, this.#revision);
    }
    const base = this.#outdated ? emptyFor(question) : this.#held;
    this.#outdated = false;
    const next = withWindow(base, span, window);
    // Rows of an older list are worth showing until a refetch replaces them.
    this.#held =
      window.revision === this.#revision ? next : { ...next, fresh: base.fresh, revision: this.#revision };
    this.#onWindow({ ok: true, value: this.#held });
  }
}
