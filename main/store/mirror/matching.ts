/** Which boards a question means, in the default order. */
import type { BoardFilter, BoardMark, BoardQuery } from '../../../preload/contract/boards.ts';
import { findTerm, termOf } from './find.ts';
import { rowsWithField } from './fields.ts';
import { MARKS, withCustomer, withTag } from './local.ts';
import { RankRun, type Ranks } from './ranks.ts';
import { ranksOfNumbers, type Searched } from './searched.ts';

const DAY = 86_400_000;

/** What one condition leaves over: a run of places, some of them, or those that pass. */
type Condition = RankRun | Uint32Array | ((rank: number) => boolean);

/** All that match, in the default order. */
export function matchRanks(list: Searched, query: BoardQuery): Ranks {
  const key = JSON.stringify([termOf(query.find), query.filters]);
  return list.kept.get(key, () => combine(list.columns.size, conditionsOf(list, query)));
}

function conditionsOf(list: Searched, { find, filters }: BoardQuery): readonly Condition[] {
  const conditions = filters.map((filter) => conditionOf(list, filter));
  const speaksOfVanished = filters.some((filter) => filter.kind === 'mark' && filter.mark === 'vanished');
  if (!speaksOfVanished) conditions.push(marked(list, 'vanished', false));
  const term = termOf(find);
  if (term !== '') conditions.push(findTerm(list, term));
  return conditions;
}

function conditionOf(list: Searched, filter: BoardFilter): Condition {
  switch (filter.kind) {
    case 'created':
      return createdWithin(list, filter.from, filter.to);
    case 'older-than':
      return createdWithin(list, null, list.now - filter.days * DAY);
    case 'newer-than':
      return createdWithin(list, list.now - filter.days * DAY, null);
    case 'mark':
      return marked(list, filter.mark, filter.is);
    case 'tag':
      return withTag(list.local, filter.tag);
    case 'customer':
      return withCustomer(list.local, filter.customer);
    case 'id-prefix': {
      const prefix = filter.prefix.toLowerCase();
      return (rank) => list.columns.ids.beginsWith(rank, prefix);
    }
    case 'field':
      return ranksOfNumbers(list.columns, rowsWithField(list.db, filter.name, filter.text));
  }
}

/** At or after `from` and before `to`: newest come first, so it is a run. */
function createdWithin({ columns }: Searched, from: number | null, to: number | null): RankRun {
  const first = to === null ? 0 : columns.firstBelow(to);
  const end = from === null ? columns.dated : columns.firstBelow(from);
  return new RankRun(first, Math.max(0, end - first));
}

function marked({ columns, local }: Searched, mark: BoardMark, is: boolean): Condition {
  if (mark === 'dated') {
    return is ? new RankRun(0, columns.dated) : new RankRun(columns.dated, columns.size - columns.dated);
  }
  const marks = mark === 'vanished' ? columns.vanished : local.marks;
  if (marks === null) return new RankRun(0, is ? 0 : columns.size);
  const bit = mark === 'vanished' ? 1 : MARKS[mark];
  return (rank) => (((marks[rank] ?? 0) & bit) !== 0) === is;
}

function combine(size: number, conditions: readonly Condition[]): Ranks {
  let first = 0;
  let end = size;
  const lists: Uint32Array[] = [];
  const tests: ((rank: number) => boolean)[] = [];
  for (const condition of conditions) {
    if (condition instanceof RankRun) {
      first = Math.max(first, condition.first);
      end = Math.min(end, condition.first + condition.length);
    } else if (condition instanceof Uint32Array) lists.push(condition);
    else tests.push(condition);
  }
  if (end <= first) return new RankRun(0, 0);
  const [shortest, ...others] = lists.toSorted((a, b) => a.length - b.length);
  for (const other of others) tests.push(membersOf(other, size));
  if (shortest === undefined && tests.length === 0) return new RankRun(first, end - first);
  const passes = (rank: number): boolean => {
    for (const test of tests) if (!test(rank)) return false;
    return true;
  };
  if (shortest !== undefined) {
    const whole = first === 0 && end === size && tests.length === 0;
    return whole ? shortest : shortest.filter((rank) => rank >= first && rank < end && passes(rank));
  }
  const found = new Uint32Array(end - first);
  let count = 0;
  for (let rank = first; rank < end; rank += 1) if (passes(rank)) found[count++] = rank;
  return found.slice(0, count);
}

function membersOf(ranks: Uint32Array, size: number): (rank: number) => boolean {
  const members = new Uint8Array(size);
  for (const rank of ranks) members[rank] = 1;
  return (rank) => members[rank] === 1;
}
