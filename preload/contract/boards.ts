/** Contract of boards, saved views and local notes. */
import * as v from 'valibot';
import * as c from './call.ts';
import { LONGEST } from './limits.ts';
import { failureSchema } from './failure.ts';

/** `epochMs` is null if `raw` is not a time. */
export const serviceTime = c.object({
  raw: c.text,
  epochMs: c.maybeTime,
  assumedUtc: v.boolean(),
});
export interface ServiceTime extends v.InferOutput<typeof serviceTime> {}

/** Notes about a board or paper, stored on this computer only. */
export const rowNotes = c.object({
  label: c.text,
  note: c.text,
  tags: c.list(c.text),
  customer: c.text,
  /** Excluded from bulk deletes. */
  protected: v.boolean(),
});
export interface RowNotes extends v.InferOutput<typeof rowNotes> {}

/** A row of the boards list. `id` is null if the item had no usable id: the row has no actions. */
export const boardRow = c.object({
  rowKey: c.text,
  id: v.nullable(c.text),
  /** An id that can't be used, such as `a/b`; only if `id` is null. */
  unusableId: v.exactOptional(c.text),
  created: v.nullable(serviceTime),
  /** Epoch ms of the first list without the board; null while listed. */
  vanishedAt: c.maybeTime,
  local: v.nullable(rowNotes),
  /** Created with Easel on this computer. */
  madeHere: v.boolean(),
  previewedAt: c.maybeTime,
  /** A job will delete it. */
  queued: v.exactOptional(v.literal(true)),
  /**
   * The service's list contradicts a change made here. Lists may lag, so `made` and `deleted` become `not-listed` and
   * `still-listed` after two minutes.
   */
  unconfirmed: v.exactOptional(v.picklist(['made', 'deleted', 'not-listed', 'still-listed'])),
  /** Values of the requested field columns, in order; empty if missing. */
  fields: c.list(c.text),
});
export interface BoardRow extends v.InferOutput<typeof boardRow> {}

/** `value`: text for scalars, else compact JSON. */
export const field = c.object({ name: c.text, value: c.text });
export interface Field extends v.InferOutput<typeof field> {}

export const boardView = c.object({
  id: c.text,
  created: v.nullable(serviceTime),
  otherFields: c.list(field),
  /** Response body; JSON is indented. */
  raw: c.text,
  fetchedAt: c.time,
});
export interface BoardView extends v.InferOutput<typeof boardView> {}

export const completeness = v.picklist(['complete', 'maybe-incomplete']);

/** Changes made here that the service's list contradicts: their number and the first board. */
export const difference = c.object({
  what: v.picklist(['made', 'deleted']),
  boards: c.count,
  id: c.text,
});
export interface Difference extends v.InferOutput<typeof difference> {}

/**
 * State of the list of boards. `complete` needs proof: a matching total, the end of distinct pages, or the service's
 * statement.
 */
export const boardsState = c.object({
  connectionId: c.text,
  phase: v.picklist(['never', 'loading', 'done', 'failed', 'cancelled']),
  completeness,
  /** Includes old rows until a new list is complete. */
  rows: c.number,
  loaded: c.number,
  /** All boards are read, and their indexes are being built: rows may take up to 3 s. */
  preparing: v.boolean(),
  total: c.maybeNumber,
  notUnderstood: c.number,
  /** Some unreadable items, redacted. */
  unreadable: c.list(c.text),
  /** Contradicted changes of the last two minutes, which a list may not show yet. */
  unconfirmed: c.number,
  /** Older contradicted changes. */
  differences: c.list(difference),
  /** Time of the last finished listing. */
  asOf: c.maybeTime,
  failure: v.nullable(failureSchema),
  /** Boards that the last complete list no longer has. */
  vanished: c.number,
  /** Increases with each change of the rows; windows of older revisions are stale. */
  revision: c.number,
});
export interface BoardsState extends v.InferOutput<typeof boardsState> {}

/** Sort keys; a service field is `field:<name>`. Rows without a value come last. */
export const BOARD_SORTS = ['created', 'id', 'label', 'customer'] as const;

/** Boolean facts about a row. A paper's label is its name; a deleted paper is `vanished`. */
export const BOARD_MARKS = [
  'labelled',
  'tagged',
  'protected',
  'previewed',
  'made-here',
  'vanished',
  'dated',
  'template',
] as const;
export type RowMark = (typeof BOARD_MARKS)[number];

const days = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(36_500));

const MOST_COLUMNS = 50;

const fieldName = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST.fieldName));
export const fieldNames = c.list(fieldName, MOST_COLUMNS);

/** All conditions of a query must match. */
const rowFilter = v.variant('kind', [
  /** `from` inclusive, `to` exclusive; null is open. Boards without a readable time never match. */
  c.object({ kind: v.literal('created'), from: v.nullable(c.count), to: v.nullable(c.count) }),
  c.object({ kind: v.literal('older-than'), days }),
  c.object({ kind: v.literal('newer-than'), days }),
  c.object({ kind: v.literal('mark'), mark: v.picklist(BOARD_MARKS), is: v.boolean() }),
  c.object({ kind: v.literal('tag'), tag: c.shortText }),
  c.object({ kind: v.literal('customer'), customer: c.shortText }),
  c.object({ kind: v.literal('id-prefix'), prefix: c.shortText }),
  /** Matches part of a service field, ignoring case. */
  c.object({ kind: v.literal('field'), name: fieldName, text: c.shortText }),
]);
export type RowFilter = v.InferOutput<typeof rowFilter>;

export const boardOrder = c.object({
  by: v.union([
    v.picklist(BOARD_SORTS),
    v.custom<`field:${string}`>((by) => typeof by === 'string' && /^field:./su.test(by) && by.length <= 206),
  ]),
  descending: v.boolean(),
});

/** Excludes vanished boards unless a filter names them. */
export const rowQuery = c.object({
  /** Searched in id, label, note, tag and customer, and from 3 characters on in all fields; ignores case. */
  find: c.shortText,
  filters: c.list(rowFilter, 20),
  order: boardOrder,
});
export interface RowQuery extends v.InferOutput<typeof rowQuery> {}

/** At most `count` rows from rank `from`. */
const boardWindowRequest = c.object({
  connectionId: c.id,
  from: c.count,
  count: c.upToThousand,
  query: rowQuery,
  fields: fieldNames,
  /** The first rows may arrive before `matching` is known. */
  hurried: v.exactOptional(v.literal(true)),
});
export interface BoardWindowRequest extends v.InferOutput<typeof boardWindowRequest> {}

export const boardWindow = c.object({
  from: c.number,
  rows: c.list(boardRow),
  /** Number of matching rows; a lower bound while `counting`. */
  matching: c.number,
  /** Boards that an age filter skips for their unreadable time. */
  undated: v.exactOptional(c.count),
  /** `matching` is not final; request the window again without `hurried`. */
  counting: v.exactOptional(v.literal(true)),
  revision: c.number,
});
export interface BoardWindow extends v.InferOutput<typeof boardWindow> {}

const countedName = c.object({ name: c.text, boards: c.number });
export interface CountedName extends v.InferOutput<typeof countedName> {}

/** Names for columns; values for filters, the most frequent first. */
const rowNames = c.object({
  fields: c.list(c.text),
  tags: c.list(countedName),
  customers: c.list(countedName),
});
export interface RowNames extends v.InferOutput<typeof rowNames> {}

/** Selected rows. `ranges`: inclusive ranks of the query under `revision`. */
export const boardSelection = v.variant('kind', [
  c.object({ kind: v.literal('ids'), ids: c.list(c.id, 1000) }),
  c.object({
    kind: v.literal('ranges'),
    query: rowQuery,
    revision: c.count,
    ranges: c.list(v.pipe(v.tuple([c.count, c.count]), v.readonly()), 1000),
  }),
  c.object({ kind: v.literal('all'), query: rowQuery, except: c.list(c.id, 1000) }),
]);
export type BoardSelection = v.InferOutput<typeof boardSelection>;

/** Absent fields stay unchanged. */
const localChange = c.object({
  label: v.exactOptional(c.shortText),
  note: v.exactOptional(c.line),
  customer: v.exactOptional(c.shortText),
  addTags: v.exactOptional(c.tags),
  removeTags: v.exactOptional(c.tags),
  protected: v.exactOptional(v.boolean()),
});
export interface LocalChange extends v.InferOutput<typeof localChange> {}

/** `undoId` undoes the change until the next one, or until Easel ends. */
const localChanged = c.object({ boards: c.number, undoId: c.text });
export interface LocalChanged extends v.InferOutput<typeof localChanged> {}

/** Row kind; boards by default. */
const ofPapers = { of: v.exactOptional(v.picklist(['board', 'paper'])) };

/** A named query. `builtIn` views can't be changed. */
const savedView = c.object({ id: c.text, name: c.text, query: rowQuery, builtIn: v.boolean() });
export interface SavedView extends v.InferOutput<typeof savedView> {}

/** A list column: its id (`created`, `label`, `field:<name>`…) and its width in px. */
export const rowColumn = c.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(206)),
  width: v.nullable(v.pipe(v.number(), v.minValue(20), v.maxValue(4000))),
});
export interface RowColumn extends v.InferOutput<typeof rowColumn> {}

/** Opened, visited or created on this computer. `name` is from that time. */
const recentRoom = c.object({
  kind: v.picklist(['board', 'paper']),
  id: c.id,
  name: c.shortText,
  at: c.count,
});
export interface RecentRoom extends v.InferOutput<typeof recentRoom> {}

/**
 * State of the page at the end of the last run. Search texts are not stored: they may contain pasted secrets, and a
 * forgotten search would hide boards.
 */
export const lastState = c.object({
  /** Rooms and forms are not restored. */
  screen: v.exactOptional(v.picklist(['home', 'boards', 'papers', 'activity', 'keys', 'settings'])),
  inspector: v.exactOptional(v.boolean()),
  boards: v.exactOptional(
    c.object({
      viewId: v.nullable(c.id),
      filters: c.list(rowFilter, 20),
      order: boardOrder,
      boardId: v.nullable(c.id),
    }),
  ),
  papers: v.exactOptional(
    c.object({ viewId: v.nullable(c.id), filters: c.list(rowFilter, 20), order: boardOrder }),
  ),
  recent: v.exactOptional(c.list(recentRoom, 24)),
});
export interface LastState extends v.InferOutput<typeof lastState> {}

/** A learned fact, such as `about` "Boards are in", `found` `data.items`. */
const shapeFact = c.object({
  about: c.text,
  found: c.text,
  /** Proven, or seen more than once. */
  sure: v.boolean(),
  times: c.number,
  seenAt: c.time,
});

export const serviceShape = c.object({ connectionId: c.text, facts: c.list(shapeFact) });
export interface ServiceShape extends v.InferOutput<typeof serviceShape> {}

export const boards = {
  /** Starts a listing; progress arrives as `boards.changed`. */
  list: c.reads({ args: c.ofConnection, reply: boardsState }),
  cancelList: c.holdsBack({ args: c.ofConnection, reply: boardsState }),
  state: c.reads({ args: c.ofConnection, reply: boardsState }),
  window: c.reads({ args: boardWindowRequest.entries, reply: boardWindow, rate: 'scroll' }),
  /** Rank of a board; null if the query does not match it. */
  rank: c.reads({
    args: { connectionId: c.id, query: rowQuery, boardId: c.id },
    reply: c.maybeNumber,
    rate: 'scroll',
  }),
  names: c.reads({ args: c.ofConnection, reply: rowNames }),
  /** Changes local notes of many boards. Removing protection needs a press. */
  annotate: c.changesComputer({
    args: { connectionId: c.id, selection: boardSelection, change: localChange },
    reply: localChanged,
    consent: ({ change }) => (change.protected === false ? 'press' : 'none'),
  }),
  undo: c.changesComputer({
    args: { connectionId: c.id, undoId: c.id },
    reply: localChanged,
    consent: 'press',
  }),
  /** Copies ids, rows (tab-separated), cURL commands (key as `$EASEL_API_KEY`) or links of at most 10,000 boards. */
  copy: c.givesAway({
    args: { connectionId: c.id, selection: boardSelection, as: v.picklist(['ids', 'rows', 'curl', 'links']) },
    reply: c.object({ boards: c.number }),
    consent: 'none',
  }),
  /** Writes boards to a file. Progress arrives as `boards.exporting`. */
  export: c.savesFile(
    { connectionId: c.id, selection: boardSelection, format: c.fileFormat, fields: fieldNames },
    c.fileWritten,
  ),
  /** Running exports fail with `cancelled` and leave no file. */
  cancelExport: c.holdsBack({}),
  create: c.changesService({ args: c.ofConnection, reply: boardView }),
  view: c.reads({ args: { connectionId: c.id, boardId: c.id }, reply: boardView }),
  shape: c.reads({ args: c.ofConnection, reply: serviceShape }),
};

export const views = {
  list: c.reads({ args: { connectionId: c.id, ...ofPapers }, reply: c.list(savedView) }),
  /** `id` null: adds a view, else replaces it. */
  save: c.changesComputer({
    args: { connectionId: c.id, ...ofPapers, id: v.nullable(c.id), name: c.line, query: rowQuery },
    reply: c.list(savedView),
  }),
  remove: c.changesComputer({
    args: { connectionId: c.id, ...ofPapers, id: c.id },
    reply: c.list(savedView),
  }),
  layout: c.reads({
    args: c.ofConnection,
    reply: c.object({ columns: c.list(rowColumn), paperColumns: c.list(rowColumn), last: lastState }),
  }),
  setColumns: c.changesComputer({
    args: { connectionId: c.id, ...ofPapers, columns: c.list(rowColumn, MOST_COLUMNS) },
    reply: c.list(rowColumn),
  }),
  keepLast: c.changesComputer({ args: { connectionId: c.id, last: lastState } }),
};

export const notes = {
  /** Writes all local notes to a table. */
  export: c.savesFile(c.ofConnection, c.object({ fileName: c.text, boards: c.number })),
};
