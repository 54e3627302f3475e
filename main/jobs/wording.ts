/** What the system's dialogs and notices say of jobs: when Easel is closed, and when a long job has finished. No id, no name. */
import type { Job, JobCounts, JobKind } from '../../preload/contract/jobs.ts';
import { countedThings, KINDS } from './kinds.ts';
import { capital, formatNumber } from '../wording/format.ts';

/** "499 deleted, 2 already gone, 1 failed": everything that is not nought. */
export function tally(kind: JobKind, counts: JobCounts): string {
  const parts: readonly (readonly [number, string])[] = [
    [counts.done, KINDS[kind].past],
    [counts.alreadyGone, 'already gone'],
    [counts.failed, 'failed'],
    [counts.unknown, 'unknown'],
    [counts.skipped, 'skipped'],
    [counts.untouched, 'untouched'],
    [counts.waiting + counts.sending, 'not done yet'],
  ];
  const said = parts.filter(([count]) => count > 0);
  return said.map(([count, words]) => `${formatNumber(count)} ${words}`).join(', ');
}

/** "Finished deleting 502 boards: 499 deleted, 2 already gone, 1 failed." */
export function hasEnded({ kind, counts }: Pick<Job, 'kind' | 'counts'>): string {
  const { going, past } = KINDS[kind];
  const things = countedThings(kind, counts.total);
  if (counts.done === counts.total) return `${capital(past)} ${things}.`;
  return `Finished ${going.toLowerCase()} ${things}: ${tally(kind, counts)}.`;
}

type Standing = { readonly record: Pick<Job, 'kind'>; readonly counts: JobCounts };

/** What closing Easel means for what runs and what is held; empty when there is neither. */
export function closing(running: readonly Standing[], held: readonly Standing[]): string {
  if (running.length + held.length === 0) return '';
  const runs = running.map(({ record: { kind }, counts }) => {
    const left = counts.waiting + counts.sending;
    return `${KINDS[kind].going} ${countedThings(kind, counts.total)}: ${formatNumber(counts.total - left)} done.`;
  });
  const holds = held.map(({ record: { kind }, counts }) => {
    return `${KINDS[kind].going} ${countedThings(kind, counts.total)} is on hold: nothing has been sent.`;
  });
  const rest = running.length === 0 ? 'this' : 'the rest';
  return `${[...runs, ...holds].join(' ')} If you close Easel now, ${rest} waits for you in Jobs.`;
}
