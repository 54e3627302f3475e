/** Jobs in words, as pure functions: what they do, where they stand, why they wait. */
import type { Job, JobCounts, JobItemState, JobPause, JobWording } from '../../../preload/contract/jobs.ts';
import { aboutTitle, isDelete } from '../../store/job-facts.ts';
import { counted, formatNumber, spokenSpan } from '../../lib/format.ts';

/** "1 board", "502 boards", "30 join links". */
export function things({ wording: { one, many } }: Pick<Job, 'wording'>, count: number): string {
  return counted(count, one, many);
}

/** What it is to do: "Delete 502 boards", "Delete board" where it is about one that is named beside it. */
export function jobTitle(job: Pick<Job, 'kind' | 'wording' | 'about' | 'counts'>): string {
  const { order, one } = job.wording;
  if (isDelete(job) && job.about !== '') return `${order} ${one}`;
  return `${order} ${things(job, job.counts.total)}`;
}

/** What it is doing: "Deleting 502 boards". */
export function jobGoing(job: Pick<Job, 'wording' | 'counts'>): string {
  return `${job.wording.going} ${things(job, job.counts.total)}`;
}

/** What would be gone or made, as a subject: "Board b-7", "502 boards". */
export function jobSubject(
  job: Pick<Job, 'kind' | 'wording' | 'state' | 'about' | 'aboutName' | 'counts'>,
): string {
  if (job.about === '' || !isDelete(job)) return things(job, dueCount(job));
  return `${capital(job.wording.one)} ${aboutTitle(job)}`;
}

/** How many things it is about: of a held one, those that are still to be sent. */
export function dueCount({ state, counts }: Pick<Job, 'state' | 'counts'>): number {
  return state === 'held' ? counts.waiting : counts.total;
}

/** Each state of an item: where it is counted, and how it is called unless it is done. */
const ITEMS: Readonly<Record<JobItemState, readonly [counted: keyof JobCounts, word: string]>> = {
  failed: ['failed', 'Failed'],
  unknown: ['unknown', 'Outcome unknown'],
  accepted: ['accepted', 'Accepted, not confirmed'],
  skipped: ['skipped', 'Skipped'],
  'already-gone': ['alreadyGone', 'Already gone'],
  done: ['done', 'Done'],
  untouched: ['untouched', 'Untouched'],
  sending: ['sending', 'Sending'],
  waiting: ['waiting', 'Waiting'],
};

/** The states of an item, in order of importance. */
export const ITEM_STATES = Object.keys(ITEMS) as readonly JobItemState[];

/** How many items stand there. */
export function countAt(counts: JobCounts, state: JobItemState): number {
  return counts[ITEMS[state][0]];
}

export function endedCount({ total, waiting, sending }: JobCounts): number {
  return total - waiting - sending;
}

/** "137 of 502". */
export function progressText({ counts }: Pick<Job, 'counts'>): string {
  return `${formatNumber(endedCount(counts))} of ${formatNumber(counts.total)}`;
}

/** Share that has ended, 0 to 100, never 100 before the last one has. */
export function progressPercent({ counts }: Pick<Job, 'counts'>): number {
  return counts.total === 0 ? 100 : Math.floor((endedCount(counts) / counts.total) * 100);
}

/** How its items stand, without those that none stand at: "137 deleted", "1 failed", "365 left". */
export function countWording({ wording, counts, state }: Pick<Job, 'wording' | 'counts' | 'state'>) {
  const ended = state === 'stopped' || state === 'cancelled' || state === 'done';
  const said: readonly (readonly [JobItemState, number, string])[] = [
    ['done', counts.done, wording.past],
    ['already-gone', counts.alreadyGone, 'already gone'],
    ['accepted', counts.accepted, 'accepted, not confirmed'],
    ['failed', counts.failed, 'failed'],
    ['unknown', counts.unknown, 'unknown'],
    ['skipped', counts.skipped, 'skipped'],
    ['untouched', counts.untouched, 'untouched'],
    ['sending', ended ? counts.sending : 0, 'sending'],
    ['waiting', counts.waiting + (ended ? 0 : counts.sending), 'left'],
  ];
  return said
    .filter(([, count]) => count > 0)
    .map(([each, count, words]) => ({ state: each, count, text: `${formatNumber(count)} ${words}` }));
}

/** The state of an item in a word or two; `past` is what was done with it, such as "deleted". */
export function itemWording(past: JobWording['past'], state: JobItemState): string {
  return state === 'done' ? capital(past) : ITEMS[state][1];
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "41 a second, about 4 s left"; null while unknown. */
export function rateText({ perSecond, secondsLeft }: Pick<Job, 'perSecond' | 'secondsLeft'>): string | null {
  if (perSecond === null || secondsLeft === null) return null;
  const rate = perSecond >= 10 ? Math.round(perSecond) : Math.round(perSecond * 10) / 10;
  return `${formatNumber(rate)} a second, about ${spokenSpan(secondsLeft * 1000)} left`;
}

const WHY: Readonly<Record<JobPause, string>> = {
  person: 'You paused it.',
  restart: 'Easel was closed.',
  network: 'You were offline.',
  outage: 'The service stopped answering.',
  sleep: 'The computer slept.',
  lock: 'Easel was locked.',
  refused: 'A request was refused.',
  storage: 'Progress wasn’t saved.',
};

/** Why it waits, and what for; null while it does not. */
export function waitSentence({ state, pause, failure, holdUntil, startedAt }: Job): string | null {
  if (pause === null) return null;
  const why = failure === null ? WHY[pause] : `${failure.message} ${failure.nextStep}`.trim();
  const sent = startedAt === null ? ' Nothing was sent.' : '';
  if (state === 'held' && holdUntil === null) return `${why}${sent} Start when ready.`;
  return state === 'paused' ? why : null;
}

/** How a job of many ended, in one sentence; null while it has not. */
export function endSentence(job: Job): string | null {
  const { state, counts, failure, wording } = job;
  if (state === 'cancelled') return 'Nothing was sent.';
  if (state !== 'stopped' && state !== 'done') return null;
  if (counts.done === counts.total) return `${capital(wording.past)} ${things(job, counts.total)}.`;
  const what = jobGoing(job).toLowerCase();
  const words = countWording(job).map(({ text }) => text);
  const why = failure === null ? '' : `${failure.message} `;
  return `${why}${state === 'done' ? 'Finished' : 'Stopped'} ${what}: ${words.join(', ')}.`;
}

/** What stopping it now would mean, to the item. */
export function stopFacts(job: Pick<Job, 'kind' | 'wording' | 'counts'>): readonly string[] {
  const { past, one, many } = job.wording;
  const { counts } = job;
  const deletes = isDelete(job);
  const facts = [
    [counts.done + counts.alreadyGone, `already ${past}.${deletes ? ' This can’t be undone.' : ''}`],
    [counts.sending, `being ${past}. Easel waits for the answers.`],
    [counts.waiting, deletes ? 'left untouched.' : `not ${past}.`],
  ] as const;
  return facts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${counted(count, `${one} is`, `${many} are`)} ${words}`);
}
