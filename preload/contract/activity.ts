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
  'visit-failed', // The visited room never opened.
  'shield-lifted', // The user allowed input in the visited room.
  'link-copied',
  'room-captured',
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
  'paper-added',
  'paper-forgotten',
  'unknown-settled',
  'notes-changed', // Labels, notes, tags, customers or protection of boards changed.
  'plan-changed',
  'settings-changed',
  'connections-exported',
  'connections-imported',
  'diagnostics-saved',
  'log-restarted', // A new activity log began, because the old database was damaged or too old.
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

const activityEntry = c.object({
  number: c.number,
  at: c.time,
  user: c.text,
  /** Id and name of the action's connection, or empty. The name is as it was at the time of the action. */
  connectionId: c.text,
  connectionName: c.text,
  action: v.picklist(ACTIVITY_ACTIONS),
  target: c.text,
  outcome: v.picklist(ACTIVITY_OUTCOMES),
  status: c.maybeNumber,
  /** Redacted details of the logged action, at most 200 characters. */
  detail: c.text,
  reason: c.text,
  job: c.text,
  /** Current name of the entry's board or paper. Main looks it up, because the log stores only the id. */
  name: v.exactOptional(c.text),
});
export interface ActivityEntry extends v.InferOutput<typeof activityEntry> {}

const activityFilter = c.object({
  connectionId: v.nullable(c.id),
  action: v.nullable(v.picklist(ACTIVITY_ACTIONS)),
  user: v.nullable(c.line),
  /** Time range of the log entries in epoch ms; `until` is exclusive. */
  since: v.nullable(c.count),
  until: v.nullable(c.count),
  /** Text to find in a log entry's target, user, detail, reason and connection. */
  find: c.line,
});
export interface ActivityFilter extends v.InferOutput<typeof activityFilter> {}

const activityJob = c.object({
  kind: v.literal('job'),
  job: c.text,
  first: activityEntry,
  last: activityEntry,
  action: v.nullable(v.picklist(ACTIVITY_ACTIONS)),
  items: c.number,
  outcomes: v.pipe(v.record(v.picklist(ACTIVITY_OUTCOMES), v.optional(c.number)), v.readonly()),
  only: v.nullable(activityEntry),
  state: v.nullable(v.picklist(ACTIVITY_ACTIONS)),
  entries: c.number,
  open: v.boolean(),
});
export interface ActivityJob extends v.InferOutput<typeof activityJob> {}

const activityRow = v.variant('kind', [
  c.object({ kind: v.literal('day'), at: c.time }),
  activityJob,
  c.object({ kind: v.literal('entry'), entry: activityEntry, inJob: v.boolean() }),
]);
export type ActivityRow = v.InferOutput<typeof activityRow>;

/** Part of the activity log, newest first. `total` counts rows, `matching` log entries. */
const activityPage = c.object({
  from: c.number,
  rows: c.list(activityRow),
  total: c.number,
  matching: c.number,
});
export interface ActivityPage extends v.InferOutput<typeof activityPage> {}

const activityOutline = c.object({
  users: c.list(c.text),
  connections: c.list(c.object({ id: c.text, name: c.text })),
});
export interface ActivityOutline extends v.InferOutput<typeof activityOutline> {}

const PLAIN_ID = /^[\w.~:@=+%,-]{1,200}$/u;

export const activity = {
  /** Returns rows of the activity log. All entries of a job form one row, except for the expanded jobs in `open`. */
  page: c.reads({
    args: { ...activityFilter.entries, open: c.list(c.id, 100), from: c.count, count: c.upToThousand },
    reply: activityPage,
    rate: 'scroll',
  }),
  outline: c.reads({ reply: activityOutline }),
  /** Copies a log entry's id. An unusual id needs a click or key press, because a compromised page may invent it. */
  copyTarget: c.givesAway({
    args: { target: c.id },
    consent: ({ target }) => (PLAIN_ID.test(target) ? 'none' : 'press'),
  }),
  export: c.savesFile({ ...activityFilter.entries, format: v.picklist(['csv', 'json']) }, c.fileWritten),
};
