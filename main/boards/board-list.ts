/** The boards list of one connection: rows in the mirror, progress of a listing, completeness. */
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
  readonly checkTimes: (api: Listed) => Promise<void>;
  readonly shapes: Pick<ServiceShapes, 'listed'>;
  readonly log: Log;
  readonly onChange: (state: BoardsState) => void;
}

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

interface Reading {
  readonly abort: AbortController;
  progress: Progress;
  over: Promise<void>;
  /** Its number in the mirror while it is there. */
  run: number | null;
  /** All pages are read; the mirror's last step can't be cancelled. */
  isFinishing: boolean;
  known: ListShape;
  readonly seen: SeenNames[];
}

/** Most pages compared to learn a service's format. */
const MOST_SEEN = 20;

/**
 * Reads the list into the mirror and reports progress. A failed or cancelled listing removes no rows. Only a first
 * listing shows rows while it runs.
 */
export class BoardList {
  readonly #options: BoardListOptions;
  readonly #reporter: ProgressReporter;
  #reading: Reading | null = null;
  #isOver = false;

  constructor(options: BoardListOptions) {
    this.#options = options;
    this.#reporter = createProgressReporter(() => void this.#publish(), options.after);
  }

  /** Rejects if the mirror can't be read. */
  async state(): Promise<BoardsState> {
    for (;;) {
      const reading = this.#reading;
      const phase = reading?.progress.phase;
      const facts = await this.#options.mirror.facts(this.#options.connectionId);
      // Read again if a listing began or ended meanwhile.
      if (reading === this.#reading && phase === reading?.progress.phase) return this.#stateOf(facts);
    }
  }

  /** Lists all boards and waits for the end. Joins a running listing. */
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

  /** Starts another listing, after cancelling a running one or waiting for its last step. */
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
        fetch: async (request, unwanted = signal) => {
          const ended = AbortSignal.any([signal, unwanted]);
          const page = await api.fetchBoards({ ...request, known: reading.known }, ended);
          if (page.ok && ended.aborted) return fail(failure('cancelled'));
          if (!page.ok) return page;
          learn(reading, page.value.items, page.value);
          const { strange = [] } = page.value;
          if (reading.progress.strange.length === 0) reading.progress = { ...reading.progress, strange };
          return page;
        },
        take: (page, when) => mirror.take(connectionId, run, page.number, when),
      },
      async (request) => {
        const page = await api.listBoards({ ...request, known: reading.known }, signal);
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
    await this.#publish();
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

  async cancel(): Promise<void> {
    const reading = this.#reading;
    if (reading?.progress.phase !== 'loading' || reading.isFinishing) return;
    reading.abort.abort();
    this.#abandon(reading);
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
    // If this fails the mirror drops the run when it is next opened.
    this.#options.mirror.abandon(this.#options.connectionId, run).catch(() => undefined);
  }

  async #ended(reading: Reading, phase: Progress['phase'], failed: Failure | null = null): Promise<void> {
    if (reading.progress.phase !== 'loading') return;
    reading.progress = { ...reading.progress, phase, preparing: false, failure: failed };
    this.#reporter.quiet();
    await this.#publish();
  }

  async #publish(): Promise<void> {
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
    // A listing of an earlier run counts.
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

function learn(
  reading: Reading,
  items: number,
  { container, seen }: Pick<ListedPage, 'container' | 'seen'>,
): void {
  if (seen !== undefined && reading.seen.length < MOST_SEEN) reading.seen.push(seen);
  if (items > 0 && container !== undefined) reading.known = { ...reading.known, container, isSure: true };
}

const UNREAD: MirrorFacts = {
  completeness: 'maybe-incomplete',
  asOf: null,
  total: null,
  notUnderstood: 0,
  rows: 0,
  vanished: 0,
  revision: 0,
};
