import { CirclePause, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { endSentence, isUnfinished, jobGoing } from '../../../preload/contract/facts.ts';
import type { Job } from '../../../preload/contract/jobs.ts';
import { showJobs } from '../../commands/jobs-commands.ts';
import { keyLabel } from '../../lib/keys.ts';
import { runCommand } from '../../commands/run.ts';
import { classNames } from '../../parts/class-names.ts';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { counted, shortCountdown, spokenSpan } from '../../lib/format.ts';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { Pane } from '../../parts/pane.tsx';
import { useReplacedRows } from '../../parts/use-replaced.ts';
import { factsOf, heldJobs, waitsForPerson, whyNotYet } from '../../store/job-facts.ts';
import type { JobStep } from '../../store/jobs-slice.ts';
import type { MessageFacts, MessageLook } from '../../store/ui-slice.ts';
import { useActions, useApp, useAppStore } from '../../store/use-app.ts';
import styles from './jobs-line.module.css';
import { jobSubject, progressText, waitSentence } from './wording.ts';

export function JobsLine() {
  const store = useAppStore();
  const jobs = useApp((state) => state.jobs);
  const open = useApp((state) => state.jobsOpen);
  useAnnouncements();
  if (jobs.length === 0) return null;
  const held = heldJobs(jobs);
  const waiting = waitingSentence(jobs);
  const unfinished = jobs.filter(isUnfinished).length;
  return (
    <div className={'row gap-1 shrink'} role="group" aria-label="Jobs">
      {held[0] === undefined ? <Activity jobs={jobs} /> : <HeldLine job={held[0]} />}
      <button
        type="button"
        className={classNames('link bar-link ring-inside', waiting !== '' && 'warning bold')}
        aria-expanded={open}
        title={keyLabel('Mod+J')}
        onClick={() => void runCommand(showJobs, store)}
      >
        {waiting || (unfinished === 0 ? 'Jobs' : counted(unfinished, 'job'))}
      </button>
      {held.map((job) => (
        <HoldAnnouncements key={job.id} job={job} />
      ))}
    </div>
  );
}

/** Shows a job's connection with its name at the time of the job, and its present colour. */
export function JobConnection({ job }: { readonly job: Job }) {
  const { connectionId, connectionName: name, environment } = job;
  const color = useApp((state) => state.connections.find(({ id }) => id === connectionId)?.color);
  return <ConnectionMark connection={{ name, environment, color: color ?? 'gray' }} />;
}

/** Shows the connection of a job that does not belong to the connection in front. */
function OtherConnection({ job }: { readonly job: Job }) {
  const isOther = useApp(({ currentId }) => currentId !== job.connectionId);
  return isOther && <JobConnection job={job} />;
}

function Activity({ jobs }: { readonly jobs: readonly Job[] }) {
  const job = jobs.find(({ state }) => state === 'running') ?? jobs.find(({ state }) => state === 'paused');
  if (job === undefined) return null;
  const isPaused = job.state === 'paused';
  const text = `${isPaused ? 'Paused: ' : ''}${jobGoing(job)}: ${progressText(job)}`;
  return (
    <span className={classNames('row gap-1 shrink', isPaused && 'warning bold')}>
      {isPaused && <CirclePause className="fixed" size={13} />}
      <span className="ellipsis">{text}</span>
      <OtherConnection job={job} />
    </span>
  );
}

export function HeldLine({ job }: { readonly job: Job }) {
  const isReplaced = useReplacedRows([0], () => job.id);
  return (
    <Pane label="Delete on hold" data-unasked className="row gap-1 shrink">
      {/* The React key remounts the buttons for each delete. So a focused button can't act on the next delete. */}
      <HeldJob key={job.id} job={job} isReplaced={() => isReplaced(0)} />
    </Pane>
  );
}

interface HeldJobProps {
  readonly job: Job;
  /** True if the buttons belonged to another delete a moment ago. Then a click may be meant for that delete. */
  readonly isReplaced: () => boolean;
}

function HeldJob({ job, isReplaced }: HeldJobProps) {
  const { stepJob, announce } = useActions();
  const now = useNow('second');
  const notYet = whyNotYet(job, now);
  const about = useId();
  const act = (step: JobStep): void => {
    if (isReplaced()) announce('This button now controls another delete. Click again to use it.', 'note');
    else void stepJob(job.id, step);
  };
  return (
    <>
      <Trash2 className="danger fixed" size={13} />
      <p className={styles.subject} id={about}>
        <strong className={job.about === '' ? undefined : 'sensitive'}>{jobSubject(job)}</strong>
        <span className="visually-hidden"> will be deleted</span> in{' '}
        {/* Screen readers skip the countdown. They announce the remaining time only at a few moments. */}
        <strong className="danger nowrap" aria-hidden>
          {shortCountdown((job.holdUntil ?? 0) - now)}
        </strong>
      </p>
      <OtherConnection job={job} />
      <button
        type="button"
        data-pane-focus
        className="link bar-link ring-inside"
        aria-describedby={about}
        onClick={() => act('cancel')}
      >
        Cancel
      </button>
      <button
        type="button"
        className="link bar-link ring-inside"
        aria-describedby={notYet === null ? about : `${about} ${about}-not-yet`}
        aria-disabled={notYet !== null || undefined}
        title={notYet ?? undefined}
        onClick={() => notYet === null && act('startNow')}
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

function HoldAnnouncements({ job }: { readonly job: Job }) {
  const say = useApp((state) => state.say);
  const left = (job.holdUntil ?? 0) - useNow('second');
  const before = useRef(left);
  useEffect(() => {
    const sentence = holdReminder(job, before.current, left);
    before.current = left;
    if (sentence !== null) say(sentence);
  }, [job, left, say]);
  return null;
}

function useAnnouncements(): void {
  const store = useAppStore();
  useEffect(() => {
    const waiting = (jobs: readonly Job[]): readonly Announcement[] => {
      const text = waitingSentence(jobs);
      return text === '' ? [] : [{ text, look: null }];
    };
    const announceAll = (announcements: readonly Announcement[]): void => {
      // Announces each text once, because deletes that wait for the same reason have the same text.
      const byText = new Map(announcements.map((each) => [each.text, each]));
      for (const { text, look, facts } of byText.values()) store.getState().announce(text, look, facts);
    };
    announceAll(waiting(store.getState().jobs));
    return store.subscribe((state, before) => {
      if (state.jobs === before.jobs) return;
      // After the first load or an unlock, one sentence describes all waiting jobs. Later, announces only changes.
      const isLoaded = before.jobs.length > 0 || heldJobs(state.jobs).length > 0;
      announceAll(isLoaded ? announcementsOf(before.jobs, state.jobs, Date.now()) : waiting(state.jobs));
    });
  }, [store]);
}

/** Remaining seconds at which screen readers announce that a delete will start. */
const ANNOUNCED_SECONDS = [300, 60, 10];

function holdSentence(job: Job, leftMs: number): string {
  return `${jobSubject(job)} will be deleted in ${spokenSpan(leftMs)}.`;
}

interface Announcement {
  readonly text: string;
  readonly look: MessageLook;
  readonly facts?: MessageFacts;
}

/** Returns announcements of the changes between two lists of jobs. Omits the end of jobs with a single item. */
export function announcementsOf(
  before: readonly Job[],
  jobs: readonly Job[],
  now: number,
): readonly Announcement[] {
  return jobs.flatMap((job) => {
    const previous = before.find(({ id }) => id === job.id);
    const hasChanged =
      previous === undefined ||
      previous.state !== job.state ||
      previous.holdUntil !== job.holdUntil ||
      (previous.counts.sending > 0 && job.counts.sending === 0 && job.state === 'stopped');
    const announcement = hasChanged ? announcementOf(job, previous, jobs, now) : null;
    return announcement === null
      ? []
      : { ...announcement, facts: { ...factsOf(job), ...announcement.facts } };
  });
}

function announcementOf(
  job: Job,
  previous: Job | undefined,
  jobs: readonly Job[],
  now: number,
): Announcement | null {
  const { state, holdUntil, counts, failure } = job;
  const activity = jobGoing(job);
  const waitText = waitSentence(job) ?? '';
  switch (state) {
    case 'held':
      // The `look` null shows no toast, because another toast shows the countdown. Screen readers read this text.
      if (holdUntil !== null) return { text: holdSentence(job, holdUntil - now), look: null };
      return {
        text: `${stuckSubject(job, jobs)}: ${waitText}`.trim(),
        look: 'note',
        facts: { topic: 'stuck deletes' },
      };
    case 'running':
      return counts.total > 1 ? { text: `${activity}.`, look: null } : null;
    case 'paused':
      // Announces nothing if the job's only item failed, because another message reports this failure.
      if (counts.total === 1 && failure !== null) return null;
      if (job.pause === 'person') return { text: `Job paused: ${activity}.`, look: null };
      return { text: `${activity}: ${waitText}`, look: 'note' };
    case 'cancelled':
      return previous === undefined
        ? null
        : { text: `Job cancelled: ${jobSubject(job)}. Nothing was sent.`, look: 'done' };
    case 'stopped':
    case 'done': {
      // Announces no end if the job has only one item, or while requests are still waiting for a response.
      const isOpen = previous === undefined || counts.total === 1 || counts.sending > 0;
      const text = isOpen ? null : endSentence(job);
      const left = counts.total - counts.done - counts['already-gone'];
      // Skipped items are not failures, because they were protected, or changed after the review.
      const hasProblem = state === 'done' && left > counts.skipped;
      return text === null ? null : { text, look: left === 0 ? 'done' : hasProblem ? 'problem' : 'note' };
    }
  }
}

/** Returns the subject of an announcement, such as "2 deletes" if two deletes wait for the same reason. */
function stuckSubject(job: Job, jobs: readonly Job[]): string {
  const waitingJobs = jobs.filter(
    ({ state, holdUntil, pause }) => state === 'held' && holdUntil === null && pause === job.pause,
  );
  return waitingJobs.length > 1 ? counted(waitingJobs.length, 'delete') : jobSubject(job);
}

export function holdReminder(job: Job, beforeMs: number, leftMs: number): string | null {
  if (job.state !== 'held' || job.holdUntil === null) return null;
  const holdSeconds = (job.holdUntil - (job.heldFrom ?? job.createdAt)) / 1000;
  const seconds = ANNOUNCED_SECONDS.find(
    (each) => beforeMs > each * 1000 && leftMs <= each * 1000 && holdSeconds > each + 2,
  );
  return seconds === undefined ? null : holdSentence(job, seconds * 1000);
}

export function waitingSentence(jobs: readonly Job[]): string {
  const count = jobs.filter(waitsForPerson).length;
  return count === 0 ? '' : counted(count, 'job needs your attention', 'jobs need your attention');
}
