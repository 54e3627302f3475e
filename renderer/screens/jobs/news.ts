/** Announcements of jobs: when they start, end or wait, and at three moments of a hold. */
import type { Job } from '../../../preload/contract/jobs.ts';
import { waitsForPerson } from '../../store/job-facts.ts';
import { endSentence, jobGoing, jobSubject, waitSentence } from './wording.ts';
import { counted, spokenSpan } from '../../parts/format.ts';

/** The seconds left at which a hold is announced again. */
const MARKS = [300, 60, 10];

/** "Board b-7 will be deleted in 10 seconds." */
function holdSentence(job: Job, leftMs: number): string {
  return `${jobSubject(job)} will be deleted in ${spokenSpan(leftMs)}.`;
}

/**
 * What has happened to jobs between two states of the list, a sentence each. How one single thing ended is said with
 * what the service said of it, and not here.
 */
export function newsOf(before: readonly Job[], jobs: readonly Job[], now: number): readonly string[] {
  return jobs.flatMap((job) => {
    const was = before.find(({ id }) => id === job.id);
    const isNews = was === undefined || was.state !== job.state || was.holdUntil !== job.holdUntil;
    return isNews ? (sentenceOf(job, was, now) ?? []) : [];
  });
}

function sentenceOf(job: Job, was: Job | undefined, now: number): string | null {
  switch (job.state) {
    case 'held':
      if (job.holdUntil !== null) return holdSentence(job, job.holdUntil - now);
      return `${jobSubject(job)}: ${waitSentence(job) ?? ''}`.trim();
    case 'running':
      return job.counts.total > 1 ? `${jobGoing(job)}.` : null;
    case 'paused':
      // The result of a single item is shown with the service's words instead.
      if (job.counts.total === 1 && job.failure !== null) return null;
      return job.pause === 'person'
        ? `Paused: ${jobGoing(job)}.`
        : `${jobGoing(job)}: ${waitSentence(job) ?? ''}`;
    case 'cancelled':
      return was === undefined ? null : `Cancelled: ${jobSubject(job)}. Nothing was sent.`;
    case 'stopped':
    case 'done':
      return was === undefined || job.counts.total === 1 ? null : endSentence(job);
  }
}

/** The announcement when a hold goes from `beforeMs` to `leftMs`; null for none. Its start is announced separately. */
export function markSentence(job: Job, beforeMs: number, leftMs: number): string | null {
  if (job.state !== 'held' || job.holdUntil === null) return null;
  const whole = (job.holdUntil - job.createdAt) / 1000;
  const mark = MARKS.find((each) => beforeMs > each * 1000 && leftMs <= each * 1000 && whole > each + 2);
  return mark === undefined ? null : holdSentence(job, mark * 1000);
}

/** "2 jobs are waiting for you"; empty for none. */
export function waitingSentence(jobs: readonly Job[]): string {
  const count = jobs.filter(waitsForPerson).length;
  return count === 0 ? '' : counted(count, 'job is waiting for you', 'jobs are waiting for you');
}
