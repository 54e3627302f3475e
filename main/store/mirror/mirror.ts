/**
 * The mirror of each connection's boards, on this disk: written by one thread, read by another, so that neither a
 * listing nor a search ever holds the window up.
 */
import { existsSync } from 'node:fs';
import { openThread, ThreadError, type Thread } from '../../threads/rpc.ts';
import type {
  BoardField,
  BoardOverview,
  BoardQuery,
  BoardRow,
  BoardsState,
  BoardSelection,
  BoardWindow,
  BoardWindowRequest,
} from '../../../preload/contract/boards.ts';
import type { BoardItem, BoardPage, ListShape } from '../../service/types.ts';
import { mirrorFile } from './files.ts';
import type { MirrorReader } from './reader.ts';
import { NOBODY_WAITS, type SortProgress } from './sort-index.ts';
import type { MirrorWorkerData } from './worker.ts';
import type { MirrorWriter } from './writer.ts';

/** A page that the mirror holds until it is taken: every row is in `items` or counted in `notUnderstood`. */
export interface HeldPage extends Omit<BoardPage, 'items'> {
  readonly number: number;
  readonly items: number;
  /** The same for pages that hold the same. */
  readonly fingerprint: string;
}

/** Bytes that hold no list, for main to say what is wrong with them. They come back. */
export interface UnheldPage {
  readonly unread: Uint8Array;
}

/**
 * When a page is taken: in any case, where a row of it is known (or can't be), or where it begins with the row that
 * the page taken before ended with, and all others are new.
 */
export type TakeWhen = 'always' | 'meets-known' | 'follows';

/** What a page brought. `repeated`: it was the page taken before once more. */
export interface TakenPage {
  readonly fresh: number;
  readonly repeated: boolean;
}

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

/** Rows with the JSON they came as, for exports. */
export type RowWithRaw = BoardRow & { readonly raw: string };

/** Everything rejects when the disk fails; a damaged mirror is kept aside and begun anew by itself. */
export interface Mirror {
  facts(connectionId: string): Promise<MirrorFacts>;

  /** Begins a listing; gives the number of its run. Rows of a first one are shown while it runs. */
  begin(connectionId: string): Promise<number>;
  /**
   * Reads a page as the service sent it, with its `X-Total-Count`, as pages were read before, and holds it. The bytes are
   * given away for good.
   */
  hold(
    connectionId: string,
    run: number,
    bytes: Uint8Array,
    countHeader: string | undefined,
    known?: ListShape,
  ): Promise<HeldPage | UnheldPage>;
  /** Holds a page that had to be read elsewhere: the JSON of a `BoardPage`. The bytes are given away for good. */
  holdRead(connectionId: string, run: number, page: Uint8Array): Promise<HeldPage>;
  /** Takes a held page, each board once in a run; null where it is not as `when` demands. It is held no longer. */
  take(connectionId: string, run: number, page: number, when: TakeWhen): Promise<TakenPage | null>;
  /**
   * Takes the run's rows over in one step: new ones come, changed ones change, and those that a complete run did not
   * have are vanished since `at`. What was put or removed here since `begin` holds.
   */
  finish(connectionId: string, run: number, end: ListingEnd): Promise<MirrorFacts & Lag>;
  /** Drops the run; a first listing's rows stay, as maybe incomplete. */
  abandon(connectionId: string, run: number): Promise<void>;
  /** A board made here. */
  put(connectionId: string, item: BoardItem): Promise<MirrorFacts>;
  /** Boards that were deleted here, for good: their rows go in one step, and no listing under way brings them back. */
  remove(connectionId: string, ...boardIds: readonly string[]): Promise<MirrorFacts>;
  /** Deletes the mirror's file. */
  forget(connectionId: string): Promise<void>;

  window(request: BoardWindowRequest): Promise<BoardWindow>;
  rank(connectionId: string, query: BoardQuery, idPrefix: string, after: number): Promise<number | null>;
  fields(connectionId: string): Promise<readonly BoardField[]>;
  overview(connectionId: string, query: BoardQuery): Promise<BoardOverview>;
  /** Rows created in a span of time, both ends included. */
  createdBetween(connectionId: string, from: number, to: number): Promise<readonly BoardRow[]>;
  /** How many boards with an id a selection has, and their ids from place `from` on, at most `count` (10,000). */
  ids(
    connectionId: string,
    selection: BoardSelection,
    from: number,
    count: number,
  ): Promise<{ readonly boards: number; readonly ids: readonly string[] }>;
  /** The same, as rows (also those without an id). */
  rows(
    connectionId: string,
    selection: BoardSelection,
    from: number,
    count: number,
    fields: readonly string[],
  ): Promise<{ readonly boards: number; readonly rows: readonly RowWithRaw[] }>;
  /** Local notes or facts of boards (made here, previewed) have changed in the main database: answers are made anew. */
  notesChanged(connectionId: string): Promise<MirrorFacts>;
  close(): Promise<void>;
}

/** The same calls as the threads answer them. */
export type Immediate<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : never;
};

/** Only the message of an error comes over from the mirror's thread. */
const LIST_CHANGED = 'the list of boards has changed since these were selected';

/** What a selection meant is gone: the list has changed since. The page must be asked to select again. */
export class ListChanged extends Error {
  constructor() {
    super(LIST_CHANGED);
  }
}

/** Whether a call was refused because its selection would mean other boards than it did. */
export function isListChanged(error: unknown): boolean {
  return error instanceof Error && error.message === LIST_CHANGED;
}

/** Whether it was the question that could not be answered, and neither the file nor the disk is at fault. */
export function isOfQuestion(error: unknown): boolean {
  return error instanceof ThreadError && error.kind === 'question';
}

export interface MirrorOptions {
  /** Where the mirrors' files lie; made when there is something to keep. */
  readonly folder: string;
  /** The file of the main database, for local notes. */
  readonly mainDatabase: string;
  /** Where the built worker lies; from source it is this room's `worker.ts`. */
  readonly workerUrl?: URL;
}

/**
 * Room for what is young in a thread's memory. Left to itself it grows to what a million boards need for a moment, and
 * never shrinks: with bounds main weighs 100 MB less. Listings make much that is young, questions little.
 */
const YOUNG_MB = { write: 16, read: 2 } as const;

/** A file is opened with the first call about it, and so does the thread that writes start. */
export function openMirror({ folder, mainDatabase, workerUrl }: MirrorOptions): Mirror {
  const progress: SortProgress = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));
  const open = <Served>(role: MirrorWorkerData['role']): Thread<{ readonly mirror: Served }> =>
    openThread({
      url: workerUrl ?? new URL('./worker.ts', import.meta.url),
      name: `the mirror’s thread (${role})`,
      data: { role, folder, mainDatabase, progress } satisfies MirrorWorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB[role] },
      restarts: true,
      onEvent: (untidy) => tidy(String(untidy)),
    });
  const writing = open<MirrorWriter>('write');
  const reading = open<MirrorReader>('read');
  const writer = writing.of('mirror');
  const reader = reading.of('mirror');
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
      const kind = error instanceof ThreadError ? error.kind : '';
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
        if (error.message === NOBODY_WAITS) sorting = null;
        else begun.fault = error;
      },
    );
    return 0;
  }

  return {
    begin: (id) => write(id, () => writer.begin(id)),
    hold: (id, ...page) => write(id, () => writer.hold(id, ...page), 'once'),
    holdRead: (id, ...page) => write(id, () => writer.holdRead(id, ...page), 'once'),
    take: (id, ...page) => write(id, () => writer.take(id, ...page), 'once'),
    finish: (id, ...how) => write(id, () => writer.finish(id, ...how), 'once'),
    abandon: (id, run) => write(id, () => writer.abandon(id, run), 'once'),
    put: (id, item) => write(id, () => writer.put(id, item)),
    remove: (id, ...boardIds) => write(id, () => writer.remove(id, ...boardIds)),
    // A file is made when there is something to keep.
    notesChanged: (id) =>
      isThere(id) ? write(id, () => writer.notesChanged(id)) : read(id, () => reader.facts(id)),
    facts: (id) => {
      // A list that is not there yet is about to be written: both threads start together.
      if (!isThere(id)) tidy(id);
      return read(id, () => reader.facts(id));
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
    createdBetween: (id, from, to) => read(id, () => reader.createdBetween(id, from, to)),
    ids: (id, ...asked) => read(id, () => reader.ids(id, ...asked)),
    rows: (id, ...asked) => read(id, () => reader.rows(id, ...asked)),
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
