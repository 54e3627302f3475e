/** Activity log: an append-only record of changes and visits on this computer. */
import type {
  ActivityEntry,
  ActivityFilter,
  ActivityOutline,
  ActivityPage,
} from '../../preload/contract/activity.ts';
import type { FileWritten } from '../../preload/contract/call.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { createProgressReporter, type Clock, type ProgressReporter } from '../lib/clock.ts';
import type { NewEntry, RecordActivity } from '../lib/implementation.ts';
import { timeCell, type Cell } from '../lib/files/csv.ts';
import type { CopyText } from '../lib/files/files.ts';
import { jsonPieces, tablePieces, type SaveExport } from '../lib/files/table.ts';
import type { Log } from '../lib/log/log.ts';
import { redact } from '../lib/log/redact.ts';
import type { Store } from '../store/database.ts';
import { failure } from '../lib/wording/failure.ts';

export interface ActivityOptions extends Clock {
  readonly table: Store['activity'];
  readonly saveExport: SaveExport;
  readonly user: string;
  readonly nameOf: (connectionId: string) => Promise<string | null>;
  readonly copyText: CopyText;
  readonly log: Log;
  readonly onChange: (change: { readonly entries: number }) => void;
}

const LONGEST_TEXT = 200;
const LONGEST_ID = 512;
const TRY_AGAIN_MS = 5000;
/** Minimum interval in ms between events about new entries, because each event reloads an open log page. */
const PUBLISH_EVERY_MS = 1000;
const EXPORT_BATCH = 1000;

interface Waiting {
  readonly entry: Omit<ActivityEntry, 'number' | 'connectionName'> & {
    readonly connectionName: string | null;
  };
  number: number | null;
}

export class Activity {
  readonly #options: ActivityOptions;
  readonly #log: Log;
  #waiting: Waiting[] = [];
  #writing: Promise<void> = Promise.resolve();
  /** True for 5 s after a failed write to the log, perhaps on a full disk. Meanwhile, new entries wait in memory. */
  #isRetrying = false;
  #cancelRetry: () => void = () => undefined;
  readonly #reporter: ProgressReporter;
  #last = 0;

  constructor(options: ActivityOptions) {
    this.#options = options;
    this.#log = options.log.scope('activity');
    const publish = (): void => options.onChange({ entries: this.#last });
    this.#reporter = createProgressReporter(publish, options.after, PUBLISH_EVERY_MS);
  }

  /** Queues log entries, and writes them as soon as earlier writes have ended. */
  readonly record: RecordActivity = (...happened) => {
    for (const each of happened) this.#queue(each);
    if (!this.#isRetrying) void this.#flush();
  };

  /** Writes a log entry and returns its number. If the database fails, returns null and retries the write later. */
  readonly write = async (happened: NewEntry): Promise<number | null> => {
    const queued = this.#queue(happened);
    await this.#flush();
    return queued.number;
  };

  page(args: ArgsOf<'activity.page'>): Promise<Result<ActivityPage>> {
    return this.#read((table) => table.page(args));
  }

  outline(): Promise<Result<ActivityOutline>> {
    return this.#read((table) => table.outline());
  }

  async export({ format, ...filter }: ArgsOf<'activity.export'>): Promise<Result<FileWritten | null>> {
    const { saveExport, table } = this.#options;
    const written = await this.#read(() =>
      saveExport('activity', format, () =>
        format === 'csv'
          ? tablePieces(COLUMNS, pagesOf(table, filter, cellsOf))
          : jsonPieces(pagesOf(table, filter, (entry) => JSON.stringify(entry))),
      ),
    );
    return written.ok ? written.value : written;
  }

  async copyTarget({ target }: ArgsOf<'activity.copyTarget'>): Promise<Result<null>> {
    const found = await this.#read((table) => table.isTarget(target));
    if (!found.ok) return found;
    return found.value ? this.#options.copyText(target) : fail(failure('not-found'));
  }

  async close(): Promise<void> {
    await this.#flush();
  }

  #queue(happened: NewEntry): Waiting {
    const queued = { entry: this.#entryOf(happened), number: null };
    this.#waiting.push(queued);
    return queued;
  }

  #entryOf(happened: NewEntry): Waiting['entry'] {
    return {
      at: this.#options.now(),
      user: this.#options.user,
      connectionId: happened.connectionId,
      connectionName: happened.connectionName ?? null,
      action: happened.action,
      target: this.#clean(happened.target, LONGEST_ID),
      outcome: happened.outcome,
      status: happened.status ?? null,
      detail: this.#clean(happened.detail ?? '', LONGEST_TEXT),
      reason: this.#clean(happened.reason ?? '', LONGEST_TEXT),
      job: this.#clean(happened.job ?? '', LONGEST_ID),
    };
  }

  #clean(text: string, most: number): string {
    return redact(this.#options.log.secrets.takenFrom(text)).slice(0, most).toWellFormed();
  }

  #flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    return this.#writing;
  }

  async #writeWaiting(): Promise<void> {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    try {
      const names = await this.#namesOf(batch);
      const entries = batch.map(({ entry }) => ({
        ...entry,
        connectionName: entry.connectionName ?? names.get(entry.connectionId) ?? '',
      }));
      this.#last = await this.#options.table.add(entries);
      for (const [at, queued] of batch.entries()) queued.number = this.#last - batch.length + 1 + at;
      this.#reporter.changed();
    } catch (error) {
      this.#log.error('activity can’t be written', { error });
      this.#waiting = [...batch, ...this.#waiting];
      this.#cancelRetry();
      this.#isRetrying = true;
      this.#cancelRetry = this.#options.after(TRY_AGAIN_MS, () => {
        this.#isRetrying = false;
        void this.#flush();
      });
    }
  }

  async #namesOf(batch: readonly Waiting[]): Promise<ReadonlyMap<string, string>> {
    const unnamed = batch.flatMap(({ entry }) => (entry.connectionName === null ? entry.connectionId : []));
    const named = [...new Set(unnamed)].map(
      async (id) => [id, (await this.#options.nameOf(id)) ?? ''] as const,
    );
    return new Map(await Promise.all(named));
  }

  async #read<T>(work: (table: ActivityOptions['table']) => Promise<T>): Promise<Result<T>> {
    await this.#flush();
    try {
      return ok(await work(this.#options.table));
    } catch (error) {
      this.#log.error('the activity log can’t be read', { error });
      return fail(failure('storage', { message: 'Easel can’t read the activity log.' }));
    }
  }
}

const COLUMNS = 'number,time,user,connection,action,target,outcome,status,detail,reason,job'.split(',');

async function* pagesOf<T>(
  table: ActivityOptions['table'],
  filter: ActivityFilter,
  rowOf: (entry: ActivityEntry) => T,
): AsyncGenerator<Result<readonly T[]>, void, void> {
  let entries = await table.after(0, EXPORT_BATCH, filter);
  while (entries.length > 0) {
    yield ok(entries.map(rowOf));
    entries = await table.after(entries.at(-1)?.number ?? 0, EXPORT_BATCH, filter);
  }
}

function cellsOf(entry: ActivityEntry): readonly Cell[] {
  const { number, at, user, connectionName, action, target, outcome, status, detail, reason, job } = entry;
  const time = timeCell(at);
  return [number, time, user, connectionName, action, target, outcome, status ?? '', detail, reason, job];
}
