/**
 * The mirror of each connection's boards, on this disk: written by one thread, read by another, so that neither a
 * listing nor a search ever holds the window up.
 */
import type {
  BoardField,
  BoardOverview,
  BoardQuery,
  BoardRow,
  BoardSelection,
  BoardWindow,
  BoardWindowRequest,
  ServiceTime,
} from '../../../preload/contract/boards.ts';

/** One listed item. `key` tells it from all others of its list (its id, else everything it says); `raw` is compact JSON as sent. */
export interface MirrorItem {
  readonly key: string;
  readonly id: string | null;
  readonly created: ServiceTime | null;
  readonly raw: string;
}

/** A page that the mirror holds until it is taken: every row is in `items` or counted in `notUnderstood`. */
export interface HeldPage {
  readonly number: number;
  readonly items: number;
  readonly notUnderstood: number;
  /** The service's own count of all boards, where it sends one. */
  readonly total: number | null;
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
  readonly completeness: 'complete' | 'maybe-incomplete';
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
}

/** Rows with the JSON they came as, for exports. */
export type RowWithRaw = BoardRow & { readonly raw: string };

/** Everything rejects when the disk fails; a damaged mirror is kept aside and begun anew by itself. */
export interface Mirror {
  facts(connectionId: string): Promise<MirrorFacts>;

  /** Begins a listing; gives the number of its run. Rows of a first one are shown while it runs. */
  begin(connectionId: string): Promise<number>;
  /** Reads a page as the service sent it, with its `X-Total-Count`, and holds it. The bytes are given away for good. */
  hold(
    connectionId: string,
    run: number,
    bytes: Uint8Array,
    countHeader: string | undefined,
  ): Promise<HeldPage | UnheldPage>;
  /** Holds a page that had to be read elsewhere: the JSON of a `BoardPage`. The bytes are given away for good. */
  holdRead(connectionId: string, run: number, page: Uint8Array): Promise<HeldPage>;
  /** Takes a held page, each board once in a run; null where it is not as `when` demands. It is held no longer. */
  take(connectionId: string, run: number, page: number, when: TakeWhen): Promise<TakenPage | null>;
  /**
   * Takes the run's rows over in one step: new ones come, changed ones change, and those that a complete run did not
   * have are vanished since `at`. What was put or removed here since `begin` holds.
   */
  finish(connectionId: string, run: number, end: ListingEnd): Promise<MirrorFacts>;
  /** Drops the run; a first listing's rows stay, as maybe incomplete. */
  abandon(connectionId: string, run: number): Promise<void>;
  /** A board made here. */
  put(connectionId: string, item: MirrorItem): Promise<MirrorFacts>;
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
