/** Jobs: everything that deletes, or changes many things at once. Each is on disk before anything is sent. */
import * as v from 'valibot';
import { rowQuery, boardRow, boardSelection, completeness, fieldNames, serviceTime } from './boards.ts';
import * as c from './call.ts';
import { environment } from './connections.ts';
import { failureSchema } from './failure.ts';

export const JOB_KINDS = [
  'delete-boards',
  'delete-papers',
  'create-boards',
  'create-papers',
  'create-pack', // a paper and a join link of it for each person
  'mint-links',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/**
 * Where a job stands.
 *
 * `held`: nothing is sent, and nothing was, except for a retry (`startedAt`). `paused` and `stopped` send nothing new; answers under way are still heard.
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
  'accepted', // the service took the request (202) and has not confirmed that it is done
  'already-gone', // a delete of what the service no longer knew
  'failed', // certain: it did not happen
  'unknown', // sent, and its end was not seen; never sent again
  'skipped', // protected meanwhile, or vanished: nothing was sent
  'untouched', // the job was cancelled or stopped before it
] as const;
export type JobItemState = (typeof JOB_ITEM_STATES)[number];

/** How many items stand where; the sum of all but `total` is `total`. */
const jobCounts = c.object({
  total: c.number,
  waiting: c.number,
  sending: c.number,
  done: c.number,
  accepted: c.number,
  alreadyGone: c.number,
  failed: c.number,
  unknown: c.number,
  skipped: c.number,
  untouched: c.number,
});
export interface JobCounts extends v.InferOutput<typeof jobCounts> {}

/** How what a job does is said: "Delete", "Deleting", "deleted", and to what: "board", "boards". */
const jobWording = c.object({ order: c.text, going: c.text, past: c.text, one: c.text, many: c.text });
export interface JobWording extends v.InferOutput<typeof jobWording> {}

/** One job. Moments are epoch ms. */
export const job = c.object({
  id: c.text,
  kind: v.picklist(JOB_KINDS),
  wording: jobWording,
  connectionId: c.text,
  /** As it was called when the job was made. */
  connectionName: c.text,
  environment,
  state: v.picklist(JOB_STATES),
  /** When a held job begins by itself; null while it is not held, or waits for a person. */
  holdUntil: c.maybeNumber,
  /** When its last hold began; null for a job that was never held. */
  heldFrom: c.maybeNumber,
  /** Before it nothing starts or resumes it, as the organisation wants it; null for no such rule. */
  startsEarliest: c.maybeNumber,
  /** Why it waits for a person: a paused job, or a held one that will not begin by itself any more. */
  pause: v.nullable(v.picklist(JOB_PAUSES)),
  failure: v.nullable(failureSchema),
  counts: jobCounts,
  /** Items ended a second, lately, and seconds until the last one at that rate; null while nobody can tell. */
  perSecond: c.maybeNumber,
  secondsLeft: c.maybeNumber,
  /** The one thing it is about, such as a board's id or the paper that links are made for; empty for many. */
  about: c.text,
  /** Its label or name when the job was made; empty for none. */
  aboutName: c.text,
  /** Why, as the person or the plan said; may be empty. */
  reason: c.text,
  /** What its papers are made from; null for none. */
  templateId: v.nullable(c.text),
  /** How the papers of a pack are called; empty for other jobs. */
  pattern: c.text,
  createdAt: c.number,
  startedAt: c.maybeNumber,
  endedAt: c.maybeNumber,
  /** Join links that can still be copied or saved: they are kept in memory only, and never shown. */
  links: c.number,
});
export interface Job extends v.InferOutput<typeof job> {}

/** One item of a job. */
const jobItem = c.object({
  /** Its place in the job, from 0. */
  index: c.number,
  /** A board's id, a paper's identifier; empty while what it creates does not exist. */
  targetId: c.text,
  /** A board's label, a paper's or a person's name; may be empty. */
  name: c.text,
  state: v.picklist(JOB_ITEM_STATES),
  /** HTTP status of the last answer; null for none. */
  status: c.maybeNumber,
  /** What the service, else Easel, says of it; redacted, at most 400 characters. */
  message: c.text,
  /** When it came to its state, epoch ms; null while waiting. */
  at: c.maybeNumber,
});
export interface JobItem extends v.InferOutput<typeof jobItem> {}

/** Items from place `from` on among those of a state (null for all). */
const jobItems = c.object({ from: c.number, items: c.list(jobItem), matching: c.number });
export interface JobItems extends v.InferOutput<typeof jobItems> {}

/** A cleanup plan, as its file says. Moments are epoch ms. */
const planInfo = c.object({
  fileName: c.text,
  /** Who drafted it: operating-system user and computer. */
  author: c.text,
  note: c.text,
  createdAt: c.number,
  expiresAt: c.number,
  /** First characters of its digest, to be compared by telephone. */
  code: c.text,
  /** What its boards were chosen by; null for boards chosen one by one. */
  query: v.nullable(rowQuery),
});
export interface PlanInfo extends v.InferOutput<typeof planInfo> {}

/** A bulk delete before it is a job. The ids are fixed: what appears later is not deleted by it. */
const jobReview = c.object({
  reviewId: c.text,
  connectionId: c.text,
  /** What is deleted: of papers, all that is said of boards here is said of them. */
  of: v.picklist(['board', 'paper']),
  /** How many would be deleted. */
  boards: c.number,
  /**
   * What was chosen and is left out, and why. `undated`: an age was asked for, and theirs is not known. `queued`: another
   * job is about to delete it. `vanished`, of papers: it was deleted, or is no longer in the register.
   */
  skipped: c.list(
    c.object({
      why: v.picklist(['protected', 'vanished', 'undated', 'without-id', 'queued']),
      boards: c.number,
    }),
  ),
  /** How many would be deleted although they are not in the list: ids of a plan. */
  notListed: c.number,
  oldest: v.nullable(serviceTime),
  newest: v.nullable(serviceTime),
  /** At most 12 of them, from the oldest to the newest; those of unknown age last. */
  samples: c.list(boardRow),
  /** Names of the fields whose values these bear. */
  fields: fieldNames,
  /** The count or the connection's name must be typed. */
  mustType: v.boolean(),
  /** How long it will be held. */
  holdSeconds: c.number,
  /** What the list it was made from is worth. */
  completeness,
  asOf: c.maybeNumber,
  /** Why it can't be started from here, such as a policy that wants two persons or sets a limit; null when it can. */
  refusal: v.nullable(failureSchema),
  /** The plan it came from; null for a selection. */
  plan: v.nullable(planInfo),
});
export interface JobReview extends v.InferOutput<typeof jobReview> {}

const ofJob = { jobId: c.id };
/** Names as people paste them: 1,000 at most, and as many letters as a call has room for. */
const listOfNames = { names: c.list(c.longName, 1000) };
const ofReview = { reviewId: c.id };
/** Names of fields that a review's samples and its saved list shall bear; none by default. */
const withFields = { fields: v.exactOptional(fieldNames) };

export const jobs = {
  /** Every job of this computer that was not put away, newest first. */
  list: c.reads({ reply: c.list(job) }),
  /** Whether main asks before the next `deleteOne`: the page then asks nothing. */
  willAsk: c.reads({ reply: v.boolean() }),
  /**
   * Holds the delete of one board or paper. Fails as a change on this connection would. Main asks before the eleventh within
   * ten minutes, and before each tenth after it.
   */
  deleteOne: c.deletes({
    args: { connectionId: c.id, target: c.roomTarget },
    reply: job,
    consent: 'dialog',
  }),
  /** Fixes the ids of a selection, and says what deleting them would mean. Nothing is queued. */
  review: c.reads({
    args: { connectionId: c.id, selection: boardSelection, ...withFields },
    reply: jobReview,
    rate: 'change',
  }),
  /** The same for papers of the register; their moments are when they came into it. */
  reviewPapers: c.reads({
    args: { connectionId: c.id, identifiers: c.list(c.id, 1000) },
    reply: jobReview,
    rate: 'change',
  }),
  /** Writes the list of what would be deleted to a file that the person chooses; null when they chose none. */
  saveReview: c.savesFile(ofReview, c.fileWritten),
  closeReview: c.holdsBack({ args: ofReview }),
  /** Holds the delete of all that was reviewed, once main has asked. Fails with `invalid-input` (field `typed`), `policy`. */
  deleteReviewed: c.deletes({
    args: { reviewId: c.id, typed: c.line, reason: c.line },
    reply: job,
    consent: 'dialog',
  }),
  /**
   * 1 to 1,000 boards, each with a label by a pattern, as `paperNames` reads it, and with tags: both are written on this
   * computer. Main asks about more than 100, here and below. Fails with `invalid-input` (fields `label`, `tags`).
   */
  createBoards: c.changesService({
    args: {
      connectionId: c.id,
      count: c.upToThousand,
      label: c.line,
      tags: c.list(c.shortText, 50),
    },
    reply: job,
    consent: 'dialog',
  }),
  /** The names that a pattern gives: `{n}`, `{nn}` … count from 1, `{date}` is today. Fails with `invalid-input`. */
  paperNames: c.reads({ args: { pattern: c.line, count: c.upToThousand }, reply: c.list(c.text) }),
  /** The rows of a table of names that the person chooses (CSV), as they stand in it; null when they chose none. */
  readNames: c.opensFile({}, c.object({ fileName: c.text, rows: c.list(c.list(c.text)) }), 'change'),
  /** One paper for each name, all from one template or none. Fails with `invalid-input` (fields `names`, `templateId`). */
  createPapers: c.changesService({
    args: { connectionId: c.id, ...listOfNames, templateId: v.nullable(c.line) },
    reply: job,
    consent: 'dialog',
    secrets: { templateId: 'token' },
  }),
  /** One join link of a paper for each name. The links stay in main until they are copied or saved. */
  mintLinks: c.changesService({
    args: { connectionId: c.id, identifier: c.id, ...listOfNames },
    reply: job,
    consent: 'dialog',
  }),
  /**
   * A join link for each person, as `mintLinks`: of one new paper that they share, or of a new paper each, called by a
   * pattern with `{name}` in it. Fails with `invalid-input` (fields `names`, `pattern`, `templateId`), and where the shared
   * paper is not made as `papers.create`.
   */
  createPack: c.changesService({
    args: {
      connectionId: c.id,
      ...listOfNames,
      shared: v.boolean(),
      pattern: c.line,
      templateId: v.nullable(c.line),
    },
    reply: job,
    consent: 'dialog',
    secrets: { templateId: 'token' },
  }),
  /** Puts names and links on the clipboard, a line each. */
  copyLinks: c.givesAway({ args: ofJob, reply: c.object({ links: c.number }) }),
  /** Puts one person's link there: of the item at this place. */
  copyLink: c.givesAway({ args: { ...ofJob, index: c.count }, reply: c.object({ name: c.text }) }),
  /** Puts a text for each person there, with `{name}`, `{link}`, `{paper}` and `{expires}` filled in. */
  copyMail: c.givesAway({ args: { ...ofJob, text: c.line }, reply: c.object({ links: c.number }) }),
  saveLinks: c.savesFile(ofJob, c.fileWritten),
  /** Writes the links as QR codes to be printed (PDF), the name of its person below each. */
  saveQrSheet: c.savesFile({ ...ofJob, size: v.picklist(['A4', 'Letter']) }, c.fileWritten),
  /**
   * Ends the hold: begins at once. It is also the yes that a held job waits for after an outage or a restart. Main asks
   * before the full hold has passed.
   */
  startNow: c.deletes({ args: ofJob, reply: job, consent: 'dialog' }),
  /** Ends a held job; nothing was sent. What was to be retried has failed, as before. */
  cancel: c.holdsBack({ args: ofJob, reply: job }),
  pause: c.holdsBack({ args: ofJob, reply: job }),
  resume: c.deletes({ args: ofJob, reply: job }),
  /** Ends it for good: unsent items stay untouched. */
  stop: c.holdsBack({ args: ofJob, reply: job }),
  /** Runs the failed items again, deletes after a new hold, and no others; never those whose end is unknown. */
  retryFailed: c.deletes({ args: ofJob, reply: job }),
  /** Takes an ended job off the list; its entries stay in the activity log. */
  dismiss: c.changesComputer({ args: ofJob, rate: 'read' }),
  items: c.reads({
    args: {
      jobId: c.id,
      from: c.count,
      count: c.upToThousand,
      state: v.nullable(v.picklist(JOB_ITEM_STATES)),
    },
    reply: jobItems,
    rate: 'scroll',
  }),
  /** All items with their ends as CSV. */
  saveItems: c.savesFile(ofJob, c.fileWritten),
};

export const plans = {
  /** Writes a reviewed delete to a plan file that another person can run; null when no place was chosen. */
  save: c.savesFile(
    { reviewId: c.id, note: c.line, validDays: v.pipe(c.count, v.minValue(1), v.maxValue(90)) },
    c.fileWritten,
  ),
  /** Lets the person choose a plan, compares it with this computer, and returns its review; null when they cancel. */
  open: c.opensFile({ ...c.ofConnection, ...withFields }, jobReview, 'change'),
};
