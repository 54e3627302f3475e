/** Activity: the local log of every change and visit. */
import * as v from 'valibot';
import * as c from './call.ts';

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
  'log-cut', // lines that were written before are missing
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
const activityEntry = c.object({
  /** Its number in the log, from 1. */
  number: c.number,
  /** Epoch ms. */
  at: c.number,
  /** The operating system's user. */
  user: c.text,
  /** Empty where it is about none; the name is the one of then. */
  connectionId: c.text,
  connectionName: c.text,
  action: v.picklist(ACTIVITY_ACTIONS),
  /** A board's id, a paper's identifier, a connection's or job's id; empty for none. */
  target: c.text,
  outcome: v.picklist(ACTIVITY_OUTCOMES),
  /** HTTP status, where the service answered. */
  status: c.maybeNumber,
  /** The service's words, or how many; at most 200 characters, redacted. */
  detail: c.text,
  /** Reason or ticket that the person gave; may be empty. */
  reason: c.text,
});
export interface ActivityEntry extends v.InferOutput<typeof activityEntry> {}

/** Which entries: of a connection, of one kind, with this text in target, user, detail or reason. Newest first. */
const activityFilter = c.object({
  connectionId: v.nullable(c.id),
  action: v.nullable(v.picklist(ACTIVITY_ACTIONS)),
  find: c.line,
});
export interface ActivityFilter extends v.InferOutput<typeof activityFilter> {}

const activityPage = c.object({ from: c.number, entries: c.list(activityEntry), matching: c.number });
export interface ActivityPage extends v.InferOutput<typeof activityPage> {}

/** Whether each line follows from the one before. */
const activityCheck = c.object({
  entries: c.number,
  /** Number of the first line that does not fit; null when all do. */
  brokenAt: c.maybeNumber,
  /** In one sentence. */
  summary: c.text,
});
export interface ActivityCheck extends v.InferOutput<typeof activityCheck> {}

export const activity = {
  page: c.reads({
    args: { ...activityFilter.entries, from: c.count, count: c.upToThousand },
    reply: activityPage,
    rate: 'scroll',
  }),
  /** Reads the whole log and checks that no line was changed, taken out or put in. */
  check: c.reads({ reply: activityCheck, rate: 'change' }),
  export: c.savesFile({ ...activityFilter.entries, format: c.fileFormat }, c.fileWritten),
};
