/** Boards by month of creation. */
import type { BoardOverview } from '../../../preload/contract/boards.ts';
import type { Columns } from './columns.ts';
import { rankAt, type Ranks } from './ranks.ts';

/** A hundred years: where times reach further, some of them are wrong, and months without boards are left out. */
const MOST_GAPS = 1200;

/** Oldest month first. `matching`: places in the default order. */
export function overviewOf(columns: Columns, matching: Ranks): BoardOverview {
  const counted: { readonly month: number; boards: number }[] = [];
  let begins = Infinity;
  let dated = 0;
  for (; dated < matching.length; dated += 1) {
    const rank = rankAt(matching, dated);
    if (rank >= columns.dated) break;
    const time = columns.created[rank] ?? Number.NaN;
    const last = counted.at(-1);
    if (last !== undefined && time >= begins) {
      last.boards += 1;
      continue;
    }
    const month = monthOf(time);
    begins = Date.UTC(0, month);
    counted.push({ month, boards: 1 });
  }
  counted.reverse();
  const months = withoutGaps(counted).map(({ month, boards }) => ({ month: nameOf(month), boards }));
  return { months, undated: matching.length - dated };
}

interface Counted {
  readonly month: number;
  readonly boards: number;
}

function withoutGaps(counted: readonly Counted[]): readonly Counted[] {
  const first = counted[0]?.month ?? 0;
  const length = counted.length === 0 ? 0 : (counted.at(-1)?.month ?? 0) - first + 1;
  if (length > MOST_GAPS) return counted;
  const boards = new Map(counted.map((each) => [each.month, each.boards]));
  return Array.from({ length }, (_, at) => ({ month: first + at, boards: boards.get(first + at) ?? 0 }));
}

/** Months since the beginning of 1900, which `Date.UTC` takes the year 0 for. */
function monthOf(time: number): number {
  const date = new Date(time);
  return (date.getUTCFullYear() - 1900) * 12 + date.getUTCMonth();
}

function nameOf(month: number): string {
  return new Date(Date.UTC(0, month)).toISOString().replace(/-\d\dT.*$/u, '');
}
