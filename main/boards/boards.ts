/** Creates and lists boards. Remembers created and deleted boards until the service's list shows the change. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type {
  BoardRow,
  BoardsState,
  BoardView,
  BoardWindow,
  BoardWindowRequest,
  ServiceTime,
  BoardSelection,
  LocalChange,
  Difference,
} from '../../preload/contract/boards.ts';
import type { BeingDeleted, Core, WatchCreate } from '../ipc/core.ts';
import { fail, ok, type Result, type Failure, type FailureCode } from '../../preload/contract/failure.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log/log.ts';
import type {
  BoardAnswer,
  BoardItem,
  BoardPage,
  MadeBoard,
  NewBoard,
  ServiceApi,
  ViewedBoard,
} from '../service/api.ts';
import { isFrom } from '../service/wire/body.ts';
import { failure } from '../lib/wording/failure.ts';
import { capital, isoOf } from '../lib/wording/format.ts';
import type { Mirror, Differences } from '../store/mirror/mirror.ts';
import { BoardList, type ChangesHere, type Listed } from './listing.ts';
import { keptWrongTimes, openShapes, type ServiceShapes, type WrongTimes } from './shape.ts';
import type { RecentBoard } from '../store/tables/index.ts';
import { stored } from '../store/selection.ts';
import type { CallsOf, NewEntry } from '../lib/implementation.ts';
import { endOf, tally, unlogged } from '../activity/entries.ts';
import type { Notes } from '../notes/notes.ts';
import { BoardExports } from './exports.ts';
import { signalsMore } from '../service/wire/list.ts';

export interface BoardsOptions extends Pick<
  Core,
  'mirror' | 'recordOf' | 'publish' | 'log' | 'now' | 'after'
> {
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly wrongTimes: WrongTimes;
  readonly shapes: Pick<ServiceShapes, 'listed' | 'forget'>;
  readonly recent?: readonly RecentBoard[];
  readonly onMade: (connectionId: string, boardIds: readonly string[]) => Promise<void>;
  readonly beingDeleted: BeingDeleted;
  readonly watchCreate: WatchCreate;
}

export class Boards {
  readonly #options: BoardsOptions;
  readonly #log: Log;
  readonly #lists = new Map<string, { readonly list: BoardList; readonly changes: RecentChanges }>();
  #recent: readonly RecentBoard[];
  /** Last board created through each connection, to check the service's times. `at`: service's clock, epoch ms. */
  readonly #justMade = new Map<string, { readonly id: string; readonly at: number; readonly raw: string }>();
  readonly #forgetting = new Map<string, Promise<unknown>>();

  constructor(options: BoardsOptions) {
    this.#options = options;
    this.#recent = options.recent ?? [];
    this.#log = options.log.scope('boards');
  }

  async list({ connectionId }: ArgsOf<'boards.list'>): Promise<Result<BoardsState>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    await this.#forgetting.get(connectionId);
    const list = this.#of(connectionId).list;
    void list.list(api.value);
    return stored(list.state(), this.#log);
  }

  /** Lists all boards and waits for the end. Uses a running listing only if it began after `since` (epoch ms). */
  async listToEnd(connectionId: string, since: number): Promise<Result<BoardsState>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    await this.#forgetting.get(connectionId);
    const { list } = this.#of(connectionId);
    await list.listSince(api.value, since);
    const state = await stored(list.state(), this.#log);
    if (!state.ok) return state;
    if (state.value.phase === 'done') return state;
    return fail(state.value.failure ?? failure('cancelled'));
  }

  async cancelList({ connectionId }: ArgsOf<'boards.cancelList'>): Promise<Result<BoardsState>> {
    await this.#lists.get(connectionId)?.list.cancel();
    return this.state({ connectionId });
  }

  state({ connectionId }: ArgsOf<'boards.state'>): Promise<Result<BoardsState>> {
    return this.ask(connectionId, () => this.#of(connectionId).list.state());
  }

  async ask<T>(connectionId: string, ask: (mirror: Mirror) => Promise<T>): Promise<Result<T>> {
    await this.#forgetting.get(connectionId);
    return stored(ask(this.#options.mirror), this.#log);
  }

  window(request: BoardWindowRequest): Promise<Result<BoardWindow>> {
    return this.ask(request.connectionId, async (mirror) => {
      const window = await mirror.window(request);
      const marked = withQueued(this.#options.beingDeleted, request.connectionId, window.rows);
      // If the list of queued deletes can't be read, returns the rows without marks for these deletes.
      const rows = await marked.catch(() => window.rows);
      return { ...window, rows: this.#of(request.connectionId).changes.marked(rows) };
    });
  }

  /** Creates one board. Never repeats the request, so a lost response fails with `outcome-unknown`. */
  async create(args: ArgsOf<'boards.create'>): Promise<Result<BoardView>> {
    const { connectionId } = args;
    const record = await this.#options.recordOf(connectionId);
    if (!record.ok) return record;
    const create = { ...args, kind: 'board', name: '', templateId: null } as const;
    const made = await this.#options.watchCreate(create, (signal) =>
      this.sendCreate(connectionId, undefined, signal),
    );
    if (!made.ok) return made;
    await this.made(connectionId, [made.value], record.value.boardApi);
    return ok(await this.#shown(connectionId, made.value));
  }

  /** Creates a board. `beforeSending` cancels an unsent request. Callers must pass the new board to `made`. */
  async sendCreate(
    connectionId: string,
    beforeSending?: AbortSignal,
    signal?: AbortSignal,
  ): Promise<Result<MadeBoard>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const sentAt = this.#options.now();
    const answer = await api.value.createBoard(signal, beforeSending);
    return answer.ok ? this.#settled(api.value, connectionId, answer.value, sentAt) : answer;
  }

  async made(connectionId: string, boards: readonly MadeBoard[], address: string): Promise<void> {
    // Stores nothing if the connection was removed during the request, or now leads to another service.
    const record = await stored(this.#options.recordOf(connectionId), this.#log);
    if (record.ok && (!record.value.ok || record.value.value.boardApi !== address)) return;
    let isChanged = false;
    for (const { created, madeAt } of boards)
      isChanged = (await this.#learnTimes(connectionId, created, madeAt)) || isChanged;
    const ids = boards.map(({ id }) => id);
    await this.noteMade(connectionId, ids);
    const items: BoardItem[] = [];
    for (const board of boards) {
      const { id, created, otherFields } = await this.#shown(connectionId, board);
      const raw = JSON.stringify(Object.fromEntries(otherFields.map(({ name, value }) => [name, value])));
      this.#justMade.set(connectionId, { id, at: board.madeAt, raw });
      // A new board without a creation time gets this computer's time, so that it is the first in the list.
      const timeHere = { raw: isoOf(board.madeAt), epochMs: board.madeAt, assumedUtc: false };
      items.push({ id, created: created?.epochMs == null ? timeHere : created, raw });
    }
    for (const id of ids) this.#of(connectionId).changes.made(id);
    // Ignores disk errors, because the next listing adds the created boards to the local list anyway.
    if (items.length > 0) await this.#change(connectionId, (mirror) => mirror.put(connectionId, ...items));
    const api = isChanged ? await this.#options.apiOf(connectionId) : null;
    if (api?.ok === true) void this.#of(connectionId).list.listAgain(api.value);
  }

  /** Records that these boards were created with Easel. */
  async noteMade(connectionId: string, ids: readonly string[]): Promise<void> {
    await stored(this.#options.onMade(connectionId, ids), this.#log);
  }

  /** Finds the created board if the response does not prove its id. Fails unless exactly one new board exists. */
  async #settled(
    api: ServiceApi,
    connectionId: string,
    { doubt, ...board }: NewBoard,
    sentAt: number,
  ): Promise<Result<MadeBoard>> {
    if (doubt === undefined) return ok(board);
    const { accepted, sure, failure: unsettled } = doubt;
    const ids = doubt.ids.slice(0, MOST_TRIED_IDS);
    const selection = { kind: 'ids', ids } as const;
    const known = await this.ask(connectionId, (mirror) =>
      mirror.rows(connectionId, selection, 0, ids.length, []),
    );
    if (!known.ok) return fail(unsettled);
    if (accepted) await new Promise<void>((resolve) => void this.#options.after(ACCEPTED_MS, resolve));
    /** Boards that the service returned for the ids in the create response. Several ids may lead to one board. */
    const shown = new Map<string, BoardAnswer>();
    for (const id of ids.filter((each) => !known.value.rows.some((row) => row.id === each))) {
      const view = await api.viewBoard(id);
      if (!view.ok || !view.value.proves) continue;
      const { proves: _proves, ...found } = view.value;
      // A short or numeric id may identify a create job instead of the board. So Easel accepts it only for a new board.
      const isRecent = Math.abs((found.created?.epochMs ?? -Infinity) - sentAt) <= CLOCKS_MS;
      const isNew = sure || UNIQUE.test(id) || isRecent;
      if (isNew) shown.set(found.id, found);
    }
    const [one] = shown.values();
    return one === undefined || shown.size > 1 ? fail(unsettled) : ok({ ...board, ...one, raw: board.raw });
  }

  async view({ connectionId, boardId }: ArgsOf<'boards.view'>): Promise<Result<BoardView>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const answer = await api.value.viewBoard(boardId);
    return answer.ok ? ok(await this.#shown(connectionId, answer.value)) : answer;
  }

  async #shown(
    connectionId: string,
    { madeAt: _madeAt, proves: _proves, ...board }: BoardAnswer & Partial<MadeBoard & ViewedBoard>,
  ): Promise<BoardView> {
    const wrong = await stored(this.#options.wrongTimes.of(connectionId), this.#log);
    const isUsable = wrong.ok && wrong.value === null;
    const withoutAge = board.created && { ...board.created, epochMs: null, assumedUtc: false };
    const created = isUsable ? board.created : withoutAge;
    return { ...board, created, fetchedAt: this.#options.now() };
  }

  /** Saves whether the service's creation times are wrong by over a day. Returns true if the saved value changed. */
  async #learnTimes(connectionId: string, time: ServiceTime | null, at: number): Promise<boolean> {
    const isRight = time === null ? null : isFrom(time, at);
    if (isRight === null) return false;
    const { wrongTimes, now } = this.#options;
    const before = await stored(wrongTimes.of(connectionId), this.#log);
    if (!before.ok || (before.value === null) === isRight) return false;
    await stored(wrongTimes.learn(connectionId, isRight ? null : String(now())), this.#log);
    // Cancels a running listing, because the listing uses the previous value of `wrongTimes`.
    await this.#of(connectionId).list.cancel();
    if (!isRight) await this.#change(connectionId, (mirror) => mirror.undate(connectionId));
    return true;
  }

  async #checkTimes(api: Listed, connectionId: string): Promise<void> {
    const made = this.#justMade.get(connectionId);
    if (made === undefined) return;
    const selection = { kind: 'ids', ids: [made.id] } as const;
    const found = await this.ask(connectionId, (mirror) => mirror.rows(connectionId, selection, 0, 1, []));
    const [row] = found.ok ? found.value.rows : [];
    // Ignores a row that Easel copied from the create response. Only a row of the list can prove wrong creation times.
    if (row === undefined || row.raw === made.raw) return;
    this.#justMade.delete(connectionId);
    if (await this.#learnTimes(connectionId, row.created, made.at))
      void this.#of(connectionId).list.listAgain(api);
  }

  hasDeleted(connectionId: string, boardId: string): boolean {
    return this.#of(connectionId).changes.hasDeleted(boardId);
  }

  /** Looks for a board. `api`: the client that sent the delete, because a later client may use another address. */
  async lookFor(api: Looking, connectionId: string, boardId: string): Promise<Found> {
    return this.hasDeleted(connectionId, boardId) ? 'gone' : lookFor(api, boardId);
  }

  async gone(connectionId: string, boardIds: readonly string[]): Promise<void> {
    this.#of(connectionId).changes.deleted(boardIds);
    await this.#change(connectionId, (mirror) => mirror.remove(connectionId, ...boardIds));
  }

  rowsChanged(connectionId: string): void {
    this.#of(connectionId).list.changed();
  }

  async halt(connectionId: string): Promise<void> {
    await this.#lists.get(connectionId)?.list.cancel();
  }

  async forget(connectionId: string): Promise<void> {
    this.#options.shapes.forget(connectionId);
    this.#justMade.delete(connectionId);
    const { list, changes } = this.#lists.get(connectionId) ?? {};
    this.#lists.delete(connectionId);
    changes?.stop();
    this.#recent = this.#recent.filter((board) => board.connectionId !== connectionId);
    const forgetting = Promise.resolve(list?.end()).then(() =>
      stored(this.#options.mirror.forget(connectionId), this.#log),
    );
    this.#forgetting.set(connectionId, forgetting);
    await stored(this.#options.wrongTimes.learn(connectionId, null), this.#log);
    await forgetting;
    if (this.#forgetting.get(connectionId) === forgetting) this.#forgetting.delete(connectionId);
  }

  async stop(): Promise<void> {
    const lists = [...this.#lists.values()];
    this.#lists.clear();
    for (const { changes } of lists) changes.stop();
    await Promise.all(lists.map(({ list }) => list.end()));
  }

  async #change(connectionId: string, change: (mirror: Mirror) => Promise<unknown>): Promise<void> {
    await this.ask(connectionId, change);
    this.#of(connectionId).list.changed();
  }

  #of(connectionId: string): { readonly list: BoardList; readonly changes: RecentChanges } {
    const known = this.#lists.get(connectionId);
    if (known !== undefined) return known;
    const onLate = (): void => void this.#change(connectionId, (mirror) => mirror.notesChanged(connectionId));
    const before = this.#recent.filter((board) => board.connectionId === connectionId);
    const changes = new RecentChanges({ ...this.#options, onLate, before });
    const list = new BoardList({
      ...this.#options,
      connectionId,
      changes,
      checkTimes: (api) => this.#checkTimes(api, connectionId),
      log: this.#log,
    });
    const opened = { list, changes };
    this.#lists.set(connectionId, opened);
    return opened;
  }
}

const MOST_TRIED_IDS = 3;

/** Delay in ms before Easel checks whether a create or delete that the service answered with 202 took effect. */
export const ACCEPTED_MS = 5000;

const CLOCKS_MS = 10 * 60_000;

const UNIQUE = /^(?!\d+$).{16,}$/u;

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

export async function openBoards(
  core: Core,
  notes: Notes,
  { apiOf, watchCreate }: Pick<BoardsOptions, 'apiOf' | 'watchCreate'>,
) {
  const { store, signals, now } = core;
  const shapes = await openShapes(store.settings, core);
  const boards = new Boards({
    ...core,
    apiOf,
    wrongTimes: keptWrongTimes(store.settings),
    shapes,
    recent: await store.boardFacts.recent(now() - LAG_MS).catch(() => []),
    onMade: notes.boardsMade.bind(notes),
    beingDeleted: (...args) => core.beingDeleted('delete-boards', ...args),
    watchCreate,
  });
  signals.tokenCame.on(shapes.tokenCame);
  signals.notesChanged.on(boards.rowsChanged.bind(boards));
  signals.connectionGone.on(boards.forget.bind(boards));
  signals.connectionHalted.on(boards.halt.bind(boards));
  signals.onClose(() => boards.stop());
  return { boards, shapes, calls: boardCalls(boards, new BoardExports(core), notes, shapes) };
}

export function boardCalls(
  boards: Boards,
  boardExports: BoardExports,
  notes: Notes,
  shapes: ServiceShapes,
): CallsOf<'boards'> {
  return {
    list: { run: (args) => boards.list(args) },
    cancelList: { run: (args) => boards.cancelList(args), log: unlogged },
    state: { run: (args) => boards.state(args) },
    window: { run: (request) => boards.window(request) },
    ranks: {
      run: ({ connectionId: id, query, ids }) => boards.ask(id, (mirror) => mirror.ranks(id, query, ids)),
    },
    names: { run: ({ connectionId: id }) => boards.ask(id, (mirror) => mirror.names(id)) },
    annotate: {
      run: (args) => notes.annotate(args),
      log: ({ connectionId, selection, change }, result) =>
        result.ok ? noted(connectionId, partsOf(change), result.value.boards, onlyBoard(selection)) : null,
    },
    undo: {
      run: (args) => notes.undo(args),
      log: ({ connectionId }, result) =>
        result.ok ? noted(connectionId, 'Undone', result.value.boards) : null,
    },
    copy: { run: (args) => boardExports.copy(args), log: unlogged },
    export: { run: (request) => boardExports.export(request), log: unlogged },
    cancelExport: { run: () => ok(boardExports.cancel()), log: unlogged },
    create: {
      run: (args) => boards.create(args),
      log: ({ connectionId }, result) => ({
        connectionId,
        action: 'board-created',
        target: result.ok ? result.value.id : '',
        ...endOf(result),
      }),
    },
    view: { run: (args) => boards.view(args) },
    shape: { run: (args) => ok(shapes.of(args)) },
  };
}

export function noted(connectionId: string, what: string, boards: number, target = ''): NewEntry {
  const detail = target === '' ? `${what}: ${tally([[boards, 'board']])}` : what;
  return { connectionId, action: 'notes-changed', target, outcome: 'done', detail };
}

function partsOf({ label, note, customer, addTags, removeTags, ...change }: LocalChange): string {
  const parts = [
    change.protected === true && 'protected',
    change.protected === false && 'no longer protected',
    label !== undefined && 'label',
    note !== undefined && 'note',
    customer !== undefined && 'customer',
    (addTags !== undefined || removeTags !== undefined) && 'tags',
  ];
  return capital(parts.filter((part) => part !== false).join(', '));
}

function onlyBoard(selection: BoardSelection): string {
  return selection.kind === 'ids' && selection.ids.length === 1 ? (selection.ids[0] ?? '') : '';
}

/** Time in ms until the service's list should contain created boards and omit deleted boards. */
export const LAG_MS = 120_000;

interface Change extends Pick<RecentBoard, 'what' | 'at'> {
  readonly isContradicted: boolean;
}

interface RecentChangesOptions extends Clock {
  readonly onLate: () => void;
  readonly before?: readonly RecentBoard[];
}

/** Recently created and deleted boards. The service's list may not show these changes for up to two minutes. */
export class RecentChanges {
  readonly #options: RecentChangesOptions;
  readonly #changes = new Map<string, Change>();
  #stopWaiting: () => void = () => undefined;

  constructor(options: RecentChangesOptions) {
    this.#options = options;
    for (const { id, what, at } of options.before ?? []) this.#add(id, what, at);
  }

  #add(id: string, what: Change['what'], at = this.#options.now()): void {
    this.#changes.set(id, { what, at, isContradicted: false });
  }

  made(id: string): void {
    this.#add(id, 'made');
  }

  deleted(ids: readonly string[]): void {
    for (const id of ids) if (this.#changes.get(id)?.what !== 'deleted') this.#add(id, 'deleted');
  }

  hasDeleted(id: string): boolean {
    const change = this.#changes.get(id);
    return change?.what === 'deleted' && !this.#isLate(change);
  }

  /** Returns recently created and deleted boards. After 2 min, omits created ones, because others may delete them. */
  expected(): ChangesHere {
    for (const [id, change] of this.#changes)
      if (change.what === 'made' && this.#isLate(change)) this.#changes.delete(id);
    const idsOf = (what: Change['what']): readonly string[] =>
      [...this.#changes].filter(([, change]) => change.what === what).map(([id]) => id);
    return { made: idsOf('made'), deleted: idsOf('deleted') };
  }

  /** Marks changes that a new list contradicts. Forgets changes over 2 min old that a complete list confirms. */
  listed(
    { made, deleted }: ChangesHere,
    { missing, back }: Pick<Differences, 'missing' | 'back'>,
    isComplete: boolean,
  ): void {
    const contradicted = new Set([...missing, ...back]);
    for (const id of [...made, ...deleted]) {
      const change = this.#changes.get(id);
      if (change === undefined) continue;
      const isContradicted = contradicted.has(id);
      if (!isContradicted && isComplete && this.#isLate(change)) this.#changes.delete(id);
      else this.#changes.set(id, { ...change, isContradicted });
    }
    this.stop();
    if (this.summary().unconfirmed > 0) this.#stopWaiting = this.#options.after(LAG_MS, this.#options.onLate);
  }

  marked(rows: readonly BoardRow[]): readonly BoardRow[] {
    return rows.map((row) => {
      const change = row.id === null ? undefined : this.#changes.get(row.id);
      if (change?.isContradicted !== true) return row;
      const late = change.what === 'made' ? 'not-listed' : 'still-listed';
      return { ...row, unconfirmed: this.#isLate(change) ? late : change.what };
    });
  }

  summary(): { readonly unconfirmed: number; readonly differences: readonly Difference[] } {
    const contradicted = [...this.#changes].filter(([, { isContradicted }]) => isContradicted);
    const late = contradicted.filter(([, change]) => this.#isLate(change));
    const differences = (['deleted', 'made'] as const).flatMap((what) => {
      const [first, ...others] = late.filter(([, change]) => change.what === what);
      return first === undefined ? [] : [{ what, boards: 1 + others.length, id: first[0] }];
    });
    return { unconfirmed: contradicted.length - late.length, differences };
  }

  stop(): void {
    this.#stopWaiting();
  }

  #isLate({ at }: Change): boolean {
    return Math.abs(this.#options.now() - at) >= LAG_MS;
  }
}

/**
 * Result of a look-up. `gone`: the service rejects the board's id, but still returns another board or an empty list.
 * `listed`: the list contains the board, but the service can't return it. `unsure`: it is unknown if the board exists.
 */
export type Found = 'gone' | 'shown' | 'listed' | 'unsure';

type Looking = Pick<ServiceApi, 'viewBoard' | 'listBoards'>;

const MISSING: ReadonlySet<FailureCode> = new Set(['not-found', 'refused', 'not-understood', 'web-page']);

/** Checks after a 404 whether the board is deleted. Requests another board, because a wrong key also causes 404s. */
export async function lookFor(api: Looking, boardId: string): Promise<Found> {
  const view = await api.viewBoard(boardId);
  if (view.ok) return view.value.proves ? 'shown' : 'unsure';
  if (!isMissing(view.error)) return 'unsure';
  const pages = await someBoards(api);
  if (!pages.ok) return 'unsure';
  const items = pages.value.flatMap((page) => page.items);
  if (items.some(({ id }) => id === boardId)) return 'listed';
  if (!(await isOfNoBoard(api, boardId, view.error))) return 'unsure';
  if (items.length === 0) return pages.value.every(provesNoBoards) ? 'gone' : 'unsure';
  const others = items.flatMap(({ id }) => id ?? []);
  // Requests the last listed board, then the first, because a running delete job may have deleted the last one.
  for (const other of new Set([others.at(-1), others[0]].filter((id) => id !== undefined))) {
    const shown = await api.viewBoard(other);
    if (shown.ok) return shown.value.proves ? 'gone' : 'unsure';
    if (!isMissing(shown.error)) break;
  }
  return 'unsure';
}

function isMissing({ code, status = 0 }: Failure): boolean {
  return MISSING.has(code) || (code === 'service-problem' && status === 500);
}

/** True if the service fails in the same way for a made-up id. Otherwise the board may exist but be broken. */
async function isOfNoBoard(api: Looking, boardId: string, { status, ...failed }: Failure): Promise<boolean> {
  if (status === 404 || status === 410) return true;
  const unknown = unknownLike(boardId);
  const view = await api.viewBoard(unknown);
  if (view.ok) return false;
  const { code, serviceMessage = '' } = view.error;
  const isSaidAlike = serviceMessage.replaceAll(unknown, boardId) === (failed.serviceMessage ?? '');
  return code === failed.code && view.error.status === status && isSaidAlike;
}

/** Returns an id that no board should have. Keeps the form of `boardId`, because a service may reject other forms. */
export function unknownLike(boardId: string): string {
  return boardId.replaceAll(/[\p{L}\p{N}](?=.{0,11}$)/gu, (sign) => (sign === '8' ? '7' : '8'));
}

function provesNoBoards({ notUnderstood, total, isBlank, hints }: BoardPage): boolean {
  return notUnderstood === 0 && isBlank !== true && (total ?? 0) === 0 && !signalsMore(hints, 0, 1);
}

/** Requests offsets 0, 1 and 0 until a page has boards, because offset 0 may be empty by mistake or invalid. */
async function someBoards(api: Looking): Promise<Result<readonly BoardPage[]>> {
  const pages: BoardPage[] = [];
  for (const offset of [0, 1, 0] as const) {
    const page = await boardsFrom(api, offset);
    if (!page.ok) return page;
    pages.push(page.value);
    if (page.value.items.length > 0) break;
  }
  return ok(pages);
}

async function boardsFrom(api: Looking, offset: 0 | 1): Promise<Result<BoardPage>> {
  const known = { container: null, isSure: false, hasBoards: true } as const;
  const page = await api.listBoards({ limit: 100, offset, known });
  if (page.ok || page.error.code !== 'refused') return page;
  return api.listBoards({ limit: null, offset: offset === 0 ? null : offset, known });
}
