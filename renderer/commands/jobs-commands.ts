import { isUnfinished } from '../../preload/contract/facts.ts';
import { nextHeld, whyNotYet } from '../store/job-facts.ts';
import { hasTeam } from '../store/team-slice.ts';
import type { JobStep } from '../store/jobs-slice.ts';
import { commandsOf, type Command } from './command.ts';
import { cautionOf, toDelete } from './reasons.ts';

const jobs = commandsOf({ group: 'Jobs' });

export const showJobs = jobs(
  'jobs.show',
  'Show or hide jobs',
  { keys: ['Mod+J'] },
  ({ jobsOpen, setJobsOpen }) => setJobsOpen(!jobsOpen),
);

const NOTHING_HELD = 'No deletes are on hold';

function onNext(step: JobStep): Command['run'] {
  return async ({ jobs: all, stepJob }) => {
    const next = nextHeld(all);
    if (next !== null) await stepJob(next.id, step);
  };
}

export const cancelNext = jobs(
  'jobs.cancel-next',
  'Cancel next delete on hold',
  { keys: ['Mod+Shift+X'], enabled: (state) => nextHeld(state.jobs) !== null || NOTHING_HELD },
  onNext('cancel'),
);

export const startNext = jobs(
  'jobs.start-next',
  'Start next delete on hold',
  {
    enabled: (state) => {
      const next = nextHeld(state.jobs);
      return next === null ? NOTHING_HELD : (whyNotYet(next, Date.now()) ?? true);
    },
  },
  onNext('startNow'),
);

export const openCleanupPlan = jobs(
  'jobs.open-plan',
  'Open cleanup plan…',
  { enabled: toDelete, caution: cautionOf('board-api') },
  async ({ openPlan, raise }) => raise(await openPlan()),
);

export const teamPlans = jobs(
  'jobs.team-plans',
  'Team plans…',
  { enabled: (state) => hasTeam(state) || 'No connection has joined a team account' },
  (state) => state.openDialog({ kind: 'team-plans' }),
);

export const putAwayJobs = jobs(
  'jobs.put-away',
  'Remove all finished jobs',
  { enabled: (state) => state.jobs.some((job) => !isUnfinished(job)) || 'No job has finished' },
  async (state) => {
    for (const job of state.jobs) if (!isUnfinished(job)) await state.dismissJob(job.id);
  },
);
