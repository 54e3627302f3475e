/** The list of boards of one connection: what its mirror holds, how far a listing has come, and how sure it is. */
import type { BoardsState } from '../../preload/contract/boards.ts';
import { fail, type Failure } from '../../preload/contract/failure.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import type { ServiceApi } from '../service/api.ts';
import type { ListShape, SeenNames } from '../service/types.ts';
import type { PackedPage } from '../service/wire/packed-page.ts';
import { failure } from '../wording/failure.ts';
import { partMissing } from '../wording/start-failures.ts';
import type { Mirror, MirrorFacts } from '../store/mirror/mirror.ts';
import { readAllPages, type OffsetMemory, type ListedPages, type PageRead } from './listing.ts';
import type { RecentChanges } from './recent-changes.ts';
import type { PathIds, WrongTimes } from './path-ids.ts';
import type { ServiceShapes } from './shape.ts';
import { createProgressReporter, type ProgressReporter } from './progress.ts';

export type Listed = Pick<ServiceApi, 'listBoards' | 'fetchBoards'>;

export interface BoardListOptions extends Clock {
  readonly connectionId: string;
  readonly mirror: Pick<Mirror, 'facts' | 'begin' | 'take' | 'finish' | 'abandon'>;
  readonly changes: RecentChanges;
  readonly pathIds: Pick<PathIds, 'of'>;
  readonly wrongTimes: Pick<WrongTimes, 'of'>;
  /** Of a board made here, which a complete list is without: true where that list has it otherwise, and all begins anew. */
  readonly isListedOtherwise: (api: Listed, boardId: string) => Promise<boolean>;
  /** Called once the mirror has a listing's rows: compares the time of a board made here with that of its making. */
  readonly checkTimes: (api: Listed) => Promise<void>;
  readonly shapes: Pick<ServiceShapes, 'listed'>;
  readonly log: Log;
  readonly onChange: (state: BoardsState) => void;
}

/** How the last listing of this run of Easel is getting on, or how it ended. */
interface Progress extends Pick<
  BoardsState,
  'loaded' | 'pages' | 'total' | 'notUnderstood' | 'strange' | 'failure'
> {
  readonly phase: Exclude<BoardsState['phase'], 'never'>;
}

const BEGUN: Progress = {
  phase: 'loading',
  loaded: 0,
  pages: 0,
  total: null,
  notUnderstood: 0,
  strange: [],
  failure: null,
};

/** One reading; `run` is its number in the mirror, as long as it has one there. */
interface Reading {
  readonly abort: AbortController;
  run: number | null;
  /** All has been read: the mirror takes it over in one step, which can't be cancelled. */
  isFinishing: boolean;
}

/**
 * Reads the list into the mirror and says how that goes.
 *
 * A failed or cancelled listing never takes rows away. Only a first listing shows its rows while it runs.
 */
export class BoardList {
  readonly #options: BoardListOptions;
  readonly #memory: OffsetMemory = { known: null };
  /** Where boards were in the pages before. */
  #known: ListShape = { container: null, isSure: false, idName: null };
  /** Names in the first pages of this listing, and the rows that the first of them was asked for. */
  #seen: readonly SeenNames[] = [];
  #limit: number | null = null;
  readonly #reporter: ProgressReporter;
  #progress: Progress | null = null;
  #reading: Reading | null = null;
  #listing: Promise<void> | null = null;
  #isOver = false;

  constructor(options: BoardListOptions) {
    this.#options = options;
    this.#reporter = createProgressReporter(() => void this.#tell(), options.after);
  }

  /** Rejects when the mirror can't be read. */
  async state(): Promise<BoardsState> {
    for (;;) {
      const [reading, progress] = [this.#reading, this.#progress];
      const facts = await this.#options.mirror.facts(this.#options.connectionId);
      // A listing may begin or end while the mirror is asked: facts from before that don't pass for its outcome, nor does
      // what is over by now follow what was told of its end.
      if (reading === this.#reading) return this.#stateOf(facts, progress);
    }
  }

  /** Lists all boards; resolves when the listing ends. Waits for a running listing instead of starting another. */
  list(api: Listed): Promise<void> {
    if (this.#listing !== null) return this.#listing;
    const listing = this.#list(api).finally(() => {
      // A cancelled one may end after the next has begun.
      if (this.#listing === listing) this.#listing = null;
    });
    this.#listing = listing;
    return listing;
  }

  /** Cancels a running listing and starts another; one that is about to end ends first. */
  async listAgain(api: Listed): Promise<void> {
    await this.cancel();
    await this.#listing;
    return this.list(api);
  }

  async #list(api: Listed): Promise<void> {
    const reading: Reading = { abort: new AbortController(), run: null, isFinishing: false };
    this.#reading = reading;
    this.#progress = BEGUN;
    this.#reporter.changed();
    try {
      await this.#read(api, reading);
    } catch (error) {
      // One that was cancelled has no run any more that a late page could be kept for.
      if (reading.abort.signal.aborted) return;
      this.#options.log.error('listing could not be kept', { error });
      // What the mirror holds of this run goes when it is opened next, where it can't be told now.
      this.#abandon(reading);
      await this.#ended(reading, { phase: 'failed', failure: partMissing(error) ?? failure('storage') });
    }
  }

  async #read(api: Listed, reading: Reading): Promise<void> {
    const { connectionId, mirror, changes, pathIds, wrongTimes, shapes, now } = this.#options;
    const { signal } = reading.abort;
    this.#seen = [];
    this.#limit = null;
    const { rows } = await mirror.facts(connectionId);
    this.#known = {
      ...this.#known,
      isSure: false,
      hasBoards: rows > 0,
      idName: await pathIds.of(connectionId),
      hasWrongTimes: (await wrongTimes.of(connectionId)) !== null,
    };
    const run = await mirror.begin(connectionId);
    reading.run = run;
    if (signal.aborted) return this.#abandon(reading);
    const end = await readAllPages({
      pages: this.#pagesOf(api, run, signal),
      fetchPage: async (asked) => {
        const page = await api.listBoards({ ...asked, known: this.#known }, signal);
        if (page.ok) this.#learn(page.value.items.length, page.value);
        return page;
      },
      onPage: (page) => {
        if (!signal.aborted) this.#cameFurther(page);
      },
      memory: this.#memory,
    });
    if (signal.aborted) return;
    if (!end.ok) {
      this.#abandon(reading);
      return this.#ended(reading, { phase: 'failed', failure: end.error });
    }
    const { total, notUnderstood } = this.#progress ?? BEGUN;
    reading.isFinishing = true;
    const { completeness, refusal } = end.value;
    const expected = changes.expected();
    const ended = { completeness, total, notUnderstood, at: now(), ...expected } as const;
    const lag = await mirror.finish(connectionId, run, ended);
    const [missing] = lag.missing;
    if (missing !== undefined && (await this.#options.isListedOtherwise(api, missing))) return;
    await this.#options.checkTimes(api);
    changes.listed(expected, lag, completeness === 'complete');
    shapes.listed(connectionId, this.#seen, {
      meaning: end.value.meaning,
      sure: this.#memory.known !== null,
      limit: this.#limit,
    });
    await this.#ended(reading, { phase: 'done', failure: completeness === 'complete' ? null : refusal });
  }

  #learn(items: number, { container, seen }: Pick<PackedPage, 'container' | 'seen'>): void {
    if (seen !== undefined && this.#seen.length < MOST_SEEN) this.#seen = [...this.#seen, seen];
    if (items > 0 && container !== undefined) this.#known = { ...this.#known, container, isSure: true };
  }

  #pagesOf(api: Listed, run: number, signal: AbortSignal): ListedPages {
    const { connectionId, mirror } = this.#options;
    return {
      fetch: async (asked, unwanted, onCame) => {
        const ended = unwanted === undefined ? signal : AbortSignal.any([signal, unwanted]);
        const page = await api.fetchBoards({ ...asked, known: this.#known }, ended, onCame);
        if (!page.ok) return page;
        if (ended.aborted) return fail(failure('cancelled'));
        this.#came(page.value, asked.limit);
        return page;
      },
      take: (page, when) => mirror.take(connectionId, run, page, when),
    };
  }

  #came(page: PackedPage, limit: number | null): void {
    this.#learn(page.items, page);
    this.#limit ??= limit;
    const before = this.#progress;
    if (before !== null && before.strange.length === 0 && page.strange !== undefined)
      this.#progress = { ...before, strange: page.strange };
  }

  #cameFurther(page: PageRead): void {
    const before = this.#progress ?? BEGUN;
    this.#progress = {
      ...before,
      loaded: before.loaded + page.fresh,
      pages: before.pages + 1,
      total: page.total,
      notUnderstood: before.notUnderstood + page.notUnderstood,
    };
    this.#reporter.changed();
  }

  /** Ends a running listing and cancels its requests. */
  async cancel(): Promise<void> {
    const reading = this.#reading;
    if (reading === null || reading.isFinishing) return;
    reading.abort.abort();
    this.#listing = null;
    this.#abandon(reading);
    await this.#ended(reading, { phase: 'cancelled' });
  }

  /** The rows have changed, although no listing is running. */
  changed(): void {
    if (!this.#isOver) this.#reporter.changed();
  }

  /** Stops listing and publishing. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#reporter.quiet();
    await this.cancel();
  }

  #abandon(reading: Reading): void {
    const { run } = reading;
    if (run === null) return;
    reading.run = null;
    // A mirror that can't be written any more says so to the next who asks.
    this.#options.mirror.abandon(this.#options.connectionId, run).catch(() => undefined);
  }

  async #ended(reading: Reading, how: Pick<Progress, 'phase'> & Partial<Progress>): Promise<void> {
    if (this.#reading !== reading) return;
    this.#reading = null;
    this.#progress = { ...(this.#progress ?? BEGUN), ...how };
    this.#reporter.quiet();
    await this.#tell();
  }

  /** Tells how it is when the mirror has answered. */
  async #tell(): Promise<void> {
    if (this.#isOver) return;
    try {
      const state = await this.state();
      if (!this.#isOver) this.#options.onChange(state);
    } catch (error) {
      const why = partMissing(error) ?? failure('storage');
      if (!this.#isOver) this.#options.onChange(this.#stateOf(UNREAD, this.#progress, why));
    }
  }

  #stateOf(facts: MirrorFacts, progress: Progress | null, unread: Failure | null = null): BoardsState {
    const { total, notUnderstood } = progress === null || progress.phase === 'done' ? facts : progress;
    return {
      connectionId: this.#options.connectionId,
      phase: unread === null ? phaseOf(progress, facts) : 'failed',
      completeness: facts.completeness,
      rows: facts.rows,
      loaded: progress?.loaded ?? 0,
      pages: progress?.pages ?? 0,
      total,
      notUnderstood,
      strange: notUnderstood === 0 ? [] : (progress?.strange ?? []),
      ...this.#options.changes.told(),
      asOf: facts.asOf,
      failure: unread ?? progress?.failure ?? null,
      vanished: facts.vanished,
      revision: facts.revision,
    };
  }
}

/** So many pages tell what a service's list looks like. */
const MOST_SEEN = 20;

/** The failure of a mirror that can't be read. */
const UNREAD: MirrorFacts = {
  completeness: 'maybe-incomplete',
  asOf: null,
  total: null,
  notUnderstood: 0,
  rows: 0,
  vanished: 0,
  revision: 0,
};

/** A mirror that was listed stays listed after a restart; a newly created one never was. */
function phaseOf(progress: Progress | null, { asOf }: MirrorFacts): BoardsState['phase'] {
  if (progress !== null && progress.phase !== 'done') return progress.phase;
  return asOf === null ? 'never' : 'done';
}
