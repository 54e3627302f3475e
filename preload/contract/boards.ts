/** Boards: the list of a connection, one by one, and what people write about them on this computer. */
import * as v from 'valibot';
import * as c from './call.ts';
import { failureSchema } from './failure.ts';

/** A moment as the service sent it. `epochMs` is null when `raw` could not be read as a time. */
export const serviceTime = c.object({
  raw: c.text,
  epochMs: c.maybeNumber,
  /** The text had no zone and was read as UTC. */
  assumedUtc: v.boolean(),
});
export interface ServiceTime extends v.InferOutput<typeof serviceTime> {}

/** What people have written about a board, on this computer: the service knows nothing of it. */
export const rowNotes = c.object({
  label: c.text,
  note: c.text,
  tags: c.list(c.text),
  customer: c.text,
  /** Never deleted in bulk. */
  protected: v.boolean(),
});
export interface RowNotes extends v.InferOutput<typeof rowNotes> {}

/** One row of the boards list. `id` is null when the item had no identifier: shown, counted, not actionable. */
export const boardRow = c.object({
  /** Stable key of the row within this list. */
  rowKey: c.text,
  id: v.nullable(c.text),
  /** What was sent for an id and can't be one, such as `a/b`; only where `id` is null. */
  unusableId: v.exactOptional(c.text),
  created: v.nullable(serviceTime),
  /** Epoch ms of the listing that no longer had it; null while the service lists it. */
  vanishedAt: c.maybeNumber,
  /** Null when there are no notes. */
  local: v.nullable(rowNotes),
  /** Made with Easel, on this computer. */
  madeHere: v.boolean(),
  /** Epoch ms of the last preview from this computer; null for none. */
  previewedAt: c.maybeNumber,
  /** There where a job is about to delete it. */
  queued: v.exactOptional(v.literal(true)),
  /**
   * There where the service's list says otherwise than what was done here. For two minutes it may be late with what was
   * `made` or `deleted`; then it is a difference.
   */
  onItsWay: v.exactOptional(v.picklist(['made', 'deleted', 'not-listed', 'still-listed'])),
  /** Values of the field columns that were asked for, in their order; empty where the board has none. */
  fields: c.list(c.text),
});
export interface BoardRow extends v.InferOutput<typeof boardRow> {}

/** One field as the service sent it; `value` is text for scalars, compact JSON for the rest. */
export const field = c.object({ name: c.text, value: c.text });
export interface Field extends v.InferOutput<typeof field> {}

/** A board in full: the known fields, every other field, and the answer as it came. */
export const boardView = c.object({
  id: c.text,
  created: v.nullable(serviceTime),
  /** Every field but identifier and creation time, in the order sent. */
  otherFields: c.list(field),
  /** The answer's body, indented where it was JSON. */
  raw: c.text,
  /** Epoch ms of the answer on this computer. */
  fetchedAt: c.number,
});
export interface BoardView extends v.InferOutput<typeof boardView> {}

export const completeness = v.picklist(['complete', 'maybe-incomplete', 'still-changing']);

/** Boards made or deleted here, although the service's list does not show that: their number, and the first of them. */
export const difference = c.object({
  what: v.picklist(['made', 'deleted']),
  boards: c.count,
  id: c.text,
});
export interface Difference extends v.InferOutput<typeof difference> {}

/**
 * How far the list of boards has come.
 *
 * `complete` needs proof: a total that fits, the end of pages that differ, or the service's word that no more follow.
 */
export const boardsState = c.object({
  connectionId: c.text,
  phase: v.picklist(['never', 'loading', 'done', 'failed', 'cancelled']),
  completeness,
  /** Rows that can be shown now. Rows of an earlier listing stay until a new one has ended well. */
  rows: c.number,
  /** Boards read so far in the running listing. */
  loaded: c.number,
  /** The service's own count, where it sends one. */
  total: c.maybeNumber,
  /** Items that could not be understood: counted, never dropped silently. */
  notUnderstood: c.number,
  /** Some of them as they came, of the last listing in this run; redacted. */
  strange: c.list(c.text),
  /** Boards made or deleted here a moment ago, of which the service's list says otherwise: it may show them late. */
  onItsWay: c.number,
  /** The same after two minutes. */
  differences: c.list(difference),
  /** Epoch ms of the last listing that ended well; null when there was none. */
  asOf: c.maybeNumber,
  failure: v.nullable(failureSchema),
  /** Boards that an earlier listing had and the last complete one had not. */
  vanished: c.number,
  /** Goes up with every change of the rows: a window fetched under another revision is stale. */
  revision: c.number,
});
export interface BoardsState extends v.InferOutput<typeof boardsState> {}

/** What rows may be sorted by; a field of the service's is written `field:<name>`. Rows without a value come last. */
export const BOARD_SORTS = ['created', 'id', 'label', 'customer'] as const;

/** Yes-or-no facts about a board, or a paper: its label is its name, and it has vanished where it was deleted. */
export const BOARD_MARKS = [
  'labelled',
  'tagged',
  'protected',
  'previewed',
  'made-here',
  'vanished',
  'dated',
  /** Of papers alone. */
  'template',
] as const;
export type RowMark = (typeof BOARD_MARKS)[number];

const days = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(36_500));

/** A list may show as many fields as it may have columns. */
const MOST_COLUMNS = 50;

/** The name of a field of the service's. */
const fieldName = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
export const fieldNames = c.list(fieldName, MOST_COLUMNS);

/** One condition. All of a query's conditions must hold. Moments are epoch ms. */
const rowFilter = v.variant('kind', [
  /** Created at or after `from` and before `to`; null for open. A board without a readable time never matches. */
  c.object({ kind: v.literal('created'), from: v.nullable(c.count), to: v.nullable(c.count) }),
  c.object({ kind: v.literal('older-than'), days }),
  c.object({ kind: v.literal('newer-than'), days }),
  c.object({ kind: v.literal('mark'), mark: v.picklist(BOARD_MARKS), is: v.boolean() }),
  c.object({ kind: v.literal('tag'), tag: c.shortText }),
  c.object({ kind: v.literal('customer'), customer: c.shortText }),
  c.object({ kind: v.literal('id-prefix'), prefix: c.shortText }),
  /** A field of the service's holds this text, letter case ignored. */
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

/** Which boards, in which order. Vanished ones are left out unless a filter speaks of them. */
export const rowQuery = c.object({
  /** Any part of id, label, note, tag, customer, or (from three characters on) another field; letter case ignored. */
  find: c.shortText,
  filters: c.list(rowFilter, 20),
  order: boardOrder,
});
export interface RowQuery extends v.InferOutput<typeof rowQuery> {}

/** Rank `from` and at most `count` (1 to 1,000) of those that match. */
const boardWindowRequest = c.object({
  connectionId: c.id,
  from: c.count,
  count: c.upToThousand,
  query: rowQuery,
  /** Names of fields whose values the rows shall bear. */
  fields: fieldNames,
  /** The first rows may come before it is known how many match. */
  hurried: v.exactOptional(v.literal(true)),
});
export interface BoardWindowRequest extends v.InferOutput<typeof boardWindowRequest> {}

export const boardWindow = c.object({
  from: c.number,
  rows: c.list(boardRow),
  /** How many rows match in all; while they are being counted, how many do at least. */
  matching: c.number,
  /** Boards that a filter by age leaves out because their creation time can't be used; absent for none. */
  undated: v.exactOptional(c.count),
  /** There where `matching` is not known yet: asked again without hurry it is. */
  counting: v.exactOptional(v.literal(true)),
  revision: c.number,
});
export interface BoardWindow extends v.InferOutput<typeof boardWindow> {}

/** A field, a tag or a customer, and how many boards have it. */
const countedName = c.object({ name: c.text, boards: c.number });
export interface CountedName extends v.InferOutput<typeof countedName> {}

/** What the boards of a connection bear: the service's further fields, and tags and customers, the most frequent first. */
const rowNames = c.object({
  fields: c.list(countedName),
  tags: c.list(countedName),
  customers: c.list(countedName),
});
export interface RowNames extends v.InferOutput<typeof rowNames> {}

/** Which boards a change or a copy is about. `ranges` are ranks of the query, both ends included, under `revision`. */
export const boardSelection = v.variant('kind', [
  c.object({ kind: v.literal('ids'), ids: c.list(c.id, 1000) }),
  c.object({
    kind: v.literal('ranges'),
    query: rowQuery,
    revision: c.count,
    ranges: c.list(v.pipe(v.tuple([c.count, c.count]), v.readonly()), 1000),
  }),
  /** All that match, but for these ids. */
  c.object({ kind: v.literal('all'), query: rowQuery, except: c.list(c.id, 1000) }),
]);
export type BoardSelection = v.InferOutput<typeof boardSelection>;

/** The changes to local notes; absent fields stay unchanged. */
const localChange = c.object({
  label: v.exactOptional(c.shortText),
  note: v.exactOptional(c.line),
  customer: v.exactOptional(c.shortText),
  addTags: v.exactOptional(c.list(c.shortText, 50)),
  removeTags: v.exactOptional(c.list(c.shortText, 50)),
  protected: v.exactOptional(v.boolean()),
});
export interface LocalChange extends v.InferOutput<typeof localChange> {}

/** A change of local notes. `undoId` takes it back, until another one is made or Easel ends. */
const localChanged = c.object({ boards: c.number, undoId: c.text });
export interface LocalChanged extends v.InferOutput<typeof localChanged> {}

/** Boards by month of creation (UTC, `YYYY-MM`, the oldest first, those with any) and those without a readable time. */
const boardOverview = c.object({
  months: c.list(c.object({ month: c.text, boards: c.number })),
  undated: c.number,
});
export interface BoardOverview extends v.InferOutput<typeof boardOverview> {}

/** What a selection is made of. */
const rowSummary = c.object({
  boards: c.number,
  /** The first of them, as the list has them. */
  first: c.list(boardRow),
  /** Epoch ms; null where none has a readable time. */
  oldest: c.maybeNumber,
  newest: c.maybeNumber,
  undated: c.number,
  /** Left out of every delete of many. */
  protected: c.number,
  /** The most frequent ones first. */
  tags: c.list(countedName),
  moreTags: c.number,
  customers: c.list(countedName),
  moreCustomers: c.number,
});
export interface RowSummary extends v.InferOutput<typeof rowSummary> {}

/** What a list is of; where nothing is said, of boards. The questions to it are the same, whatever it is of. */
const ofPapers = { of: v.exactOptional(v.picklist(['board', 'paper'])) };

/** A question with a name. `builtIn` ones can't be changed. */
const savedView = c.object({ id: c.text, name: c.text, query: rowQuery, builtIn: v.boolean() });
export interface SavedView extends v.InferOutput<typeof savedView> {}

/** How a list looks: its columns in order, by id (`created`, `label`, `field:<name>` …), and their widths in px. */
export const rowColumn = c.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(206)),
  width: v.nullable(v.pipe(v.number(), v.minValue(20), v.maxValue(4000))),
});
export interface RowColumn extends v.InferOutput<typeof rowColumn> {}

/** A board or paper that was opened, visited or made here; `name` is how it was called then, and may be empty. */
const recentRoom = c.object({
  kind: v.picklist(['board', 'paper']),
  id: c.id,
  name: c.shortText,
  /** Epoch ms. */
  at: c.count,
});
export interface RecentRoom extends v.InferOutput<typeof recentRoom> {}

/**
 * What a connection had in front when Easel was last open; absent parts were never known. Text in *Find* is not in it: it may
 * be anything that was pasted, and a list that a forgotten word narrows looks as if boards were lost.
 */
export const lastState = c.object({
  /** Rooms are left when Easel ends, and a form with what was typed into it is gone. */
  screen: v.exactOptional(v.picklist(['home', 'boards', 'papers', 'activity', 'keys', 'settings'])),
  inspector: v.exactOptional(v.boolean()),
  boards: v.exactOptional(
    c.object({
      /** The saved view that the list showed, unchanged. */
      viewId: v.nullable(c.id),
      filters: c.list(rowFilter, 20),
      order: boardOrder,
      /** The board in the inspector. */
      boardId: v.nullable(c.id),
    }),
  ),
  papers: v.exactOptional(
    c.object({ viewId: v.nullable(c.id), filters: c.list(rowFilter, 20), order: boardOrder }),
  ),
  /** The last one first. */
  recent: v.exactOptional(c.list(recentRoom, 24)),
});
export interface LastState extends v.InferOutput<typeof lastState> {}

/** One thing that was learned of a connection's service: "Boards are in" `data.items`. */
const shapeFact = c.object({
  about: c.text,
  found: c.text,
  /** Proven, or seen more than once. */
  sure: v.boolean(),
  times: c.number,
  /** Epoch ms. */
  seenAt: c.number,
});

/** The shape lens: what a connection's service looks like, as learned from its answers; no facts before there were any. */
export const serviceShape = c.object({ connectionId: c.text, facts: c.list(shapeFact) });
export interface ServiceShape extends v.InferOutput<typeof serviceShape> {}

export const boards = {
  /** Starts listing in the background; progress arrives as `boards.changed`. */
  list: c.reads({ args: c.ofConnection, reply: boardsState }),
  cancelList: c.holdsBack({ args: c.ofConnection, reply: boardsState }),
  state: c.reads({ args: c.ofConnection, reply: boardsState }),
  window: c.reads({ args: boardWindowRequest.entries, reply: boardWindow, rate: 'scroll' }),
  /** The rank of a board in a query, or of the first from rank `after` on whose id begins with `idPrefix`; null for none. */
  rank: c.reads({
    args: { connectionId: c.id, query: rowQuery, idPrefix: c.id, after: c.count },
    reply: c.maybeNumber,
    rate: 'scroll',
  }),
  names: c.reads({ args: c.ofConnection, reply: rowNames }),
  overview: c.reads({ args: { connectionId: c.id, query: rowQuery }, reply: boardOverview }),
  /** Fails with `refused` for ranks of a list that has changed. */
  summary: c.reads({ args: { connectionId: c.id, selection: boardSelection }, reply: rowSummary }),
  /** Changes local notes of many boards at once. Nothing happens at the service. Taking protection away needs a press. */
  annotate: c.changesComputer({
    args: { connectionId: c.id, selection: boardSelection, change: localChange },
    reply: localChanged,
    consent: ({ change }) => (change.protected === false ? 'press' : 'none'),
  }),
  /** Takes the last change of local notes back. */
  undo: c.changesComputer({
    args: { connectionId: c.id, undoId: c.id },
    reply: localChanged,
    consent: 'press',
  }),
  /** Puts ids, rows (tab-separated), cURL lines (the key as `$EASEL_API_KEY`) or links on the clipboard; at most 10,000 boards. */
  copy: c.givesAway({
    args: { connectionId: c.id, selection: boardSelection, as: v.picklist(['ids', 'rows', 'curl', 'links']) },
    reply: c.object({ boards: c.number }),
    consent: 'none',
  }),
  /** Writes boards to a file that the person chooses; null when they chose none. Progress arrives as `boards.exporting`. */
  export: c.savesFile(
    { connectionId: c.id, selection: boardSelection, format: c.fileFormat, fields: fieldNames },
    c.fileWritten,
  ),
  /** Ends exports under way: they fail with `cancelled`, and leave no file. */
  cancelExport: c.holdsBack({}),
  create: c.changesService({ args: c.ofConnection, reply: boardView }),
  view: c.reads({ args: { connectionId: c.id, boardId: c.id }, reply: boardView }),
  shape: c.reads({ args: c.ofConnection, reply: serviceShape }),
};

export const views = {
  list: c.reads({ args: { connectionId: c.id, ...ofPapers }, reply: c.list(savedView) }),
  /** Keeps a query under a name; an `id` of its own changes that one. */
  save: c.changesComputer({
    args: { connectionId: c.id, ...ofPapers, id: v.nullable(c.id), name: c.line, query: rowQuery },
    reply: c.list(savedView),
  }),
  remove: c.changesComputer({
    args: { connectionId: c.id, ...ofPapers, id: c.id },
    reply: c.list(savedView),
  }),
  /** Columns of boards and of papers are empty until somebody has chosen: then the page shows its defaults. */
  layout: c.reads({
    args: c.ofConnection,
    reply: c.object({ columns: c.list(rowColumn), paperColumns: c.list(rowColumn), last: lastState }),
  }),
  setColumns: c.changesComputer({
    args: { connectionId: c.id, ...ofPapers, columns: c.list(rowColumn, MOST_COLUMNS) },
    reply: c.list(rowColumn),
  }),
  /** Absent parts stay as they were kept. */
  keepLast: c.changesComputer({ args: { connectionId: c.id, last: lastState } }),
};

export const notes = {
  /** Writes all local notes of the connection as a table to a file that the person chooses; null when they chose none. */
  export: c.savesFile(c.ofConnection, c.object({ fileName: c.text, boards: c.number })),
};
