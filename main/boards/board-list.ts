/** The list of boards of one connection: what was listed, how far a listing has come, and how sure it is. */
import type {
  BoardRow,
  BoardsState,
  BoardWindow,
  BoardWindowRequest,
} from '../../preload/contract/domain.ts';
import type { ServiceApi } from '../service/api.ts';
import { readAllPages, rememberingProbe } from './listing.ts';
import { BoardRows, toRow } from './rows.ts';

export interface BoardListOptions {
  readonly connectionId: string;
  readonly onChange: (state: BoardsState) => void;
  readonly now: () => number;
}

/**
 * Holds the rows of the last listing that ended well, and the state of the one under way.
 *
 * A failed or cancelled listing never takes rows away. Only a first listing shows its rows while it runs.
 */
export class BoardList {
  readonly #options: BoardListOptions;
  readonly #rows = new BoardRows();
  readonly #probe = rememberingProbe();
  /** Boards deleted here: a listing that began earlier may still name them. */
  readonly #gone = new Set<string>();
  /** Boards created here since the listing under way began: it may have passed their place already. */
  #newcomers: readonly BoardRow[] = [];
  #state: Omit<BoardsState, 'rows' | 'revision'>;
  #running: AbortController | null = null;
  #listing: Promise<void> | null = null;

  constructor(options: BoardListOptions) {
    this.#options = options;
    this.#state = {
      connectionId: options.connectionId,
      phase: 'never',
      completeness: 'maybe-incomplete',
      loaded: 0,
      pages: 0,
      total: null,
      notUnderstood: 0,
      asOf: null,
      failure: null,
    };
  }

  get state(): BoardsState {
    return { ...this.#state, rows: this.#rows.count, revision: this.#rows.revision };
  }

  window(request: BoardWindowRequest): BoardWindow {
    return this.#rows.window(request);
  }

  /** Rows created in a span of time, epoch ms, both ends included. */
  createdBetween(from: number, to: number): readonly BoardRow[] {
    return this.#rows.createdBetween(from, to);
  }

  /** Lists all boards; ends when the listing does. A listing under way is not begun again, but waited for. */
  list(api: Pick<ServiceApi, 'listBoards'>): Promise<void> {
    if (this.#listing !== null) return this.#listing;
    const listing = this.#list(api).finally(() => {
      // A cancelled one may end after the next has begun.
      if (this.#listing === listing) this.#listing = null;
    });
    this.#listing = listing;
    return listing;
  }

  async #list(api: Pick<ServiceApi, 'listBoards'>): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    this.#newcomers = [];
    const listed: BoardRow[] = [];
    // A first listing that failed half way has rows too: they stay until this one has ended well.
    const isFirst = this.#rows.count === 0;
    this.#change({ phase: 'loading', loaded: 0, pages: 0, total: null, failure: null });

    const end = await readAllPages(
      (page) => api.listBoards(page, running.signal),
      (page) => {
        if (running.signal.aborted) return;
        const rows = page.fresh.map(toRow).filter((row) => row.id === null || !this.#gone.has(row.id));
        listed.push(...rows);
        if (isFirst) this.#rows.append(rows);
        this.#change({
          loaded: listed.length,
          pages: this.#state.pages + 1,
          total: page.total,
          notUnderstood: (this.#state.pages === 0 ? 0 : this.#state.notUnderstood) + page.notUnderstood,
        });
      },
      this.#probe,
    );
    if (this.#running !== running) return;
    this.#running = null;
    if (!end.ok) {
      this.#change({ phase: 'failed', failure: end.error });
      return;
    }
    this.#rows.replace(listed.filter((row) => row.id === null || !this.#gone.has(row.id)));
    for (const row of this.#newcomers) if (row.id === null || !this.#gone.has(row.id)) this.#rows.add(row);
    this.#change({ phase: 'done', completeness: end.value, asOf: this.#options.now() });
  }

  /** Ends a listing under way; its requests are cut off. */
  cancel(): void {
    if (this.#running === null) return;
    this.#running.abort();
    this.#running = null;
    this.#listing = null;
    this.#change({ phase: 'cancelled' });
  }

  added(row: BoardRow): void {
    if (this.#running !== null) this.#newcomers = [...this.#newcomers, row];
    this.#rows.add(row);
    this.#change({});
  }

  removed(boardId: string): void {
    this.#gone.add(boardId);
    this.#rows.remove(boardId);
    this.#change({});
  }

  #change(change: Partial<Omit<BoardsState, 'rows' | 'revision' | 'connectionId'>>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.state);
  }
}
