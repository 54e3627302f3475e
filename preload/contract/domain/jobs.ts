/** Jobs: everything that deletes, or changes many things at once. Each is on disk before anything is sent. */
import type { Failure } from '../failure.ts';
import type { BoardRow, ServiceTime } from './boards.ts';
import type { Environment } from './connections.ts';

export const JOB_KINDS = [
  'delete-boards',
  'delete-papers',
  'create-boards',
  'create-papers',
  'mint-links',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/**
 * Where a job stands.
 *
 * `held`: nothing was sent yet. `paused` and `stopped` send nothing new; answers under way are still heard.
 * `cancelled`: ended while held, nothing was ever sent. `stopped`: the rest stays untouched. `done`: every item has ended.
 */
export const JOB_STATES = ['held', 'running', 'paused', 'stopped', 'cancelled', 'done'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Why a job waits for a person: none of these ends by itself. */
export const JOB_PAUSES = [
  'person',
  'restart', // Easel ended meanwhile
  'network', // this computer has no network
  'outage', // the service does not answer
  'sleep', // the computer slept
  'lock', // Easel was locked
  'refused', // 401 or 403, read-only, policy, or no key: `failure` says which
  'storage', // what happens can't be written down on this computer
] as const;
export type JobPause = (typeof JOB_PAUSES)[number];

/** Where one item stands. All but `waiting` and `sending` are ends, and an item that has ended stays so but for a retry. */
export const JOB_ITEM_STATES = [
  'waiting',
  'sending',
  'done',
  'already-gone', // a delete of what the service no longer knew
  'failed', // certain: it did not happen
  'unknown', // sent, and its end was not seen; never sent again
  'skipped', // protected meanwhile, or vanished: nothing was sent
  'untouched', // the job was cancelled or stopped before it
] as const;
export type JobItemState = (typeof JOB_ITEM_STATES)[number];

/** How many items stand where; the sum of all but `total` is `total`. */
export interface JobCounts {
  readonly total: number;
  readonly waiting: number;
  readonly sending: number;
  readonly done: number;
  readonly alreadyGone: number;
  readonly failed: number;
  readonly unknown: number;
  readonly skipped: number;
  readonly untouched: number;
}

/** One job. Moments are epoch ms. */
export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly connectionId: string;
  /** As it was called when the job was made. */
  readonly connectionName: string;
  readonly environment: Environment;
  readonly state: JobState;
  /** When a held job begins by itself; null while it is not held, or waits for a person. */
  readonly holdUntil: number | null;
  /** Why it waits for a person: a paused job, or a held one that will not begin by itself any more. */
  readonly pause: JobPause | null;
  readonly failure: Failure | null;
  readonly counts: JobCounts;
  /** Items ended a second, lately, and seconds until the last one at that rate; null while nobody can tell. */
  readonly perSecond: number | null;
  readonly secondsLeft: number | null;
  /** The one thing it is about, such as a board's id or the paper that links are made for; empty for many. */
  readonly about: string;
  /** Why, as the person or the plan said; may be empty. */
  readonly reason: string;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Join links that can still be copied or saved: they are kept in memory only, and never shown. */
  readonly links: number;
}

/** One item of a job. */
export interface JobItem {
  /** Its place in the job, from 0. */
  readonly index: number;
  /** A board's id, a paper's identifier; empty while what it creates does not exist. */
  readonly targetId: string;
  /** A paper's or a person's name; empty for boards. */
  readonly name: string;
  readonly state: JobItemState;
  /** HTTP status of the last answer; null for none. */
  readonly status: number | null;
  /** What the service, else Easel, says of it; redacted, at most 200 characters. */
  readonly message: string;
  /** When it came to its state, epoch ms; null while waiting. */
  readonly at: number | null;
}

/** Items from place `from` on among those of a state (null for all). */
export interface JobItems {
  readonly from: number;
  readonly items: readonly JobItem[];
  readonly matching: number;
}

/** What a bulk delete would do, before it is a job. The ids are fixed: nothing that comes later is deleted by it. */
export interface JobReview {
  readonly reviewId: string;
  readonly connectionId: string;
  /** How many would be deleted. */
  readonly boards: number;
  /**
   * What was chosen and is left out, and why. `undated`: an age was asked for, and theirs is not known. `queued`: another
   * job is about to delete it.
   */
  readonly skipped: readonly {
    readonly why: 'protected' | 'vanished' | 'undated' | 'without-id' | 'queued';
    readonly boards: number;
  }[];
  readonly oldest: ServiceTime | null;
  readonly newest: ServiceTime | null;
  /** Some of them, the oldest and the newest among them; at most 12. */
  readonly samples: readonly BoardRow[];
  /** The count or the connection's name must be typed: Production, or more than 10. */
  readonly mustType: boolean;
  /** How long it will be held. */
  readonly holdSeconds: number;
  /** What the list it was made from is worth. */
  readonly completeness: 'complete' | 'maybe-incomplete';
  readonly asOf: number | null;
  /** Why it can't be started from here, such as a policy that wants two persons or sets a limit; null when it can. */
  readonly refusal: Failure | null;
  /** The plan it came from; null for a selection. */
  readonly plan: PlanInfo | null;
}

/** A cleanup plan, as its file says. Moments are epoch ms. */
export interface PlanInfo {
  readonly fileName: string;
  /** Who drafted it: operating-system user and computer. */
  readonly author: string;
  readonly note: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly boards: number;
  /** First characters of its digest, to be compared by telephone. */
  readonly code: string;
  /** In words: the filter that it was drafted with; empty for boards chosen one by one. */
  readonly filter: string;
  /** What has happened to its boards since, here. */
  readonly changes: {
    readonly vanished: number;
    readonly newlyProtected: number;
    /** Not in the list of this computer. */
    readonly notListed: number;
  };
}

/** What was written to a file of the person's. */
export interface FileWritten {
  readonly fileName: string;
  readonly items: number;
}
