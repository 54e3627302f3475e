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
  /** True if bulk deletes skip the board or paper. */
  protected: v.boolean(),
});
export interface RowNotes extends v.InferOutput<typeof rowNotes> {}

/** `id` is null if the list item had no usable id; such a row has no actions. */
export const boardRow = c.object({
  rowKey: c.text,
  id: v.nullable(c.text),
  /** An id that Easel can't use in a path, such as `a/b`. Only present if `id` is null. */
  unusableId: v.exactOptional(c.text),
  created: v.nullable(serviceTime),
  /** Epoch ms of the first listing that lacked the board; null while it is listed. */
  vanishedAt: c.maybeTime,
  local: v.nullable(rowNotes),
  madeHere: v.boolean(),
  previewedAt: c.maybeTime,
  queued: v.exactOptional(v.literal(true)),
  /** Set if the list contradicts a change by Easel. After two minutes: `not-listed` or `still-listed`. */
  unconfirmed: v.exactOptional(v.picklist(['made', 'deleted', 'not-listed', 'still-listed'])),
  /** Values of the requested field columns, in column order; an empty text for a missing field. */
  fields: c.list(c.text),
});
export interface BoardRow extends v.InferOutput<typeof boardRow> {}

/** A field of the service. `value` is the text of a scalar, or compact JSON of an object or list. */
export const field = c.object({ name: c.text, value: c.text });
export interface Field extends v.InferOutput<typeof field> {}

export const boardView = c.object({
  id: c.text,
  created: v.nullable(serviceTime),
  otherFields: c.list(field),
  raw: c.text,
  fetchedAt: c.time,
});
export interface BoardView extends v.InferOutput<typeof boardView> {}

export const completeness = v.picklist(['complete', 'maybe-incomplete']);

/** Changes made by Easel that the service's list contradicts: their number, and the first board. */
export const difference = c.object({
  what: v.picklist(['made', 'deleted']),
  boards: c.count,
  id: c.text,
});
export interface Difference extends v.InferOutput<typeof difference> {}

/** `complete` needs proof: a matching total, a last page after distinct pages, or the service's statement. */
export const boardsState = c.object({
  connectionId: c.text,
  phase: v.picklist(['never', 'loading', 'done', 'failed', 'cancelled']),
  completeness,
  /** Includes rows of the earlier list until the new list is complete. */
  rows: c.number,
  loaded: c.number,
  /** True while the database builds its indexes after the last page. A request for rows then takes up to 3 s. */
  preparing: v.boolean(),
  total: c.maybeNumber,
  notUnderstood: c.number,
  /** A sample of the list items that Easel could not read, redacted. */
  unreadable: c.list(c.text),
  /** Number of changes from the last two minutes that the list does not show yet. */
  unconfirmed: c.number,
  /** Changes older than two minutes that the list still contradicts. */
  differences: c.list(difference),
  asOf: c.maybeTime,
  failure: v.nullable(failureSchema),
  /** Number of earlier boards that the last complete list lacks. */
  vanished: c.number,
  requests: v.exactOptional(c.number),
  /** Boards that are new or no longer listed since the listing before (`since`, epoch ms). */
  news: v.exactOptional(c.object({ added: c.count, gone: c.count, since: c.time })),
  /** Increases with each change of the rows. A window of rows from an older revision is stale. */
  revision: c.number,
});
export interface BoardsState extends v.InferOutput<typeof boardsState> {}

/** `field:<name>` sorts by a service field. Rows without a value come last. */
export const BOARD_SORTS = ['created', 'id', 'label', 'customer'] as const;

/** For papers, `labelled` means that the paper has a name, and `vanished` that it was deleted. */
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

const exact = { exact: v.exactOptional(v.literal(true)) };

const rowFilter = v.variant('kind', [
  /** `from` is inclusive, `to` exclusive. Boards without a readable time never match. */
  c.object({ kind: v.literal('created'), from: v.nullable(c.count), to: v.nullable(c.count) }),
  c.object({ kind: v.literal('older-than'), days }),
  c.object({ kind: v.literal('newer-than'), days }),
  c.object({ kind: v.literal('mark'), mark: v.picklist(BOARD_MARKS), is: v.boolean() }),
  /** If `exact` is set, the whole name must match, otherwise a part of the name. Letter case is ignored. */
  c.object({ kind: v.literal('tag'), tag: c.shortText, ...exact }),
  c.object({ kind: v.literal('customer'), customer: c.shortText, ...exact }),
  c.object({ kind: v.literal('id-prefix'), prefix: c.shortText }),
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

/** Vanished boards only match a query that filters by `vanished`. */
export const rowQuery = c.object({
  /** Text to find in id, label, note, tag and customer. From 3 characters on, service fields are searched too. */
  find: c.shortText,
  /** At most 20 filters of the user, and two filters of a cleanup rule. */
  filters: c.list(rowFilter, 22),
  order: boardOrder,
});
export interface RowQuery extends v.InferOutput<typeof rowQuery> {}

const boardWindowRequest = c.object({
  connectionId: c.id,
  from: c.count,
  count: c.upToThousand,
  query: rowQuery,
  fields: fieldNames,
  /** If true, the first rows are returned at once, before `matching` is counted. */
  hurried: v.exactOptional(v.literal(true)),
});
export interface BoardWindowRequest extends v.InferOutput<typeof boardWindowRequest> {}

export const boardWindow = c.object({
  from: c.number,
  rows: c.list(boardRow),
  /** Number of matching rows; a lower bound while `counting` is set. */
  matching: c.number,
  undated: v.exactOptional(c.count),
  /** Set while `matching` is not final. Request the window again without `hurried`. */
  counting: v.exactOptional(v.literal(true)),
  revision: c.number,
});
export interface BoardWindow extends v.InferOutput<typeof boardWindow> {}

const countedName = c.object({ name: c.text, boards: c.number });
export interface CountedName extends v.InferOutput<typeof countedName> {}

/** Field names for columns, and known tags and customers for filters, the most frequent first. */
const rowNames = c.object({
  fields: c.list(c.text),
  tags: c.list(countedName),
  customers: c.list(countedName),
});
export interface RowNames extends v.InferOutput<typeof rowNames> {}

/** `ranges` holds inclusive ranks in the query's result under `revision`. */
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

/** Changes of notes. Absent fields stay unchanged. */
const localChange = c.object({
  label: v.exactOptional(c.shortText),
  note: v.exactOptional(c.line),
  customer: v.exactOptional(c.shortText),
  addTags: v.exactOptional(c.tags),
  removeTags: v.exactOptional(c.tags),
  protected: v.exactOptional(v.boolean()),
});
export interface LocalChange extends v.InferOutput<typeof localChange> {}

const seenTexts = c.object({
  label: v.exactOptional(c.shortText),
  note: v.exactOptional(c.line),
  customer: v.exactOptional(c.shortText),
});

/** Result of a change. `undoId` can undo it until the next change, or until Easel quits. */
const localChanged = c.object({ boards: c.number, undoId: c.text });
export interface LocalChanged extends v.InferOutput<typeof localChanged> {}

/** Kind of rows; boards if absent. */
const ofPapers = { of: v.exactOptional(v.picklist(['board', 'paper'])) };

/** A cleanup rule of a view reports boards older than `days`, at most `most` per review. It deletes nothing. */
export const cleanUpRule = c.object({
  days,
  most: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(10_000)),
});

const savedView = c.object({
  id: c.text,
  name: c.text,
  query: rowQuery,
  builtIn: v.boolean(),
  /** Shared with the team through its register. */
  shared: v.exactOptional(v.literal(true)),
  rule: v.exactOptional(cleanUpRule),
});
export interface SavedView extends v.InferOutput<typeof savedView> {}

/** A list column: its id (`created`, `label`, `field:<name>`…) and its width in px. */
export const rowColumn = c.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(206)),
  width: v.nullable(v.pipe(v.number(), v.minValue(20), v.maxValue(4000))),
});
export interface RowColumn extends v.InferOutput<typeof rowColumn> {}

/** A board or paper that was opened, visited or created on this computer. `name` is a copy from that time. */
const recentRoom = c.object({
  kind: v.picklist(['board', 'paper']),
  id: c.id,
  name: c.shortText,
  at: c.count,
});
export interface RecentRoom extends v.InferOutput<typeof recentRoom> {}

/** `name` is a copy, because the list of papers is loaded later. */
const pinnedView = c.object({ of: v.picklist(['board', 'paper']), id: c.id, name: c.shortText });
export interface PinnedView extends v.InferOutput<typeof pinnedView> {}

/** Search texts are not saved, because they may contain pasted secrets. */
export const lastState = c.object({
  /** Last screen. Rooms and forms are not opened again. */
  screen: v.exactOptional(
    v.picklist(['home', 'boards', 'papers', 'customers', 'activity', 'keys', 'settings']),
  ),
  inspector: v.exactOptional(v.boolean()),
  boards: v.exactOptional(
    c.object({
      viewId: v.nullable(c.id),
      filters: c.list(rowFilter, 22),
      order: boardOrder,
      boardId: v.nullable(c.id),
    }),
  ),
  papers: v.exactOptional(
    c.object({ viewId: v.nullable(c.id), filters: c.list(rowFilter, 22), order: boardOrder }),
  ),
  recent: v.exactOptional(c.list(recentRoom, 24)),
  /** Last reasons or tickets of visits and deletes, the newest first. */
  reasons: v.exactOptional(c.list(c.shortText, 8)),
  pins: v.exactOptional(c.list(pinnedView, 6)),
});
export interface LastState extends v.InferOutput<typeof lastState> {}

/** A fact about the service's format. Example: `about` is "Boards are in", `found` is `data.items`. */
const shapeFact = c.object({
  about: c.text,
  found: c.text,
  /** True if a response proved the fact, or two responses agreed. */
  sure: v.boolean(),
  times: c.number,
  seenAt: c.time,
});

export const serviceShape = c.object({ connectionId: c.text, facts: c.list(shapeFact) });
export interface ServiceShape extends v.InferOutput<typeof serviceShape> {}

export const boards = {
  /** Starts a listing and returns immediately. Progress arrives as `boards.changed`. */
  list: c.reads({ args: c.ofConnection, reply: boardsState }),
  cancelList: c.holdsBack({ args: c.ofConnection, reply: boardsState }),
  state: c.reads({ args: c.ofConnection, reply: boardsState }),
  window: c.reads({ args: boardWindowRequest.entries, reply: boardWindow, rate: 'scroll' }),
  /** Returns the rank of a board; null if the board does not match the query. */
  rank: c.reads({
    args: { connectionId: c.id, query: rowQuery, boardId: c.id },
    reply: c.maybeNumber,
    rate: 'scroll',
  }),
  names: c.reads({ args: c.ofConnection, reply: rowNames }),
  countOf: c.reads({
    args: { connectionId: c.id, query: rowQuery, ids: c.list(c.id, 1000) },
    reply: c.count,
  }),
  /** Removing protection requires a press. `seen`: the texts that the person saw before editing, for shared notes. */
  annotate: c.changesComputer({
    args: {
      connectionId: c.id,
      selection: boardSelection,
      change: localChange,
      seen: v.exactOptional(seenTexts),
    },
    reply: localChanged,
    consent: ({ change }) => (change.protected === false ? 'press' : 'none'),
  }),
  undo: c.changesComputer({
    args: { connectionId: c.id, undoId: c.id },
    reply: localChanged,
    consent: 'press',
  }),
  /** Copies at most 10,000 boards. cURL commands contain `$EASEL_API_KEY` instead of the key. */
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
  /** Cancels running exports. They fail with `cancelled` and leave no file. */
  cancelExport: c.holdsBack({}),
  create: c.changesService({ args: c.ofConnection, reply: boardView }),
  view: c.reads({ args: { connectionId: c.id, boardId: c.id }, reply: boardView }),
  shape: c.reads({ args: c.ofConnection, reply: serviceShape }),
};

export const views = {
  list: c.reads({ args: { connectionId: c.id, ...ofPapers }, reply: c.list(savedView) }),
  save: c.changesComputer({
    args: {
      connectionId: c.id,
      ...ofPapers,
      id: v.nullable(c.id),
      name: c.line,
      query: rowQuery,
      rule: v.exactOptional(cleanUpRule),
      shared: v.exactOptional(v.boolean()),
    },
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
  export: c.savesFile(c.ofConnection, c.object({ fileName: c.text, boards: c.number })),
};
