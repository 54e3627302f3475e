/** The list of boards: where it may be in an answer, and its items. The one place that knows containers. */
import type { BoardItem, BoardPage, Container, ListShape, SeenNames } from '../types.ts';
import { type Body, type Fields, isFields, parseJson } from './body.ts';
import { BOARD_ID_NAMES, findId, hasIdField, NUMERIC, readId, unusableId, whyUnusableId } from './ids.ts';
import { namesSecret, REDACTED } from '../../lib/log/redact.ts';
import { readHints, type ListHead } from './row-hints.ts';
import { carriesError } from './service-messages.ts';
import { findTime, formOf, NONE_USABLE, usableAt, type UsableTimes } from './times.ts';

/** Names that a list is believed under, one inside the other: `data.boards`. Of others it must show boards. */
const LIST_NAMES: ReadonlySet<string> = new Set('data boards items results rows boardList'.split(' '));

/** Lists and objects under these names are about the answer, and not what was asked for. */
const OTHER_NAMES = /^_?(?:errors?|warnings?|messages?|links|included|notices|meta(?:data)?)$/iu;

/** Members that stand beside a list, and would not stand in anything else. */
const BESIDE =
  /^_?(?:total.*|count|limit|offset|page.*|per_?page|size|next.*|prev.*|first|last|has_?.*|.*more.*|success|status|code|ok|cursor|from|to|__typename)$/iu;

/** Most names on the way to a list: `response.result.found`. */
const DEEPEST = 3;

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;

const UNKNOWN: ListShape = { container: null, isSure: false };

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
  if (body.kind !== 'json' && body.kind !== 'nothing') return null;
  const value = body.kind === 'json' ? body.value : null;
  const found = rowsAt(value, known.container) ?? (known.isSure ? null : search(value));
  const told = readHints(value, found?.container ?? null, head);
  if (found !== null && (found.rows.length > 0 || !carriesError(body))) {
    const read = found.rows.map((row) => readRow(row, usableIn(known, now)));
    const items = read.filter((item) => item !== null);
    const strange = found.rows.filter((_, at) => read[at] === null).slice(0, MOST_STRANGE);
    const seen = namesIn(found, known, now);
    return {
      items: items.map(({ id, created, fields }) => ({ id, created, raw: JSON.stringify(fields) })),
      notUnderstood: read.length - items.length,
      ...(strange.length > 0 && { strange: strange.map((row) => JSON.stringify(row.value)) }),
      container: found.container,
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

/** Most items that are not understood and are shown, and the longest text of one. */
const MOST_STRANGE = 8;
const LONGEST_STRANGE = 300;

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
function rowsAt(value: unknown, container: Container | null): Found | null {
  if (container === null) return null;
  let at: unknown = value;
  for (const name of container.path) at = isFields(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  if (Array.isArray(at) && !container.isMap) return listOf(container.path, at);
  if (!container.isMap || !isFields(at)) return null;
  return Object.entries(at).every(isBoardNamed) ? mapOf(container.path, at) : null;
}

/** The list, in the order in which forms are believed. */
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
    (isBare(value) ? (lists.find(isSayable) ?? emptyIn(value)) : null)
  );
}

/** The one list there is; where there are several, the one that shows boards, or one of those that are all empty. */
function only(lists: readonly Found[]): Found | null {
  const [first = null] = lists;
  if (lists.length <= 1 || lists.every(({ rows }) => rows.length === 0)) return first;
  const [shown = null, ...others] = lists.filter(showsBoards);
  return others.length === 0 ? shown : null;
}

/** All lists that are not inside another one, the outer ones first. */
function listsIn(fields: Fields, path: readonly string[] = []): readonly Found[] {
  const members = Object.entries(fields).filter(([name]) => !OTHER_NAMES.test(name));
  const own = members.flatMap(([name, list]) => (Array.isArray(list) ? [listOf([...path, name], list)] : []));
  if (path.length + 1 >= DEEPEST) return own;
  const inner = members.flatMap(([name, held]) => (isFields(held) ? listsIn(held, [...path, name]) : []));
  return [...own, ...inner];
}

function listOf(path: readonly string[], list: readonly unknown[]): Found {
  return { container: { path, isMap: false }, rows: list.map((value) => ({ value, key: null })) };
}

function mapOf(path: readonly string[], map: Fields): Found {
  const rows = Object.entries(map).map(([key, value]) => ({ value, key }));
  return { container: { path, isMap: true }, rows };
}

/** Null (as Go writes an empty list) or an empty object, under a name of a list. */
function emptyIn(fields: Fields, path: readonly string[] = []): Found | null {
  for (const [name, held] of Object.entries(fields)) {
    if (!LIST_NAMES.has(name)) continue;
    const here = [...path, name];
    const isEmpty = held === null || (isFields(held) && Object.keys(held).length === 0);
    if (isEmpty && name !== 'data') return { container: { path: here, isMap: held !== null }, rows: [] };
    const inside = isFields(held) ? emptyIn(held, here) : null;
    if (inside !== null) return inside;
  }
  return null;
}

/** Of a list without boards only the names tell what it is. */
function isSayable({ container: { path } }: Found): boolean {
  return path.every((name) => sayable(name) === name);
}

function showsBoards({ rows }: Found): boolean {
  return rows.some(({ value }) =>
    isFields(value) ? hasIdField(value, BOARD_ID_NAMES) : typeof value === 'string' && UUID.test(value),
  );
}

/** Identifiers as names, boards as values: the answer itself, or under names of lists. */
function findMap(
  fields: Fields,
  isBoard: (entry: readonly [string, unknown]) => boolean,
  path: readonly string[] = [],
): Found | null {
  const entries = Object.entries(fields);
  if (entries.length > 0 && entries.every(isBoard)) return mapOf(path, fields);
  for (const [name, held] of entries) {
    const map = LIST_NAMES.has(name) && isFields(held) ? findMap(held, isBoard, [...path, name]) : null;
    if (map !== null) return map;
  }
  return null;
}

/** An object with an id of its own may hold the list; one that is named by its id is a board. */
function isCertainlyBoardNamed([key, board]: readonly [string, unknown]): boolean {
  return isFields(board) && (UUID.test(key) || findId(board, BOARD_ID_NAMES)?.id === key);
}

/** `{"error": {…}}` is an object of objects too: a board shows itself by its name or its time. */
function isBoardNamed([key, board]: readonly [string, unknown]): boolean {
  if (!isFields(board) || LIST_NAMES.has(key)) return false;
  const own = findId(board, BOARD_ID_NAMES)?.id ?? unusableId(board, BOARD_ID_NAMES);
  return UUID.test(key) || own === key || ((own === null || NUMERIC.test(own)) && findTime(board) !== null);
}

type ReadItem = Omit<BoardItem, 'raw'> & { readonly fields: Fields };

/** One board; null for what is none. */
function readRow({ value, key }: Row, usable: UsableTimes): ReadItem | null {
  if (!isFields(value)) {
    const id = readId(value);
    if (id !== null) return { id, created: null, fields: {} };
    const isText = typeof value === 'string' && value !== '';
    return isText ? { id: null, created: null, fields: { id: value } } : null;
  }
  const created = findTime(value, undefined, usable)?.time ?? null;
  const own = findId(value, BOARD_ID_NAMES)?.id ?? null;
  const isKeyed =
    key !== null && (own === null ? unusableId(value, BOARD_ID_NAMES) === null : isRowNumber(own, key));
  if (!isKeyed) return { id: own, created, fields: value };
  if (whyUnusableId(key) === null) return { id: key, created, fields: value };
  return { id: null, created, fields: { ...value, id: key } };
}

/** A number within a board that is named by a text counts rows of a database. */
function isRowNumber(own: string, key: string): boolean {
  return NUMERIC.test(own) && !NUMERIC.test(key);
}

/** So many rows are looked at for names: of the first one a field may be missing. */
const ROWS_FOR_NAMES = 20;

/** The names in a page; null where no board has an id. */
function namesIn({ container, rows }: Found, known: ListShape, now: number): SeenNames | null {
  const named = rows.slice(0, ROWS_FOR_NAMES).flatMap(({ value, key }) => {
    const id = readRow({ value, key }, usableAt(now))?.id ?? null;
    return id === null ? [] : [{ id, key, fields: isFields(value) ? value : {} }];
  });
  const shown = named.find(({ fields }) => findTime(fields) !== null) ?? named[0];
  if (shown === undefined) return null;
  const own = findId(shown.fields, BOARD_ID_NAMES)?.name;
  const isKey = shown.id === shown.key;
  const found = findTime(shown.fields, undefined, usableAt(now));
  const form = found === null ? null : formOf(found.time);
  const isRefused = known.hasWrongTimes === true && found !== null;
  return {
    list: container.path.map(sayable).join('.'),
    id: isKey ? 'the name of each entry' : own === undefined ? 'each entry itself' : sayable(own),
    created: found === null ? null : found.name,
    timeForm: isRefused ? `${found.time.epochMs === null ? '' : `${form}, `}not understood` : form,
  };
}

/** A name as programs give them to fields; others may be those of customers, or ids. */
function sayable(name: string): string {
  return /^[a-z_$@][\w$@.-]{0,39}$/iu.test(name) && !/\d{4}/u.test(name) ? name : '[not shown]';
}

/** Whether an answer holds nothing, and says nothing: what may stand beside a list is all that is there. */
function isBare(value: unknown): boolean {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return true;
  if (!isFields(value)) return false;
  return Object.entries(value).every(([name, held]) => {
    if (typeof held !== 'object' || held === null) return held === null || BESIDE.test(name);
    return OTHER_NAMES.test(name) || isBare(held);
  });
}

// Secrets: what a service repeats of a key must not be kept with its boards.

type Clean = (text: string) => string;

/** The page with the secrets taken out. Most hold none: then the items are the same. */
export function withoutSecrets(page: BoardPage, clean: Clean, usable: UsableTimes = usableIn()): BoardPage {
  const { seen, strange } = page;
  const whole = page.items.map(({ raw }) => raw).join('');
  const isClean = clean(whole) === whole;
  // A text with escapes is looked at as it reads.
  const isSame = isClean && !whole.includes('\\') && (seen === undefined || clean(seen.list) === seen.list);
  if (isSame && strange === undefined) return page;
  return {
    ...page,
    items: page.items.map((item) =>
      isClean && !item.raw.includes('\\') ? item : cleanItem(item, clean, usable),
    ),
    ...(strange !== undefined && { strange: strange.map((raw) => shortened(clean(raw))) }),
    // The names of ids and times are of the tables.
    ...(seen !== undefined && { seen: { ...seen, list: clean(seen.list) } }),
  };
}

function shortened(text: string): string {
  return text.length <= LONGEST_STRANGE ? text : `${text.slice(0, LONGEST_STRANGE)}…`;
}

/** Its id stays: the board would be lost without it, and ids that only look like tokens exist. */
function cleanItem(item: BoardItem, clean: Clean, usable: UsableTimes): BoardItem {
  const fields = parseJson(item.raw);
  const raw = JSON.stringify(cleanValue(fields, clean));
  if (raw === item.raw) return item;
  // From the field itself: of the time in the item the end may be missing, and half a secret is not recognised.
  const created = isFields(fields) ? (findTime(fields, clean, usable)?.time ?? null) : null;
  return { id: item.id, created, raw };
}

/** `isSecret`: its field names a secret, so that each text goes, whatever it looks like. */
function cleanValue(value: unknown, clean: Clean, isSecret = false): unknown {
  if (typeof value === 'string') return isSecret ? REDACTED : clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, clean, isSecret));
  if (!isFields(value)) return value;
  const members = Object.entries(value).map(([name, held]) => [
    clean(name),
    cleanValue(held, clean, namesSecret(name, clean)),
  ]);
  return Object.fromEntries(members) as Fields;
}
