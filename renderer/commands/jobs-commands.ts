import { isUnfinished, nextHeld, whyNotYet } from '../store/job-facts.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { JobStep } from '../store/jobs-slice.ts';
import type { AppState } from '../store/store.ts';
import type { Command } from './command.ts';
import { cautionOf, toDelete } from './reasons.ts';
import { hasTeam } from '../store/team-slice.ts';

const shared = { keys: [], group: 'Jobs', scope: 'app' } as const;

export const showJobs: Command = {
  ...shared,
  id: 'jobs.show',
  label: 'Show or hide jobs',
  keys: ['Mod+J'],
  enabled: () => true,
  run: ({ jobsOpen, setJobsOpen }) => setJobsOpen(!jobsOpen),
};

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

export const openCleanupPlan: Command = {
  ...shared,
  id: 'jobs.open-plan',
  label: 'Open cleanup plan…',
  enabled: toDelete,
  caution: cautionOf('board-api'),
  async run({ openPlan, openDialog, raise }) {
    const opened = await openPlan();
    if (!opened.ok) raise(opened.error);
    else if (opened.value !== null) openDialog({ kind: 'run-plan', review: opened.value });
  },
};

export const teamPlans: Command = {
  ...shared,
  id: 'jobs.team-plans',
  label: 'Team plans…',
  enabled: (state) => hasTeam(state) || 'No connection has joined an account of a team',
  run: (state) => state.openDialog({ kind: 'team-plans' }),
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
