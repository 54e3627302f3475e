/** Finds and reads the boards list in a response, and looks for signs that further boards follow. */
import type { BoardItem, BoardPage, Container, ListShape, SeenNames, RowHints } from '../types.ts';
import {
  type Body,
  type Fields,
  isFields,
  digitsOf,
  readBody,
  BOARD_ID_NAMES,
  findId,
  findTime,
  formOf,
  hasIdField,
  NONE_USABLE,
  NUMERIC,
  readId,
  ROOM_ID,
  searchText,
  unusableId,
  usableAt,
  type UsableTimes,
  whyUnusableId,
} from './body.ts';
import { UUID } from '../../lib/pasted.ts';
import { namesSecret, REDACTED } from '../../lib/log/redact.ts';
import { carriesError, confirmsEmptyList, contradicts } from './service-messages.ts';

/** Usual names of members with the boards list, even nested (`data.boards`). Others are recognised by their items. */
const LIST_NAMES: ReadonlySet<string> = new Set('data boards items results rows boardList'.split(' '));

/** Names of members with facts about the response. A list inside such a member is never the boards list. */
const OTHER_NAMES = /^_?(?:links|included|meta(?:data)?)$|(?:errors?|warnings?|messages?|notices?)$/iu;

const BESIDE =
  /^_?(?:total.*|count|limit|offset|.*page.*|path|size|next.*|prev.*|first|last|has_?.*|.*more.*|success|status|code|ok|message|msg|cursor|from|to|__typename)$/iu;

const DEEPEST = 3;

type Clean = (text: string) => string;

const UNKNOWN: ListShape = { container: null, isSure: false };

/**
 * Reads one page of boards; null if the boards list can't be identified. Every item is in `items` or counted in
 * `notUnderstood`. `known` tells where earlier pages had their boards. `clean` redacts secrets.
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
  const value = body.kind === 'json' ? body.value : undefined;
  const found = rowsAt(value, known.container) ?? (known.isSure ? null : search(value));
  const { status = 200 } = head;
  const isEmpty = found === null || found.rows.length === 0;
  if (isEmpty && contradicts(body, status, 'read')) return null;
  const isDoubtful = isEmpty && !confirmsEmptyList(body, status);
  const hints = readHints(value, found?.container ?? null, head, isDoubtful);
  if (found !== null) {
    // If boards were listed earlier, a member with an unknown name may explain why the list is empty now.
    const isBlank = isEmpty && known.hasBoards === true && !known.isSure && !isBare(value);
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
      ...(read.at(-1) === null && { endsUnreadable: true }),
      // Returns the list's position only if the page has boards, because an empty list may be another list.
      ...(read.length > 0 && { container: found.container }),
      // Redacts only the list's path, whose names come from the service. Easel chose the other values of `seen`.
      ...(seen !== null && { seen: { ...seen, list: clean(seen.list) } }),
      ...(isBlank && { isBlank }),
      ...hints,
    };
  }
  if (isDoubtful || !isBare(value)) return null;
  // Status 204 means an empty page. If earlier listings found boards, it doesn't prove that all boards are gone.
  const isEmptyPage = status === 204 && (known.isSure || known.hasBoards !== true);
  return { items: [], notUnderstood: 0, ...(!isEmptyPage && { isBlank: true }), ...hints };
}

const MOST_UNREADABLE = 8;
const LONGEST_EXCERPT = 300;

interface Row {
  readonly value: unknown;
  readonly key: string | null;
}

interface Found {
  readonly container: Container;
  readonly rows: readonly Row[];
}

/** Returns the boards at the path where earlier pages had them; null if there is no boards list at this path. */
function rowsAt(value: unknown, container: Container | null): Found | null {
  if (container === null) return null;
  const at = valueAt(value, container.path);
  // Accepts null and [], because some languages encode an empty list as null, or an empty map as a list.
  if (at === null || (Array.isArray(at) && at.length === 0)) return listOf(container.path, []);
  if (!container.isMap) return Array.isArray(at) ? listOf(container.path, at) : null;
  return isFields(at) && Object.entries(at).every(isBoardNamed) ? mapOf(container.path, at) : null;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const name of path) at = isFields(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** Finds the boards list in a response of unknown format. Tries the most reliable rules first. */
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

/** Returns the list if it is the only one, the only one with boards, or the first of several empty lists; else null. */
function only(lists: readonly Found[]): Found | null {
  const [first = null] = lists;
  if (lists.length <= 1 || lists.every(({ rows }) => rows.length === 0)) return first;
  const [shown = null, ...others] = lists.filter(showsBoards);
  return others.length === 0 ? shown : null;
}

/** Returns all arrays in a response, outermost first. Does not look inside arrays. */
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

const NAMES_OF_BOARDS = BOARD_ID_NAMES.filter((name) => /^(?:room|board)/u.test(name));

/** Returns the only array of a response as the boards list, if it is empty and the object around it has no board id. */
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

/** Finds an object that maps board ids to boards: the response itself, or a member with a usual list name. */
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

function isCertainlyBoardNamed([key, board]: readonly [string, unknown]): boolean {
  return isFields(board) && (UUID.test(key) || findId(board, BOARD_ID_NAMES)?.id === key);
}

/** True if this member may be a board: its name is an id, or it contains a creation time. */
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
  // A map's text keys are board ids. A numeric id inside such a board is only a row number in a database, except in
  // `room_id`.
  const isRowNumber = own !== null && NUMERIC.test(own.id) && !ROOM_ID.test(own.name);
  const isKeyed =
    key !== null &&
    (own === null ? unusableId(value, BOARD_ID_NAMES) === null : isRowNumber && !NUMERIC.test(key));
  if (!isKeyed) return { id: own?.id ?? null, idIn: own?.name ?? '', ...time, fields: value };
  const isUsable = whyUnusableId(key) === null;
  const fields = isUsable ? value : { ...value, id: key };
  return { id: isUsable ? key : null, idIn: 'the name of each entry', ...time, fields };
}

/** Number of boards whose field names are read. More than one, because the first board may lack some fields. */
const ROWS_FOR_NAMES = 20;

function namesIn(items: readonly ReadItem[], { path }: Container): SeenNames | null {
  const named = items.slice(0, ROWS_FOR_NAMES).filter(({ id }) => id !== null);
  const shown = named.find(({ created }) => created !== null) ?? named[0];
  if (shown === undefined) return null;
  const { idIn, created, createdIn } = shown;
  const timeForm = created === null ? null : formOf(created);
  return { list: path.map(safeName).join('.'), id: idIn, created: createdIn, timeForm };
}

/** Returns a member name, or a substitute if the name may be an id or the name of a customer. */
function safeName(name: string): string {
  return /^[a-z_$@][\w$@.-]{0,39}$/iu.test(name) && !/\d{4}/u.test(name) ? name : '[not shown]';
}

function isBare(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return true;
  if (!isFields(value)) return false;
  return Object.entries(value).every(([name, inner]) => {
    if (typeof inner !== 'object' || inner === null) return inner === null || BESIDE.test(name);
    return OTHER_NAMES.test(name) || isBare(inner);
  });
}

/** Returns the boards with redacted JSON. Keeps ids that look like tokens, otherwise the boards would be lost. */
function itemsOf(read: readonly ReadItem[], clean: Clean, usable: UsableTimes): readonly BoardItem[] {
  const raws = read.map(({ fields }) => JSON.stringify(fields));
  const whole = raws.join('');
  const isClean = clean(whole) === whole;
  return read.map(({ id, created, fields }, at) => {
    const raw = raws[at] ?? '';
    // Redacts the parsed texts, because a secret may be hidden by escapes in JSON.
    const cleaned = isClean && !raw.includes('\\') ? raw : JSON.stringify(cleanValue(fields, clean));
    if (cleaned === raw) return { id, created, raw, text: searchText({ id, created, raw }, fields) };
    // Redacts the time's text before it is shortened, because the redactor doesn't recognise part of a secret.
    return { id, created: findTime(fields, clean, usable)?.time ?? null, raw: cleaned };
  });
}

/** Redacts a value. `isSecret`: the member has the name of a secret, so all texts inside it are redacted. */
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

// Many signs mean "more boards follow", and few mean "last page", because a listing that ends early misses boards.

export interface ListHead {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly limit?: number | null;
}

/** Words in member names that mean that further boards follow, such as `next` or `hasmore`. */
const MORE =
  /^(?:has|is)?(?:next|more|cursors?|continuations?|continued?|truncat(?:ed|ion)|partial|incomplete|capped|omitted|overflow|remaining|remainder|left|marker)(?:page|link|url|token|cursor|offset|items|s)?$/u;
/** Words that show that a member is about earlier pages, this page, the account or limits, not about further boards. */
const BACK = /^(?:prev|previous|before|back|backwards?|has(?:prev|previous))$/u;
const HERE = /^(?:first|self|start|current)$/u;
const OF_ACCOUNTS =
  /^(?:rate|ratelimit|quotas?|usage|credits?|trial|plan|billing|payment|retry|reset|cache)$/u;
const NO_ROWS = /^(?:limits?|requests?|calls?|time|ms|seconds|days|duration|bytes|per|max|maximum|min)$/u;

/** Names of members that mean "no further boards" if their value is empty or false. */
const ENDS =
  /^(?:x|odata|list|results?|boards?|rooms?|there|are|any|has|is)*(?:next|more|truncated|continuation)(?:pages?|batch|cursor|token|links?|ur[il]|href|key|marker|offset|id|available|results?|items|rows|records|boards?|rooms?)*$/u;
/** Names such as `isLast`. If false, boards follow. If true and the name contains `last`, this is the last page. */
const LAST = /^(?:is)?(?:last|final|end|done|completed?|finished)(?:page)?$/u;
const TOTAL = /^x?total(?:count|items|elements|results|records|rows|boards|rooms)?$/u;
/** Names of objects in which a member such as `total` means the number of all boards. */
const TOTAL_HOLDER =
  /^(?:meta(?:data)?|data|page(?:info)?|paging|pagination|paginator|pager|info|boards|rooms|result|response)$/u;
const COUNT =
  /^x?(?:total.*|(?:row|item|record|result|board|room)?counts?|(?:n|no|num|number|of|all)*(?:boards|rooms|items|results|rows|records|entries)|found|hits|match(?:ed|ing|es)|available|overall)$/u;
const PAGES = /^x?(?:(?:total|num|numberof|last)?pages|(?:total|last)page|pages?(?:count|total))$/u;

const NO_VALUE = /^(?:|0+|-\d+|false|no?|off|null|nil|none|undefined|n\/a|-)$/iu;

const DEEPEST_HINT = 6;
const MOST_MEMBERS = 2000;

interface Member {
  /** The member's name and the names of the members that contain it, each split into words. */
  readonly names: readonly (readonly string[])[];
  readonly value: unknown;
  /** True if the member may describe another array next to it instead of the boards list. */
  readonly isElsewhere: boolean;
}

/** Looks outside the boards list for signs of more boards. `isDoubtful`: a text may explain why the list is empty. */
function readHints(
  value: unknown,
  container: Container | null,
  { status, headers = {}, limit = null }: ListHead,
  isDoubtful: boolean,
): Pick<BoardPage, 'total' | 'hints'> {
  const members = [...membersOf(value, container?.path ?? null), ...membersOfHeaders(headers)];
  const range = /^\s*(?:(?!bytes)[a-z]+[\s=]+)?(?:\d+-\d+|\*)\/(\d+)\s*$/iu.exec(
    headers['content-range'] ?? '',
  )?.[1];
  const totals = [...members.filter(isTotal).map((member) => member.value), range]
    .map(readCount)
    .filter((total) => total !== null);
  const [total = null] = totals;
  const signals = members.map(signalOf);
  const path = container?.path ?? [];
  const failed = path.some((_, depth) => carriesError(valueAt(value, path.slice(0, depth))));
  const isMore =
    isDoubtful ||
    failed ||
    (status === 206 && range === undefined) ||
    signals.includes('more') ||
    (signals.includes('perhaps more') && !signals.includes('end')) ||
    new Set(totals).size > 1 ||
    /;\s*rel\s*=\s*"?[^",;]*\bnext\b/iu.test(headers['link'] ?? '');
  const isEnd = signals.includes('end') && !isMore;
  const rows = Math.max(0, ...totals, ...members.map((member) => countOf(member, limit, total !== null)));
  const ofPages = members.filter(({ names }) => PAGES.test(names.at(-1)?.join('') ?? ''));
  const pages = Math.max(0, ...ofPages.map(({ value }) => readCount(value) ?? 0));
  if (!isMore && !isEnd && rows === 0 && pages === 0) return { total };
  return { total, hints: { more: isMore ? true : isEnd ? false : null, rows, pages, failed } };
}

/** True if the response announces another page, more boards than `rows`, or more pages than `pages`. */
export function signalsMore(hints: RowHints | undefined, rows: number, pages: number): boolean {
  return (
    hints !== undefined && (hints.more === true || hints.rows > rows || hints.pages > Math.max(1, pages))
  );
}

/** Returns the members of a response without those inside the boards list, outermost first. */
function membersOf(
  answer: unknown,
  rows: readonly string[] | null,
  names: Member['names'] = [],
): readonly Member[] {
  const members: Member[] = [];
  const left = [{ value: answer, rowsPath: rows, names, isElsewhere: false }];
  for (const { value, rowsPath, ...place } of left) {
    if (rowsPath?.length === 0 || place.names.length > DEEPEST_HINT || members.length >= MOST_MEMBERS)
      continue;
    if (Array.isArray(value))
      members.push(...value.slice(0, MOST_MEMBERS).flatMap((link) => linkOf(link, place)));
    if (!isFields(value)) continue;
    const holdsList = Object.values(value).some((inner) => Array.isArray(inner));
    const isElsewhere = place.isElsewhere || (rowsPath === null && place.names.length > 0 && holdsList);
    for (const name of Object.keys(value).slice(0, MOST_MEMBERS)) {
      const inner = value[name];
      const further = rowsPath?.[0] === name ? rowsPath.slice(1) : null;
      if (further?.length === 0) continue;
      const own = { names: [...place.names, wordsOf(name)], value: inner, isElsewhere };
      members.push(own);
      if (typeof inner === 'object' && inner !== null) left.push({ ...own, rowsPath: further });
    }
  }
  return members;
}

function linkOf(link: unknown, { names, isElsewhere }: Omit<Member, 'value'>): readonly Member[] {
  if (!isFields(link) || typeof link['rel'] !== 'string') return [];
  return [{ names: [...names, wordsOf(link['rel'])], value: link['href'] ?? true, isElsewhere }];
}

/** Returns the headers as members. A header with a JSON object, such as `X-Pagination`, gives the object's members. */
function membersOfHeaders(headers: Readonly<Record<string, string>>): readonly Member[] {
  return Object.entries(headers).flatMap(([name, text]) => {
    const names = [wordsOf(name)];
    const body = text.startsWith('{') ? readBody(text) : null;
    if (body?.kind === 'json') return name.includes('pag') ? membersOf(body.value, null, names) : [];
    return [{ names, value: text, isElsewhere: false }];
  });
}

function signalOf({ names, value, isElsewhere }: Member): 'more' | 'perhaps more' | 'end' | null {
  if (isFields(value) && Object.keys(value).length > 0) return null;
  const all = names.flat();
  if (all.some((word) => BACK.test(word) || OF_ACCOUNTS.test(word))) return null;
  const from = names.findIndex((words) => words.some((word) => MORE.test(word)));
  if (from === -1) {
    const own = names.at(-1)?.join('') ?? '';
    if (!LAST.test(own) || !/^(?:true|false)$/iu.test(String(value).trim())) return null;
    if (!hasValue(value)) return 'more';
    return own.includes('last') && !isElsewhere ? 'end' : null;
  }
  const words = names.slice(from).flat();
  if (HERE.test(words[0] ?? '')) return null;
  if (!hasValue(value)) return ENDS.test(words.join('')) && !isElsewhere ? 'end' : null;
  if (words.includes('remaining') && all.some((word) => NO_ROWS.test(word))) return null;
  // Even the last page may have a member such as `endCursor`. So any sign of the end outweighs such a member.
  return words.includes('end') && words.includes('cursor') ? 'perhaps more' : 'more';
}

function hasValue(value: unknown): boolean {
  if (value === null || value === false) return false;
  if (typeof value === 'object' && !JSON.isRawJSON(value)) return Object.keys(value).length > 0;
  return !NO_VALUE.test((typeof value === 'string' ? value : (digitsOf(value) ?? 'true')).trim());
}

/** Returns the number of boards that a member states, or 0. Ignores `size` next to a total, as it may be a limit. */
function countOf({ names, value }: Member, limit: number | null, hasTotal: boolean): number {
  const all = names.flat();
  if (all.some((word) => NO_ROWS.test(word) || OF_ACCOUNTS.test(word))) return 0;
  // For `total: {value: 12}`, uses the name `total` instead of `value`.
  const own = (names.at(-1)?.join('') === 'value' ? names.at(-2) : names.at(-1))?.join('') ?? '';
  const isSize = /^(?:size|length)$/u.test(own) && !hasTotal && !all.some((word) => word.startsWith('pag'));
  const count = (COUNT.test(own) || isSize) && !PAGES.test(own) ? (readCount(value) ?? 0) : 0;
  return count === limit && !own.includes('total') ? 0 : count;
}

function isTotal({ names }: Member): boolean {
  const [own = [], ...holders] = names.toReversed();
  return TOTAL.test(own.join('')) && holders.every((holder) => TOTAL_HOLDER.test(holder.join('')));
}

function readCount(value: unknown): number | null {
  const text = typeof value === 'string' && /^\s*\d{1,15}\s*$/u.test(value) ? value : digitsOf(value);
  const count = Number(text ?? Number.NaN);
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** Splits a member name into lower-case words. `hasMore`, `has_more` and `X-Has-More` contain the same words. */
function wordsOf(name: string): readonly string[] {
  const apart = name.replaceAll(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/gu, '$& ');
  return apart.toLowerCase().match(/[a-z]+/gu) ?? [];
}
