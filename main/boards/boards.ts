/** What can be done with boards: list, ask, view, create, delete. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type {
  BoardRow,
  BoardsState,
  BoardView,
  BoardWindow,
  BoardWindowRequest,
  ServiceTime,
} from '../../preload/contract/boards.ts';
import type { BeingDeleted, WatchCreate } from '../ipc/core.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log/log.ts';
import type { BoardAnswer, BoardItem, NewBoard, ServiceApi, ViewedBoard } from '../service/api.ts';
import { isFrom } from '../service/wire/times.ts';
import { failure } from '../lib/wording/failure.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import { BoardList, type BoardListOptions, type Listed } from './board-list.ts';
import { lookFor, type Found } from './look-for.ts';
import type { ServiceShapes, WrongTimes } from './shape.ts';
import { RecentChanges } from './recent-changes.ts';
import type { RecentBoard } from '../store/tables/index.ts';
import { stored } from '../store/selection.ts';

export interface BoardsOptions extends Clock, Pick<BoardListOptions, 'onChange' | 'log'> {
  /** The service client of a connection, or why there is none. */
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly mirror: Mirror;
  readonly wrongTimes: WrongTimes;
  readonly shapes: Pick<ServiceShapes, 'listed' | 'forget'>;
  /** What an earlier run made or deleted a moment ago. */
  readonly recent?: readonly RecentBoard[];
  /** Boards were made from this computer. */
  readonly onMade: (connectionId: string, boardIds: readonly string[]) => Promise<void>;
  /** Which of these boards jobs are about to delete. */
  readonly beingDeleted: BeingDeleted;
  readonly watchCreate: WatchCreate;
}

/** A board that was just made. `madeAt`: by the service's clock, epoch ms. */
export interface MadeBoard extends BoardAnswer {
  readonly madeAt: number;
}

export class Boards {
  readonly #options: BoardsOptions;
  readonly #log: Log;
  /** By connection: its list, and what was made or deleted here a moment ago. */
  readonly #held = new Map<string, { readonly list: BoardList; readonly changes: RecentChanges }>();
  #recent: readonly RecentBoard[];
  /** By connection: the board made here last, until a listing has shown its time. `at`: the service's clock then, epoch ms. */
  readonly #justMade = new Map<string, { readonly id: string; readonly at: number; readonly raw: string }>();
  /** By connection: when the ages of its filters were last counted anew, epoch ms. */
  readonly #agesSince = new Map<string, number>();
  /** Mirrors that are being deleted. */
  readonly #forgetting = new Map<string, Promise<void>>();

  constructor(options: BoardsOptions) {
    this.#options = options;
    this.#recent = options.recent ?? [];
    this.#log = options.log.scope('boards');
  }

  /** Begins a listing in the background and gives the state it starts from. */
  async list({ connectionId }: ArgsOf<'boards.list'>): Promise<Result<BoardsState>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    await this.#forgetting.get(connectionId);
    const list = this.#of(connectionId).list;
    void list.list(api.value);
    return stored(list.state(), this.#log);
  }

  /** Refreshes the list and waits for the end. Fails as the listing did. */
  async listToEnd(connectionId: string): Promise<Result<BoardsState>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    await this.#forgetting.get(connectionId);
    const { list } = this.#of(connectionId);
    await list.list(api.value);
    const state = await stored(list.state(), this.#log);
    if (!state.ok || state.value.phase === 'done') return state;
    return fail(state.value.failure ?? failure('cancelled'));
  }

  async cancelList({ connectionId }: ArgsOf<'boards.cancelList'>): Promise<Result<BoardsState>> {
    await this.#held.get(connectionId)?.list.cancel();
    return this.state({ connectionId });
  }

  state({ connectionId }: ArgsOf<'boards.state'>): Promise<Result<BoardsState>> {
    return this.ask(connectionId, () => this.#of(connectionId).list.state());
  }

  /** Asks a connection's mirror. What comes after it was to be forgotten is meant for the next one. */
  async ask<T>(connectionId: string, ask: (mirror: Mirror) => Promise<T>): Promise<Result<T>> {
    await this.#forgetting.get(connectionId);
    return stored(ask(this.#options.mirror), this.#log);
  }

  window(request: BoardWindowRequest): Promise<Result<BoardWindow>> {
    this.#renewAges(request);
    return this.ask(request.connectionId, async (mirror) => {
      const window = await mirror.window(request);
      const marked = withQueued(this.#options.beingDeleted, request.connectionId, window.rows);
      // The marks are only a help: rows are shown even when the jobs can't be read.
      const rows = await marked.catch(() => window.rows);
      return { ...window, rows: this.#of(request.connectionId).changes.marked(rows) };
    });
  }

  /** Creates one board. Never sent twice: a lost answer is `outcome-unknown`. */
  async create({ connectionId }: ArgsOf<'boards.create'>): Promise<Result<BoardView>> {
    const create = { connectionId, kind: 'board', name: '', templateId: null } as const;
    const made = await this.#options.watchCreate(create, () => this.sendCreate(connectionId));
    if (!made.ok) return made;
    await this.made(connectionId, [made.value]);
    return ok(await this.#shown(connectionId, made.value));
  }

  /**
   * Sends one create that is written down already; `made` then adds the board to the list. When `beforeSending` aborts, it is
   * not sent any more.
   */
  async sendCreate(connectionId: string, beforeSending?: AbortSignal): Promise<Result<MadeBoard>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const sentAt = this.#options.now();
    const answer = await api.value.createBoard(undefined, beforeSending);
    if (!answer.ok) return answer;
    const settled = await this.#settled(api.value, connectionId, answer.value, sentAt);
    if (!settled.ok) return settled;
    return ok({ ...settled.value, madeAt: settled.value.madeAt ?? this.#options.now() });
  }

  /** Adds boards that were just made to the list of a connection. */
  async made(connectionId: string, boards: readonly MadeBoard[]): Promise<void> {
    let isChanged = false;
    for (const { created, madeAt } of boards)
      isChanged = (await this.#learnTimes(connectionId, created, madeAt)) || isChanged;
    const ids = boards.map(({ id }) => id);
    await stored(this.#options.onMade(connectionId, ids), this.#log);
    const items: (BoardItem & { readonly id: string })[] = [];
    for (const board of boards) {
      const { id, created, otherFields } = await this.#shown(connectionId, board);
      const raw = rawOf(otherFields);
      this.#justMade.set(connectionId, { id, at: board.madeAt, raw });
      items.push({ id, created, raw });
    }
    if (items.length > 0) await this.#put(connectionId, items);
    if (isChanged) void this.#listAgain(connectionId);
  }

  async #listAgain(connectionId: string): Promise<void> {
    const api = await this.#options.apiOf(connectionId);
    if (api.ok) await this.#of(connectionId).list.listAgain(api.value);
  }

  /**
   * Settles by one look-up whether a create that the service has accepted, or answered without a certain id, has made a
   * board: the service shows it, and it was not there before. Fails with `outcome-unknown` where nothing proves it.
   */
  async #settled(
    api: ServiceApi,
    connectionId: string,
    { doubt, ...board }: NewBoard,
    sentAt: number,
  ): Promise<Result<BoardAnswer>> {
    if (doubt === undefined) return ok(board);
    const { accepted, sure, failure: unsettled } = doubt;
    const ids = doubt.ids.slice(0, MOST_TRIED_IDS);
    const selection = { kind: 'ids', ids } as const;
    const known = await this.ask(connectionId, (mirror) =>
      mirror.rows(connectionId, selection, 0, ids.length, []),
    );
    if (!known.ok) return fail(unsettled);
    if (accepted) await this.#wait(ACCEPTED_MS);
    /** By their ids: several ids may be one board's. */
    const shown = new Map<string, BoardAnswer>();
    for (const id of ids.filter((each) => !known.value.rows.some((row) => row.id === each))) {
      const view = await api.viewBoard(id);
      if (!view.ok || !view.value.proves) continue;
      const { proves: _proves, ...found } = view.value;
      // A small number may be the id of a job, and of somebody else's board.
      const isNew = sure || UNIQUE.test(id) || isAbout(found.created?.epochMs ?? null, sentAt);
      if (isNew) shown.set(found.id, found);
    }
    const [one] = shown.values();
    return one === undefined || shown.size > 1 ? fail(unsettled) : ok({ ...board, ...one, raw: board.raw });
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#options.after(ms, resolve));
  }

  async view({ connectionId, boardId }: ArgsOf<'boards.view'>): Promise<Result<BoardView>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const answer = await api.value.viewBoard(boardId);
    return answer.ok ? ok(await this.#shown(connectionId, answer.value)) : answer;
  }

  /** A board as it is shown: without its age, if the times of this connection are not used. */
  async #shown(
    connectionId: string,
    { madeAt: _madeAt, proves: _proves, ...board }: BoardAnswer & Partial<ViewedBoard>,
  ): Promise<BoardView> {
    const wrong = await stored(this.#options.wrongTimes.of(connectionId), this.#log);
    const isUsable = wrong.ok && wrong.value === null;
    const created = isUsable ? board.created : withoutAge(board.created);
    return { ...board, created, fetchedAt: this.#options.now() };
  }

  /**
   * Compares the time of a new board with the service's clock at its making. More than a day apart, the service's times
   * don't mean what they say: no time of this connection is used until a later board agrees. Returns whether that changes:
   * then the list must be read again.
   */
  async #learnTimes(connectionId: string, time: ServiceTime | null, at: number): Promise<boolean> {
    const isRight = time === null ? null : isFrom(time, at);
    if (isRight === null) return false;
    const { wrongTimes, now } = this.#options;
    const before = await stored(wrongTimes.of(connectionId), this.#log);
    if (!before.ok || (before.value === null) === isRight) return false;
    await stored(wrongTimes.learn(connectionId, isRight ? null : String(now())), this.#log);
    // A running listing reads times as they were meant before.
    await this.#of(connectionId).list.cancel();
    if (!isRight) await this.#change(connectionId, (mirror) => mirror.undate(connectionId));
    return true;
  }

  /** A listing has ended: the time of the board made here last is compared as the list shows it. */
  async #checkTimes(api: Listed, connectionId: string): Promise<void> {
    const made = this.#justMade.get(connectionId);
    if (made === undefined) return;
    const selection = { kind: 'ids', ids: [made.id] } as const;
    const found = await this.ask(connectionId, (mirror) => mirror.rows(connectionId, selection, 0, 1, []));
    const [row] = found.ok ? found.value.rows : [];
    // Until the board is listed, its row holds the response to its create.
    if (row === undefined || row.raw === made.raw) return;
    this.#justMade.delete(connectionId);
    if (await this.#learnTimes(connectionId, row.created, made.at))
      void this.#of(connectionId).list.listAgain(api);
  }

  /** Whether the service has confirmed a moment ago that it deleted this board. */
  hasDeleted(connectionId: string, boardId: string): boolean {
    return this.#of(connectionId).changes.hasDeleted(boardId);
  }

  /** Whether a board is there that the service seemed not to know. */
  async lookFor(connectionId: string, boardId: string): Promise<Found> {
    if (this.hasDeleted(connectionId, boardId)) return { kind: 'gone' };
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return { kind: 'unsure', why: api.error };
    return lookFor(api.value, boardId);
  }

  /** The service has confirmed that these are deleted: their rows go, all in one step. */
  async gone(connectionId: string, boardIds: readonly string[]): Promise<void> {
    this.#of(connectionId).changes.deleted(boardIds);
    await this.#change(connectionId, (mirror) => mirror.remove(connectionId, ...boardIds));
  }

  /** Local data about rows has changed, and the mirror already has it. */
  rowsChanged(connectionId: string): void {
    this.#of(connectionId).list.changed();
  }

  /** Ends a running listing, such as when Easel is locked; its rows stay. */
  async halt(connectionId: string): Promise<void> {
    await this.#held.get(connectionId)?.list.cancel();
  }

  /** Drops what was listed, such as when a connection's addresses change or it is removed. */
  async forget(connectionId: string): Promise<void> {
    this.#options.shapes.forget(connectionId);
    this.#justMade.delete(connectionId);
    this.#agesSince.delete(connectionId);
    const { list, changes } = this.#held.get(connectionId) ?? {};
    this.#held.delete(connectionId);
    changes?.stop();
    this.#recent = this.#recent.filter((board) => board.connectionId !== connectionId);
    const forgetting = this.#forget(connectionId, list);
    this.#forgetting.set(connectionId, forgetting);
    await stored(this.#options.wrongTimes.learn(connectionId, null), this.#log);
    await forgetting;
    if (this.#forgetting.get(connectionId) === forgetting) this.#forgetting.delete(connectionId);
  }

  async #forget(connectionId: string, list: BoardList | undefined): Promise<void> {
    await list?.end();
    // If the file can't be deleted now, the next query reports it.
    await stored(this.#options.mirror.forget(connectionId), this.#log);
  }

  /** Ends every running listing, before the mirror is closed. */
  async stop(): Promise<void> {
    const held = [...this.#held.values()];
    this.#held.clear();
    for (const { changes } of held) changes.stop();
    await Promise.all(held.map(({ list }) => list.end()));
  }

  /** The service has created it, so a disk error here doesn't fail the create: the next listing adds the board. */
  async #put(connectionId: string, boards: readonly (BoardItem & { readonly id: string })[]): Promise<void> {
    for (const { id } of boards) this.#of(connectionId).changes.made(id);
    await this.#change(connectionId, (mirror) => mirror.put(connectionId, ...boards));
  }

  async #change(connectionId: string, change: (mirror: Mirror) => Promise<unknown>): Promise<void> {
    await this.ask(connectionId, change);
    this.#of(connectionId).list.changed();
  }

  /** The mirror counts ages from its last revision, so that rows keep their ranks: a new one each hour keeps them right. */
  #renewAges({ connectionId, query }: BoardWindowRequest): void {
    if (!query.filters.some(({ kind }) => kind === 'older-than' || kind === 'newer-than')) return;
    const now = this.#options.now();
    const since = this.#agesSince.get(connectionId);
    if (since !== undefined && Math.abs(now - since) < AGES_LAST_MS) return;
    this.#agesSince.set(connectionId, now);
    if (since !== undefined) this.#askAnew(connectionId);
  }

  /** Bumps the revision, so the page fetches its rows again, with their present ages and marks. */
  #askAnew(connectionId: string): void {
    void this.#change(connectionId, (mirror) => mirror.notesChanged(connectionId));
  }

  #of(connectionId: string): { readonly list: BoardList; readonly changes: RecentChanges } {
    const known = this.#held.get(connectionId);
    if (known !== undefined) return known;
    const onLate = (): void => this.#askAnew(connectionId);
    const before = this.#recent.filter((board) => board.connectionId === connectionId);
    const changes = new RecentChanges({ ...this.#options, onLate, before });
    const list = new BoardList({
      ...this.#options,
      connectionId,
      changes,
      checkTimes: (api) => this.#checkTimes(api, connectionId),
      log: this.#log,
    });
    const held = { list, changes };
    this.#held.set(connectionId, held);
    return held;
  }
}

/** How long the ages of filters are good, ms. */
const AGES_LAST_MS = 3_600_000;

/** So many ids of a create's response are looked for. */
const MOST_TRIED_IDS = 3;

/** How long after an accepted create or delete (202) its board is looked for, ms. */
export const ACCEPTED_MS = 5000;

/** How far the service's clock may be off, ms. */
const CLOCKS_MS = 10 * 60_000;

function isAbout(createdMs: number | null, sentAt: number): boolean {
  return createdMs !== null && Math.abs(createdMs - sentAt) <= CLOCKS_MS;
}

/** An id that no other board has in another of its fields. */
const UNIQUE = /^(?!\d+$).{16,}$/u;

function withoutAge(time: ServiceTime | null): ServiceTime | null {
  return time === null ? null : { raw: time.raw, epochMs: null, assumedUtc: false };
}

/** A board that was just made, as JSON for its row. */
function rawOf(otherFields: BoardView['otherFields']): string {
  return JSON.stringify(Object.fromEntries(otherFields.map(({ name, value }) => [name, value])));
}

/** The same rows, marked. Rejects as `beingDeleted` does. */
export async function withQueued<R extends BoardRow>(
  beingDeleted: BeingDeleted,
  connectionId: string,
  rows: readonly R[],
): Promise<readonly R[]> {
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const queued = await beingDeleted(connectionId, ids);
  if (queued.size === 0) return rows;
  return rows.map((row) => (row.id !== null && queued.has(row.id) ? { ...row, queued: true } : row));
}
