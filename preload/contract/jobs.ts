/** Jobs: everything that deletes, or changes many things at once. Each is on disk before anything is sent. */
import * as v from 'valibot';
import { boardRow, boardSelection, completeness, serviceTime } from './boards.ts';
import {
  call,
  count,
  fileWritten,
  id,
  line,
  list,
  maybeNumber,
  noArgs,
  nothing,
  number,
  object,
  ofConnection,
  roomTarget,
  text,
  upToThousand,
} from './call.ts';
import { environment } from './connections.ts';
import { failureSchema } from './failure.ts';

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
const jobCounts = object({
  total: number,
  waiting: number,
  sending: number,
  done: number,
  alreadyGone: number,
  failed: number,
  unknown: number,
  skipped: number,
  untouched: number,
});
export interface JobCounts extends v.InferOutput<typeof jobCounts> {}

/** How what a job does is said: "Delete", "Deleting", "deleted", and to what: "board", "boards". */
const jobWording = object({ order: text, going: text, past: text, one: text, many: text });
export interface JobWording extends v.InferOutput<typeof jobWording> {}

/** One job. Moments are epoch ms. */
export const job = object({
  id: text,
  kind: v.picklist(JOB_KINDS),
  wording: jobWording,
  connectionId: text,
  /** As it was called when the job was made. */
  connectionName: text,
  environment,
  state: v.picklist(JOB_STATES),
  /** When a held job begins by itself; null while it is not held, or waits for a person. */
  holdUntil: maybeNumber,
  /** Before it nothing starts or resumes it, as the organisation wants it; null for no such rule. */
  startsEarliest: maybeNumber,
  /** Why it waits for a person: a paused job, or a held one that will not begin by itself any more. */
  pause: v.nullable(v.picklist(JOB_PAUSES)),
  failure: v.nullable(failureSchema),
  counts: jobCounts,
  /** Items ended a second, lately, and seconds until the last one at that rate; null while nobody can tell. */
  perSecond: maybeNumber,
  secondsLeft: maybeNumber,
  /** The one thing it is about, such as a board's id or the paper that links are made for; empty for many. */
  about: text,
  /** Why, as the person or the plan said; may be empty. */
  reason: text,
  createdAt: number,
  startedAt: maybeNumber,
  endedAt: maybeNumber,
  /** Join links that can still be copied or saved: they are kept in memory only, and never shown. */
  links: number,
});
export interface Job extends v.InferOutput<typeof job> {}

/** One item of a job. */
const jobItem = object({
  /** Its place in the job, from 0. */
  index: number,
  /** A board's id, a paper's identifier; empty while what it creates does not exist. */
  targetId: text,
  /** A paper's or a person's name; empty for boards. */
  name: text,
  state: v.picklist(JOB_ITEM_STATES),
  /** HTTP status of the last answer; null for none. */
  status: maybeNumber,
  /** What the service, else Easel, says of it; redacted, at most 400 characters. */
  message: text,
  /** When it came to its state, epoch ms; null while waiting. */
  at: maybeNumber,
});
export interface JobItem extends v.InferOutput<typeof jobItem> {}

/** Items from place `from` on among those of a state (null for all). */
const jobItems = object({ from: number, items: list(jobItem), matching: number });
export interface JobItems extends v.InferOutput<typeof jobItems> {}

/** A cleanup plan, as its file says. Moments are epoch ms. */
const planInfo = object({
  fileName: text,
  /** Who drafted it: operating-system user and computer. */
  author: text,
  note: text,
  createdAt: number,
  expiresAt: number,
  boards: number,
  /** First characters of its digest, to be compared by telephone. */
  code: text,
  /** In words: the filter that it was drafted with; empty for boards chosen one by one. */
  filter: text,
  /** What has happened to its boards since, here. */
  changes: object({
    vanished: number,
    newlyProtected: number,
    /** Not in the list of this computer. */
    notListed: number,
  }),
});
export interface PlanInfo extends v.InferOutput<typeof planInfo> {}

/** A bulk delete before it is a job. The ids are fixed: boards that appear later are not deleted by it. */
const jobReview = object({
  reviewId: text,
  connectionId: text,
  /** How many would be deleted. */
  boards: number,
  /**
   * What was chosen and is left out, and why. `undated`: an age was asked for, and theirs is not known. `queued`: another
   * job is about to delete it.
   */
  skipped: list(
    object({ why: v.picklist(['protected', 'vanished', 'undated', 'without-id', 'queued']), boards: number }),
  ),
  oldest: v.nullable(serviceTime),
  newest: v.nullable(serviceTime),
  /** Some of them, the oldest and the newest among them; at most 12. */
  samples: list(boardRow),
  /** The count or the connection's name must be typed. */
  mustType: v.boolean(),
  /** How long it will be held. */
  holdSeconds: number,
  /** What the list it was made from is worth. */
  completeness,
  asOf: maybeNumber,
  /** Why it can't be started from here, such as a policy that wants two persons or sets a limit; null when it can. */
  refusal: v.nullable(failureSchema),
  /** The plan it came from; null for a selection. */
  plan: v.nullable(planInfo),
});
export interface JobReview extends v.InferOutput<typeof jobReview> {}

const ofJob = object({ jobId: id });
const ofReview = object({ reviewId: id });

export const jobs = {
  /** Every job of this computer that was not put away, newest first. */
  list: call({ args: noArgs, reply: list(job), effect: 'reads' }),
  /** Holds the delete of one board or paper. Fails as a change on this connection would. */
  deleteOne: call({
    args: object({ connectionId: id, target: roomTarget }),
    reply: job,
    effect: 'deletes',
  }),
  /** Fixes the ids of a selection, and says what deleting them would mean. Nothing is queued. */
  review: call({
    args: object({ connectionId: id, selection: boardSelection }),
    reply: jobReview,
    effect: 'reads',
    rate: 'change',
  }),
  /** Writes the list of what would be deleted to a file that the person chooses; null when they chose none. */
  saveReview: call({
    args: ofReview,
    reply: v.nullable(fileWritten),
    effect: 'gives-away',
    waitsForPerson: true,
  }),
  closeReview: call({ args: ofReview, reply: nothing, effect: 'holds-back' }),
  /** Holds the delete of all reviewed boards, once main has asked. Fails with `invalid-input` (field `typed`), `policy`. */
  deleteReviewed: call({
    args: object({ reviewId: id, typed: line, reason: line }),
    reply: job,
    effect: 'deletes',
    consent: 'dialog',
  }),
  /** 1 to 1,000 boards. */
  createBoards: call({
    args: object({ connectionId: id, count: upToThousand }),
    reply: job,
    effect: 'changes-service',
  }),
  /** The names that a pattern gives: `{n}`, `{nn}` … count from 1, `{date}` is today. Fails with `invalid-input`. */
  paperNames: call({
    args: object({ pattern: line, count: upToThousand }),
    reply: list(text),
    effect: 'reads',
  }),
  /** One paper for each name, all from one template or none. Fails with `invalid-input` (fields `names`, `templateId`). */
  createPapers: call({
    args: object({ connectionId: id, names: list(line, 1000), templateId: v.nullable(line) }),
    reply: job,
    effect: 'changes-service',
    secrets: { templateId: 'token' },
  }),
  /** One join link of a paper for each name. The links stay in main until they are copied or saved. */
  mintLinks: call({
    args: object({ connectionId: id, identifier: id, names: list(line, 1000) }),
    reply: job,
    effect: 'changes-service',
  }),
  /** Puts names and links on the clipboard, a line each. */
  copyLinks: call({ args: ofJob, reply: object({ links: number }), effect: 'gives-away' }),
  saveLinks: call({
    args: ofJob,
    reply: v.nullable(fileWritten),
    effect: 'gives-away',
    waitsForPerson: true,
  }),
  /** Ends the hold: begins at once. It is also the yes that a held job waits for after an outage or a restart. */
  startNow: call({ args: ofJob, reply: job, effect: 'deletes' }),
  /** Ends a held job; nothing was sent. */
  cancel: call({ args: ofJob, reply: job, effect: 'holds-back' }),
  pause: call({ args: ofJob, reply: job, effect: 'holds-back' }),
  resume: call({ args: ofJob, reply: job, effect: 'deletes' }),
  /** Ends it for good: unsent items stay untouched. */
  stop: call({ args: ofJob, reply: job, effect: 'holds-back' }),
  /** Runs the failed items again, and no others; never those whose end is unknown. */
  retryFailed: call({ args: ofJob, reply: job, effect: 'deletes' }),
  /** Takes an ended job off the list; its entries stay in the activity log. */
  dismiss: call({ args: ofJob, reply: nothing, effect: 'changes-computer', rate: 'read' }),
  items: call({
    args: object({
      jobId: id,
      from: count,
      count: upToThousand,
      state: v.nullable(v.picklist(JOB_ITEM_STATES)),
    }),
    reply: jobItems,
    effect: 'reads',
    rate: 'scroll',
  }),
  /** All items with their ends as CSV. */
  saveItems: call({
    args: ofJob,
    reply: v.nullable(fileWritten),
    effect: 'gives-away',
    waitsForPerson: true,
  }),
};

export const plans = {
  /** Writes a reviewed delete to a plan file that another person can run; null when no place was chosen. */
  save: call({
    args: object({
      reviewId: id,
      note: line,
      validDays: v.pipe(count, v.minValue(1), v.maxValue(90)),
    }),
    reply: v.nullable(fileWritten),
    effect: 'gives-away',
    waitsForPerson: true,
  }),
  /** Lets the person choose a plan, compares it with this computer, and returns its review; null when they cancel. */
  open: call({
    args: ofConnection,
    reply: v.nullable(jobReview),
    effect: 'reads',
    consent: 'press',
    rate: 'change',
    waitsForPerson: true,
  }),
};
