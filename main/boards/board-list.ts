/** The boards list of one connection: its listings, and recent changes that the list lacks. */
import type { BoardRow, BoardsState, Difference } from '../../preload/contract/boards.ts';
import { fail, type Failure } from '../../preload/contract/failure.ts';
import { createProgressReporter, type Clock, type ProgressReporter } from '../lib/clock.ts';
import type { Log } from '../lib/log/log.ts';
import type { BoardPage, ListShape, SeenNames, ServiceApi } from '../service/api.ts';
import { failure } from '../lib/wording/failure.ts';
import { partMissing } from '../lib/wording/start-failures.ts';
import type { Differences, Mirror } from '../store/mirror/mirror.ts';
import type { RecentBoard } from '../store/tables/index.ts';
import { readAllPages } from './listing.ts';
import type { ServiceShapes, WrongTimes } from './shape.ts';

export type Listed = Pick<ServiceApi, 'listBoards' | 'fetchBoards'>;

export interface BoardListOptions extends Clock {
  readonly connectionId: string;
  readonly mirror: Pick<Mirror, 'facts' | 'begin' | 'take' | 'finish' | 'abandon'>;
  readonly changes: RecentChanges;
  readonly wrongTimes: Pick<WrongTimes, 'of'>;
  readonly checkTimes: (api: Listed) => Promise<void>;
  readonly shapes: Pick<ServiceShapes, 'listed'>;
  readonly log: Log;
  readonly onChange: (state: BoardsState) => void;
}

type ProgressField = 'loaded' | 'preparing' | 'total' | 'notUnderstood' | 'unreadable' | 'failure';
interface Progress extends Pick<BoardsState, ProgressField> {
  readonly phase: Exclude<BoardsState['phase'], 'never'>;
}

const BEGUN: Progress = {
  phase: 'loading',
  loaded: 0,
  preparing: false,
  total: null,
  notUnderstood: 0,
  unreadable: [],
  failure: null,
};

interface Reading {
  readonly abort: AbortController;
  progress: Progress;
  over: Promise<void>;
  /** Number of the listing in the mirror; null after the mirror ended or dropped it. */
  run: number | null;
}

/** A failed or cancelled listing removes no rows. Rows of a running one are only shown without an earlier list. */
export class BoardList {
  readonly #options: BoardListOptions;
  readonly #reporter: ProgressReporter;
  #reading: Reading | null = null;
  #published: BoardsState | null = null;
  #isOver = false;
  #last: Pick<BoardsState, 'requests' | 'news'> = {};

  constructor(options: BoardListOptions) {
    this.#options = options;
    this.#reporter = createProgressReporter(() => void this.#publish(), options.after);
  }

  /** Rejects if the mirror can't be read. */
  async state(): Promise<BoardsState> {
    const { connectionId, mirror, changes } = this.#options;
    const facts = await mirror.facts(connectionId);
    // Without a listing in this run, the last listing of an earlier run counts.
    const progress = this.#reading?.progress ?? { ...BEGUN, phase: 'done' };
    const isDone = progress.phase === 'done';
    const { total, notUnderstood } = isDone ? facts : progress;
    return {
      connectionId,
      ...facts,
      ...progress,
      phase: isDone && facts.asOf === null ? 'never' : progress.phase,
      total,
      notUnderstood,
      unreadable: notUnderstood === 0 ? [] : progress.unreadable,
      ...this.#last,
      ...changes.summary(),
    };
  }

  /** Lists all boards and waits for the end. If a listing is running, waits for the running one. */
  list(api: Listed): Promise<void> {
    if (this.#reading?.progress.phase === 'loading') return this.#reading.over;
    const abort = new AbortController();
    const reading: Reading = { abort, progress: BEGUN, over: Promise.resolve(), run: null };
    this.#reading = reading;
    this.#reporter.changed();
    reading.over = this.#read(api, reading).catch(async (error: unknown) => {
      if (abort.signal.aborted) return;
      this.#options.log.error('listing could not be kept', { error });
      await this.#ended(reading, 'failed', partMissing(error) ?? failure('storage'));
    });
    return reading.over;
  }

  /** Starts another listing. First cancels a running listing, or waits for its last step. */
  async listAgain(api: Listed): Promise<void> {
    await this.cancel();
    if (this.#reading?.progress.preparing === true) await this.#reading.over;
    return this.list(api);
  }

  async #read(api: Listed, reading: Reading): Promise<void> {
    const { connectionId, mirror, changes, wrongTimes, shapes, now } = this.#options;
    const { signal } = reading.abort;
    const { rows, asOf: since } = await mirror.facts(connectionId);
    let known: ListShape = {
      container: null,
      isSure: false,
      hasBoards: rows > 0,
      hasWrongTimes: (await wrongTimes.of(connectionId)) !== null,
    };
    let seen: SeenNames | undefined;
    let clockAheadMs = 0;
    let requests = 0;
    const learn = (items: number, page: Omit<BoardPage, 'items'>): void => {
      clockAheadMs = page.clockAheadMs ?? clockAheadMs;
      if (items > 0 && page.container !== undefined)
        known = { ...known, container: page.container, isSure: true };
      if (reading.progress.unreadable.length === 0)
        reading.progress = { ...reading.progress, unreadable: page.unreadable ?? [] };
    };
    const run = await mirror.begin(connectionId);
    reading.run = run;
    if (signal.aborted) return this.#abandon(reading);
    const end = await readAllPages({
      sample: async (request) => {
        requests += 1;
        const page = await api.listBoards({ ...request, known }, signal);
        if (page.ok) learn(page.value.items.length, page.value);
        return page;
      },
      fetch: async (request, unwanted = signal) => {
        requests += 1;
        const ended = AbortSignal.any([signal, unwanted]);
        const page = await api.fetchBoards({ ...request, known }, ended);
        if (page.ok && ended.aborted) return fail(failure('cancelled'));
        if (page.ok) learn(page.value.items, page.value);
        if (page.ok) seen ??= page.value.seen;
        return page;
      },
      take: (page, when) => mirror.take(connectionId, run, page.number, when),
      onPage: ({ fresh, total, notUnderstood }) => {
        if (signal.aborted) return;
        const loaded = reading.progress.loaded + fresh;
        reading.progress = { ...reading.progress, loaded, total, notUnderstood };
        this.#reporter.changed();
      },
    });
    if (signal.aborted) return;
    if (!end.ok) return this.#ended(reading, 'failed', end.error);
    reading.progress = { ...reading.progress, preparing: true };
    void this.#publish();
    const { total, notUnderstood } = reading.progress;
    const { completeness, refusal } = end.value;
    const expected = changes.expected();
    const ended = { completeness, total, notUnderstood, at: now(), clockAheadMs, ...expected } as const;
    const lag = await mirror.finish(connectionId, run, ended);
    const { added, gone } = lag;
    const isChanged = since !== null && added + gone > 0;
    this.#last = { requests, ...(isChanged && { news: { added, gone, since } }) };
    await this.#options.checkTimes(api);
    changes.listed(expected, lag, completeness === 'complete');
    if (seen !== undefined) shapes.listed(connectionId, seen, end.value);
    await this.#ended(reading, 'done', completeness === 'complete' ? null : refusal);
  }

  /** Cancels a running listing, unless all pages are read: the mirror's last step can't be cancelled. */
  async cancel(): Promise<void> {
    const reading = this.#reading;
    if (reading?.progress.phase !== 'loading' || reading.progress.preparing) return;
    reading.abort.abort();
    await this.#ended(reading, 'cancelled');
  }

  changed(): void {
    if (!this.#isOver) this.#reporter.changed();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.#reporter.quiet();
    await this.cancel();
  }

  #abandon(reading: Reading): void {
    const { run } = reading;
    if (run === null) return;
    reading.run = null;
    // If this fails, the mirror drops the listing when the mirror is next opened.
    this.#options.mirror.abandon(this.#options.connectionId, run).catch(() => undefined);
  }

  async #ended(reading: Reading, phase: Progress['phase'], failed: Failure | null = null): Promise<void> {
    if (reading.progress.phase !== 'loading') return;
    if (phase !== 'done') this.#abandon(reading);
    reading.progress = { ...reading.progress, phase, preparing: false, failure: failed };
    this.#reporter.quiet();
    await this.#publish();
  }

  async #publish(): Promise<void> {
    if (this.#isOver) return;
    try {
      this.#published = await this.state();
    } catch (error) {
      // If no state was published before, the call that started the listing reports the failure.
      if (this.#published === null) return;
      const failed = partMissing(error) ?? failure('storage');
      this.#published = { ...this.#published, phase: 'failed', failure: failed };
    }
    if (!this.#isOver) this.#options.onChange(this.#published);
  }
}

/** Time in ms that a service may take until its list shows a change. */
export const LAG_MS = 120_000;

interface Change extends Pick<RecentBoard, 'what' | 'at'> {
  readonly isContradicted: boolean;
}

export interface RecentChangesOptions extends Clock {
  readonly onLate: () => void;
  readonly before?: readonly RecentBoard[];
}

/** Changes by Easel that the service's list does not show yet. After two minutes they count as differences. */
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

  /** Adds deleted boards. Deleting a board again does not restart its two minutes. */
  deleted(ids: readonly string[]): void {
    for (const id of ids) if (this.#changes.get(id)?.what !== 'deleted') this.#add(id, 'deleted');
  }

  hasDeleted(id: string): boolean {
    const change = this.#changes.get(id);
    return change?.what === 'deleted' && !this.#isLate(change);
  }

  /** Returns the changes that a listing must show. Others may have deleted a board that was created longer ago. */
  expected(): { readonly made: readonly string[]; readonly deleted: readonly string[] } {
    for (const [id, change] of this.#changes)
      if (change.what === 'made' && this.#isLate(change)) this.#changes.delete(id);
    const idsOf = (what: Change['what']): readonly string[] =>
      [...this.#changes].filter(([, change]) => change.what === what).map(([id]) => id);
    return { made: idsOf('made'), deleted: idsOf('deleted') };
  }

  /** Compares the changes with a listing. An old delete is dropped as soon as a complete list lacks its board. */
  listed(
    { made, deleted }: ReturnType<RecentChanges['expected']>,
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
