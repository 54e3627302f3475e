/** Finds the list of boards in a response and reads its items. No other file knows the formats of lists. */
import { createHash } from 'node:crypto';
import {
  itemKey,
  type BoardItem,
  type BoardPage,
  type Container,
  type ListedPage,
  type ListShape,
  type SeenNames,
  type TakeWhen,
} from '../types.ts';
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

/** Names of lists and objects that describe the response, such as `errors`, `validation_errors` and `meta`. */
const OTHER_NAMES = /^_?(?:links|included|meta(?:data)?)$|(?:errors?|warnings?|messages?|notices?)$/iu;

/** Names of fields that only occur next to a list. */
const BESIDE =
  /^_?(?:total.*|count|limit|offset|page.*|per_?page|size|next.*|prev.*|first|last|has_?.*|.*more.*|success|status|code|ok|cursor|from|to|__typename)$/iu;

/** Maximum number of names in the path to a list, such as `response.result.found`. */
const DEEPEST = 3;

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
        unreadable: unreadable.map((row) => excerpt(JSON.stringify(row.value), clean)),
      }),
      // Only a page with boards shows where the boards are.
      ...(read.length > 0 && { container: found.container }),
      // The path of the list is redacted, because a name may be a secret. The names of ids and times come
      // from Easel's own tables.
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

/** One item of the list. `key` is its key, if the list is a map. */
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
  if (Array.isArray(at) && !container.isMap) return listOf(container.path, at);
  if (!container.isMap || !isFields(at)) return null;
  return Object.entries(at).every(isBoardNamed) ? mapOf(container.path, at) : null;
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

/** Chooses one of several lists: the only list, the only list with boards, or the first list if all are empty. */
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

/**
 * Finds the list of an empty account: the only array of the response. An array inside an object with an id does not
 * count.
 */
function findEmpty(value: Fields, lists: readonly Found[]): Found | null {
  const [list = null, ...others] = lists;
  if (list === null) return emptyIn(value);
  const { path } = list.container;
  const holder = valueAt(value, path.slice(0, -1));
  const names = path.length === 1 ? NAMES_OF_BOARDS : BOARD_ID_NAMES;
  const isOfThing = isFields(holder) && hasIdField(holder, names);
  return others.length === 0 && list.rows.length === 0 && !isOfThing ? list : null;
}

/** Finds an empty list: null (Go's empty list) or an empty object, under a name of `LIST_NAMES`. */
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

function showsBoards({ rows }: Found): boolean {
  return rows.some(({ value }) =>
    isFields(value) ? hasIdField(value, BOARD_ID_NAMES) : typeof value === 'string' && UUID.test(value),
  );
}

/** Finds a map from ids to boards. The map is the response itself, or a member with a name of `LIST_NAMES`. */
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
  /** Field that contains the id, and field that contains the creation time. */
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

/** True if the value contains only fields that occur next to a list. */
function isBare(value: unknown): boolean {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return true;
  if (!isFields(value)) return false;
  return Object.entries(value).every(([name, inner]) => {
    if (typeof inner !== 'object' || inner === null) return inner === null || BESIDE.test(name);
    return OTHER_NAMES.test(name) || isBare(inner);
  });
}

// The following functions redact secrets.

type Clean = (text: string) => string;

function excerpt(raw: string, clean: Clean): string {
  const text = clean(raw);
  return text.length <= LONGEST_EXCERPT ? text : `${text.slice(0, LONGEST_EXCERPT)}…`;
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
    // Escapes may hide a secret, so the texts of this item are searched one by one.
    const cleaned = isClean && !raw.includes('\\') ? raw : JSON.stringify(cleanValue(fields, clean));
    if (cleaned === raw) return { id, created, raw, fields };
    // The time is redacted before it is shortened, because a shortened secret is not recognised.
    return { id, created: findTime(fields, clean, usable)?.time ?? null, raw: cleaned };
  });
}

/** Redacts a value. `isSecret`: the field's name says that it contains a secret, so every text in it is redacted. */
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

// Storage for pages that were read but not yet saved.

/** Maximum number of pages kept. A listing reads six pages ahead; other pages are dropped. */
const MOST_WAITING = 64;

/** Pages of boards that no listing has taken yet. They stay in the thread that read them. */
export class WaitingPages {
  readonly #pages = new Map<number, BoardPage>();
  #last = 0;

  hold(page: BoardPage): ListedPage {
    const number = ++this.#last;
    this.#pages.set(number, page);
    this.#pages.delete(number - MOST_WAITING);
    const { items, ...about } = page;
    // NUL is a safe separator, because neither ids nor JSON contain it.
    const content = `${page.notUnderstood}\0${items.map(itemKey).join('\0')}`;
    const fingerprint = createHash('sha256').update(content).digest('base64');
    return { ...about, number, items: items.length, fingerprint };
  }

  take(number: number): BoardPage {
    const page = this.#pages.get(number);
    if (page === undefined) throw new Error('this page is gone');
    this.#pages.delete(number);
    return page;
  }
}

/** The keys of all boards that a listing has read so far. */
export class SeenBoards {
  readonly #keys = new Set<string>();
  /** Key of the last board of the last page. */
  #last: string | null = null;

  /** True if the listing has read this board. `itemKey` makes the `key`. */
  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Returns the new boards of a page, each once. Returns null if the page does not meet the condition `when`. */
  take({ items, notUnderstood }: BoardPage, when: TakeWhen): readonly BoardItem[] | null {
    const keys = items.map(itemKey);
    if (when === 'meets-known' && notUnderstood === 0 && !keys.some((key) => this.#keys.has(key)))
      return null;
    if (when === 'follows') {
      const others = keys.slice(1);
      const areNew = new Set(others).size === others.length && !others.some((key) => this.#keys.has(key));
      if (notUnderstood > 0 || keys[0] !== this.#last || !areNew) return null;
    }
    this.#last = keys.at(-1) ?? null;
    return items.filter((item) => {
      const before = this.#keys.size;
      return this.#keys.add(itemKey(item)).size > before;
    });
  }
}
