/** Boards, as lists and one by one. */
import type { Failure } from '../failure.ts';

/** A moment as the service sent it. `epochMs` is null when `raw` could not be read as a time. */
export interface ServiceTime {
  readonly raw: string;
  readonly epochMs: number | null;
  /** The text had no zone and was read as UTC. */
  readonly assumedUtc: boolean;
}

/** One row of the boards list. `id` is null when the item had no identifier: shown, counted, not actionable. */
export interface BoardRow {
  /** Stable key of the row within this list. */
  readonly rowKey: string;
  readonly id: string | null;
  readonly created: ServiceTime | null;
}

/** One field as the service sent it; `value` is text for scalars, compact JSON for the rest. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

/** A board in full: the known fields, every other field, and the answer as it came. */
export interface BoardView {
  readonly id: string;
  readonly created: ServiceTime | null;
  /** Every field but identifier and creation time, in the order sent. */
  readonly otherFields: readonly Field[];
  /** The answer's body, indented where it was JSON. */
  readonly raw: string;
  /** Epoch ms of the answer on this computer. */
  readonly fetchedAt: number;
}

/**
 * How far the list of boards has come.
 *
 * `complete` is only ever said with proof (an empty page after everything before it); otherwise `maybe-incomplete`.
 */
export interface BoardsState {
  readonly connectionId: string;
  readonly phase: 'never' | 'loading' | 'done' | 'failed' | 'cancelled';
  readonly completeness: 'complete' | 'maybe-incomplete';
  /** Rows that can be shown now. Rows of an earlier listing stay until a new one has ended well. */
  readonly rows: number;
  /** Boards read so far in the listing under way. */
  readonly loaded: number;
  readonly pages: number;
  /** The service's own count, where it sends one. */
  readonly total: number | null;
  /** Items that could not be understood: counted, never dropped silently. */
  readonly notUnderstood: number;
  /** Epoch ms of the last listing that ended well; null when there was none. */
  readonly asOf: number | null;
  readonly failure: Failure | null;
  /** Goes up with every change of the rows: a window fetched under another revision is stale. */
  readonly revision: number;
}

export const BOARD_SORTS = ['created', 'id'] as const;

export type BoardSort = (typeof BOARD_SORTS)[number];

/** Which rows, in which order: rank `from` and at most `count` (1 to 1,000) of those that match `find`. */
export interface BoardWindowRequest {
  readonly connectionId: string;
  readonly from: number;
  readonly count: number;
  readonly sort: BoardSort;
  readonly descending: boolean;
  /** Any part of the id, letter case ignored; empty for all. */
  readonly find: string;
}

export interface BoardWindow {
  readonly from: number;
  readonly rows: readonly BoardRow[];
  /** How many rows match in all. */
  readonly matching: number;
  readonly revision: number;
}

/** What a delete came to. `already-gone`: the service no longer knew it. */
export interface Deleted {
  readonly outcome: 'deleted' | 'already-gone';
  readonly status: number;
  /** The service's own confirmation, redacted, at most 200 characters; empty when it sent none. */
  readonly serviceMessage: string;
}
