/** How many items of a job stand where, as values. */
import type { JobCounts, JobItemState } from '../../preload/contract/jobs.ts';
import type { ItemCounts } from '../store/tables/jobs.ts';

const KEYS = {
  waiting: 'waiting',
  sending: 'sending',
  done: 'done',
  'already-gone': 'alreadyGone',
  failed: 'failed',
  unknown: 'unknown',
  skipped: 'skipped',
  untouched: 'untouched',
} as const satisfies Record<JobItemState, keyof JobCounts>;

const NONE: JobCounts = {
  total: 0,
  waiting: 0,
  sending: 0,
  done: 0,
  alreadyGone: 0,
  failed: 0,
  unknown: 0,
  skipped: 0,
  untouched: 0,
};

/** The counts of items counted by state. */
export function countsOf(items: ItemCounts): JobCounts {
  const counted = Object.entries(KEYS).map(
    ([state, key]) => [key, items[state as JobItemState] ?? 0] as const,
  );
  const total = counted.reduce((sum, [, count]) => sum + count, 0);
  return { ...NONE, ...Object.fromEntries(counted), total };
}

/** The counts once so many items have gone from one state to another. */
export function moved(counts: JobCounts, from: JobItemState, to: JobItemState, items = 1): JobCounts {
  if (from === to) return counts;
  return { ...counts, [KEYS[from]]: counts[KEYS[from]] - items, [KEYS[to]]: counts[KEYS[to]] + items };
}

/** Whether nothing is left to be sent or heard. */
export function isOver(counts: JobCounts): boolean {
  return counts.waiting === 0 && counts.sending === 0;
}
