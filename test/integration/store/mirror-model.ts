/** Reference model of the board store for tests: plain objects, which are filtered and sorted in memory. */
import { trimInvisible } from '../../../main/lib/pasted.ts';
import { foldText } from '../../../preload/contract/facts.ts';
import { sortedNaturally } from '../../../preload/contract/later-facts.ts';
import type { RowFilter, RowNotes, RowQuery } from '../../../preload/contract/boards.ts';

export interface ModelBoard {
  readonly written: number;
  readonly key: string;
  readonly id: string | null;
  readonly createdRaw: string | null;
  readonly createdMs: number | null;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly vanishedAt: number | null;
  readonly local: RowNotes | null;
  readonly madeHere: boolean;
  readonly previewedAt: number | null;
}

const DAY = 86_400_000;

export function answerTo(boards: readonly ModelBoard[], query: RowQuery, now: number): readonly string[] {
  const speaks = query.filters.some((filter) => filter.kind === 'mark' && filter.mark === 'vanished');
  const matching = boards
    .filter((board) => speaks || board.vanishedAt === null)
    .filter((board) => query.filters.every((filter) => passes(board, filter, now)))
    .filter((board) => isFound(board, fold(trimInvisible(query.find))))
    .toSorted(byDefault);
  return ordered(matching, query).map(({ key }) => key);
}

function isFound(board: ModelBoard, term: string): boolean {
  if (term === '') return true;
  const { local } = board;
  const here = local === null ? [] : [local.label, local.note, ...local.tags, local.customer];
  return [...wordsOf(board), ...here.map(fold)].some((text) => text.includes(term));
}

function wordsOf(board: ModelBoard): readonly string[] {
  return [board.id ?? '', ...furtherOf(board).map(([, value]) => value)].map(fold);
}

export function furtherOf(board: ModelBoard): readonly (readonly [string, string])[] {
  return Object.entries(board.raw)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => [name, String(value)] as const)
    .filter(([, value]) => value !== board.id && value !== board.createdRaw);
}

/** Normalises a text for search. Replaces U+0001 to U+0003 by spaces, because the store uses them as separators. */
const fold = (text: string): string => foldText(text).replaceAll(/[\u0001-\u0003]/gu, ' ');

function shownField(board: ModelBoard, name: string): string {
  const value = board.raw[name] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function holds(text: string, term: string, exact = false): boolean {
  const wanted = fold(trimInvisible(term));
  return wanted !== '' && (exact ? fold(text) === wanted : fold(text).includes(wanted));
}

function passes(board: ModelBoard, filter: RowFilter, now: number): boolean {
  const at = board.createdMs;
  switch (filter.kind) {
    case 'created':
      return at !== null && at >= (filter.from ?? -Infinity) && at < (filter.to ?? Infinity);
    case 'older-than':
      return at !== null && at < now - filter.days * DAY;
    case 'newer-than':
      return at !== null && at >= now - filter.days * DAY;
    case 'mark':
      return marksOf(board)[filter.mark] === filter.is;
    case 'tag':
      return (board.local?.tags ?? []).some((tag) => holds(tag, filter.tag, filter.exact));
    case 'customer':
      return holds(board.local?.customer ?? '', filter.customer, filter.exact);
    case 'id-prefix':
      return fold(board.id ?? '').startsWith(fold(filter.prefix));
    case 'field':
      return filter.text !== '' && fold(shownField(board, filter.name)).includes(fold(filter.text));
  }
}

function marksOf(board: ModelBoard): Readonly<Record<string, boolean>> {
  return {
    labelled: (board.local?.label ?? '') !== '',
    tagged: (board.local?.tags.length ?? 0) > 0,
    protected: board.local?.protected === true,
    previewed: board.previewedAt !== null,
    'made-here': board.madeHere,
    vanished: board.vanishedAt !== null,
    dated: board.createdMs !== null,
  };
}

function ordered(matching: readonly ModelBoard[], { order }: Pick<RowQuery, 'order'>): readonly ModelBoard[] {
  const valueOf = (board: ModelBoard): Value => {
    switch (order.by) {
      case 'created':
        return board.createdMs;
      case 'id':
        return board.id;
      case 'label':
      case 'customer':
        return fold(board.local?.[order.by] ?? '');
      default: {
        const name = order.by.slice('field:'.length);
        const value = board.raw[name];
        return typeof value === 'number' || typeof value === 'boolean'
          ? Number(value)
          : fold(shownField(board, name));
      }
    }
  };
  const sign = order.descending ? -1 : 1;
  const hasValue = (board: ModelBoard): boolean => valueOf(board) !== null && valueOf(board) !== '';
  const valued = matching.filter(hasValue);
  const others = matching.filter((board) => !hasValue(board));
  const { by, descending } = order;
  const sorted =
    by === 'label' || by === 'customer'
      ? sortedNaturally(valued, ({ local }) => local?.[by] ?? '', descending)
      : valued.toSorted((a, b) => sign * compare(valueOf(a), valueOf(b)));
  // Ascending order by creation time is the exact reverse of the default order, even for equal times.
  const isReversed = order.by === 'created' && !order.descending;
  return [...(isReversed ? valued.toReversed() : sorted), ...othersOf(others, order, sign)];
}

/** Orders boards without a value: by insertion if sorted by id, by id if sorted by label. Other sorts keep the order. */
function othersOf(
  others: readonly ModelBoard[],
  order: RowQuery['order'],
  sign: 1 | -1,
): readonly ModelBoard[] {
  if (order.by === 'id') return others.toSorted((a, b) => sign * (a.written - b.written));
  return order.by === 'label' ? ordered(others, { order: { ...order, by: 'id' } }) : others;
}

type Value = string | number | null;

function compare(a: Value, b: Value): number {
  const kinds = ['object', 'number', 'string'];
  const kind = kinds.indexOf(typeof a) - kinds.indexOf(typeof b);
  if (kind !== 0) return kind;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}

/** Compares boards by the default order: newest first, those without a time last, those with equal times by text. */
function byDefault(a: ModelBoard, b: ModelBoard): number {
  const words = (board: ModelBoard): string => wordsOf(board).join('\u0005').replaceAll('\0', '\u0004');
  return -compare(a.createdMs, b.createdMs) || compare(words(a), words(b)) || a.written - b.written;
}
