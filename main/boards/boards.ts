/** What can be done with boards: list, view, create, delete. */
import type {
  BoardRow,
  BoardsState,
  BoardView,
  BoardWindow,
  BoardWindowRequest,
  Deleted,
} from '../../preload/contract/domain.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { ServiceApi } from '../service/api.ts';
import { failure } from '../service/failures.ts';
import type { Ledger } from '../unknowns/ledger.ts';
import { BoardList } from './board-list.ts';

export interface BoardsOptions {
  /** The service client of a connection, or why there is none. */
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly onChange: (state: BoardsState) => void;
  readonly ledger: Pick<Ledger, 'watch'>;
  readonly now: () => number;
}

export class Boards {
  readonly #options: BoardsOptions;
  /** Boards whose create was answered in this run, by connection. */
  readonly #madeHere = new Map<string, Set<string>>();
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

  /** Lists anew and waits for the end. Fails as the listing did. */
  async listToEnd(connectionId: string): Promise<Result<BoardsState>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const list = this.#listOf(connectionId);
    await list.list(api.value);
    const { state } = list;
    if (state.phase === 'done') return ok(state);
    return fail(state.failure ?? failure('cancelled'));
  }

  /** Listed boards created in a span of time, epoch ms. */
  createdBetween(connectionId: string, from: number, to: number): readonly BoardRow[] {
    return this.#listOf(connectionId).createdBetween(from, to);
  }

  /** Whether this run of Easel created the board and saw its answer. */
  wasMadeHere(connectionId: string, boardId: string): boolean {
    return this.#madeHere.get(connectionId)?.has(boardId) === true;
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
    const intent = { connectionId, kind: 'board', name: '', templateId: null } as const;
    const created = await this.#options.ledger.watch(intent, () => api.value.createBoard());
    if (!created.ok) return created;
    const { id } = created.value;
    const made = this.#madeHere.get(connectionId) ?? new Set();
    this.#madeHere.set(connectionId, made.add(id));
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

  /** Ends a listing under way, such as when Easel is locked; what was listed stays. */
  halt(connectionId: string): void {
    this.#lists.get(connectionId)?.cancel();
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
