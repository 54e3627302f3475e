import { endedCount, itemCountText } from '../../../preload/contract/facts.ts';
import { ITEM_WORDS, PAUSES } from '../../../preload/contract/later-facts.ts';
import type { Job, JobItemState, JobPause, JobWording } from '../../../preload/contract/jobs.ts';
import { isDelete } from '../../store/job-facts.ts';
import { capital, counted, formatNumber, roomTitle, spokenSpan } from '../../lib/format.ts';

/** Returns a job's title, such as "Delete 502 boards", or "Delete board" next to a single board's id. */
export function jobTitle(job: Job): string {
  const { order, one } = job.wording;
  if (isDelete(job) && job.about !== '') return `${order} ${one}`;
  return `${order} ${itemCountText(job, job.counts.total)}`;
}

/** Returns a job's items as the subject of a sentence, such as "Board b-7" or "502 boards". */
export function jobSubject(job: Job): string {
  const { state, counts } = job;
  // Before a job starts, counts only unsent items, because a retried job also contains items that were sent earlier.
  if (job.about === '' || !isDelete(job))
    return itemCountText(job, state === 'held' ? counts.waiting : counts.total);
  return `${capital(job.wording.one)} ${roomTitle(job.aboutName, job.about)}`;
}

export const ITEM_STATES = Object.keys(ITEM_WORDS) as readonly JobItemState[];

export function progressText({ counts }: Pick<Job, 'counts'>): string {
  return `${formatNumber(endedCount(counts))} of ${formatNumber(counts.total)}`;
}

export function itemWording(past: JobWording['past'], state: JobItemState): string {
  return state === 'done' ? capital(past) : ITEM_WORDS[state];
}

/** Describes a job's speed and remaining time: "41 a second, about 4 s left". Null if the speed is unknown. */
export function rateText({ perSecond, secondsLeft }: Pick<Job, 'perSecond' | 'secondsLeft'>): string | null {
  if (perSecond === null || secondsLeft === null) return null;
  const rate = perSecond >= 10 ? Math.round(perSecond) : Math.round(perSecond * 10) / 10;
  return `${formatNumber(rate)} a second, about ${spokenSpan(secondsLeft * 1000)} left`;
}

const PAUSE_TEXTS: Readonly<Record<JobPause, string>> = {
  ...PAUSES,
  person: 'You paused this job.',
  network: 'This computer was offline.',
  storage: 'Easel couldn’t save the job’s progress.',
};

/** Describes why a job waits, and what to do next. Null if the job does not wait. */
export function waitSentence({ state, pause, failure, holdUntil, startedAt }: Job): string | null {
  if (pause === null) return null;
  const reason = failure === null ? PAUSE_TEXTS[pause] : `${failure.message} ${failure.nextStep}`.trim();
  const sent = startedAt === null ? ' Nothing was sent.' : '';
  if (state === 'held' && holdUntil === null) return `${reason}${sent} Start when ready.`;
  return state === 'paused' ? reason : null;
}

export function stopFacts(job: Job): readonly string[] {
  const { past, one, many } = job.wording;
  const { counts } = job;
  const facts = [
    [
      counts.done + counts['already-gone'],
      `already ${past}.${isDelete(job) ? ' This can’t be undone.' : ''}`,
    ],
    [counts.sending, `being ${past}. Easel will wait for the responses.`],
    [counts.waiting, `not ${past}.`],
  ] as const;
  return facts
    .filter(([count]) => count > 0)
    .map(([count, rest]) => `${counted(count, `${one} is`, `${many} are`)} ${rest}`);
}
