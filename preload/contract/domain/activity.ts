/** Activity: the local log of every change and visit. */

export const ACTIVITY_ACTIONS = [
  'board-created',
  'board-deleted',
  'paper-created',
  'paper-deleted',
  'links-made',
  'visit-begun',
  'visit-ended',
  'job-queued',
  'job-started',
  'job-paused',
  'job-ended',
  'connection-added',
  'connection-changed',
  'connection-removed',
  'changes-unlocked',
  'key-added',
  'key-switched',
  'key-removed',
  'paper-added', // to the register on this computer, as the four below
  'paper-forgotten',
  'unknown-settled',
  'notes-changed', // protection, too
  'settings-changed',
  'connections-exported', // with keys, maybe
  'connections-imported',
  'log-mended', // a damaged last line was set aside
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

export const ACTIVITY_OUTCOMES = [
  'done',
  'already-gone',
  'failed',
  'unknown',
  'skipped',
  'cancelled',
] as const;
export type ActivityOutcome = (typeof ACTIVITY_OUTCOMES)[number];

/** One line of the log. It never holds a key or a token. */
export interface ActivityEntry {
  /** Its number in the log, from 1. */
  readonly number: number;
  /** Epoch ms. */
  readonly at: number;
  /** The operating system's user. */
  readonly user: string;
  /** Empty where it is about none; the name is the one of then. */
  readonly connectionId: string;
  readonly connectionName: string;
  readonly action: ActivityAction;
  /** A board's id, a paper's identifier, a connection's or job's id; empty for none. */
  readonly target: string;
  readonly outcome: ActivityOutcome;
  /** HTTP status, where the service answered. */
  readonly status: number | null;
  /** The service's words, or how many; at most 200 characters, redacted. */
  readonly detail: string;
  /** Reason or ticket that the person gave; may be empty. */
  readonly reason: string;
}

/** Which entries: of a connection, of one kind, with this text in target, user, detail or reason. Newest first. */
export interface ActivityFilter {
  readonly connectionId: string | null;
  readonly action: ActivityAction | null;
  readonly find: string;
}

export interface ActivityPage {
  readonly from: number;
  readonly entries: readonly ActivityEntry[];
  readonly matching: number;
}

/** Whether each line follows from the one before. */
export interface ActivityCheck {
  readonly entries: number;
  /** Number of the first line that does not fit; null when all do. */
  readonly brokenAt: number | null;
  /** In one sentence. */
  readonly summary: string;
}
