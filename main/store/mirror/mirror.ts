/**
 * The mirror of each connection's boards, on this disk: written by one thread, read by another, so that neither a
 * listing nor a search ever holds the window up.
 */
import { existsSync } from 'node:fs';
import { openThread, ThreadError, type Remote, type Thread } from '../../threads/rpc.ts';
import type { BoardsState } from '../../../preload/contract/boards.ts';
import { mirrorFile } from './files.ts';
import type { MirrorReader } from './reader.ts';
import type { SortProgress } from './sort.ts';
import type { MirrorWorkerData } from './worker.ts';
import type { MirrorWriter } from './writer.ts';

/** What is known of a list beside its rows; survives restarts. Moments are epoch ms. */
export interface MirrorFacts {
  readonly completeness: BoardsState['completeness'];
  /** When the last listing that ended well did so; null for never. */
  readonly asOf: number | null;
  readonly total: number | null;
  readonly notUnderstood: number;
  /** Rows that are not vanished. */
  readonly rows: number;
  readonly vanished: number;
  readonly revision: number;
}

/** How a listing ended well. */
export interface ListingEnd {
  readonly completeness: MirrorFacts['completeness'];
  readonly total: number | null;
  readonly notUnderstood: number;
  readonly at: number;
  /** Boards made here a moment ago, which don't vanish, and deleted ones: the listing is held against these. */
  readonly made?: readonly string[];
  readonly deleted?: readonly string[];
}

/** What a listing says otherwise than what was done here: made and missing in a complete list, or deleted and back. */
export interface Lag {
  readonly missing: readonly string[];
  readonly back: readonly string[];
}

/**
 * What the two threads answer, as promises; each call is described there. Everything rejects when the disk fails; a damaged
 * mirror is kept aside and begun anew by itself.
 */
export type Mirror = Remote<
  Omit<MirrorWriter, 'tidy' | 'sort' | 'beginAnew'> & Omit<MirrorReader, 'release'>
>;

/**
 * What a thread refuses. `list-changed`: what a selection meant is gone, and the page must be asked to select again.
 * `unready`: a file is of another Easel, or not begun, and who writes has to open it before it can be read.
 * `main-unreadable`: the main database, which is no damage of a mirror. `nobody-waits`: for an order that was prepared.
 */
export class MirrorError extends Error {
  readonly kind: 'list-changed' | 'unready' | 'main-unreadable' | 'nobody-waits';
  constructor(kind: MirrorError['kind'], cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

/** What is told of an error from the threads; `question`: neither the file nor the disk is at fault. */
const kindOf = (error: unknown): string =>
  error instanceof ThreadError || error instanceof MirrorError ? error.kind : '';

/** Whether a call was refused because its selection would mean other boards than it did. */
export const isListChanged = (error: unknown): boolean => kindOf(error) === 'list-changed';

/** Whether it was the question that could not be answered, and neither the file nor the disk is at fault. */
export const isOfQuestion = (error: unknown): boolean => kindOf(error) === 'question';

/** `workerUrl`: where the built worker lies; from source it is this room's `worker.ts`. */
type MirrorOptions = Omit<MirrorWorkerData, 'role' | 'progress'> & { readonly workerUrl?: URL };

/**
 * Room for what is young in a thread's memory. Left to itself it grows to what a million boards need for a moment, and
 * never shrinks: with bounds main weighs 100 MB less. Listings make much that is young, questions little.
 */
const YOUNG_MB = { write: 16, read: 2 } as const;

/** A file is opened with the first call about it, and so does the thread that writes start. */
export function openMirror({ workerUrl, ...options }: MirrorOptions): Mirror {
  const progress: SortProgress = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));
  const open = <Served>(role: MirrorWorkerData['role']): Thread<{ readonly mirror: Served }> =>
    openThread({
      url: workerUrl ?? new URL('./worker.ts', import.meta.url),
      name: `the mirror’s thread (${role})`,
      data: { role, progress, ...options } satisfies MirrorWorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB[role] },
      restarts: true,
    });
  const writing = open<MirrorWriter>('write');
  const reading = open<MirrorReader>('read');
  const writer = writing.of('mirror');
  const reader = reading.of('mirror');
  const { folder } = options;
  // The window asks for rows as soon as it is there.
  if (existsSync(folder)) reading.start();
  /** Files that are about to be moved or deleted: the reader must not open them again before they are. */
  const leaving = new Map<string, Promise<unknown>>();
  /** The order by a field that is being prepared, or why it could not be. */
  let sorting: { readonly key: string; fault: Error | null } | null = null;

  const isThere = (connectionId: string): boolean => existsSync(mirrorFile(folder, connectionId));
  /** The thread that writes is started for what there is to do only. What fails here fails for the next who writes too. */
  const tidy = (connectionId: string): void => void writer.tidy(connectionId).catch(() => undefined);

  /** Calls a thread; begins a damaged file anew. `once`: a listing can't go on when what it had handed over is lost. */
  async function write<T>(connectionId: string, does: () => Promise<T>, once?: 'once'): Promise<T> {
    try {
      return await does();
    } catch (error) {
      const kind = kindOf(error);
      if (kind === 'unready') {
        await write(connectionId, () => writer.tidy(connectionId));
        return write(connectionId, does, 'once');
      }
      if (kind !== 'damaged') throw error;
      // Calls that meet the same damage wait for one new beginning.
      await (leaving.get(connectionId) ?? leave(connectionId, 'beginAnew'));
      if (once !== undefined) throw error;
      return does();
    }
  }

  function read<T>(connectionId: string, asks: () => Promise<T>): Promise<T> {
    return write(connectionId, async () => {
      // Nothing may come between the last look and the call.
      while (leaving.has(connectionId)) await leaving.get(connectionId)?.catch(() => undefined);
      return asks();
    });
  }

  function leave(connectionId: string, how: 'beginAnew' | 'forget'): Promise<unknown> {
    const done = reader
      .release(connectionId)
      .then(() => writer[how](connectionId))
      .finally(() => leaving.delete(connectionId));
    leaving.set(connectionId, done);
    return done;
  }

  /** Has a list prepared for sorting by a field for as long as it is asked for; gives the share that is done. */
  function prepare(connectionId: string, field: string): number {
    const key = JSON.stringify([connectionId, field]);
    if (sorting?.fault === null) {
      // Nobody waits for another one any more.
      progress[1] = sorting.key === key ? Date.now() : 0;
      return sorting.key === key ? (progress[0] ?? 0) : 0;
    }
    const fault = sorting?.key === key ? sorting.fault : null;
    sorting = null;
    if (fault !== null) throw fault;
    const begun = { key, fault: null as Error | null };
    sorting = begun;
    progress.set([0, Date.now()]);
    writer.sort(connectionId, field).then(
      () => (sorting = null),
      (error: Error) => {
        if (kindOf(error) === 'nobody-waits') sorting = null;
        else begun.fault = error;
      },
    );
    return 0;
  }

  return {
    begin: (id) => write(id, () => writer.begin(id)),
    take: (id, ...page) => write(id, () => writer.take(id, ...page), 'once'),
    finish: (id, ...how) => write(id, () => writer.finish(id, ...how), 'once'),
    abandon: (id, run) => write(id, () => writer.abandon(id, run), 'once'),
    put: (id, ...items) => write(id, () => writer.put(id, ...items)),
    undate: (id) => write(id, () => writer.undate(id)),
    remove: (id, ...boardIds) => write(id, () => writer.remove(id, ...boardIds)),
    // A file is made when there is something to keep.
    notesChanged: (id) =>
      isThere(id) ? write(id, () => writer.notesChanged(id)) : read(id, () => reader.facts(id)),
    facts: async (id) => {
      // A list that is not there yet is about to be written: both threads start together.
      if (!isThere(id)) tidy(id);
      const facts = await read(id, () => reader.facts(id));
      if (facts.isUntidy === true) tidy(id);
      return facts;
    },
    window: async (request) => {
      const id = request.connectionId;
      const window = await read(id, () => reader.window(request));
      if (window.sorting === undefined) return window;
      return { ...window, sorting: prepare(id, request.query.order.by.slice('field:'.length)) };
    },
    rank: (id, ...asked) => read(id, () => reader.rank(id, ...asked)),
    fields: (id) => read(id, () => reader.fields(id)),
    overview: (id, query) => read(id, () => reader.overview(id, query)),
    summary: (id, selection) => read(id, () => reader.summary(id, selection)),
    createdBetween: (id, from, to) => read(id, () => reader.createdBetween(id, from, to)),
    ids: (id, ...asked) => read(id, () => reader.ids(id, ...asked)),
    rows: (id, ...asked) => read(id, () => reader.rows(id, ...asked)),
    lines: (id, ...asked) => read(id, () => reader.lines(id, ...asked)),
    forget: async (id) => {
      while (leaving.has(id)) await leaving.get(id)?.catch(() => undefined);
      await leave(id, 'forget');
    },
    close: async () => {
      await reading.close();
      await writing.close();
    },
  };
}
