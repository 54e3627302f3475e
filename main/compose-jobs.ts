/** The part of the composition root that makes what changes many things: jobs, reviews, plans, and the activity log. */
import os from 'node:os';
import path from 'node:path';
import { Activity, type ActivityOptions } from './activity/activity.ts';
import type { Connections } from './connections/connections.ts';
import type { Files } from './files/files.ts';
import { readBoardQuery } from './ipc/board-query.ts';
import type { Publish } from './ipc/publish.ts';
import { authorHere } from './jobs/author.ts';
import { Jobs } from './jobs/jobs.ts';
import { paperNames } from './jobs/paper-names.ts';
import { Plans } from './jobs/plans.ts';
import { JobResults } from './jobs/results.ts';
import { Reviews } from './jobs/reviews.ts';
import type { Log } from './log/log.ts';
import type { Notes } from './notes/notes.ts';
import type { Policy } from './policy/policy.ts';
import { Preferred } from './preferences/preferences.ts';
import type { Store } from './store/database.ts';
import type { Mirror } from './store/mirror/mirror.ts';

export interface ComposeJobsOptions {
  readonly store: Store;
  readonly mirror: Mirror;
  readonly connections: Connections;
  readonly notes: Notes;
  readonly policy: Policy;
  readonly files: Files;
  readonly copyText: (text: string) => void;
  readonly log: Log;
  readonly now: () => number;
}

export function composeJobs(options: ComposeJobsOptions) {
  const { store, mirror, connections, notes, policy, files, copyText, log, now } = options;
  const recordOf = connections.recordOf.bind(connections);
  const jobs = new Jobs();
  const preferred = new Preferred(store.settings);
  const reviews = new Reviews({
    mirror,
    jobs,
    recordOf,
    mayChange: connections.mayChange.bind(connections),
    preferences: preferred.read.bind(preferred),
    policy,
    files,
    log,
    now,
  });
  const plans = new Plans({
    reviews,
    mirror,
    notesOf: notes.ofBoards.bind(notes),
    recordOf,
    files,
    author: () => authorHere(store.settings, { user: userName(), computer: os.hostname() }),
    readQuery: readBoardQuery,
    log,
    now,
  });
  return {
    jobs,
    reviews,
    plans,
    jobResults: new JobResults({ jobs, linksOf: jobs.linksOf.bind(jobs), files, copyText, now }),
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
