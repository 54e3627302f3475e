/**
 * Activity: an append-only, hash-chained local log of every change and visit.
 *
 * It lies in a file of its own, a line an entry, so that it can be read without Easel. Where the chain stood last is
 * kept in the database too: what was cut off at the end while Easel was closed is missed when it is opened.
 */
import type {
  ActivityCheck,
  ActivityEntry,
  ActivityFilter,
  ActivityPage,
} from '../../preload/contract/activity.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { FileWritten } from '../../preload/contract/call.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Files } from '../files/files.ts';
import type { Log } from '../log/log.ts';
import { redact } from '../log/redact.ts';
import { failure } from '../service/failures.ts';
import type { Store } from '../store/database.ts';
import { ActivityFile } from './activity-file.ts';
import { checkChain } from './check.ts';
import { exportEntries } from './export-entries.ts';
import { compareHead, readHead } from './kept-head.ts';
import { lineOf, NO_HEAD, readLine, type Head } from './line.ts';
import { matches } from './matching.ts';

/** What a use case says of what happened; number, time, user and the connection's name are added here. */
export type Happened = Pick<ActivityEntry, 'connectionId' | 'action' | 'target' | 'outcome'> &
  Partial<Pick<ActivityEntry, 'connectionName' | 'status' | 'detail' | 'reason'>>;

/** What use cases need of the log. It never fails: what can't be written is kept and tried again, and logged. */
export type Record = (...happened: readonly Happened[]) => void;

export interface ActivityOptions {
  readonly file: string;
  readonly settings: Pick<Store['settings'], 'get' | 'set'>;
  readonly files: Pick<Files, 'saveStream'>;
  /** The operating system's user. */
  readonly user: string;
  /** How a connection is called now; null for one that is not there any more. */
  readonly nameOf: (connectionId: string) => Promise<string | null>;
  readonly log: Log;
  readonly onChange: (change: { readonly entries: number }) => void;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The setting that holds where the chain stood last. */
const HEAD_SETTING = 'activity-head';
const LONGEST_TEXT = 200;
const LONGEST_ID = 512;
/** How long to wait before writing is tried again, ms. */
const TRY_AGAIN_MS = 5000;
/** Entries that are kept while they can't be written. */
const MOST_WAITING = 100_000;

type Waiting = Omit<ActivityEntry, 'number' | 'connectionName'> & { readonly connectionName: string | null };

export class Activity {
  readonly #options: ActivityOptions;
  readonly #log: Log;
  readonly #opened: Promise<ActivityFile | null>;
  #head: Head = NO_HEAD;
  #waiting: Waiting[] = [];
  #writing: Promise<void> = Promise.resolve();
  #isPlanned = false;

  constructor(options: ActivityOptions) {
    this.#options = options;
    this.#log = options.log.scope('activity');
    this.#opened = this.#open();
  }

  /** Appends, in order; written within a moment, and all of it before `close` settles. */
  readonly record: Record = (...happened) => {
    for (const one of happened) {
      if (this.#waiting.length >= MOST_WAITING) return this.#log.error('activity is lost: too much waits');
      this.#waiting.push(this.#entryOf(one));
    }
    this.#plan();
  };

  /** Newest first: those at place `from` on among what matches. */
  async page({ from, count, ...filter }: ArgsOf<'activity.page'>): Promise<Result<ActivityPage>> {
    // Only the newest are kept: nobody looks at a million of them.
    let newest: ActivityEntry[] = [];
    let matching = 0;
    const most = from + count;
    const read = await this.#each(filter, (entry) => {
      matching += 1;
      newest.push(entry);
      if (newest.length >= 2 * most) newest = newest.slice(-most);
    });
    if (!read.ok) return read;
    const entries = newest.toReversed().slice(from, most);
    return ok({ from, entries, matching });
  }

  /** Reads the whole log and checks that no line was changed, taken out or put in. */
  async check(): Promise<Result<ActivityCheck>> {
    return this.#read(async (file) => {
      const kept = await this.#options.settings.get(HEAD_SETTING);
      return checkChain(file.lines(), readHead(kept));
    });
  }

  /** Lets the person choose where, and writes what matches, oldest first; null when they chose nowhere. */
  async export({ format, ...filter }: ArgsOf<'activity.export'>): Promise<Result<FileWritten | null>> {
    const { files, now } = this.#options;
    const day = new Date(now()).toISOString().slice(0, 10);
    const place = await files.saveStream('activity', `easel-activity-${day}.${format}`);
    if (place === null) return ok(null);
    if (!place.ok) return fail(failure('storage', { message: place.error }));
    const read = await this.#read((file) => exportEntries(file.lines(), filter, format, place.value));
    if (read.ok) return read.value;
    await place.value.abort();
    return read;
  }

  /** Settles when everything is written, or can't be. */
  async close(): Promise<void> {
    await this.#flush();
    await (await this.#opened)?.close().catch(() => undefined);
  }

  #entryOf(one: Happened): Waiting {
    return {
      at: this.#options.now(),
      user: this.#options.user,
      connectionId: one.connectionId,
      connectionName: one.connectionName ?? null,
      action: one.action,
      target: this.#clean(one.target, LONGEST_ID),
      outcome: one.outcome,
      status: one.status ?? null,
      detail: this.#clean(one.detail ?? '', LONGEST_TEXT),
      reason: this.#clean(one.reason ?? '', LONGEST_TEXT),
    };
  }

  /** Every text is redacted again: it comes from many places. */
  #clean(text: string, most: number): string {
    return redact(this.#options.log.withoutSecrets(text)).slice(0, most).toWellFormed();
  }

  async #open(): Promise<ActivityFile | null> {
    const { file, settings, now } = this.#options;
    try {
      const kept = readHead(await settings.get(HEAD_SETTING));
      const opened = await ActivityFile.open(file, now());
      const { damaged } = opened.tail;
      const { head, cut } = await compareHead(opened.file, opened.tail, kept);
      this.#head = head;
      const detail = `${damaged} bytes at the end were set aside.`;
      const found = [cut, damaged > 0 ? { ...MENDED, detail } : null].filter((one) => one !== null);
      // From now on a log with lines and no head is one whose head was lost.
      if (kept === null && found.length === 0) await this.#keep(head);
      if (found.length > 0) {
        // Before what waits: it happened before. What is missing comes first: its number makes the gap.
        this.#waiting.unshift(...found.map((one) => this.#entryOf(one)));
        this.#plan();
      }
      return opened.file;
    } catch (error) {
      this.#log.error('the activity log can’t be opened', { error });
      return null;
    }
  }

  #plan(ms = 0): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#options.after(ms, () => {
      this.#isPlanned = false;
      void this.#flush();
    });
  }

  /** One writing after another. */
  #flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const file = await this.#opened;
    const batch = this.#waiting;
    if (file === null || batch.length === 0) return;
    this.#waiting = [];
    const names = await this.#namesOf(batch);
    const lines: string[] = [];
    let head = this.#head;
    for (const one of batch) {
      const connectionName = one.connectionName ?? names.get(one.connectionId) ?? '';
      const next = lineOf({ number: head.number + 1, ...one, connectionName }, head);
      lines.push(next.line);
      head = next.head;
    }
    try {
      await file.append(lines);
    } catch (error) {
      this.#log.error('activity can’t be written', { error });
      this.#waiting = [...batch, ...this.#waiting];
      this.#plan(TRY_AGAIN_MS);
      return;
    }
    this.#head = head;
    await this.#keep(head);
    this.#options.onChange({ entries: head.number });
  }

  /** Only once the file has the line: a head of a line that is nowhere would look like a cut. */
  #keep(head: Head): Promise<void> {
    return this.#options.settings.set(HEAD_SETTING, JSON.stringify(head)).catch(() => undefined);
  }

  async #namesOf(batch: readonly Waiting[]): Promise<ReadonlyMap<string, string>> {
    const ids = new Set(batch.flatMap((one) => (one.connectionName === null ? one.connectionId : [])));
    const named = [...ids].map(async (id) => [id, (await this.#options.nameOf(id)) ?? ''] as const);
    return new Map(await Promise.all(named));
  }

  /** What was recorded before is read too. */
  async #read<T>(work: (file: ActivityFile) => Promise<T>): Promise<Result<T>> {
    await this.#flush();
    const file = await this.#opened;
    try {
      if (file !== null) return ok(await work(file));
    } catch (error) {
      this.#log.error('the activity log can’t be read', { error });
    }
    return fail(failure('storage', { message: 'The activity log can’t be read on this computer.' }));
  }

  async #each(filter: ActivityFilter, found: (entry: ActivityEntry) => void): Promise<Result<null>> {
    return this.#read(async (file) => {
      for await (const lines of file.lines()) {
        for (const line of lines) {
          const entry = readLine(line)?.entry;
          if (entry !== undefined && matches(entry, filter)) found(entry);
        }
      }
      return null;
    });
  }
}

const MENDED: Happened = { connectionId: '', action: 'log-mended', target: '', outcome: 'done' };
