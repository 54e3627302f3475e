/**
 * Pages of rows by rank, cached from a list of any length. Immutable values. Stale rows stay visible until new ones
 * arrive, so that a refresh does not flicker.
 */
import type { RowQuery, BoardRow, BoardWindow } from '../../preload/contract/boards.ts';
import type { ArgsOf, EaselBridge } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';

export const PAGE_ROWS = 100;
/** The pages farthest from the view are dropped. */
const MOST_PAGES = 40;

export interface RowPages {
  /** The query of the rows: the previous one until rows of the current one arrive. */
  readonly query: RowQuery | null;
  readonly pages: ReadonlyMap<number, readonly BoardRow[]>;
  readonly fresh: ReadonlySet<number>;
  /** Length of the list for the current query. */
  readonly matching: number;
  /** `matching` is a lower bound. */
  readonly counting: boolean;
  /** Boards that a filter by age leaves out because they have no usable time. */
  readonly undated: number;
  /** A rank means the same board under one revision. */
  readonly revision: number;
  /** Names of the service's fields in the rows. */
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
  /** The next page in this direction is fetched early. */
  readonly goes: 'up' | 'down';
}

function pageOf(rank: number): number {
  return Math.floor(rank / PAGE_ROWS);
}

export function rowAt(held: RowPages, rank: number): BoardRow | undefined {
  return held.pages.get(pageOf(rank))?.[rank % PAGE_ROWS];
}

export function freshRowAt(held: RowPages, rank: number): BoardRow | undefined {
  return held.fresh.has(pageOf(rank)) ? rowAt(held, rank) : undefined;
}

/** A board's id, or the place of a board without one. */
export function keyOfRow(row: BoardRow): string {
  return row.id ?? row.rowKey;
}

/** Rank of a row by key in the given pages, else null. */
export function rankOf(held: RowPages, key: string, pages: Iterable<number> = held.fresh): number | null {
  for (const page of pages) {
    const at = held.pages.get(page)?.findIndex((row) => keyOfRow(row) === key) ?? -1;
    if (at >= 0) return page * PAGE_ROWS + at;
  }
  return null;
}

/** The next page to fetch: in view first, then the following one. */
export function missingPage(held: RowPages, view: RowView, underWay: ReadonlySet<number>): number | null {
  const first = pageOf(view.from);
  const last = pageOf(Math.max(view.from, view.to - 1));
  const wanted = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  // The length of a changed list is unknown until its first response.
  const isKnown = held.fresh.size > 0;
  if (isKnown) wanted.push(view.goes === 'down' ? last + 1 : first - 1);
  const end = isKnown ? pageOf(held.matching - 1) : last;
  const isMissing = (page: number): boolean =>
    page >= 0 && page <= end && !held.fresh.has(page) && !underWay.has(page);
  return wanted.find(isMissing) ?? null;
}

/** Adds a page as fresh. */
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

/** Keeps the rows visible but refetches all pages. */
export function staled(held: RowPages, revision = held.revision): RowPages {
  return { ...held, fresh: new Set(), revision };
}

type BoardQuestion = Pick<ArgsOf<'boards.window'>, 'connectionId' | 'query' | 'fields'>;

/** A fast scroll skips pages while this many calls are pending. */
const MOST_CALLS = 2;

/** Delay in ms before the exact count, which is not read while typing. */
const COUNT_AFTER = 150;

/** Minimum time between refetches during a listing, in ms. */
const REFETCH_PACE = 250;

const TOP: RowView = { from: 0, to: PAGE_ROWS, goes: 'down' };

/** Keeps the rows in view fetched, and ignores late responses. */
export class BoardWindows {
  readonly #bridge: EaselBridge;
  readonly #onWindow: (result: Result<RowPages>) => void;
  #question: BoardQuestion | null = null;
  /** Rows of the previous query stay until the first response. */
  #held: RowPages = NO_PAGES;
  #view: RowView = TOP;
  #revision = 0;
  /** Pending pages. Replaced with each query and refetch, so that late responses are ignored. */
  #underWay = new Set<number>();
  #pause: ReturnType<typeof setTimeout> | null = null;
  #changedInPause = false;
  /** Requests the first rows before the count. */
  #hurried = true;
  #count: ReturnType<typeof setTimeout> | undefined;

  /** @param onWindow called for every change of the rows, and every failed call */
  constructor(bridge: EaselBridge, onWindow: (result: Result<RowPages>) => void) {
    this.#bridge = bridge;
    this.#onWindow = onWindow;
  }

  /** Changes the query. Clears the rows if the connection changes; null clears all. */
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

  /** A lower revision counts too: main restarts a list after an address change. */
  changed(revision: number): void {
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.refetch();
  }

  /** Refetches the view, at most once per pace. */
  refetch(): void {
    this.#held = staled(this.#held, this.#revision);
    this.#onWindow({ ok: true, value: this.#held });
    if (this.#pause === null) {
      this.#fetchAnew();
      this.#holdOff();
    } else this.#changedInPause = true;
  }

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
        // A query or refetch replaced this call.
        if (underWay !== this.#underWay) return;
        underWay.delete(page);
        if (!result.ok) return this.#onWindow(result);
        this.#take(page, question, result.value, revision === this.#revision);
      });
    }
  }

  /** `isLast`: the list has not changed since the request. */
  #take(page: number, { query, fields }: BoardQuestion, window: BoardWindow, isLast: boolean): void {
    if (isLast && window.revision !== this.#revision) {
      this.#revision = window.revision;
      this.#held = staled(this.#held, this.#revision);
    }
    const isAnswer = this.#held.query === query && this.#held.fields === fields;
    const base = isAnswer ? this.#held : { ...NO_PAGES, query, fields };
    const next = withWindow(base, page, window);
    // Outdated rows are shown until a refetch.
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
