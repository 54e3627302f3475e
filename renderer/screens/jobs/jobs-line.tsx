/** The jobs in the status bar: the next delete with its countdown, running and waiting jobs; and what is announced of them. */
import { useEffect, useRef } from 'react';
import type { Job } from '../../../preload/contract/jobs.ts';
import { showJobs } from '../../commands/jobs-commands.ts';
import { keyLabel } from '../../commands/key-strokes.ts';
import { runCommand } from '../../commands/run.ts';
import { classNames } from '../../parts/class-names.ts';
import { counted, shortCountdown, spokenSpan } from '../../parts/format.ts';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { useReplaced } from '../../parts/use-replaced.ts';
import {
  aboutName,
  isDelete,
  isUnfinished,
  nextHeld,
  waitsForPerson,
  whyNotYet,
} from '../../store/job-facts.ts';
import { useActions, useApp, useAppStore } from '../../store/use-app.ts';
import styles from './jobs-line.module.css';
import { capital, endSentence, jobGoing, jobSubject, progressText, things, waitSentence } from './wording.ts';

/** The line; nothing while there is no job. */
export function JobsLine() {
  const store = useAppStore();
  const jobs = useApp((state) => state.jobs);
  const open = useApp((state) => state.jobsOpen);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const held = nextHeld(jobs);
  const isReplaced = useReplaced(held === null ? null : held.id);
  useNews();
  if (jobs.length === 0) return null;
  const running = jobs.find(({ state }) => state === 'running') ?? null;
  const waiting = waitingSentence(jobs);
  const unfinished = jobs.filter(isUnfinished).length;
  return (
    <div className={`row gap-1 shrink ${styles.line}`} role="group" aria-label="Jobs">
      {held !== null ? (
        <Held key={held.id} job={held} isReplaced={isReplaced} />
      ) : (
        running !== null && (
          <span className="fixed">
            {jobGoing(running)}: {progressText(running)}
          </span>
        )
      )}
      <button
        type="button"
        className={classNames('link bar-link ring-inside', waiting !== '' && 'warning bold')}
        aria-expanded={open}
        title={`${showJobs.label} (${keyLabel('Mod+J', platform)})`}
        onClick={() => void runCommand(showJobs, store)}
      >
        {waiting || (unfinished === 0 ? 'Jobs' : counted(unfinished, 'job'))}
      </button>
    </div>
  );
}

/** "Deleting 502 boards in 4:31", with the two ways to end the wait. */
function Held({ job, isReplaced }: { readonly job: Job; readonly isReplaced: () => boolean }) {
  const { stepJob: step, announce } = useActions();
  const about = `jobs-line-${job.id}`;
  const now = useNow('second');
  const left = (job.holdUntil ?? 0) - now;
  const notYet = whyNotYet(job, now);
  useMarks(job, left);
  const act = async (which: 'cancel' | 'startNow'): Promise<void> => {
    // The one before has begun, or was taken back, as the button was about to be pressed.
    if (isReplaced()) return announce('Another deletion moved here. Click again.');
    await step(job.id, which);
    focusRowsIfLost();
  };
  return (
    <>
      <span className="row gap-1 shrink" id={about}>
        <Subject job={job} />
        <span className="fixed">will be deleted in</span>
      </span>
      {/* For eyes only: a reader is told at its beginning and at three moments. */}
      <strong className={`fixed danger ${styles.clock}`} aria-hidden data-countdown>
        {shortCountdown(left)}
      </strong>
      <button
        type="button"
        className="link bar-link ring-inside"
        aria-describedby={about}
        onClick={() => void act('cancel')}
      >
        Cancel
      </button>
      <button
        type="button"
        className="link bar-link ring-inside"
        aria-describedby={notYet === null ? about : `${about} ${about}-not-yet`}
        aria-disabled={notYet !== null || undefined}
        title={notYet ?? undefined}
        onClick={() => void (notYet === null && act('startNow'))}
      >
        Start now
      </button>
      {notYet !== null && (
        <span className="visually-hidden" id={`${about}-not-yet`}>
          {notYet}.
        </span>
      )}
    </>
  );
}

function Subject({ job }: { readonly job: Job }) {
  const name = useApp((state) => aboutName(state, job));
  if (job.about === '' || !isDelete(job)) {
    return <span className="fixed">{things(job, job.counts.total)} </span>;
  }
  return (
    <>
      <span className="fixed">{capital(job.wording.one)} </span>
      <code className={`ellipsis sensitive ${styles.id}`}>{name}</code>{' '}
    </>
  );
}

/** Says what happens to jobs, and at three moments how long a hold still lasts. */
function useNews(): void {
  const store = useAppStore();
  useEffect(() => {
    const first = waitingSentence(store.getState().jobs);
    if (first !== '') store.getState().announce(first);
    return store.subscribe((state, before) => {
      if (state.jobs === before.jobs) return;
      // Read for the first time, or anew after a lock: what waits is said in one sentence.
      const isFresh = before.jobs.length > 0 || nextHeld(state.jobs) !== null;
      const text = isFresh
        ? newsOf(before.jobs, state.jobs, Date.now()).join(' ')
        : waitingSentence(state.jobs);
      if (text !== '') state.announce(text);
    });
  }, [store]);
}

function useMarks(job: Job, left: number): void {
  const announce = useApp((state) => state.announce);
  const before = useRef(left);
  useEffect(() => {
    const sentence = markSentence(job, before.current, left);
    before.current = left;
    if (sentence !== null) announce(sentence);
  }, [job, left, announce]);
}

/** Gives the focus to the rows of the screen, when it was lost with a button that went away. */
export function focusRowsIfLost(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[role="grid"]')?.focus();
}

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
