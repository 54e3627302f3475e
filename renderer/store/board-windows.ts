import type { ArgsOf, EaselBridge } from '../../preload/contract/contract.ts';
import type { BoardWindow } from '../../preload/contract/boards.ts';
import type { Result } from '../../preload/contract/failure.ts';
import {
  isLeaping,
  missingSpan,
  NO_PAGES,
  pagesOf,
  PAGE_ROWS,
  staled,
  withWindow,
  type RowPages,
  type RowSpan,
  type RowView,
} from './row-pages.ts';

/** Which list of boards: another query gives other rows at the same ranks. */
export type BoardQuestion = Pick<ArgsOf<'boards.window'>, 'connectionId' | 'query' | 'fields'>;

/**
 * Most calls at once. During a fast scroll the view is elsewhere before an answer comes: only the last view is
 * fetched once there is room, and none that it passed.
 */
const MOST_CALLS = 2;

const TOP: RowView = { from: 0, to: PAGE_ROWS, going: 'down', step: 0 };

/** A view that stays this long after a jump is at rest, in ms: the rows around it are fetched too. */
const AT_REST = 100;

/**
 * How long the first rows show before all matches are counted, in ms: who keeps typing doesn't wait for
 * counts that nobody looks at.
 */
const COUNT_AFTER = 150;

/** Pause between two questions about the progress of sorting, in ms. */
const SORT_PACE = 300;

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
    this.#held = sameList
      ? { ...staled(this.#held, this.#revision), sorting: null }
      : { ...NO_PAGES, fields: question?.fields ?? [] };
    if (!sameList) {
      this.#revision = 0;
      this.#view = TOP;
      this.#onWindow({ ok: true, value: NO_PAGES });
    }
    this.#fetch();
  }

  /** Ranks in view; `to` is the first one out of view. */
  show(from: number, to: number): void {
    const before = this.#view;
    const going = from === before.from ? before.going : from > before.from ? 'down' : 'up';
    this.#view = { from, to, going, step: from - before.from };
    clearTimeout(this.#rest);
    if (isLeaping(this.#view)) {
      this.#rest = setTimeout(() => {
        this.#view = { ...this.#view, step: 0 };
        this.#fetch();
      }, AT_REST);
    }
    this.#fetch();
  }

  /**
   * The list changed: fetches the view again, at most once per pace. A lower revision counts too: main restarts a list
   * when the connection's addresses change.
   */
  changed(revision: number): void {
    if (revision === this.#revision) return;
    this.#revision = revision;
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

  /** Ignores responses to all earlier requests. */
  #dropCalls(): void {
    this.#underWay = new Set();
    this.#calls = 0;
    clearTimeout(this.#count);
  }

  #fetch(): void {
    while (this.#calls < MOST_CALLS && this.#fetchNext());
  }

  /** Asks for the next span, if one is missing. */
  #fetchNext(): boolean {
    const question = this.#question;
    const span = question === null ? null : missingSpan(this.#held, this.#view, this.#underWay);
    if (question === null || span === null) return false;
    const underWay = this.#underWay;
    for (const page of pagesOf(span)) underWay.add(page);
    this.#calls += 1;
    const hurry = this.#hurried ? { hurried: true as const } : {};
    void this.#bridge.boards.window({ ...question, ...span, ...hurry }).then((result) => {
      // Another query, or a change of the list, has replaced this call.
      if (underWay !== this.#underWay) return;
      this.#calls -= 1;
      for (const page of pagesOf(span)) underWay.delete(page);
      if (!result.ok) return this.#onWindow(result);
      if (result.value.sorting !== undefined) return this.#waitFor(result.value.sorting);
      this.#take(span, question.fields, result.value);
      if (result.value.counting === true) return this.#countLater();
      if (result.value.revision >= this.#revision) return this.#fetch();
      // It was read just before a change that main has already published.
      this.#changedInPause = true;
      this.#holdOff();
    });
    return true;
  }

  /** Asks for the same rows once more, with the count. */
  #countLater(): void {
    clearTimeout(this.#count);
    this.#count = setTimeout(() => {
      this.#hurried = false;
      this.#held = staled(this.#held, this.#revision);
      this.#fetch();
    }, COUNT_AFTER);
  }

  /** The previous rows stay on show until the list is sorted. */
  #waitFor(sorting: number): void {
    this.#held = { ...this.#held, sorting };
    this.#onWindow({ ok: true, value: this.#held });
    clearTimeout(this.#count);
    this.#count = setTimeout(() => this.#fetch(), SORT_PACE);
  }

  #take(span: RowSpan, fields: readonly string[], window: BoardWindow): void {
    if (window.revision > this.#revision) {
      this.#revision = window.revision;
      this.#held = staled(this.#held, this.#revision);
    }
    const base = this.#outdated ? { ...NO_PAGES, fields } : this.#held;
    this.#outdated = false;
    const next = withWindow(base, span, window);
    // Rows of an older list are worth showing until a refetch replaces them.
    this.#held =
      window.revision < this.#revision ? { ...next, fresh: base.fresh, revision: this.#revision } : next;
    this.#onWindow({ ok: true, value: this.#held });
  }
}
