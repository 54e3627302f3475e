import type { Result } from '../../preload/contract/failure.ts';

/** Number of rows to load above and below the visible rows. After a jump it is smaller, for a faster response. */
const AROUND = { scroll: 200, jump: 50 };
/** Loads more rows if fewer than this number are loaded above or below the visible rows. */
const NEAR = 100;
/** Maximum number of rows per request. The IPC contract has the same limit. */
const MOST_ROWS = 1000;
const FIRST = { from: 0, to: NEAR };

interface RowSource<T> {
  readonly ask: (from: number, count: number) => Promise<Result<T>> | null;
  /** Returns the ranks of the loaded rows (`to` is exclusive), and the length of the list. */
  readonly loaded: () => { readonly from: number; readonly to: number; readonly total: number };
  /** Shows the rows of a response. `isFresh` is false if the list has changed since the request. */
  readonly show: (result: Result<T>, from: number, to: number, isFresh: boolean) => void;
}

/** Loads the rows around the visible ones. Sends one request at a time, and ignores late responses. */
export function rowLoader<T>({ ask, loaded, show }: RowSource<T>) {
  let view = FIRST;
  /** The running request. A response to any other request is late. */
  let request: symbol | null = null;
  /** True if the list has changed since the newest request was sent, or if that request failed. */
  let isStale = true;

  function fetch(): void {
    const { from: start, to: end, total } = loaded();
    const isLoaded = Math.max(0, view.from - NEAR) >= start && Math.min(total, view.to + NEAR) <= end;
    if (request !== null || (isLoaded && !isStale)) return;
    const around = view.from >= end || view.to <= start ? AROUND.jump : AROUND.scroll;
    const from = Math.max(0, view.from - around);
    const count = Math.min(MOST_ROWS, view.to + around - from);
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
      view = { from, to };
      fetch();
    },
    changed,
    /** Cancels the running request, and requests the first rows if `isOther`, else the visible ones. */
    restart: (isOther: boolean) => {
      if (isOther) view = FIRST;
      request = null;
      changed();
    },
  };
}
