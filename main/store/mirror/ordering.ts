/** Puts boards that match into the order asked for. Boards without the value sorted by come last, whichever way. */
import type { BoardOrder, BoardQuery } from '../../../preload/contract/boards.ts';
import { termOf } from './find.ts';
import { everyRow, numbersOf } from './fields.ts';
import { sortedBy } from './local.ts';
import { matchRanks } from './matching.ts';
import { firstWhere, sliceRanks, type Ranks } from './ranks.ts';
import { placesByNumber, ranksInOrder, type Searched } from './searched.ts';

/** The order that rows are held in. */
export function isDefaultOrder({ by, descending }: BoardOrder): boolean {
  return by === 'created' && descending;
}

/** All that match, in the order asked for; ties in the default order. */
export function queryRanks(list: Searched, query: BoardQuery): Ranks {
  if (isDefaultOrder(query.order)) return matchRanks(list, query);
  const { by, descending } = query.order;
  const key = JSON.stringify([termOf(query.find), query.filters, by, descending]);
  return list.kept.get(key, () => {
    const matching = matchRanks(list, query);
    if (by === 'created') return oldestFirst(list, matching);
    const sorted = list.kept.get(`sorted ${by} ${descending}`, () => sortedRanks(list, query.order));
    return arrange(list.columns.size, matching, sliceRanks(sorted, 0, sorted.length));
  });
}

/** All places that have a value, in its order. */
function sortedRanks(list: Searched, { by, descending }: BoardOrder): Uint32Array {
  const { columns, db, local } = list;
  if (by === 'label' || by === 'customer') return sortedBy(local, by, descending);
  if (by !== 'id') return rowsByField(list, by.slice('field:'.length), descending);
  const ids = ranksInOrder(columns, numbersOf(db, 'SELECT n FROM boards WHERE id IS NOT NULL ORDER BY id'));
  return descending ? ids.reverse() : ids;
}

/** Numbers by size, then texts, letter case ignored. Boards often say the same: only different values are sorted. */
function rowsByField(list: Searched, name: string, descending: boolean): Uint32Array {
  const values = new Map<string | number, number>();
  const numbered = valuesByRank(list, name, values);
  const sorted = sortedKeys(values);
  const ends = new Uint32Array(values.size + 1);
  for (const value of numbered) if (value > 0) ends[value] = (ends[value] ?? 0) + 1;
  let end = 0;
  for (const key of descending ? sorted.reverse() : sorted) {
    const value = values.get(key) ?? 0;
    const count = ends[value] ?? 0;
    ends[value] = end;
    end += count;
  }
  const ranks = new Uint32Array(end);
  for (let rank = 0; rank < numbered.length; rank += 1) {
    const value = numbered[rank] ?? 0;
    if (value === 0) continue;
    const at = ends[value] ?? 0;
    ranks[at] = rank;
    ends[value] = at + 1;
  }
  return ranks;
}

/** Numbers the different values of a field from 1 on, and gives each place its value's number; 0 for none. */
function valuesByRank(
  { db, columns }: Searched,
  name: string,
  values: Map<string | number, number>,
): Uint32Array {
  const places = placesByNumber(columns);
  const numbered = new Uint32Array(columns.size);
  for (const [n, fields] of everyRow(db)) {
    const place = places[n] ?? 0;
    const key = place > 0 && Object.hasOwn(fields, name) ? keyOf(fields[name]) : '';
    if (key === '') continue;
    const known = values.get(key) ?? values.size + 1;
    values.set(key, known);
    numbered[place - 1] = known;
  }
  return numbered;
}

/** What a value is sorted by; empty for one that says nothing. */
function keyOf(value: unknown): string | number {
  if (typeof value === 'number') return value;
  if (value === null || value === undefined) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase();
}

function sortedKeys(values: ReadonlyMap<string | number, number>): (string | number)[] {
  const numbers: number[] = [];
  const texts: string[] = [];
  for (const key of values.keys()) {
    if (typeof key === 'number') numbers.push(key);
    else texts.push(key);
  }
  // By code units, several times as fast as with a function.
  return [...numbers.sort((a, b) => a - b), ...texts.sort()];
}

/** The reverse of the dated ones, but for those of one moment. */
function oldestFirst({ columns: { created, dated } }: Searched, matching: Ranks): Uint32Array {
  const places = sliceRanks(matching, 0, matching.length);
  const turned = new Uint32Array(places.length);
  const undated = firstWhere(0, places.length, (at) => (places[at] ?? 0) >= dated);
  let count = 0;
  for (let end = undated; end > 0;) {
    const time = created[places[end - 1] ?? 0];
    let start = end - 1;
    while (start > 0 && created[places[start - 1] ?? 0] === time) start -= 1;
    for (let at = start; at < end; at += 1) turned[count++] = places[at] ?? 0;
    end = start;
  }
  turned.set(places.subarray(undated), undated);
  return turned;
}

/** Those of `sorted` that match, then the others that match. */
function arrange(size: number, matching: Ranks, sorted: Uint32Array): Uint32Array {
  if (matching.length === size && sorted.length === size) return sorted;
  const places = sliceRanks(matching, 0, matching.length);
  const arranged = new Uint32Array(places.length);
  const wanted = new Uint8Array(size);
  for (let at = 0; at < places.length; at += 1) wanted[places[at] ?? 0] = 1;
  let count = 0;
  for (let at = 0; at < sorted.length; at += 1) {
    const rank = sorted[at] ?? 0;
    if (wanted[rank] !== 1) continue;
    arranged[count++] = rank;
    wanted[rank] = 0;
  }
  for (let at = 0; count < arranged.length; at += 1) {
    const rank = places[at] ?? 0;
    if (wanted[rank] === 1) arranged[count++] = rank;
  }
  return arranged;
}
