/** The list of boards, in every form that the specification leaves open. */
import type { BoardItem, BoardPage } from '../types.ts';
import { textsOf } from './slices.ts';
import { isFields, type Body, type Fields } from './body.ts';
import { BOARD_ID_NAMES, findId, hasIdField, readId, whyUnusableId } from './ids.ts';
import { digitsOf } from './json.ts';
import { findTime } from './times.ts';

const LIST_NAMES = ['data', 'boards', 'items', 'results', 'rows', 'boardList'] as const;

/**
 * Reads one page; null when no list can be found in it without guessing.
 *
 * Every item that came is in `items` or counted in `notUnderstood`. `countHeader` is `X-Total-Count`.
 */
export function readList(body: Body, countHeader: string | undefined): BoardPage | null {
  if (body.kind !== 'json') return null;
  const found = findList(body.value);
  if (found === null) return null;
  const texts = textsOf(new Set(found.items.map(({ fields }) => fields)), body);
  return {
    items: found.items.map(({ id, created, fields }) => ({
      id,
      created,
      raw: texts.get(fields) ?? JSON.stringify(fields),
    })),
    notUnderstood: found.notUnderstood,
    total: findTotal(body.value, countHeader),
  };
}

type ReadItem = Omit<BoardItem, 'raw'> & { readonly fields: Fields };

/**
 * Whether this is a map of boards with none in it. Alone it proves nothing, for `{}` answers many a question; after
 * pages that held boards it is the page beyond the last one.
 */
export function isEmptyMap(body: Body): boolean {
  if (body.kind !== 'json' || !isFields(body.value)) return false;
  const [first, ...others] = Object.entries(body.value);
  if (first === undefined) return true;
  const [name, map] = first;
  const isNamed = LIST_NAMES.some((known) => known === name) && others.length === 0;
  return isNamed && isFields(map) && Object.keys(map).length === 0;
}

interface Found {
  readonly items: readonly ReadItem[];
  readonly notUnderstood: number;
}

function findList(value: unknown): Found | null {
  if (Array.isArray(value)) return readItems(value);
  if (!isFields(value)) return null;
  const list = onlyList(knownLists(value)) ?? onlyList(otherLists(value));
  return list === null ? readMap(value) : readItems(list);
}

/** Lists under the known names, and one level below them (`data.data`). */
function knownLists(fields: Fields): readonly (readonly unknown[])[] {
  const direct = LIST_NAMES.map((name) => fields[name]);
  const lists = [
    ...direct,
    ...direct.filter(isFields).flatMap((inner) => LIST_NAMES.map((name) => inner[name])),
  ];
  return lists.filter((list) => Array.isArray(list));
}

/** Lists of boards under names that nobody foresaw: only those that show themselves by an identifier. */
function otherLists(fields: Fields): readonly (readonly unknown[])[] {
  const inner = Object.values(fields)
    .filter(isFields)
    .flatMap((object) => Object.values(object));
  return [...Object.values(fields), ...inner].filter((list) => Array.isArray(list)).filter(showsBoards);
}

/** The one list there is; where there are several, the one that shows boards. */
function onlyList(lists: readonly (readonly unknown[])[]): readonly unknown[] | null {
  const candidates = lists.length > 1 ? lists.filter(showsBoards) : lists;
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  const allEmpty = lists.length > 1 && lists.every((list) => list.length === 0);
  return allEmpty ? [] : null;
}

function showsBoards(list: readonly unknown[]): boolean {
  return list.some((item) => isFields(item) && hasIdField(item, BOARD_ID_NAMES));
}

/** Identifiers as names, boards as values; `{}` is no proof of an empty list. */
function readMap(fields: Fields): Found | null {
  const inner = LIST_NAMES.map((name) => fields[name]).find(isFields);
  const map = inner ?? fields;
  const entries = Object.entries(map);
  const isMap = entries.length > 0 && entries.every(([id, board]) => isBoardNamed(id, board));
  if (!isMap) return null;
  return {
    items: entries.map(([id, board]) => {
      const fieldsOfBoard = isFields(board) ? board : {};
      return { ...readItem(fieldsOfBoard), id: findId(fieldsOfBoard, BOARD_ID_NAMES)?.id ?? id };
    }),
    notUnderstood: 0,
  };
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;

/** `{"error": {…}}` is an object of objects too: a board shows itself by its name, identifier or time. */
function isBoardNamed(id: string, board: unknown): boolean {
  if (!isFields(board) || whyUnusableId(id) !== null) return false;
  return UUID.test(id) || hasIdField(board, BOARD_ID_NAMES) || findTime(board) !== null;
}

function readItems(list: readonly unknown[]): Found {
  const items: ReadItem[] = [];
  for (const item of list) {
    if (isFields(item)) items.push(readItem(item));
    else {
      const id = readId(item);
      if (id !== null) items.push({ id, created: null, fields: {} });
    }
  }
  return { items, notUnderstood: list.length - items.length };
}

function readItem(fields: Fields): ReadItem {
  return {
    id: findId(fields, BOARD_ID_NAMES)?.id ?? null,
    created: findTime(fields)?.time ?? null,
    fields,
  };
}

function findTotal(value: unknown, countHeader: string | undefined): number | null {
  const fields = isFields(value) ? value : {};
  const holders = [fields, fields['meta'], fields['data'], fields['pagination']].filter(isFields);
  const counts = [...holders.map((holder) => holder['total']), countHeader].map(readCount);
  return counts.find((count) => count !== null) ?? null;
}

function readCount(value: unknown): number | null {
  const text = typeof value === 'string' && /^\d{1,15}$/u.test(value.trim()) ? value : digitsOf(value);
  const count = Number(text ?? Number.NaN);
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}
