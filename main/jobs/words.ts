/** What is said of jobs outside their list: when Easel is closed, and when a long one has ended. No id, no name. */
import type { JobCounts, JobKind } from '../../preload/contract/domain.ts';
import { countedThings } from './refusals.ts';

const DOING: Readonly<Record<JobKind, string>> = {
  'delete-boards': 'Deleting',
  'delete-papers': 'Deleting',
  'create-boards': 'Creating',
  'create-papers': 'Creating',
  'mint-links': 'Making',
};

const DONE: Readonly<Record<JobKind, string>> = {
  'delete-boards': 'deleted',
  'delete-papers': 'deleted',
  'create-boards': 'created',
  'create-papers': 'created',
  'mint-links': 'made',
};

/** "499 deleted, 2 already gone, 1 failed": everything that is not nought. */
export function tally(kind: JobKind, counts: JobCounts): string {
  const parts: readonly (readonly [number, string])[] = [
    [counts.done, DONE[kind]],
    [counts.alreadyGone, 'already gone'],
    [counts.failed, 'failed'],
    [counts.unknown, 'with unknown outcome'],
    [counts.skipped, 'skipped'],
    [counts.untouched, 'untouched'],
    [counts.waiting + counts.sending, 'not done yet'],
  ];
  const said = parts.filter(([count]) => count > 0);
  return said.map(([count, words]) => `${count.toLocaleString('en-GB')} ${words}`).join(', ');
}

/** "Deleting 502 boards". */
export function doing(kind: JobKind, counts: JobCounts): string {
  return `${DOING[kind]} ${countedThings(kind, counts.total)}`;
}
