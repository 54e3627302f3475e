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
  'shield-lifted', // input was let into a room
  'room-captured', // a picture of a room went to a file
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
  'diagnostics-saved',
  'log-restarted', // the database was damaged, and the log with it
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

export const ACTIVITY_OUTCOMES = [
  'done',
  'accepted',
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
  /** The job that it was done by; empty for none. */
  job: c.text,
  /** What the target is called on this computer now; no part of the log, and there only where it is called something. */
  name: v.exactOptional(c.text),
});
export interface ActivityEntry extends v.InferOutput<typeof activityEntry> {}

/** Which entries; null for any. */
const activityFilter = c.object({
  connectionId: v.nullable(c.id),
  action: v.nullable(v.picklist(ACTIVITY_ACTIONS)),
  user: v.nullable(c.line),
  /** Epoch ms: from `since` on, before `until`. */
  since: v.nullable(c.count),
  until: v.nullable(c.count),
  /** A text in target, user, detail, reason or connection. */
  find: c.line,
});
export interface ActivityFilter extends v.InferOutput<typeof activityFilter> {}

/** The entries of one job that match, in one line. */
const activityJob = c.object({
  kind: v.literal('job'),
  job: c.text,
  first: activityEntry,
  last: activityEntry,
  /** What was done to its items; null where none is among the entries. */
  action: v.nullable(v.picklist(ACTIVITY_ACTIONS)),
  items: c.number,
  /** How many items came out how. */
  outcomes: v.pipe(v.record(v.picklist(ACTIVITY_OUTCOMES), v.optional(c.number)), v.readonly()),
  /** The item, where it is the only one. */
  only: v.nullable(activityEntry),
  /** Its newest word of itself; null where there is none among the entries. */
  state: v.nullable(v.picklist(ACTIVITY_ACTIONS)),
  entries: c.number,
  /** Whether its entries follow. */
  open: v.boolean(),
});
export interface ActivityJob extends v.InferOutput<typeof activityJob> {}

const activityRow = v.variant('kind', [
  /** The heading of a day; `at` is when its newest entry was made. */
  c.object({ kind: v.literal('day'), at: c.number }),
  activityJob,
  c.object({ kind: v.literal('entry'), entry: activityEntry, inJob: v.boolean() }),
]);
export type ActivityRow = v.InferOutput<typeof activityRow>;

/** Rows from place `from` on, newest first. `total`: of all rows; `matching`: of all entries. */
const activityPage = c.object({
  from: c.number,
  rows: c.list(activityRow),
  total: c.number,
  matching: c.number,
});
export interface ActivityPage extends v.InferOutput<typeof activityPage> {}

/** What can be chosen by. */
const activityOutline = c.object({
  users: c.list(c.text),
  /** As they were called last. */
  connections: c.list(c.object({ id: c.text, name: c.text })),
});
export interface ActivityOutline extends v.InferOutput<typeof activityOutline> {}

export const activity = {
  /** The log by days, one line for a job; below those in `open`, their entries. */
  page: c.reads({
    args: { ...activityFilter.entries, open: c.list(c.id, 100), from: c.count, count: c.upToThousand },
    reply: activityPage,
    rate: 'scroll',
  }),
  outline: c.reads({ reply: activityOutline }),
  /** Puts an id on the clipboard. Fails with `not-found` unless an entry has it as its target. */
  copyTarget: c.givesAway({ args: { target: c.id }, consent: 'none' }),
  export: c.savesFile({ ...activityFilter.entries, format: c.fileFormat }, c.fileWritten),
};
