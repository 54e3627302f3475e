/** Finds the list of boards in a response and reads its items. */
import type { BoardItem, BoardPage, Container, ListShape, SeenNames } from '../types.ts';
import { type Body, type Fields, isFields } from './body.ts';
import {
  BOARD_ID_NAMES,
  findId,
  findTime,
  formOf,
  hasIdField,
  NONE_USABLE,
  NUMERIC,
  readId,
  unusableId,
  usableAt,
  type UsableTimes,
  whyUnusableId,
} from './fields.ts';
import { UUID } from '../../lib/pasted.ts';
import { namesSecret, REDACTED } from '../../lib/log/redact.ts';
import { readHints, type ListHead } from './row-hints.ts';
import { carriesError } from './service-messages.ts';

/**
 * Names of a list of boards, also for nested lists such as `data.boards`. A list with another name only counts if it
 * contains boards.
 */
const LIST_NAMES: ReadonlySet<string> = new Set('data boards items results rows boardList'.split(' '));

/** Names of fields that describe the response. They may contain lists, but never the list of boards. */
const OTHER_NAMES = /^_?(?:links|included|meta(?:data)?)$|(?:errors?|warnings?|messages?|notices?)$/iu;

/** Names of fields that only occur next to a list. */
const BESIDE =
  /^_?(?:total.*|count|limit|offset|page.*|per_?page|size|next.*|prev.*|first|last|has_?.*|.*more.*|success|status|code|ok|cursor|from|to|__typename)$/iu;

/** Names in the path to a list. */
const DEEPEST = 3;

type Clean = (text: string) => string;

const UNKNOWN: ListShape = { container: null, isSure: false };

/**
 * Reads one page; returns null if finding the list would require guessing. Each item is in `items` or counted in
 * `notUnderstood`. `known`: where earlier pages had boards, a page may be empty. Without such pages an empty response
 * proves nothing. `clean` redacts secrets. Returns at most `most` items.
 */
export function readList(
  body: Body,
  head: ListHead = {},
  known: ListShape = UNKNOWN,
  now = Date.now(),
  clean: Clean = (text) => text,
  most = Infinity,
): BoardPage | null {
  if (body.kind !== 'json' && body.kind !== 'nothing') return null;
  const value = body.kind === 'json' ? body.value : null;
  const found = rowsAt(value, known.container) ?? (known.isSure ? null : search(value));
  const hints = readHints(value, found?.container ?? null, head);
  if (found !== null && (found.rows.length > 0 || !carriesError(body))) {
    const usable = known.hasWrongTimes === true ? NONE_USABLE : usableAt(now);
    const read = found.rows.map((row) => readRow(row, usable));
    const items = read.filter((item) => item !== null);
    const unreadable = found.rows.filter((_, at) => read[at] === null).slice(0, MOST_UNREADABLE);
    const seen = namesIn(items, found.container);
    return {
      items: itemsOf(items.slice(0, most), clean, usable),
      notUnderstood: read.length - items.length,
      ...(unreadable.length > 0 && {
        unreadable: unreadable.map((row) => clean(JSON.stringify(row.value)).slice(0, LONGEST_EXCERPT)),
      }),
      // Only a page with boards shows where the boards are.
      ...(read.length > 0 && { container: found.container }),
      // A name on the list's path may be a secret. The other names come from Easel's own tables.
      ...(seen !== null && { seen: { ...seen, list: clean(seen.list) } }),
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

const MOST_UNREADABLE = 8;
const LONGEST_EXCERPT = 300;

/** `key`: the item's key if the list is a map. */
interface Row {
  readonly value: unknown;
  readonly key: string | null;
}

interface Found {
  readonly container: Container;
  readonly rows: readonly Row[];
}

/** Returns the rows at the path of earlier pages; null if the path does not exist. */
function rowsAt(value: unknown, container: Container | null): Found | null {
  if (container === null) return null;
  const at = valueAt(value, container.path);
  if (!container.isMap) return Array.isArray(at) ? listOf(container.path, at) : null;
  return isFields(at) && Object.entries(at).every(isBoardNamed) ? mapOf(container.path, at) : null;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const name of path) at = isFields(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** Finds the list. Tries the formats in order of certainty. */
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
    findEmpty(value, lists)
  );
}

/** Chooses the only list, the only list with boards, or the first list if all are empty. */
function only(lists: readonly Found[]): Found | null {
  const [first = null] = lists;
  if (lists.length <= 1 || lists.every(({ rows }) => rows.length === 0)) return first;
  const [shown = null, ...others] = lists.filter(showsBoards);
  return others.length === 0 ? shown : null;
}

/** Returns all lists that are not inside another list, the outermost first. */
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

/** Id names that only boards have. An array next to such a field is a part of a board. */
const NAMES_OF_BOARDS = BOARD_ID_NAMES.filter((name) => /^(?:room|board)/u.test(name));

/** Finds the list of an empty account: the only array, unless it is a part of an object with an id. */
function findEmpty(value: Fields, lists: readonly Found[]): Found | null {
  const [list, ...others] = lists;
  if (list === undefined) return null;
  const { path } = list.container;
  const holder = valueAt(value, path.slice(0, -1));
  const names = path.length === 1 ? NAMES_OF_BOARDS : BOARD_ID_NAMES;
  const isOfThing = isFields(holder) && hasIdField(holder, names);
  return others.length === 0 && list.rows.length === 0 && !isOfThing ? list : null;
}

function showsBoards({ rows }: Found): boolean {
  return rows.some(({ value }) =>
    isFields(value) ? hasIdField(value, BOARD_ID_NAMES) : typeof value === 'string' && UUID.test(value),
  );
}

/** Finds a map from ids to boards: the response itself, or a member with a name of `LIST_NAMES`. */
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

/** True if the key is the board's id or a UUID. */
function isCertainlyBoardNamed([key, board]: readonly [string, unknown]): boolean {
  return isFields(board) && (UUID.test(key) || findId(board, BOARD_ID_NAMES)?.id === key);
}

/**
 * True if this entry of a map may be a board. `{"error": {…}}` is an object of objects too, so the key must be the
 * board's id, or the board needs a creation time.
 */
function isBoardNamed([key, board]: readonly [string, unknown]): boolean {
  if (!isFields(board) || LIST_NAMES.has(key)) return false;
  const own = findId(board, BOARD_ID_NAMES)?.id ?? unusableId(board, BOARD_ID_NAMES);
  return UUID.test(key) || own === key || ((own === null || NUMERIC.test(own)) && findTime(board) !== null);
}

interface ReadItem extends Omit<BoardItem, 'raw'> {
  readonly fields: Fields;
  readonly idIn: string;
  readonly createdIn: string | null;
}

function readRow({ value, key }: Row, usable: UsableTimes): ReadItem | null {
  if (!isFields(value)) {
    const id = readId(value);
    if (id === null && (typeof value !== 'string' || value === '')) return null;
    const fields = id === null ? { id: value } : {};
    return { id, idIn: 'each entry itself', created: null, createdIn: null, fields };
  }
  const found = findTime(value, undefined, usable);
  const own = findId(value, BOARD_ID_NAMES);
  const time = { created: found?.time ?? null, createdIn: found?.name ?? null };
  // If the map's key is a text, a numeric id inside the board is only a row number of the service's database.
  const isKeyed =
    key !== null &&
    (own === null ? unusableId(value, BOARD_ID_NAMES) === null : NUMERIC.test(own.id) && !NUMERIC.test(key));
  if (!isKeyed) return { id: own?.id ?? null, idIn: own?.name ?? '', ...time, fields: value };
  const isUsable = whyUnusableId(key) === null;
  const fields = isUsable ? value : { ...value, id: key };
  return { id: isUsable ? key : null, idIn: 'the name of each entry', ...time, fields };
}

/** Number of rows that are searched for field names, because the first row may lack some fields. */
const ROWS_FOR_NAMES = 20;

function namesIn(items: readonly ReadItem[], { path }: Container): SeenNames | null {
  const named = items.slice(0, ROWS_FOR_NAMES).filter(({ id }) => id !== null);
  const shown = named.find(({ created }) => created !== null) ?? named[0];
  if (shown === undefined) return null;
  const { idIn, created, createdIn } = shown;
  const timeForm = created === null ? null : formOf(created);
  return { list: path.map(safeName).join('.'), id: idIn, created: createdIn, timeForm };
}

/** Hides a field name that may be an id or a customer's name. */
function safeName(name: string): string {
  return /^[a-z_$@][\w$@.-]{0,39}$/iu.test(name) && !/\d{4}/u.test(name) ? name : '[not shown]';
}

function isBare(value: unknown): boolean {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return true;
  if (!isFields(value)) return false;
  return Object.entries(value).every(([name, inner]) => {
    if (typeof inner !== 'object' || inner === null) return inner === null || BESIDE.test(name);
    return OTHER_NAMES.test(name) || isBare(inner);
  });
}

/**
 * Returns the items with their JSON, without secrets. Most pages contain no secret, so the whole page is searched
 * first. An id stays even if it looks like a token, because a board without id would be lost.
 */
function itemsOf(read: readonly ReadItem[], clean: Clean, usable: UsableTimes): readonly BoardItem[] {
  const raws = read.map(({ fields }) => JSON.stringify(fields));
  const whole = raws.join('');
  const isClean = clean(whole) === whole;
  return read.map(({ id, created, fields }, at) => {
    const raw = raws[at] ?? '';
    // Escapes may hide a secret, so each text is searched.
    const cleaned = isClean && !raw.includes('\\') ? raw : JSON.stringify(cleanValue(fields, clean));
    if (cleaned === raw) return { id, created, raw, fields };
    // The time is redacted before it is shortened, because a shortened secret is not recognised.
    return { id, created: findTime(fields, clean, usable)?.time ?? null, raw: cleaned };
  });
}

/** `isSecret`: the field's name says that it contains a secret, so every text in it is redacted. */
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
