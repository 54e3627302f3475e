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
  ActivityOutline,
  ActivityPage,
} from '../../preload/contract/activity.ts';
import * as v from 'valibot';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { FileWritten } from '../../preload/contract/call.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Clock } from '../clock.ts';
import { writePieces, type CopyText, type Files, type Pieces } from '../files/files.ts';
import type { Log } from '../log/log.ts';
import { redact } from '../log/redact.ts';
import { failure } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';
import { ActivityFile, MOST_LINES, type Tail } from './activity-file.ts';
import { matches, Timeline } from './timeline.ts';
import { count, follows, lineOf, NO_HEAD, readLine, type Head } from './line.ts';
import { BYTE_ORDER_MARK, csvRow, timeCell, type Cell } from '../files/csv.ts';
import { readJson } from '../files/json-file.ts';
import { formatNumber, dayOf } from '../wording/format.ts';

/** An event as a use case reports it; number, time, user and the connection's name are added here. */
export type NewEntry = Pick<ActivityEntry, 'connectionId' | 'action' | 'target' | 'outcome'> &
  Partial<Pick<ActivityEntry, 'connectionName' | 'status' | 'detail' | 'reason' | 'job'>>;

/** What use cases need of the log. It never fails: what can't be written is kept and tried again, and logged. */
export type Record = (...happened: readonly NewEntry[]) => void;

export interface ActivityOptions extends Clock {
  readonly file: string;
  readonly settings: Pick<Store['settings'], 'get' | 'set'>;
  readonly files: Pick<Files, 'saveStream'>;
  /** The operating system's user. */
  readonly user: string;
  /** How a connection is called now; null for one that is not there any more. */
  readonly nameOf: (connectionId: string) => Promise<string | null>;
  readonly copyText: CopyText;
  readonly log: Log;
  readonly onChange: (change: { readonly entries: number }) => void;
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
  readonly #timeline = new Timeline();
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

  /** The rows at place `from` on, newest first. */
  page(args: ArgsOf<'activity.page'>): Promise<Result<ActivityPage>> {
    return this.#read((file) => this.#timeline.page(file, args));
  }

  /** Days, people and connections that the log can be narrowed to. */
  outline(filter: ActivityFilter): Promise<Result<ActivityOutline>> {
    return this.#read((file) => this.#timeline.outline(file, filter));
  }

  /** Reads the whole log and checks that no line was changed, taken out or put in. */
  async check(): Promise<Result<ActivityCheck>> {
    return this.#read(async (file) => checkChain(file.lines(), await this.#keptHead()));
  }

  /** Lets the person choose where, and writes what matches, oldest first; null when they chose nowhere. */
  async export({ format, ...filter }: ArgsOf<'activity.export'>): Promise<Result<FileWritten | null>> {
    const { files, now } = this.#options;
    const place = await files.saveStream('activity', `easel-activity-${dayOf(now())}.${format}`);
    if (place === null) return ok(null);
    const read = await this.#read((file) => writePieces(place, entriesText(file.lines(), filter, format)));
    if (read.ok) return read.value;
    // Nothing may have been read.
    if (place.ok) await place.value.abort();
    return read;
  }

  /** Copies an id. Fails with `not-found` where no entry is about it, so that no page has other text copied. */
  async copyTarget({ target }: ArgsOf<'activity.copyTarget'>): Promise<Result<null>> {
    const found = await this.#read((file) => isTarget(file, target));
    if (!found.ok) return found;
    return found.value ? this.#options.copyText(target) : fail(failure('not-found'));
  }

  /** Settles when everything is written, or can't be. */
  async close(): Promise<void> {
    await this.#flush();
    await (await this.#opened)?.close().catch(() => undefined);
  }

  #entryOf(one: NewEntry): Waiting {
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
      job: this.#clean(one.job ?? '', LONGEST_ID),
    };
  }

  /** Every text is redacted again: it comes from many places. */
  #clean(text: string, most: number): string {
    return redact(this.#options.log.secrets.takenFrom(text)).slice(0, most).toWellFormed();
  }

  async #open(): Promise<ActivityFile | null> {
    const { file, now } = this.#options;
    try {
      const kept = await this.#keptHead();
      const opened = await ActivityFile.open(file, now());
      const { damaged } = opened.tail;
      const { head, cut } = await compareHead(opened.file, opened.tail, kept);
      this.#head = head;
      const detail = `Moved ${formatNumber(damaged)} damaged bytes from the end of the log to another file.`;
      const found = [cut, damaged > 0 ? { ...MENDED, detail } : null].filter((one) => one !== null);
      // From now on a log with lines and no head is one whose head was lost.
      if (kept === null && found.length === 0) await this.#keep(head);
      if (found.length > 0) {
        // Goes before the queued entries, because it happened first. A report of missing lines comes first of all: its
        // number makes the gap.
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

  /** Null when there is no readable one. */
  async #keptHead(): Promise<Head | null> {
    return readJson(keptHead, await this.#options.settings.get(HEAD_SETTING));
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
    return fail(failure('storage', { message: 'Easel can’t read the activity log.' }));
  }
}

async function isTarget(file: ActivityFile, target: string): Promise<boolean> {
  const written = JSON.stringify(target);
  for await (const lines of file.lines()) {
    if (lines.some((text) => text.includes(written) && readLine(text)?.entry.target === target)) return true;
  }
  return false;
}

const MENDED: NewEntry = { connectionId: '', action: 'log-mended', target: '', outcome: 'done' };

// Where the chain stood last, kept in the database: compared with the file when it is opened, before anything is appended
// that would be kept in its place.

/**
 * Gives what the next line follows (the last line's hash, and the highest number that was ever used), and what to record
 * for good; null when nothing written is missing.
 *
 * `kept`: null where the database remembers nothing. A file with more lines than it remembers is sound: Easel ended
 * between writing a line and keeping its head.
 *
 * The number of the next line is higher than that of every line that is missing, so that no number means two things:
 * a line's number in an export or a ticket never leads to another one. The gap is what the check goes by later.
 */
async function compareHead(
  file: ActivityFile,
  tail: Tail,
  kept: Head | null,
): Promise<{ readonly head: Head; readonly cut: NewEntry | null }> {
  const last = tail.head;
  if (kept === null) {
    const isNew = file.size === 0 && tail.damaged === 0;
    return { head: last, cut: isNew ? null : CANT_TELL };
  }
  const isThere = kept.number === 0 || isSame(last, kept) || (await knows(file, kept));
  // After a long unreadable stretch the chain continues from its last known number.
  if (isThere) return { head: last.number < kept.number ? kept : last, cut: null };
  return {
    head: { number: Math.max(last.number, kept.number), hash: last.hash },
    // Its target is the hash that is missed: the lines, found elsewhere, can be told by it.
    cut: { ...CUT, target: kept.hash, detail: whatIsMissing(file, last, kept) },
  };
}

const keptHead = v.object({ number: v.pipe(count, v.maxValue(MOST_LINES - 1)), hash: v.string() });

const CUT: NewEntry = { connectionId: '', action: 'log-cut', target: '', outcome: 'failed' };

const CANT_TELL: NewEntry = {
  ...CUT,
  outcome: 'unknown',
  detail: 'Entries may be missing before this one: Easel no longer knows which was the last.',
};

const isSame = (one: Head, other: Head): boolean => one.number === other.number && one.hash === other.hash;

/** Whether a line has this head, or says that it is missing: Easel may have ended before it kept that line's own. */
async function knows(file: ActivityFile, kept: Head): Promise<boolean> {
  for await (const lines of file.lines()) {
    for (const text of lines) {
      const line = text.includes(kept.hash) ? readLine(text) : null;
      if (line === null) continue;
      if (isSame(line.head, kept)) return true;
      if (line.entry.action === 'log-cut' && line.entry.target === kept.hash) return true;
    }
  }
  return false;
}

function whatIsMissing(file: ActivityFile, last: Head, kept: Head): string {
  const missing = kept.number - last.number;
  if (file.size === 0) {
    return missing === 1
      ? 'The only entry is missing, number 1: the log was emptied, removed or replaced.'
      : `All ${missing} entries are missing, numbers 1 to ${missing}: the log was emptied, removed or replaced.`;
  }
  if (last.number === 0 || missing <= 0) {
    return `Entry ${kept.number} is no longer what Easel wrote: the log was changed or replaced.`;
  }
  return missing === 1
    ? `1 entry is missing at the end: number ${kept.number}.`
    : `${missing} entries are missing at the end: numbers ${last.number + 1} to ${kept.number}.`;
}

// Whether each line of the activity log follows from the one before, none says that lines are missing, and the last is there.

const LONGEST_QUOTE = 200;

/** `kept`: where the chain stood when it was last written, as the database remembers it; null where it does not. */
async function checkChain(
  batches: AsyncIterable<readonly string[]>,
  kept: Head | null,
): Promise<ActivityCheck> {
  let head = NO_HEAD;
  let entries = 0;
  let brokenAt: number | null = null;
  let firstCut: { readonly at: number; readonly entry: ActivityEntry } | null = null;
  let cuts = 0;
  let keptIsThere = kept === null || kept.number === 0;
  for await (const lines of batches) {
    for (const line of lines) {
      entries += 1;
      const read = readLine(line);
      if (read === null || !follows(head, read)) brokenAt ??= entries;
      if (read?.entry.action === 'log-cut') {
        cuts += 1;
        firstCut ??= { at: entries, entry: read.entry };
      }
      // What comes behind a broken line may still hang together: one finding, not thousands.
      head = read?.head ?? head;
      if (kept !== null && head.number === kept.number && head.hash === kept.hash) keptIsThere = true;
    }
  }
  const findings: { readonly at: number; readonly sentence: string }[] = [];
  if (firstCut !== null) {
    const { at, entry } = firstCut;
    const others = cuts === 1 ? '' : ` The log has ${formatNumber(cuts)} such entries.`;
    const quote = entry.detail.slice(0, LONGEST_QUOTE);
    findings.push({ at, sentence: `${quote} (Recorded in entry ${entry.number}.)${others}` });
  }
  if (brokenAt !== null) {
    const sentence = `Entry ${brokenAt} or one before it was changed or removed.`;
    findings.push({ at: brokenAt, sentence });
  } else if (!keptIsThere) {
    const sentence = `Entries are missing at the end: the last one written was number ${kept?.number ?? 0}.`;
    findings.push({ at: entries + 1, sentence });
  }
  if (findings.length === 0) {
    const summary = `The log is unchanged. Entries checked: ${formatNumber(entries)}.`;
    return { entries, brokenAt: null, summary };
  }
  const summary = findings.map(({ sentence }) => sentence).join(' ');
  return { entries, brokenAt: Math.min(...findings.map(({ at }) => at)), summary };
}

// Entries of the activity log as the text of a file of the person's.

const COLUMNS = [
  'number',
  'time',
  'user',
  'connection',
  'action',
  'target',
  'outcome',
  'status',
  'detail',
  'reason',
  'job',
];

/** The JSON form keeps each line as it is in the log, with its hash, so that it can be verified elsewhere. */
async function* entriesText(
  batches: AsyncIterable<readonly string[]>,
  filter: ActivityFilter,
  format: 'csv' | 'json',
): Pieces {
  yield ok({ text: format === 'csv' ? BYTE_ORDER_MARK + csvRow(COLUMNS) : '[', items: 0 });
  let isFirst = true;
  for await (const lines of batches) {
    const piece = { text: '', items: 0 };
    for (const line of lines) {
      const entry = readLine(line)?.entry;
      if (entry === undefined || !matches(entry, filter)) continue;
      piece.text += format === 'csv' ? csvRow(cellsOf(entry)) : `${isFirst ? '' : ','}\n${line}`;
      piece.items += 1;
      isFirst = false;
    }
    yield ok(piece);
  }
  if (format === 'json') yield ok({ text: '\n]\n', items: 0 });
}

function cellsOf(entry: ActivityEntry): readonly Cell[] {
  const { number, at, user, connectionName, action, target, outcome, status, detail, reason, job } = entry;
  const time = timeCell(at);
  return [number, time, user, connectionName, action, target, outcome, status ?? '', detail, reason, job];
}
