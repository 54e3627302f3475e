/**
 * The part of the boards list that is in the page's memory: pages of rows by rank, of a list of any length.
 *
 * Values, never changed in place. A page is `fresh` until the list changes under it; its rows stay on show until the
 * new ones have come, so that a refresh never blinks.
 */
import type { RowQuery, BoardRow, BoardWindow } from '../../preload/contract/boards.ts';
import type { ArgsOf, EaselBridge } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';

export const PAGE_ROWS = 100;
/** Most pages kept; the farthest from the view go first. */
const MOST_PAGES = 40;

export interface RowPages {
  /** The query that the rows answer: an earlier one until the rows of the present one arrive. */
  readonly query: RowQuery | null;
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

export interface RowView {
  readonly from: number;
  readonly to: number;
  /** Which way the view has moved last: the page that comes next there is fetched early. */
  readonly goes: 'up' | 'down';
}

function pageOf(rank: number): number {
  return Math.floor(rank / PAGE_ROWS);
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

/** The page to ask for next: those in view first, then the next one; null when none is missing. */
export function missingPage(held: RowPages, view: RowView, underWay: ReadonlySet<number>): number | null {
  const first = pageOf(view.from);
  const last = pageOf(Math.max(view.from, view.to - 1));
  const wanted = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  // The length of a changed list isn't known until its first answer.
  const isKnown = held.fresh.size > 0;
  if (isKnown) wanted.push(view.goes === 'down' ? last + 1 : first - 1);
  const end = isKnown ? pageOf(held.matching - 1) : last;
  const isMissing = (page: number): boolean =>
    page >= 0 && page <= end && !held.fresh.has(page) && !underWay.has(page);
  return wanted.find(isMissing) ?? null;
}

/** Adds the answer for a page, which becomes fresh; one past the end is empty. */
export function withWindow(held: RowPages, page: number, window: BoardWindow): RowPages {
  const pages = new Map(held.pages).set(page, window.rows);
  const fresh = new Set(held.fresh).add(page);
  const farthestFirst = [...pages.keys()].sort((a, b) => Math.abs(b - page) - Math.abs(a - page));
  for (const far of farthestFirst.slice(0, Math.max(0, pages.size - MOST_PAGES))) {
    pages.delete(far);
    fresh.delete(far);
  }
  const { matching, counting = false, undated = 0, revision } = window;
  return { ...held, pages, fresh, matching, counting, undated, revision };
}

/** The rows stay on show, and every page is to be fetched again. */
export function staled(held: RowPages, revision = held.revision): RowPages {
  return { ...held, fresh: new Set(), revision };
}

/** Which list of boards: another query gives other rows at the same ranks. */
type BoardQuestion = Pick<ArgsOf<'boards.window'>, 'connectionId' | 'query' | 'fields'>;

/** Most calls at once. In a fast scroll only the last view is fetched once there is room, and none that it passed. */
const MOST_CALLS = 2;

/** How long the first rows show before all matches are counted, in ms: a person who keeps typing reads no count. */
const COUNT_AFTER = 150;

/** At most one refetch in this time while a listing adds rows, in ms. */
const REFETCH_PACE = 250;

const TOP: RowView = { from: 0, to: PAGE_ROWS, goes: 'down' };

/** Keeps the rows in view fetched, again when the list has changed, and lets no late answer through. */
export class BoardWindows {
  readonly #bridge: EaselBridge;
  readonly #onWindow: (result: Result<RowPages>) => void;
  #question: BoardQuestion | null = null;
  /** Rows that answer an earlier question stay until the first answer to this one. */
  #held: RowPages = NO_PAGES;
  #view: RowView = TOP;
  #revision = 0;
  /** Pages requested and not here yet. Replaced with each query and refetch, so that late answers are ignored. */
  #underWay = new Set<number>();
  #pause: ReturnType<typeof setTimeout> | null = null;
  #changedInPause = false;
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
    if (!sameList) {
      this.#held = NO_PAGES;
      this.#revision = 0;
      this.#view = TOP;
      this.#onWindow({ ok: true, value: NO_PAGES });
    }
    this.#fetchAnew();
  }

  show(from: number, to: number): void {
    const { from: before, goes } = this.#view;
    this.#view = { from, to, goes: from === before ? goes : from > before ? 'down' : 'up' };
    this.#fetch();
  }

  /** The list changed. A lower revision counts too: main restarts a list when the connection's addresses change. */
  changed(revision: number): void {
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.refetch();
  }

  /** Marks every row as stale and fetches the view again, at most once per pace. */
  refetch(): void {
    this.#held = staled(this.#held, this.#revision);
    this.#onWindow({ ok: true, value: this.#held });
    if (this.#pause === null) {
      this.#fetchAnew();
      this.#holdOff();
    } else this.#changedInPause = true;
  }

  /** Delays refetches for a while; one wanted meanwhile follows. */
  #holdOff(): void {
    this.#pause ??= setTimeout(() => {
      this.#pause = null;
      if (this.#changedInPause) this.refetch();
    }, REFETCH_PACE);
    this.#changedInPause = false;
  }

  #fetchAnew(): void {
    this.#held = staled(this.#held, this.#revision);
    this.#underWay = new Set();
    clearTimeout(this.#count);
    this.#fetch();
  }

  #fetch(): void {
    const question = this.#question;
    const underWay = this.#underWay;
    if (question === null) return;
    while (underWay.size < MOST_CALLS) {
      const page = missingPage(this.#held, this.#view, underWay);
      if (page === null) return;
      underWay.add(page);
      const revision = this.#revision;
      const span = {
        from: page * PAGE_ROWS,
        count: PAGE_ROWS,
        ...(this.#hurried && { hurried: true as const }),
      };
      void this.#bridge.boards.window({ ...question, ...span }).then((result) => {
        // Another query, or a refetch, has replaced this call.
        if (underWay !== this.#underWay) return;
        underWay.delete(page);
        if (!result.ok) return this.#onWindow(result);
        this.#take(page, question, result.value, revision === this.#revision);
      });
    }
  }

  /** `isLast`: main has told of no change since it was asked; else the answer may be of a list that is gone. */
  #take(page: number, { query, fields }: BoardQuestion, window: BoardWindow, isLast: boolean): void {
    if (isLast && window.revision !== this.#revision) {
      this.#revision = window.revision;
      this.#held = staled(this.#held, this.#revision);
    }
    const isAnswer = this.#held.query === query && this.#held.fields === fields;
    const base = isAnswer ? this.#held : { ...NO_PAGES, query, fields };
    const next = withWindow(base, page, window);
    // Rows of an older list are worth showing until a refetch replaces them.
    this.#held = isLast ? next : { ...next, fresh: base.fresh, revision: this.#revision };
    this.#onWindow({ ok: true, value: this.#held });
    if (window.counting === true) {
      clearTimeout(this.#count);
      this.#count = setTimeout(() => {
        this.#hurried = false;
        this.#fetchAnew();
      }, COUNT_AFTER);
    } else if (isLast) this.#fetch();
    else {
      this.#holdOff();
      this.#changedInPause = true;
    }
  }
}
