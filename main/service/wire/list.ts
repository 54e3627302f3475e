/** Finds the list of boards in a response and reads its items. The only file that knows containers. */
import type { BoardItem, BoardPage, Container, ListShape, SeenNames } from '../types.ts';
import { type Body, type Fields, isFields, parseJson } from './body.ts';
import { BOARD_ID_NAMES, findId, hasIdField, NUMERIC, readId, unusableId, whyUnusableId } from './ids.ts';
import { namesSecret, REDACTED } from '../../lib/log/redact.ts';
import { readHints, type ListHead } from './row-hints.ts';
import { carriesError } from './service-messages.ts';
import { findTime, formOf, NONE_USABLE, usableAt, type UsableTimes } from './times.ts';

/** Names that identify a list, also nested: `data.boards`. Under other names it must contain boards. */
const LIST_NAMES: ReadonlySet<string> = new Set('data boards items results rows boardList'.split(' '));

/** Lists and objects under these names describe the response. */
const OTHER_NAMES = /^_?(?:errors?|warnings?|messages?|links|included|notices|meta(?:data)?)$/iu;

/** Fields that only occur next to a list. */
const BESIDE =
  /^_?(?:total.*|count|limit|offset|page.*|per_?page|size|next.*|prev.*|first|last|has_?.*|.*more.*|success|status|code|ok|cursor|from|to|__typename)$/iu;

/** Longest path to a list: `response.result.found`. */
const DEEPEST = 3;

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;

const UNKNOWN: ListShape = { container: null, isSure: false };

/** Returns the usable creation times of a list at `now` (epoch ms): none, if this connection's are wrong. */
export function usableIn(known: ListShape = UNKNOWN, now = Date.now()): UsableTimes {
  return known.hasWrongTimes === true ? NONE_USABLE : usableAt(now);
}

/**
 * Reads one page; null if no list can be found without guessing.
 *
 * Each item is in `items` or counted in `notUnderstood`. `known`: where earlier pages had boards, a page may be empty.
 * Before any page had boards, an empty response proves nothing.
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
  const hints = readHints(value, found?.container ?? null, head);
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
      ...hints,
    };
  }
  if (carriesError(body) || !isBare(value)) return null;
  const none = { items: [], notUnderstood: 0, ...hints };
  const isSilent = body.kind === 'nothing' && known.hasBoards === true && !known.isSure;
  return known.container === null || isSilent
    ? { ...none, isBlank: true }
    : { ...none, container: known.container };
}

const MOST_STRANGE = 8;
const LONGEST_STRANGE = 300;

/** One item, and its key in a map. */
interface Row {
  readonly value: unknown;
  readonly key: string | null;
}

interface Found {
  readonly container: Container;
  readonly rows: readonly Row[];
}

/** Returns the rows at the container of earlier pages; null if it is not there. */
function rowsAt(value: unknown, container: Container | null): Found | null {
  if (container === null) return null;
  let at: unknown = value;
  for (const name of container.path) at = isFields(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  if (Array.isArray(at) && !container.isMap) return listOf(container.path, at);
  if (!container.isMap || !isFields(at)) return null;
  return Object.entries(at).every(isBoardNamed) ? mapOf(container.path, at) : null;
}

/** Finds the list. Tries the forms from the most to the least certain. */
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

/** Returns the only list, or of several the only one with boards, or the first if all are empty. */
function only(lists: readonly Found[]): Found | null {
  const [first = null] = lists;
  if (lists.length <= 1 || lists.every(({ rows }) => rows.length === 0)) return first;
  const [shown = null, ...others] = lists.filter(showsBoards);
  return others.length === 0 ? shown : null;
}

/** Returns all lists that are not inside another, the outer ones first. */
function listsIn(fields: Fields, path: readonly string[] = []): readonly Found[] {
  const members = Object.entries(fields).filter(([name]) => !OTHER_NAMES.test(name));
  const own = members.flatMap(([name, list]) => (Array.isArray(list) ? [listOf([...path, name], list)] : []));
  if (path.length + 1 >= DEEPEST) return own;
  const inner = members.flatMap(([name, inner]) => (isFields(inner) ? listsIn(inner, [...path, name]) : []));
  return [...own, ...inner];
}

function listOf(path: readonly string[], list: readonly unknown[]): Found {
  return { container: { path, isMap: false }, rows: list.map((value) => ({ value, key: null })) };
}

function mapOf(path: readonly string[], map: Fields): Found {
  const rows = Object.entries(map).map(([key, value]) => ({ value, key }));
  return { container: { path, isMap: true }, rows };
}

/** Finds null (Go's empty list) or an empty object, under a name of a list. */
function emptyIn(fields: Fields, path: readonly string[] = []): Found | null {
  for (const [name, inner] of Object.entries(fields)) {
    if (!LIST_NAMES.has(name)) continue;
    const here = [...path, name];
    const isEmpty = inner === null || (isFields(inner) && Object.keys(inner).length === 0);
    if (isEmpty && name !== 'data') return { container: { path: here, isMap: inner !== null }, rows: [] };
    const inside = isFields(inner) ? emptyIn(inner, here) : null;
    if (inside !== null) return inside;
  }
  return null;
}

/** A list without boards is identified by its names alone. */
function isSayable({ container: { path } }: Found): boolean {
  return path.every((name) => sayable(name) === name);
}

function showsBoards({ rows }: Found): boolean {
  return rows.some(({ value }) =>
    isFields(value) ? hasIdField(value, BOARD_ID_NAMES) : typeof value === 'string' && UUID.test(value),
  );
}

/** Finds a map from ids to boards: the response itself, or under names of lists. */
function findMap(
  fields: Fields,
  isBoard: (entry: readonly [string, unknown]) => boolean,
  path: readonly string[] = [],
): Found | null {
  const entries = Object.entries(fields);
  if (entries.length > 0 && entries.every(isBoard)) return mapOf(path, fields);
  for (const [name, inner] of entries) {
    const map = LIST_NAMES.has(name) && isFields(inner) ? findMap(inner, isBoard, [...path, name]) : null;
    if (map !== null) return map;
  }
  return null;
}

/** True if the key is the board's id, or a UUID. */
function isCertainlyBoardNamed([key, board]: readonly [string, unknown]): boolean {
  return isFields(board) && (UUID.test(key) || findId(board, BOARD_ID_NAMES)?.id === key);
}

/** `{"error": {…}}` is an object of objects too, so a board must have its key as its id, or a creation time. */
function isBoardNamed([key, board]: readonly [string, unknown]): boolean {
  if (!isFields(board) || LIST_NAMES.has(key)) return false;
  const own = findId(board, BOARD_ID_NAMES)?.id ?? unusableId(board, BOARD_ID_NAMES);
  return UUID.test(key) || own === key || ((own === null || NUMERIC.test(own)) && findTime(board) !== null);
}

type ReadItem = Omit<BoardItem, 'raw'> & { readonly fields: Fields };

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

/** A number inside a board with a text as its key counts database rows. */
function isRowNumber(own: string, key: string): boolean {
  return NUMERIC.test(own) && !NUMERIC.test(key);
}

/** Rows searched for field names: the first one may lack some. */
const ROWS_FOR_NAMES = 20;

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

/** Hides names that may be ids, or names of customers. */
function sayable(name: string): string {
  return /^[a-z_$@][\w$@.-]{0,39}$/iu.test(name) && !/\d{4}/u.test(name) ? name : '[not shown]';
}

/** True if nothing is there except what occurs next to a list. */
function isBare(value: unknown): boolean {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return true;
  if (!isFields(value)) return false;
  return Object.entries(value).every(([name, inner]) => {
    if (typeof inner !== 'object' || inner === null) return inner === null || BESIDE.test(name);
    return OTHER_NAMES.test(name) || isBare(inner);
  });
}

// Secrets.

type Clean = (text: string) => string;

/** Redacts secrets in a page. Most pages have none and keep their items. */
export function withoutSecrets(page: BoardPage, clean: Clean, usable: UsableTimes = usableIn()): BoardPage {
  const { seen, strange } = page;
  const whole = page.items.map(({ raw }) => raw).join('');
  const isClean = clean(whole) === whole;
  // Texts with escapes must be parsed before they are searched.
  const isSame = isClean && !whole.includes('\\') && (seen === undefined || clean(seen.list) === seen.list);
  if (isSame && strange === undefined) return page;
  return {
    ...page,
    items: page.items.map((item) =>
      isClean && !item.raw.includes('\\') ? item : cleanItem(item, clean, usable),
    ),
    ...(strange !== undefined && { strange: strange.map((raw) => shortened(clean(raw))) }),
    // Names of ids and times come from Easel's tables.
    ...(seen !== undefined && { seen: { ...seen, list: clean(seen.list) } }),
  };
}

function shortened(text: string): string {
  return text.length <= LONGEST_STRANGE ? text : `${text.slice(0, LONGEST_STRANGE)}…`;
}

/** Keeps the id, even if it looks like a token: without it the board would be lost. */
function cleanItem(item: BoardItem, clean: Clean, usable: UsableTimes): BoardItem {
  const fields = parseJson(item.raw);
  const raw = JSON.stringify(cleanValue(fields, clean));
  if (raw === item.raw) return item;
  // Read from the whole field: the item's time is shortened, and half a secret is not recognised.
  const created = isFields(fields) ? (findTime(fields, clean, usable)?.time ?? null) : null;
  return { id: item.id, created, raw };
}

/** `isSecret`: the field's name says that it holds a secret, so every text is redacted. */
function cleanValue(value: unknown, clean: Clean, isSecret = false): unknown {
  if (typeof value === 'string') return isSecret ? REDACTED : clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, clean, isSecret));
  if (!isFields(value)) return value;
  const members = Object.entries(value).map(([name, inner]) => [
    clean(name),
    cleanValue(inner, clean, namesSecret(name, clean)),
  ]);
  return Object.fromEntries(members) as Fields;
}
