/** What can be done with boards: list, view, create, delete. */
import type {
  BoardsState,
  BoardView,
  BoardWindow,
  BoardWindowRequest,
  Deleted,
} from '../../preload/contract/domain.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { ServiceApi } from '../service/api.ts';
import { BoardList } from './board-list.ts';

export interface BoardsOptions {
  /** The service client of a connection, or why there is none. */
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly onChange: (state: BoardsState) => void;
  readonly now: () => number;
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
    return ok(list.state);
  }

  cancelList(connectionId: string): BoardsState {
    const list = this.#listOf(connectionId);
    list.cancel();
    return list.state;
  }

  state(connectionId: string): BoardsState {
    return this.#listOf(connectionId).state;
  }

  window(request: BoardWindowRequest): BoardWindow {
    return this.#listOf(request.connectionId).window(request);
  }

  /** Creates one board. Never sent twice: a lost answer is `outcome-unknown`. */
  async create(connectionId: string): Promise<Result<BoardView>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const created = await api.value.createBoard();
    if (!created.ok) return created;
    const { id } = created.value;
    this.#listOf(connectionId).added({ rowKey: `=${id}`, id, created: created.value.created });
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
    if (deleted.ok) this.#listOf(connectionId).removed(boardId);
    return deleted;
  }

  /** Drops what was listed, such as when a connection's addresses change or it is removed. */
  forget(connectionId: string): void {
    this.#lists.get(connectionId)?.cancel();
    this.#lists.delete(connectionId);
  }

  #listOf(connectionId: string): BoardList {
    const known = this.#lists.get(connectionId);
    if (known !== undefined) return known;
    const { onChange, now } = this.#options;
    const list = new BoardList({ connectionId, onChange, now });
    this.#lists.set(connectionId, list);
    return list;
  }
}
