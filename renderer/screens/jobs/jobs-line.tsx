/** The jobs in the status bar: the next delete with its countdown, running and waiting jobs. */
import { useEffect, useRef } from 'react';
import type { Job } from '../../../preload/contract/jobs.ts';
import { showJobs } from '../../commands/jobs-commands.ts';
import { keyLabel } from '../../commands/key-strokes.ts';
import { runCommand } from '../../commands/run.ts';
import { classNames } from '../../parts/class-names.ts';
import { counted, shortCountdown } from '../../parts/format.ts';
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
import { markSentence, newsOf, waitingSentence } from './news.ts';
import { capital, jobGoing, progressText, things } from './wording.ts';

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
  const waiting = jobs.filter(waitsForPerson).length;
  const unfinished = jobs.filter(isUnfinished).length;
  return (
    <div className={styles.line} role="group" aria-label="Jobs">
      {held !== null ? (
        <Held key={held.id} job={held} isReplaced={isReplaced} />
      ) : (
        running !== null && <Running job={running} />
      )}
      <button
        type="button"
        className={classNames('link ring-inside', styles.link, waiting > 0 && 'warning bold')}
        aria-expanded={open}
        title={`${showJobs.label} (${keyLabel('Mod+J', platform)})`}
        onClick={() => void runCommand(showJobs, store)}
      >
        {waiting > 0 ? waitingSentence(jobs) : unfinished === 0 ? 'Jobs' : counted(unfinished, 'job')}
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
      <span className={styles.what} id={about}>
        <Subject job={job} />
        <span className={styles.words}>will be deleted in</span>
      </span>
      {/* For eyes only: a reader is told at its beginning and at three moments. */}
      <strong className={styles.clock} aria-hidden data-countdown>
        {shortCountdown(left)}
      </strong>
      <button
        type="button"
        className={`link ring-inside ${styles.link}`}
        aria-describedby={about}
        onClick={() => void act('cancel')}
      >
        Cancel
      </button>
      <button
        type="button"
        className={`link ring-inside ${styles.link}`}
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
    return <span className={styles.words}>{things(job, job.counts.total)} </span>;
  }
  return (
    <>
      <span className={styles.words}>{capital(job.wording.one)} </span>
      <code className={`ellipsis sensitive ${styles.id}`}>{name}</code>{' '}
    </>
  );
}

function Running({ job }: { readonly job: Job }) {
  return (
    <span className={styles.words}>
      {jobGoing(job)}: {progressText(job)}
    </span>
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
