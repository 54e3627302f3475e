/** The part of the composition root that makes what changes many things: jobs, reviews, plans, and the activity log. */
import { Activity } from './activity/activity.ts';
import { Jobs } from './jobs/jobs.ts';
import { paperNames } from './jobs/paper-names.ts';
import { Plans } from './jobs/plans.ts';
import { JobResults } from './jobs/results.ts';
import { Reviews } from './jobs/reviews.ts';

export interface ComposeJobsOptions {
  readonly now: () => number;
}

export function composeJobs(options: ComposeJobsOptions) {
  const { now } = options;
  const jobs = new Jobs();
  const reviews = new Reviews();
  return {
    jobs,
    reviews,
    plans: new Plans(),
    jobResults: new JobResults(),
    paperNames: (pattern: string, count: number) => paperNames(pattern, count, now()),
  };
}

/** Apart, for the use cases before it tell it what they did. */
export function composeActivity(): Activity {
  return new Activity();
}
