/** Commands on jobs: the drawer, and the two that are most pressing. */
import { isUnfinished, nextHeld, whyNotYet } from '../store/job-facts.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { JobStep } from '../store/jobs-slice.ts';
import type { AppState } from '../store/store.ts';
import type { Command } from './command.ts';

const shared = { keys: [], group: 'Jobs', scope: 'app' } as const;

export const showJobs: Command = {
  ...shared,
  id: 'jobs.show',
  label: 'Show or hide jobs',
  keys: ['Mod+J'],
  enabled: () => true,
  run: ({ jobsOpen, setJobsOpen }) => setJobsOpen(!jobsOpen),
};

/** Tells this job what to do, where there is one. */
async function step(state: AppState, job: Job | null, what: JobStep): Promise<void> {
  if (job !== null) await state.stepJob(job.id, what);
}

const NOTHING_HELD = 'No delete is on hold';

export const cancelNext: Command = {
  ...shared,
  id: 'jobs.cancel-next',
  label: 'Cancel the next delete',
  keys: ['Mod+Shift+X'],
  enabled: (state) => nextHeld(state.jobs) !== null || NOTHING_HELD,
  run: (state) => step(state, nextHeld(state.jobs), 'cancel'),
};

export const startNext: Command = {
  ...shared,
  id: 'jobs.start-next',
  label: 'Start the next delete now',
  enabled: ({ jobs }) => {
    const next = nextHeld(jobs);
    return next === null ? NOTHING_HELD : (whyNotYet(next, Date.now()) ?? true);
  },
  run: (state) => step(state, nextHeld(state.jobs), 'startNow'),
};

/** The one job in this state; null for none, and where there are several. */
function theOne(state: AppState, which: Job['state']): Job | null {
  const found = state.jobs.filter((job) => job.state === which);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Why there is not exactly one job to speak of, or true. */
function one(state: AppState, which: Job['state'], none: string): true | string {
  if (theOne(state, which) !== null) return true;
  return state.jobs.some((job) => job.state === which) ? 'There are several: choose one in Jobs' : none;
}

export const pauseJob: Command = {
  ...shared,
  id: 'jobs.pause',
  label: 'Pause the running job',
  enabled: (state) => one(state, 'running', 'No job is running'),
  run: (state) => step(state, theOne(state, 'running'), 'pause'),
};

export const resumeJob: Command = {
  ...shared,
  id: 'jobs.resume',
  label: 'Resume the paused job',
  enabled: (state) => {
    const job = theOne(state, 'paused');
    return job === null ? one(state, 'paused', 'No job is paused') : (whyNotYet(job, Date.now()) ?? true);
  },
  run: (state) => step(state, theOne(state, 'paused'), 'resume'),
};

export const putAwayJobs: Command = {
  ...shared,
  id: 'jobs.put-away',
  label: 'Remove all finished jobs',
  enabled: (state) => state.jobs.some((job) => !isUnfinished(job)) || 'No job has finished',
  async run({ jobs, dismissJob }) {
    for (const job of jobs) if (!isUnfinished(job)) await dismissJob(job.id);
  },
};

export const jobsCommands: readonly Command[] = [
  showJobs,
  cancelNext,
  startNext,
  pauseJob,
  resumeJob,
  putAwayJobs,
];
