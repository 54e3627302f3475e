import type { Result } from '../../preload/contract/failure.ts';

/** Number of rows loaded above and below the visible rows. Small, for a fast first response. */
const MARGIN = 50;
/** Number of rows loaded in the direction of a scroll. Large, so that few requests are sent. */
const AHEAD = 300;
/** Longest scroll step in rows per frame. Longer steps are jumps, after which no rows are loaded ahead. */
const LONGEST_STEP = 400;
/** Maximum number of board or paper rows per request. Main rejects requests for more rows. */
const MOST_ROWS = 1000;
const FIRST = { from: 0, to: 100 };

interface RowSource<T> {
  readonly ask: (from: number, count: number) => Promise<Result<T>> | null;
  readonly loaded: () => { readonly from: number; readonly to: number; readonly total: number };
  /** Shows the rows of a response. `isFresh` is false if the list has changed since the request. */
  readonly show: (result: Result<T>, from: number, to: number, isFresh: boolean) => void;
}

/** Loads the rows around the visible rows. Sends one request at a time, and ignores late responses. */
export function rowLoader<T>({ ask, loaded, show }: RowSource<T>) {
  let view = FIRST;
  let step = 0;
  let request: symbol | null = null;
  let isStale = true;

  /** Returns the range to load: visible rows, a margin above and below, and `rows` rows in the scroll direction. */
  function around(rows: number): { readonly from: number; readonly to: number } {
    const [above, below] = step < 0 ? [rows, 0] : [0, rows];
    return { from: Math.max(0, view.from - MARGIN - above), to: view.to + MARGIN + below };
  }

  function fetch(): void {
    const { from: start, to: end, total } = loaded();
    const distance = Math.abs(step) > LONGEST_STEP ? 0 : Math.abs(step);
    const needed = around(distance);
    const isLoaded = needed.from >= start && Math.min(total, needed.to) <= end;
    if (request !== null || (isLoaded && !isStale)) return;
    const { from, to } = around(distance === 0 ? 0 : Math.max(AHEAD, 2 * distance));
    const count = Math.min(MOST_ROWS, to - from);
    const response = ask(from, count);
    if (response === null) return;
    const [mine, seen] = [Symbol(), view];
    request = mine;
    isStale = false;
    void response.then((result) => {
      if (request !== mine) return;
      request = null;
      const isDue = isStale || view !== seen;
      const isFresh = !isStale;
      isStale ||= !result.ok;
      show(result, from, from + count, isFresh);
      if (isDue) fetch();
    });
  }

  function changed(): void {
    isStale = true;
    fetch();
  }

  return {
    see: (from: number, to: number) => {
      step = from - view.from;
      view = { from, to };
      fetch();
    },
    changed,
    /** Reloads the visible rows, and discards the running request. `isOther`: loads the first rows of another list. */
    restart: (isOther: boolean) => {
      if (isOther) [view, step] = [FIRST, 0];
      request = null;
      changed();
    },
  };
}
