/** The list of boards of one connection: its rows in the mirror, the progress of a listing, and how sure its end is. */
import type { BoardsState } from '../../preload/contract/boards.ts';
import { fail, type Failure } from '../../preload/contract/failure.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log/log.ts';
import type { ServiceApi } from '../service/api.ts';
import type { ListedPage, ListShape, SeenNames } from '../service/types.ts';
import { failure } from '../lib/wording/failure.ts';
import { partMissing } from '../lib/wording/start-failures.ts';
import type { Mirror, MirrorFacts } from '../store/mirror/mirror.ts';
import { readAllPages } from './listing.ts';
import type { RecentChanges } from './recent-changes.ts';
import type { ServiceShapes, WrongTimes } from './shape.ts';
import { createProgressReporter, type ProgressReporter } from './progress.ts';

export type Listed = Pick<ServiceApi, 'listBoards' | 'fetchBoards'>;

export interface BoardListOptions extends Clock {
  readonly connectionId: string;
  readonly mirror: Pick<Mirror, 'facts' | 'begin' | 'take' | 'finish' | 'abandon'>;
  readonly changes: RecentChanges;
  readonly wrongTimes: Pick<WrongTimes, 'of'>;
  /** Called once the mirror has a listing's rows. */
  readonly checkTimes: (api: Listed) => Promise<void>;
  readonly shapes: Pick<ServiceShapes, 'listed'>;
  readonly log: Log;
  readonly onChange: (state: BoardsState) => void;
}

/** What a listing has come to. */
type Progress = Pick<
  BoardsState,
  'loaded' | 'preparing' | 'total' | 'notUnderstood' | 'strange' | 'failure'
> & {
  readonly phase: Exclude<BoardsState['phase'], 'never'>;
};

const BEGUN: Progress = {
  phase: 'loading',
  loaded: 0,
  preparing: false,
  total: null,
  notUnderstood: 0,
  strange: [],
  failure: null,
};

/** The running listing, or the last one of this run of Easel. */
interface Reading {
  readonly abort: AbortController;
  progress: Progress;
  /** Settles when it has ended. */
  over: Promise<void>;
  /** Its number in the mirror, as long as it has one there. */
  run: number | null;
  /** All has been read, and the mirror takes it over in one step, which can't be cancelled. */
  isFinishing: boolean;
  /** Where boards were in the pages before. */
  known: ListShape;
  /** Names in its first pages. */
  readonly seen: SeenNames[];
}

/** Pages whose names are compared to learn the format of a service's list. */
const MOST_SEEN = 20;

/**
 * Reads the list into the mirror and reports the progress.
 *
 * A failed or cancelled listing never takes rows away. Only a first listing shows its rows while it runs.
 */
export class BoardList {
  readonly #options: BoardListOptions;
  readonly #reporter: ProgressReporter;
  #reading: Reading | null = null;
  #isOver = false;

  constructor(options: BoardListOptions) {
    this.#options = options;
    this.#reporter = createProgressReporter(() => void this.#tell(), options.after);
  }

  /** Rejects when the mirror can't be read. */
  async state(): Promise<BoardsState> {
    for (;;) {
      const reading = this.#reading;
      const phase = reading?.progress.phase;
      const facts = await this.#options.mirror.facts(this.#options.connectionId);
      // Facts from before a listing began or ended don't describe it.
      if (reading === this.#reading && phase === reading?.progress.phase) return this.#stateOf(facts);
    }
  }

  /** Lists all boards; resolves when the listing ends. Waits for a running listing instead of starting another. */
  list(api: Listed): Promise<void> {
    if (this.#reading?.progress.phase === 'loading') return this.#reading.over;
    const reading: Reading = {
      abort: new AbortController(),
      progress: BEGUN,
      over: Promise.resolve(),
      run: null,
      isFinishing: false,
      known: { container: null, isSure: false },
      seen: [],
    };
    this.#reading = reading;
    this.#reporter.changed();
    reading.over = this.#read(api, reading).catch(async (error: unknown) => {
      if (reading.abort.signal.aborted) return;
      this.#options.log.error('listing could not be kept', { error });
      this.#abandon(reading);
      await this.#ended(reading, 'failed', partMissing(error) ?? failure('storage'));
    });
    return reading.over;
  }

  /** Cancels a running listing and starts another; one that is about to end ends first. */
  async listAgain(api: Listed): Promise<void> {
    await this.cancel();
    if (this.#reading?.isFinishing === true) await this.#reading.over;
    return this.list(api);
  }

  async #read(api: Listed, reading: Reading): Promise<void> {
    const { connectionId, mirror, changes, wrongTimes, shapes, now } = this.#options;
    const { signal } = reading.abort;
    reading.known = {
      ...reading.known,
      hasBoards: (await mirror.facts(connectionId)).rows > 0,
      hasWrongTimes: (await wrongTimes.of(connectionId)) !== null,
    };
    const run = await mirror.begin(connectionId);
    reading.run = run;
    if (signal.aborted) return this.#abandon(reading);
    const end = await readAllPages(
      {
        fetch: async (asked, unwanted = signal) => {
          const ended = AbortSignal.any([signal, unwanted]);
          const page = await api.fetchBoards({ ...asked, known: reading.known }, ended);
          if (page.ok && ended.aborted) return fail(failure('cancelled'));
          if (!page.ok) return page;
          learn(reading, page.value.items, page.value);
          const { strange = [] } = page.value;
          if (reading.progress.strange.length === 0) reading.progress = { ...reading.progress, strange };
          return page;
        },
        take: (page, when) => mirror.take(connectionId, run, page.number, when),
      },
      async (asked) => {
        const page = await api.listBoards({ ...asked, known: reading.known }, signal);
        if (page.ok) learn(reading, page.value.items.length, page.value);
        return page;
      },
      ({ fresh, total, notUnderstood }) => {
        if (signal.aborted) return;
        const loaded = reading.progress.loaded + fresh;
        reading.progress = { ...reading.progress, loaded, total, notUnderstood };
        this.#reporter.changed();
      },
    );
    if (signal.aborted) return;
    if (!end.ok) {
      this.#abandon(reading);
      return this.#ended(reading, 'failed', end.error);
    }
    reading.isFinishing = true;
    reading.progress = { ...reading.progress, preparing: true };
    await this.#tell();
    const { total, notUnderstood } = reading.progress;
    const { completeness, refusal } = end.value;
    const expected = changes.expected();
    const ended = { completeness, total, notUnderstood, at: now(), ...expected } as const;
    const lag = await mirror.finish(connectionId, run, ended);
    await this.#options.checkTimes(api);
    changes.listed(expected, lag, completeness === 'complete');
    shapes.listed(connectionId, reading.seen, end.value);
    await this.#ended(reading, 'done', completeness === 'complete' ? null : refusal);
  }

  /** Ends a running listing and cancels its requests. */
  async cancel(): Promise<void> {
    const reading = this.#reading;
    if (reading?.progress.phase !== 'loading' || reading.isFinishing) return;
    reading.abort.abort();
    this.#abandon(reading);
    await this.#ended(reading, 'cancelled');
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
    // A mirror that can't be written fails for the next caller too, and drops this run when it is next opened.
    this.#options.mirror.abandon(this.#options.connectionId, run).catch(() => undefined);
  }

  async #ended(reading: Reading, phase: Progress['phase'], failed: Failure | null = null): Promise<void> {
    if (reading.progress.phase !== 'loading') return;
    reading.progress = { ...reading.progress, phase, preparing: false, failure: failed };
    this.#reporter.quiet();
    await this.#tell();
  }

  async #tell(): Promise<void> {
    if (this.#isOver) return;
    const state = await this.state().catch((error: unknown): BoardsState => ({
      ...this.#stateOf(UNREAD),
      phase: 'failed',
      failure: partMissing(error) ?? failure('storage'),
    }));
    if (!this.#isOver) this.#options.onChange(state);
  }

  #stateOf(facts: MirrorFacts): BoardsState {
    const { connectionId, changes } = this.#options;
    const { completeness, rows, vanished, asOf, revision } = facts;
    const progress = this.#reading?.progress ?? null;
    // A mirror that was listed stays listed after a restart; a newly created one never was.
    const phase = asOf === null ? 'never' : 'done';
    const isOver = progress === null || progress.phase === 'done';
    const { total, notUnderstood } = isOver ? facts : progress;
    return {
      connectionId,
      completeness,
      rows,
      vanished,
      asOf,
      revision,
      total,
      notUnderstood,
      phase: isOver ? phase : progress.phase,
      loaded: progress?.loaded ?? 0,
      preparing: progress?.preparing ?? false,
      strange: notUnderstood === 0 ? [] : (progress?.strange ?? []),
      ...changes.told(),
      failure: progress?.failure ?? null,
    };
  }
}

/** Learns from a page how the service writes its list. */
function learn(
  reading: Reading,
  items: number,
  { container, seen }: Pick<ListedPage, 'container' | 'seen'>,
): void {
  if (seen !== undefined && reading.seen.length < MOST_SEEN) reading.seen.push(seen);
  if (items > 0 && container !== undefined) reading.known = { ...reading.known, container, isSure: true };
}

/** The facts of a mirror that can't be read. */
const UNREAD: MirrorFacts = {
  completeness: 'maybe-incomplete',
  asOf: null,
  total: null,
  notUnderstood: 0,
  rows: 0,
  vanished: 0,
  revision: 0,
};
