/** The list of boards, in every form that the specification leaves open: the one place that knows containers. */
import type { ServiceTime } from '../../../preload/contract/boards.ts';
import type { BoardItem, BoardPage, Container, ListShape, SeenNames } from '../types.ts';
import { isFields, type Body, type Fields } from './body.ts';
import { BOARD_ID_NAMES, findId, hasIdField, idUnder, readId, unusableId, whyUnusableId } from './ids.ts';
import { charactersOf, endOfString, parseJson, spansOf } from './json.ts';
import { namesSecret, REDACTED } from '../../log/redact.ts';
import { isAboutRows, readHints, type ListHead } from './row-hints.ts';
import { carriesError } from './service-messages.ts';
import { findTime, formOf, NONE_USABLE, usableAt, type UsableTimes } from './times.ts';

/** Names of lists that are believed where there are others beside them. */
const LIST_NAMES: ReadonlySet<string> = new Set(
  [
    'data boards items results rows boardList rooms roomList whiteboards list content records entries nodes edges',
    'values elements documents docs objects collection hits result response payload _embedded',
    'ids roomIds room_ids boardIds board_ids',
  ].flatMap((names) => names.split(' ')),
);

/** Lists under these names are about the answer, and not what was asked for. */
const OTHER_LISTS = /^_?(?:errors?|warnings?|messages?|links|included|notices|columns|fields|headers?)$/iu;

/** Members that stand beside a list, and would not stand in anything else. */
const PAGING =
  /^_?(?:total.*|count|limit|offset|page.*|per_?page|size|next.*|prev.*|first|last|has_?.*|more|success|status|code|ok|meta(?:data)?|links|cursor|errors?|warnings?|columns|fields|headers?|from|to|__typename)$/iu;

/** Most names on the way to a list: `data.viewer.boards.edges`. */
const DEEPEST = 4;

const UNKNOWN: ListShape = { container: null, isSure: false, idName: null };

/** Which creation times of a list are usable at `now`, epoch ms: none, once this connection's were found to be wrong. */
export function usableIn(known: ListShape = UNKNOWN, now = Date.now()): UsableTimes {
  return known.hasWrongTimes === true ? NONE_USABLE : usableAt(now);
}

/**
 * Reads one page; null when no list can be found in it without guessing.
 *
 * Every item that came is in `items` or counted in `notUnderstood`. `known`: how earlier pages were read. Where their boards
 * were, there may be none any more; nobody knows what an answer means that holds nothing at all before there were any.
 */
export function readList(
  body: Body,
  head: ListHead = {},
  known: ListShape = UNKNOWN,
  now = Date.now(),
): BoardPage | null {
  const usable = usableIn(known, now);
  const value = body.kind === 'json' ? body.value : null;
  if (body.kind !== 'json' && body.kind !== 'nothing') return null;
  const found = rowsAt(body, value, known.container) ?? (known.isSure ? null : search(value));
  const told = readHints(value, found?.container ?? null, head);
  if (found !== null && (found.rows.length > 0 || !carriesError(body))) {
    const { rows, container } = found;
    const read = rows.map((row) => readRow(row, known.idName, usable)).filter((row) => row !== null);
    const wanted = read.map(({ fields }) => fields);
    const spans = body.kind === 'json' ? spansOf(wanted, body) : [];
    const part = body.kind === 'json' ? body.characters.part : () => '';
    const starts: number[] = [];
    const items = read.map(({ id, created, fields }, at) => {
      const span = spans[at];
      if (span !== undefined) starts.push(span[0]);
      return { id, created, raw: span === undefined ? JSON.stringify(fields) : part(...span) };
    });
    const seen = namesIn(found, known, now);
    return {
      items,
      ...(starts.length === items.length && { starts }),
      notUnderstood: rows.length - items.length,
      container,
      ...(seen !== null && { seen }),
      ...told,
    };
  }
  if (carriesError(body) || !isBare(value)) return null;
  const none = { items: [], notUnderstood: 0, ...told };
  const isSilent = body.kind === 'nothing' && known.hasBoards === true && !known.isSure;
  return known.container === null || isSilent
    ? { ...none, isBlank: true }
    : { ...none, container: known.container };
}

/** One item as it came, and the name that it stood under in a map. */
interface Row {
  readonly value: unknown;
  readonly key: string | null;
}

interface Found {
  readonly container: Container;
  readonly rows: readonly Row[];
}

/** The rows where earlier pages had them; null where there is neither a list nor a map of boards. */
function rowsAt(body: Body, value: unknown, container: Container | null): Found | null {
  if (container === null) return null;
  if (container.path.length === 0 && !container.isMap && isLine(body, value)) return listOf([], [value]);
  let at: unknown = value;
  let parent: Fields = {};
  for (const name of container.path) {
    if (!isFields(at)) return null;
    parent = at;
    at = Object.hasOwn(at, name) ? at[name] : undefined;
  }
  if (container.isMap && isFields(at) && Object.entries(at).every(isBoardNamed))
    return mapOf(container.path, at);
  return Array.isArray(at) && !container.isMap ? listOf(container.path, at, parent) : null;
}

/** One board alone: of a list with a line for each there may be one left. */
function isLine(body: Body, value: unknown): boolean {
  if (!isFields(value) || findId(value, BOARD_ID_NAMES) === null || carriesError(body)) return false;
  return hasIdField(value, ROOM_ID_NAMES) || findTime(value) !== null;
}

function search(value: unknown): Found | null {
  if (Array.isArray(value)) return listOf([], value);
  if (!isFields(value)) return null;
  const lists = listsIn(value);
  const named = lists.filter(({ container: { path } }) => path.every((name) => LIST_NAMES.has(name)));
  return (
    only(named) ??
    findMap(value, isCertainlyBoardNamed) ??
    only(lists.filter(showsBoards)) ??
    findMap(value, isBoardNamed) ??
    (hasIdField(value, ROOM_ID_NAMES) ? listOf([], [value]) : null) ??
    (isBare(value) ? (lists[0] ?? nothingIn(value)) : null)
  );
}

/** Null (as Go writes an empty list) or an empty object where a list would be, under a name that means nothing else. */
function nothingIn(fields: Fields, path: readonly string[] = []): Found | null {
  for (const [name, held] of Object.entries(fields)) {
    const isEmpty = held === null || (isFields(held) && Object.keys(held).length === 0);
    const here = [...path, name];
    if (isEmpty && LIST_NAMES.has(name) && !WRAPPERS.test(name)) {
      return { container: { path: here, isMap: held !== null }, rows: [] };
    }
    const inside = isFields(held) && LIST_NAMES.has(name) ? nothingIn(held, here) : null;
    if (inside !== null) return inside;
  }
  return null;
}

const WRAPPERS = /^(?:data|result|response|payload|_embedded)$/u;

const ROOM_ID_NAMES = ['room_id', 'roomId'];

/** The one list there is; where there are several, the one that shows boards, or one of those that are all empty. */
function only(lists: readonly Found[]): Found | null {
  const [first] = lists;
  if (first === undefined || lists.length === 1 || lists.every(({ rows }) => rows.length === 0))
    return first ?? null;
  const [shown, ...others] = lists.filter(showsBoards);
  return others.length === 0 ? (shown ?? null) : null;
}

/** All lists that are not inside another one, the outer ones first. */
function listsIn(fields: Fields, path: readonly string[] = []): readonly Found[] {
  const members = Object.entries(fields).filter(([name]) => !OTHER_LISTS.test(name));
  const own = members.flatMap(([name, list]) =>
    Array.isArray(list) ? [listOf([...path, name], list, fields)] : [],
  );
  if (path.length + 1 >= DEEPEST) return own;
  const inner = members.flatMap(([name, held]) => (isFields(held) ? listsIn(held, [...path, name]) : []));
  return [...own, ...inner];
}

function listOf(path: readonly string[], list: readonly unknown[], parent: Fields = {}): Found {
  const rows = (fromTable(list, parent) ?? list).map((value) => ({ value, key: null }));
  return { container: { path, isMap: false }, rows };
}

/** Rows of cells below a row of names, or beside a list of them: as objects. Null for what is no table. */
function fromTable(list: readonly unknown[], parent: Fields): readonly unknown[] | null {
  if (list.length === 0 || !list.every((row): row is readonly unknown[] => Array.isArray(row))) return null;
  const beside = COLUMN_NAMES.map((name) => namesOfColumns(parent[name])).find((names) => names !== null);
  const names = beside ?? namesOfColumns(list[0]);
  if (names == null || !names.some((name) => hasIdField({ [name]: '' }, BOARD_ID_NAMES))) return null;
  const rows = beside === undefined ? list.slice(1) : list;
  return rows.map((row) =>
    row.length === names.length ? Object.fromEntries(names.map((name, at) => [name, row[at]])) : row,
  );
}

const COLUMN_NAMES = ['columns', 'fields', 'headers', 'header', 'names', 'keys'] as const;

function namesOfColumns(columns: unknown): readonly string[] | null {
  if (!Array.isArray(columns) || columns.length === 0) return null;
  const names = columns.map((column: unknown) => (isFields(column) ? column['name'] : column));
  return names.every((name) => typeof name === 'string') ? names : null;
}

function showsBoards({ rows }: Found): boolean {
  return rows.some(({ value }) => {
    if (!isFields(value)) return typeof value === 'string' && UUID.test(value);
    const fields = unwrapped(value);
    return hasIdField(fields, BOARD_ID_NAMES) || findId(fields, BOARD_ID_NAMES) !== null;
  });
}

/** Identifiers as names, boards as values: the answer itself, or under names of lists. */
function findMap(
  fields: Fields,
  isBoard: (entry: readonly [string, unknown]) => boolean,
  path: readonly string[] = [],
): Found | null {
  const entries = Object.entries(fields);
  if (entries.length > 0 && entries.every(isBoard)) return mapOf(path, fields);
  const inner = entries.filter(([name, held]) => LIST_NAMES.has(name) && isFields(held));
  const maps = inner.flatMap(([name, held]) => findMap(held as Fields, isBoard, [...path, name]) ?? []);
  return maps.length === 1 ? (maps[0] ?? null) : null;
}

function mapOf(path: readonly string[], map: Fields): Found {
  return {
    container: { path, isMap: true },
    rows: Object.entries(map).map(([key, value]) => ({ value, key })),
  };
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;

/** `{"error": {…}}` is an object of objects too: a board shows itself by its name or its time. */
function isBoardNamed([key, board]: readonly [string, unknown]): boolean {
  if (!isFields(board) || LIST_NAMES.has(key)) return false;
  const own = findId(board, BOARD_ID_NAMES)?.id ?? unusableId(board, BOARD_ID_NAMES);
  return UUID.test(key) || own === key || ((own === null || NUMERIC.test(own)) && findTime(board) !== null);
}

/** An object with an id of its own may hold the list; one that is named by its id is a board. */
function isCertainlyBoardNamed([key, board]: readonly [string, unknown]): boolean {
  return isFields(board) && (UUID.test(key) || findId(board, BOARD_ID_NAMES)?.id === key);
}

type ReadItem = Omit<BoardItem, 'raw'> & { readonly fields: Fields };

/** One board; null for what is none. `idName`: the name that its id stands under, if that is known. */
function readRow({ value, key }: Row, idName: string | null, usable: UsableTimes): ReadItem | null {
  const bare = isFields(value) && typeof value['node'] === 'string' ? value['node'] : value;
  if (!isFields(bare)) {
    const id = readId(bare);
    if (id !== null) return { id, created: null, fields: {} };
    return typeof bare === 'string' && bare !== '' ? { id: null, created: null, fields: { id: bare } } : null;
  }
  const fields = unwrapped(bare);
  const created = findTime(fields, undefined, usable)?.time ?? null;
  if (idName !== null) return { id: idUnder(fields, idName), created, fields };
  const own = findId(fields, BOARD_ID_NAMES)?.id ?? null;
  if (key === null || (own !== null && (NUMERIC.test(key) || !NUMERIC.test(own))))
    return { id: own, created, fields };
  if (own === null && unusableId(fields, BOARD_ID_NAMES) !== null) return { id: null, created, fields };
  if (whyUnusableId(key) !== null) return { id: null, created, fields: { ...fields, id: key } };
  return { id: key, created, fields };
}

const NUMERIC = /^-?\d+$/u;

/** So many rows are looked at for names: of the first one a field may be missing. */
const ROWS_FOR_NAMES = 20;

/** The names in a page; null where no board has an id. */
function namesIn({ container, rows }: Found, known: ListShape, now: number): SeenNames | null {
  const { idName } = known;
  const usable = usableAt(now);
  const named = rows.slice(0, ROWS_FOR_NAMES).flatMap((row) => {
    const read = readRow(row, idName, usable);
    return read?.id == null ? [] : [{ row, id: read.id, created: read.created }];
  });
  const shown =
    named.find(({ created }) => created?.epochMs != null) ??
    named.find(({ created }) => created !== null) ??
    named[0];
  if (shown === undefined) return null;
  const { row } = shown;
  const fields = isFields(row.value) ? unwrapped(row.value) : {};
  const own = idName ?? findId(fields, BOARD_ID_NAMES)?.name ?? null;
  const isKey = row.key !== null && idName === null && shown.id === row.key;
  const time = findTime(fields, undefined, usable);
  return {
    list: container.path.map(sayable).join('.'),
    id: isKey ? 'the name of each entry' : own === null ? 'each entry itself' : sayable(own),
    created: time === null ? null : sayable(time.name),
    timeForm: time === null ? null : timeFormOf(time.time, known.hasWrongTimes === true),
  };
}

function timeFormOf(time: ServiceTime, isWrong: boolean): string {
  if (!isWrong) return formOf(time);
  return time.epochMs === null ? 'not understood' : `${formOf(time)}, not understood`;
}

/** A name as programs give them to fields; others may be those of customers, or ids. */
function sayable(name: string): string {
  return /^[a-z_$@][\w$@.-]{0,39}$/iu.test(name) && !/\d{4}/u.test(name) ? name : '[not shown]';
}

/** GraphQL's edges hold each board as a `node`. */
function unwrapped(fields: Fields): Fields {
  const { node } = fields;
  return isFields(node) && !hasIdField(fields, BOARD_ID_NAMES) ? node : fields;
}

/** Whether an answer holds nothing, and says nothing: what may stand beside a list is all that is there. */
function isBare(value: unknown): boolean {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return true;
  if (!isFields(value)) return false;
  return Object.entries(value).every(([name, held]) => {
    const isOfPages = PAGING.test(name) || isAboutRows(name);
    if (typeof held !== 'object' || held === null) return held === null || isOfPages;
    return OTHER_LISTS.test(name) || isBare(held) || (isOfPages && isFields(held));
  });
}

// Secrets: what a service repeats of a key must not be kept with its boards.

type Clean = (text: string) => string;

/**
 * The page that was read from `body`, with some of the items in it that are not understood. Most hold nothing, and are
 * given as they are. What is written with escapes is looked at as it reads.
 */
export function withoutSecrets(
  page: BoardPage,
  body: Body,
  clean: Clean,
  usable: UsableTimes = usableIn(),
): BoardPage {
  const pieces = body.kind === 'json' ? body.pieces : [];
  const told = page.notUnderstood === 0 ? page : { ...page, strange: strangeItems(body, clean) };
  const isClean = pieces.every((piece) => clean(piece) === piece);
  if (isClean && !pieces.some((piece) => piece.includes('\\'))) return told;
  const cleaned = (item: BoardItem): BoardItem =>
    isClean && !item.raw.includes('\\') ? item : cleanItem(item, clean, usable);
  const items = page.items.map(cleaned);
  const { seen } = page;
  const { starts: _starts, ...others } = told;
  return { ...others, items, ...(seen !== undefined && { seen: cleanNames(seen, clean) }) };
}

/** Bounds of the items that are not understood: how many, of how many characters, how far down they are looked for. */
const MOST_STRANGE = 8;
const LONGEST_STRANGE = 300;
const STRANGE_DEPTH = 3;

/** Some of them as compact JSON, to be shown to whoever asks what is missing; the answer's beginning where none can be told. */
function strangeItems(body: Body, clean: Clean): readonly string[] {
  const found: string[] = [];
  const short = (raw: string): string => {
    const whole = clean(raw);
    return whole.length <= LONGEST_STRANGE ? whole : `${whole.slice(0, LONGEST_STRANGE)}…`;
  };
  const look = (value: unknown, depth: number): void => {
    if (depth > STRANGE_DEPTH || found.length >= MOST_STRANGE) return;
    if (isFields(value)) for (const inner of Object.values(value)) look(inner, depth + 1);
    if (!Array.isArray(value)) return;
    for (const item of value.filter((each) => !isFields(each) && readId(each) === null)) {
      if (found.length < MOST_STRANGE) found.push(short(JSON.stringify(item)));
    }
  };
  if (body.kind !== 'json') return [''];
  look(body.value, 0);
  return found.length > 0 ? found : [short(body.characters.part(0))];
}

function cleanNames({ list, id, created, timeForm }: SeenNames, clean: Clean): SeenNames {
  return { list: clean(list), id: clean(id), created: created === null ? null : clean(created), timeForm };
}

/** Its id stays: the board would be lost without it, and ids that only look like tokens exist. */
function cleanItem(item: BoardItem, clean: Clean, usable: UsableTimes): BoardItem {
  const raw = cleanJson(item.raw, clean);
  if (raw === item.raw) return item;
  const fields = parseJson(item.raw);
  // From the field itself: of the time in the item the end may be missing, and half a secret is not recognised.
  const created = isFields(fields) ? (findTime(fields, clean, usable)?.time ?? null) : null;
  return { id: item.id, created, raw };
}

/** A JSON text with the secrets taken out of its texts and names, and nothing else changed. */
function cleanJson(json: string, clean: Clean): string {
  const pieces: string[] = [];
  let end = 0;
  /** Of each list and object that is open, and of the next value: whether its texts go, whatever they look like. */
  const open: boolean[] = [];
  let goes = false;
  const { codes } = charactersOf(json);
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    // A field that names a secret has its text taken out, also from a list; fields in it have names of their own.
    if (character === '{') goes = false;
    if (character === '[' || character === '{') open.push(goes);
    else if (character === ']' || character === '}') open.pop();
    else if (character === ',') goes = open.at(-1) === true;
    if (character !== '"') continue;
    const from = at;
    at = endOfString(codes, at + 1);
    const text = JSON.parse(json.slice(from, at + 1)) as string;
    COLON.lastIndex = at + 1;
    const isName = COLON.test(json);
    const cleaned = goes && !isName ? REDACTED : clean(text);
    if (isName) goes = namesSecret(text, clean);
    if (cleaned === text) continue;
    pieces.push(json.slice(end, from), JSON.stringify(cleaned));
    end = at + 1;
  }
  return pieces.join('') + json.slice(end);
}

const COLON = /\s*:/uy;
