/** The part of the composition root that makes what changes many things: jobs, reviews, plans, and the activity log. */
import os from 'node:os';
import path from 'node:path';
import { Activity, type ActivityOptions } from './activity/activity.ts';
import type { Publish } from './ipc/publish.ts';
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
export function composeActivity(
  options: Omit<ActivityOptions, 'file' | 'user' | 'onChange'> & {
    readonly userData: string;
    readonly publish: Publish;
  },
): Activity {
  const { userData, publish, ...rest } = options;
  return new Activity({
    ...rest,
    file: path.join(userData, 'activity.jsonl'),
    user: userName(),
    onChange: (change) => publish('activity.changed', change),
  });
}

/** Who is signed in at this computer; a user without an entry has only a number. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
