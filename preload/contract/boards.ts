import * as v from 'valibot';
import * as c from './call.ts';
import { LONGEST } from './limits.ts';
import { failureSchema } from './failure.ts';

/** A time in the service's format. `epochMs` is null if `raw` can't be parsed. */
export const serviceTime = c.object({
  raw: c.text,
  epochMs: c.maybeTime,
  assumedUtc: v.boolean(),
});
export interface ServiceTime extends v.InferOutput<typeof serviceTime> {}

/** The user's notes about a board or paper. The service does not store them. */
export const rowNotes = c.object({
  label: c.text,
  note: c.text,
  tags: c.list(c.text),
  customer: c.text,
  protected: v.boolean(),
});
export interface RowNotes extends v.InferOutput<typeof rowNotes> {}

/** A row of the boards list. `id` is null if the service sent no usable id. Such a board can't be opened or deleted. */
export const boardRow = c.object({
  rowKey: c.text,
  id: v.nullable(c.text),
  /** The board's id in the service's response, if this id is unsafe in a URL path. Then `id` is null. */
  unusableId: v.exactOptional(c.text),
  created: v.nullable(serviceTime),
  /** Epoch ms at which the board was first missing from the service's list; null while the list contains the board. */
  vanishedAt: c.maybeTime,
  local: v.nullable(rowNotes),
  madeHere: v.boolean(),
  previewedAt: c.maybeTime,
  queued: v.exactOptional(v.literal(true)),
  /** Set if the service's list contradicts Easel's create or delete; after 2 min `not-listed` or `still-listed`. */
  unconfirmed: v.exactOptional(v.picklist(['made', 'deleted', 'not-listed', 'still-listed'])),
  fields: c.list(c.text),
});
export interface BoardRow extends v.InferOutput<typeof boardRow> {}

/** A field of the service's response. `value`: a scalar's text, or the compact JSON of an object or array. */
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

/** Number of boards whose create or delete the service's list does not show, and the id of one of these boards. */
export const difference = c.object({
  what: v.picklist(['made', 'deleted']),
  boards: c.count,
  id: c.text,
});
export interface Difference extends v.InferOutput<typeof difference> {}

/** State of the boards list. `complete` only if a total, the last result page or a flag in a response proves it. */
export const boardsState = c.object({
  connectionId: c.text,
  phase: v.picklist(['never', 'loading', 'done', 'failed', 'cancelled']),
  completeness,
  /** Number of rows. While Easel fetches a new list, some rows still come from the previous list. */
  rows: c.number,
  loaded: c.number,
  /** True while the database builds indexes at the end of a listing. Reading rows may then take 3 s. */
  preparing: v.boolean(),
  total: c.maybeNumber,
  notUnderstood: c.number,
  unreadable: c.list(c.text),
  /** Number of creates and deletes in the last two minutes that the service's list does not show yet. */
  unconfirmed: c.number,
  /** Creates and deletes by Easel that the service's list still does not show after two minutes. */
  differences: c.list(difference),
  asOf: c.maybeTime,
  failure: v.nullable(failureSchema),
  /** Number of boards in Easel's database that are missing from the service's last complete list. */
  vanished: c.number,
  requests: v.exactOptional(c.number),
  /** Numbers of boards added and removed since the listing at `since`. `oldest`: time of the oldest added board. */
  news: v.exactOptional(c.object({ added: c.count, gone: c.count, oldest: c.maybeTime, since: c.time })),
  /** Number that increases with each change of the boards list. Rows of a lower revision are outdated. */
  revision: c.number,
});
export interface BoardsState extends v.InferOutput<typeof boardsState> {}

/** Yes-or-no properties for filters. For papers, `labelled` means "has a name", and `vanished` means "deleted". */
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
  /** Filter by creation time: `from` is inclusive, `to` exclusive. Omits boards without a readable time. */
  c.object({ kind: v.literal('created'), from: v.nullable(c.count), to: v.nullable(c.count) }),
  c.object({ kind: v.literal('older-than'), days }),
  c.object({ kind: v.literal('newer-than'), days }),
  c.object({ kind: v.literal('mark'), mark: v.picklist(BOARD_MARKS), is: v.boolean() }),
  /** Filter by tag: the tag contains the text, ignoring case. `exact`: the tag must equal the text. */
  c.object({ kind: v.literal('tag'), tag: c.shortText, ...exact }),
  c.object({ kind: v.literal('customer'), customer: c.shortText, ...exact }),
  c.object({ kind: v.literal('id-prefix'), prefix: c.shortText }),
  c.object({ kind: v.literal('field'), name: fieldName, text: c.shortText }),
]);
export type RowFilter = v.InferOutput<typeof rowFilter>;

const boardOrder = c.object({
  /** Sort order. `field:<name>` sorts by a field of the service. Rows without a value are last. */
  by: v.union([
    v.picklist(['created', 'id', 'label', 'customer']),
    v.custom<`field:${string}`>((by) => typeof by === 'string' && /^field:./su.test(by) && by.length <= 206),
  ]),
  descending: v.boolean(),
});

/** Search, filters and order of a list. Boards that are no longer listed match only a filter by `vanished`. */
export const rowQuery = c.object({
  /** Text to find in id, label, note, tags, customer and the service's fields. */
  find: c.shortText,
  /** Allows 22 filters: 20 that the user can add, and two that a view's cleanup rule adds. */
  filters: c.list(rowFilter, 22),
  order: boardOrder,
});
export interface RowQuery extends v.InferOutput<typeof rowQuery> {}

const ofQuery = { ...c.ofConnection, query: rowQuery };

const boardWindowRequest = c.object({
  ...ofQuery,
  from: c.count,
  count: c.upToThousand,
  fields: fieldNames,
  /** If true, main returns the first rows at once, without counting all matching rows first. */
  hurried: v.exactOptional(v.literal(true)),
});
export interface BoardWindowRequest extends v.InferOutput<typeof boardWindowRequest> {}

export const boardWindow = c.object({
  from: c.number,
  rows: c.list(boardRow),
  /** Number of matching rows. While `counting` is true, the final number may be higher. */
  matching: c.number,
  undated: v.exactOptional(c.count),
  /** True if `matching` is not final, because the request was `hurried`. Without `hurried`, main counts all rows. */
  counting: v.exactOptional(v.literal(true)),
  revision: c.number,
});
export interface BoardWindow extends v.InferOutput<typeof boardWindow> {}

const countedName = c.object({ name: c.text, boards: c.number });
export interface CountedName extends v.InferOutput<typeof countedName> {}

/** Names to choose from, most frequent first: fields for columns, tags and customers for filters. */
const rowNames = c.object({
  fields: c.list(c.text),
  tags: c.list(countedName),
  customers: c.list(countedName),
});
export interface RowNames extends v.InferOutput<typeof rowNames> {}

/** Selected boards. `ranges`: row numbers (first and last) in the query's result at `revision`. */
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

const noteTexts = {
  label: v.exactOptional(c.shortText),
  note: v.exactOptional(c.line),
  customer: v.exactOptional(c.shortText),
};

/** A change of a board's notes. Absent fields stay unchanged. */
const localChange = c.object({
  ...noteTexts,
  addTags: v.exactOptional(c.tags),
  removeTags: v.exactOptional(c.tags),
  protected: v.exactOptional(v.boolean()),
});
export interface LocalChange extends v.InferOutput<typeof localChange> {}

/** Result of a change of notes. `undoId` allows undo until the next change, or until Easel quits. */
const localChanged = c.object({ boards: c.number, undoId: c.text });
export interface LocalChanged extends v.InferOutput<typeof localChanged> {}

const ofList = { ...c.ofConnection, of: v.exactOptional(v.picklist(['board', 'paper'])) };

/** Cleanup rule of a view: reports boards older than `days`, at most `most` per review. Deletes nothing. */
export const cleanUpRule = c.object({
  days,
  most: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(10_000)),
});

const savedView = c.object({
  id: c.text,
  name: c.text,
  query: rowQuery,
  builtIn: v.boolean(),
  /** True if colleagues see this view through the team's database. */
  shared: v.exactOptional(v.literal(true)),
  rule: v.exactOptional(cleanUpRule),
});
export interface SavedView extends v.InferOutput<typeof savedView> {}

/** A column of a list: its id (`created`, `label`, `field:<name>`…) and its width in px. */
export const rowColumn = c.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(206)),
  width: v.nullable(v.pipe(v.number(), v.minValue(20), v.maxValue(4000))),
});
export interface RowColumn extends v.InferOutput<typeof rowColumn> {}

/** A recently opened, visited or created board or paper. `name` is a copy from that time. */
const recentRoom = c.object({
  kind: v.picklist(['board', 'paper']),
  id: c.id,
  name: c.shortText,
  at: c.count,
});
export interface RecentRoom extends v.InferOutput<typeof recentRoom> {}

/** A view pinned to the sidebar. Contains the view's name, because the sidebar appears before the views are loaded. */
const pinnedView = c.object({ of: v.picklist(['board', 'paper']), id: c.id, name: c.shortText });
export interface PinnedView extends v.InferOutput<typeof pinnedView> {}

const lastList = { viewId: v.nullable(c.id), filters: c.list(rowFilter, 22), order: boardOrder };

/** State of the screens when Easel quit. Omits search texts, because they may contain pasted secrets. */
export const lastState = c.object({
  /** Last screen that the user saw, except live previews and forms, which Easel does not reopen. */
  screen: v.exactOptional(
    v.picklist(['home', 'boards', 'papers', 'customers', 'activity', 'keys', 'settings']),
  ),
  inspector: v.exactOptional(v.boolean()),
  boards: v.exactOptional(c.object({ ...lastList, boardId: v.nullable(c.id) })),
  papers: v.exactOptional(c.object(lastList)),
  recent: v.exactOptional(c.list(recentRoom, 24)),
  reasons: v.exactOptional(c.list(c.shortText, 8)),
  pins: v.exactOptional(c.list(pinnedView, 6)),
});
export interface LastState extends v.InferOutput<typeof lastState> {}

/** A fact that Easel found about the format of responses. Example: `about` "Boards are in", `found` `data.items`. */
const shapeFact = c.object({
  about: c.text,
  found: c.text,
  /** True if one response proved the fact, or if two responses agree about it. */
  sure: v.boolean(),
  times: c.number,
  seenAt: c.time,
});

export const serviceShape = c.object({ connectionId: c.text, facts: c.list(shapeFact) });
export interface ServiceShape extends v.InferOutput<typeof serviceShape> {}

export const boards = {
  /** Starts to fetch the boards list, and returns at once. Progress arrives as the event `boards.changed`. */
  list: c.reads({ args: c.ofConnection, reply: boardsState }),
  cancelList: c.holdsBack({ args: c.ofConnection, reply: boardsState }),
  state: c.reads({ args: c.ofConnection, reply: boardsState }),
  window: c.reads({ args: boardWindowRequest.entries, reply: boardWindow, rate: 'scroll' }),
  /** Returns the ascending ranks (positions) of the given boards among the boards that match the query. */
  ranks: c.reads({ args: { ...ofQuery, ids: c.list(c.id, 1000) }, reply: c.list(c.count), rate: 'scroll' }),
  names: c.reads({ args: c.ofConnection, reply: rowNames }),
  /** Changes notes. Removing a protection needs a key or pointer press. `seen`: texts before the user's edit. */
  annotate: c.changesComputer({
    args: {
      connectionId: c.id,
      selection: boardSelection,
      change: localChange,
      seen: v.exactOptional(c.object(noteTexts)),
    },
    reply: localChanged,
    consent: ({ change }) => (change.protected === false ? 'press' : 'none'),
  }),
  undo: c.changesComputer({
    args: { connectionId: c.id, undoId: c.id },
    reply: localChanged,
    consent: 'press',
  }),
  /**
   * Copies at most 10,000 boards to the clipboard. cURL commands contain `$EASEL_API_KEY` instead of the key. The
   * format `rows` needs a press, because rows contain notes, in which a compromised page can write any text.
   */
  copy: c.givesAway({
    args: { connectionId: c.id, selection: boardSelection, as: v.picklist(['ids', 'rows', 'curl', 'links']) },
    reply: c.object({ boards: c.number }),
    consent: ({ as }) => (as === 'rows' ? 'press' : 'none'),
  }),
  /** Writes boards to a file. Progress arrives as the event `boards.exporting`. */
  export: c.savesFile(
    { connectionId: c.id, selection: boardSelection, format: c.fileFormat, fields: fieldNames },
    c.fileWritten,
  ),
  cancelExport: c.holdsBack({}),
  create: c.changesService({ args: { connectionId: c.id, startedAt: c.startedAt }, reply: boardView }),
  view: c.reads({ args: { connectionId: c.id, boardId: c.id }, reply: boardView }),
  shape: c.reads({ args: c.ofConnection, reply: serviceShape }),
};

export const views = {
  list: c.reads({ args: ofList, reply: c.list(savedView) }),
  save: c.changesComputer({
    args: {
      ...ofList,
      id: v.nullable(c.id),
      name: c.line,
      query: rowQuery,
      rule: v.exactOptional(cleanUpRule),
      shared: v.exactOptional(v.boolean()),
    },
    reply: c.list(savedView),
  }),
  remove: c.changesComputer({ args: { ...ofList, id: c.id }, reply: c.list(savedView) }),
  layout: c.reads({
    args: c.ofConnection,
    reply: c.object({ columns: c.list(rowColumn), paperColumns: c.list(rowColumn), last: lastState }),
  }),
  setColumns: c.changesComputer({
    args: { ...ofList, columns: c.list(rowColumn, MOST_COLUMNS) },
    reply: c.list(rowColumn),
  }),
  keepLast: c.changesComputer({ args: { connectionId: c.id, last: lastState } }),
};

export const notes = {
  export: c.savesFile(c.ofConnection, c.object({ fileName: c.text, boards: c.number })),
};
