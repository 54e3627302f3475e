/** Boards, as lists and one by one. */
import type { Failure } from '../failure.ts';

/** A moment as the service sent it. `epochMs` is null when `raw` could not be read as a time. */
export interface ServiceTime {
  readonly raw: string;
  readonly epochMs: number | null;
  /** The text had no zone and was read as UTC. */
  readonly assumedUtc: boolean;
}

/** What people have written about a board, on this computer: the service knows nothing of it. */
export interface BoardLocal {
  readonly label: string;
  readonly note: string;
  readonly tags: readonly string[];
  readonly customer: string;
  /** Never deleted in bulk. */
  readonly protected: boolean;
}

/** One row of the boards list. `id` is null when the item had no identifier: shown, counted, not actionable. */
export interface BoardRow {
  /** Stable key of the row within this list. */
  readonly rowKey: string;
  readonly id: string | null;
  readonly created: ServiceTime | null;
  /** Epoch ms of the listing that no longer had it; null while the service lists it. */
  readonly vanishedAt: number | null;
  /** Null where nobody has written anything. */
  readonly local: BoardLocal | null;
  /** Made with Easel, on this computer. */
  readonly madeHere: boolean;
  /** Epoch ms of the last preview from this computer; null for none. */
  readonly previewedAt: number | null;
  /** There where a job is about to delete it. */
  readonly queued?: true;
  /** Values of the field columns that were asked for, in their order; empty where the board has none. */
  readonly fields: readonly string[];
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
  /** Boards that an earlier listing had and the last complete one had not. */
  readonly vanished: number;
  /** Goes up with every change of the rows: a window fetched under another revision is stale. */
  readonly revision: number;
}

/** What rows may be sorted by; a field of the service's is written `field:<name>`. Rows without a value come last. */
export const BOARD_SORTS = ['created', 'id', 'label', 'customer'] as const;

export interface BoardOrder {
  readonly by: (typeof BOARD_SORTS)[number] | `field:${string}`;
  readonly descending: boolean;
}

/** What is true of a board, or not, without a value. */
export const BOARD_MARKS = [
  'labelled',
  'tagged',
  'protected',
  'previewed',
  'made-here',
  'vanished',
  'dated',
] as const;
export type BoardMark = (typeof BOARD_MARKS)[number];

/** One condition. All of a query's conditions must hold. Moments are epoch ms. */
export type BoardFilter =
  /** Created at or after `from` and before `to`; null for open. A board without a readable time never matches. */
  | { readonly kind: 'created'; readonly from: number | null; readonly to: number | null }
  | { readonly kind: 'older-than'; readonly days: number }
  | { readonly kind: 'newer-than'; readonly days: number }
  | { readonly kind: 'mark'; readonly mark: BoardMark; readonly is: boolean }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'customer'; readonly customer: string }
  | { readonly kind: 'id-prefix'; readonly prefix: string }
  /** A field of the service's holds this text, letter case ignored. */
  | { readonly kind: 'field'; readonly name: string; readonly text: string };

/** Which boards, in which order. Vanished ones are left out unless a filter speaks of them. */
export interface BoardQuery {
  /** Any part of id, label, note, tag, customer, or (from three characters on) another field; letter case ignored. */
  readonly find: string;
  readonly filters: readonly BoardFilter[];
  readonly order: BoardOrder;
}

/** Rank `from` and at most `count` (1 to 1,000) of those that match. */
export interface BoardWindowRequest {
  readonly connectionId: string;
  readonly from: number;
  readonly count: number;
  readonly query: BoardQuery;
  /** Names of fields whose values the rows shall bear. */
  readonly fields: readonly string[];
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

/** A field that boards of this connection have beyond the known ones, and on how many of them. */
export interface BoardField {
  readonly name: string;
  readonly boards: number;
}

/** Which boards a change or a copy is about. `ranges` are ranks of the query, both ends included, under `revision`. */
export type BoardSelection =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | {
      readonly kind: 'ranges';
      readonly query: BoardQuery;
      readonly revision: number;
      readonly ranges: readonly (readonly [number, number])[];
    }
  /** All that match, but for these ids. */
  | { readonly kind: 'all'; readonly query: BoardQuery; readonly except: readonly string[] };

/** What to change of the notes on this computer; what is absent stays as it is. */
export interface LocalChange {
  readonly label?: string;
  readonly note?: string;
  readonly customer?: string;
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
  readonly protected?: boolean;
}

/** A change of local notes. `undoId` takes it back, until another one is made or Easel ends. */
export interface LocalChanged {
  readonly boards: number;
  readonly undoId: string;
}

/** Boards by month of creation (UTC, `YYYY-MM`, without gaps) and those without a readable time. */
export interface BoardOverview {
  readonly months: readonly { readonly month: string; readonly boards: number }[];
  readonly undated: number;
}

/** A question with a name. `builtIn` ones can't be changed. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly query: BoardQuery;
  readonly builtIn: boolean;
}

/** How a list looks: its columns in order, by id (`created`, `label`, `field:<name>` …), and their widths in px. */
export interface BoardColumn {
  readonly id: string;
  readonly width: number | null;
}

/** How an export of boards is getting on. */
export interface BoardExport {
  readonly exportId: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly fileName: string;
  readonly boards: number;
  readonly written: number;
  readonly failure: Failure | null;
}

/** What a file of local notes would change here. Nothing has been changed yet. */
export interface LocalImport {
  readonly importId: string;
  readonly fileName: string;
  readonly added: number;
  /** Newer in the file than here. */
  readonly newer: number;
  readonly same: number;
  /** Newer here than in the file: they stay as they are. */
  readonly older: number;
  /** Lines that could not be read, with why; at most 100 of them. */
  readonly problems: readonly { readonly line: number; readonly why: string }[];
  /** Boards where both sides have changed; at most 100 of them. */
  readonly conflicts: readonly { readonly boardId: string; readonly here: string; readonly there: string }[];
}
