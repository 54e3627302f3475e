/** What is said of jobs outside their list: when Easel is closed, and when a long one has ended. No id, no name. */
import type { Job, JobCounts, JobKind } from '../../preload/contract/jobs.ts';
import { countedThings, KINDS } from './kinds.ts';
import { formatNumber } from '../wording/format.ts';

/** "499 deleted, 2 already gone, 1 failed": everything that is not nought. */
export function tally(kind: JobKind, counts: JobCounts): string {
  const parts: readonly (readonly [number, string])[] = [
    [counts.done, KINDS[kind].past],
    [counts.alreadyGone, 'already gone'],
    [counts.failed, 'failed'],
    [counts.unknown, 'with unknown outcome'],
    [counts.skipped, 'skipped'],
    [counts.untouched, 'untouched'],
    [counts.waiting + counts.sending, 'not done yet'],
  ];
  const said = parts.filter(([count]) => count > 0);
  return said.map(([count, words]) => `${formatNumber(count)} ${words}`).join(', ');
}

/** "Deleting 502 boards has ended: 499 deleted, 2 already gone, 1 failed." */
export function hasEnded({ kind, counts }: Pick<Job, 'kind' | 'counts'>): string {
  return `${KINDS[kind].going} ${countedThings(kind, counts.total)} has ended: ${tally(kind, counts)}.`;
}

type Standing = { readonly record: Pick<Job, 'kind'>; readonly counts: JobCounts };

/** What closing Easel means for what runs and what is held; empty when there is neither. */
export function closing(running: readonly Standing[], held: readonly Standing[]): string {
  if (running.length + held.length === 0) return '';
  const runs = running.map(({ record: { kind }, counts }) => {
    const left = counts.waiting + counts.sending;
    return `${KINDS[kind].going}: ${formatNumber(counts.total - left)} of ${formatNumber(counts.total)} are done.`;
  });
  const holds = held.map(({ record: { kind }, counts }) => {
    return `${KINDS[kind].going} ${countedThings(kind, counts.total)} is held: nothing was sent yet.`;
  });
  const rest = running.length === 0 ? 'it' : 'the rest';
  return `${[...runs, ...holds].join(' ')} If Easel closes now, ${rest} stays untouched and waits for you at the next start.`;
}
