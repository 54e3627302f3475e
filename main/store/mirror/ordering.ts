/** Puts boards that match into the order asked for. Boards without the value sorted by come last, whichever way. */
import type { BoardOrder, BoardQuery } from '../../../preload/contract/domain.ts';
import { termOf } from './find.ts';
import { numbersOf, rowsByField } from './fields.ts';
import { sortedBy } from './local.ts';
import { matchRanks } from './matching.ts';
import { rankAt, RankRun, type Ranks } from './ranks.ts';
import { ranksInOrder, type Searched } from './searched.ts';

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
    return arrange(list.columns.size, matching, sorted);
  });
}

/** All places that have a value, in its order. */
function sortedRanks({ columns, db, local }: Searched, { by, descending }: BoardOrder): Uint32Array {
  if (by === 'label' || by === 'customer') return sortedBy(local, by, descending);
  if (by !== 'id') return ranksInOrder(columns, rowsByField(db, by.slice('field:'.length), descending));
  const ids = ranksInOrder(columns, numbersOf(db, 'SELECT n FROM boards WHERE id IS NOT NULL ORDER BY id'));
  return descending ? ids.reverse() : ids;
}

/** The reverse of the dated ones, but for those of one moment. */
function oldestFirst({ columns }: Searched, matching: Ranks): Uint32Array {
  const turned = new Uint32Array(matching.length);
  let dated = 0;
  while (dated < matching.length && rankAt(matching, dated) < columns.dated) dated += 1;
  let count = 0;
  for (let end = dated; end > 0;) {
    const time = columns.created[rankAt(matching, end - 1)];
    let start = end - 1;
    while (start > 0 && columns.created[rankAt(matching, start - 1)] === time) start -= 1;
    for (let at = start; at < end; at += 1) turned[count++] = rankAt(matching, at);
    end = start;
  }
  for (let at = dated; at < matching.length; at += 1) turned[count++] = rankAt(matching, at);
  return turned;
}

/** Those of `sorted` that match, then the others that match. */
function arrange(size: number, matching: Ranks, sorted: Ranks): Uint32Array {
  const arranged = new Uint32Array(matching.length);
  const wanted = new Uint8Array(size);
  if (matching instanceof RankRun) wanted.fill(1, matching.first, matching.first + matching.length);
  else for (const rank of matching) wanted[rank] = 1;
  let count = 0;
  for (let at = 0; at < sorted.length; at += 1) {
    const rank = rankAt(sorted, at);
    if (wanted[rank] !== 1) continue;
    arranged[count++] = rank;
    wanted[rank] = 0;
  }
  for (let at = 0; count < matching.length && at < matching.length; at += 1) {
    const rank = rankAt(matching, at);
    if (wanted[rank] === 1) arranged[count++] = rank;
  }
  return arranged;
}
