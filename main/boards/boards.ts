/** What can be done with boards: list, ask, view, create, delete. */
import type { ArgsOf } from '../../preload/contract/calls.ts';
import type {
  BoardField,
  BoardOverview,
  BoardQuery,
  BoardRow,
  BoardsState,
  BoardView,
  BoardWindow,
  BoardWindowRequest,
  Deleted,
} from '../../preload/contract/domain.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { BoardAnswer, ServiceApi } from '../service/api.ts';
import { failure } from '../service/failures.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import type { Ledger } from '../unknowns/ledger.ts';
import { BoardList, toMirrorItem } from './board-list.ts';
import { stored } from './selection.ts';

export interface BoardsOptions {
  /** The service client of a connection, or why there is none. */
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly mirror: Mirror;
  readonly onChange: (state: BoardsState) => void;
  /** A board was made from this computer. */
  readonly onMade: (connectionId: string, boardId: string) => Promise<void>;
  readonly ledger: Pick<Ledger, 'watch'>;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
}

export class Boards {
  readonly #options: BoardsOptions;
  readonly #lists = new Map<string, BoardList>();

  constructor(options: BoardsOptions) {
    this.#options = options;
  }

  /** Begins a listing in the background and gives the state it starts from. */
  async list(connectionId: string): Promise<Result<BoardsState>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const list = this.#listOf(connectionId);
    void list.list(api.value);
    return stored(list.state());
  }

  /** Lists anew and waits for the end. Fails as the listing did. */
  async listToEnd(connectionId: string): Promise<Result<BoardsState>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const list = this.#listOf(connectionId);
    await list.list(api.value);
    const state = await stored(list.state());
    if (!state.ok || state.value.phase === 'done') return state;
    return fail(state.value.failure ?? failure('cancelled'));
  }

  /** Listed boards created in a span of time, epoch ms. */
  createdBetween(connectionId: string, from: number, to: number): Promise<Result<readonly BoardRow[]>> {
    return stored(this.#options.mirror.createdBetween(connectionId, from, to));
  }

  async cancelList(connectionId: string): Promise<Result<BoardsState>> {
    await this.#listOf(connectionId).cancel();
    return this.state(connectionId);
  }

  state(connectionId: string): Promise<Result<BoardsState>> {
    return stored(this.#listOf(connectionId).state());
  }

  window(request: BoardWindowRequest): Promise<Result<BoardWindow>> {
    return stored(this.#options.mirror.window(request));
  }

  rank(request: ArgsOf<'boards.rank'>): Promise<Result<number | null>> {
    const { connectionId, query, idPrefix, after } = request;
    return stored(this.#options.mirror.rank(connectionId, query, idPrefix, after));
  }

  fields(connectionId: string): Promise<Result<readonly BoardField[]>> {
    return stored(this.#options.mirror.fields(connectionId));
  }

  overview(connectionId: string, query: BoardQuery): Promise<Result<BoardOverview>> {
    return stored(this.#options.mirror.overview(connectionId, query));
  }

  /** Creates one board. Never sent twice: a lost answer is `outcome-unknown`. */
  async create(connectionId: string): Promise<Result<BoardView>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const intent = { connectionId, kind: 'board', name: '', templateId: null } as const;
    const created = await this.#options.ledger.watch(intent, () => api.value.createBoard());
    if (!created.ok) return created;
    await this.#made(connectionId, created.value);
    return ok({ ...created.value, fetchedAt: this.#options.now() });
  }

  async view(connectionId: string, boardId: string): Promise<Result<BoardView>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const answer = await api.value.viewBoard(boardId);
    return answer.ok ? ok({ ...answer.value, fetchedAt: this.#options.now() }) : answer;
  }

  /** Deletes one board at the service, for good; the row goes only after the service confirmed. */
  async delete(connectionId: string, boardId: string): Promise<Result<Deleted>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const deleted = await api.value.deleteBoard(boardId);
    if (deleted.ok) await this.#changes(connectionId, this.#options.mirror.remove(connectionId, boardId));
    return deleted;
  }

  /** What is known of rows on this computer has changed, and the mirror knows. */
  rowsChanged(connectionId: string): void {
    this.#listOf(connectionId).changed();
  }

  /** Ends a listing under way, such as when Easel is locked; what was listed stays. */
  async halt(connectionId: string): Promise<void> {
    await this.#lists.get(connectionId)?.cancel();
  }

  /** Drops what was listed, such as when a connection's addresses change or it is removed. */
  async forget(connectionId: string): Promise<void> {
    const list = this.#lists.get(connectionId);
    this.#lists.delete(connectionId);
    await list?.end();
    // One that can't be deleted now is written over by the next listing, and says so when it can't be.
    await stored(this.#options.mirror.forget(connectionId));
  }

  /** Ends every listing under way, before the mirror is closed. */
  async stop(): Promise<void> {
    const lists = [...this.#lists.values()];
    this.#lists.clear();
    await Promise.all(lists.map((list) => list.end()));
  }

  /** The service has made it, so this is no failure of the create, whatever the disk does: the next listing has it. */
  async #made(connectionId: string, board: BoardAnswer): Promise<void> {
    const { mirror, onMade } = this.#options;
    const { id, created } = board;
    const fields = Object.fromEntries(board.otherFields.map(({ name, value }) => [name, value]));
    await stored(onMade(connectionId, id));
    await this.#changes(connectionId, mirror.put(connectionId, toMirrorItem({ id, created, fields })));
  }

  async #changes(connectionId: string, change: Promise<unknown>): Promise<void> {
    await stored(change);
    this.#listOf(connectionId).changed();
  }

  #listOf(connectionId: string): BoardList {
    const known = this.#lists.get(connectionId);
    if (known !== undefined) return known;
    const { mirror, onChange, now, after } = this.#options;
    const list = new BoardList({ connectionId, mirror, onChange, now, after });
    this.#lists.set(connectionId, list);
    return list;
  }
}
