/** A job is a delete or bulk create. Easel saves each job to disk before it sends anything. */
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
  'create-pack', // A class pack: a paper, and one join link per person.
  'mint-links',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/**
 * States of a job. `held`: not started, so the user can still cancel. `paused`, `stopped`: Easel sends no new requests,
 * but still records responses to earlier requests. Unsent items of a stopped job become `untouched`.
 */
export const JOB_STATES = ['held', 'running', 'paused', 'stopped', 'cancelled', 'done'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Reasons why a job is paused. After a failure of the team database (`register`), a job can resume automatically. */
export const JOB_PAUSES = [
  'person',
  'restart',
  'network',
  'outage',
  'sleep',
  'lock',
  'refused', // Requests are not allowed, for example by a 401, the policy or read-only mode. `failure` has the cause.
  'storage', // This computer's disk can't save the job's progress.
  'register', // The team database is unreachable, so colleagues' protected boards are unknown.
  'colleague', // A colleague paused the job or continued its plan, or the plan expired. `failure` has the cause.
] as const;
export type JobPause = (typeof JOB_PAUSES)[number];

/** States of a job's item. All except `waiting` and `sending` are final until the user retries the item. */
export const JOB_ITEM_STATES = [
  'waiting',
  'sending',
  'done',
  'accepted', // The service accepted the request (202), but has not confirmed the result.
  'already-gone',
  'failed', // The service certainly did nothing, or created a class pack's paper without its join link.
  'unknown', // The outcome is unknown. Easel never repeats the request, because it may have succeeded.
  'skipped', // The request was not sent, because the board became protected or is no longer listed.
  'untouched', // The request was not sent, because the job was cancelled or stopped first.
] as const;
export type JobItemState = (typeof JOB_ITEM_STATES)[number];

const jobCounts = c.object(v.entriesFromList(['total', ...JOB_ITEM_STATES], c.number));
export interface JobCounts extends v.InferOutput<typeof jobCounts> {}

/** Words for texts about a job, such as "Delete", "Deleting", "deleted", "board" and "boards". */
const jobWording = c.object({ order: c.text, going: c.text, past: c.text, one: c.text, many: c.text });
export interface JobWording extends v.InferOutput<typeof jobWording> {}

export const job = c.object({
  id: c.text,
  kind: v.picklist(JOB_KINDS),
  wording: jobWording,
  connectionId: c.text,
  connectionName: c.text,
  environment,
  state: v.picklist(JOB_STATES),
  /** Epoch ms at which a delayed job starts automatically. Null if the job waits for the user, or is not delayed. */
  holdUntil: c.maybeTime,
  heldFrom: c.maybeTime,
  startsEarliest: c.maybeTime,
  pause: v.nullable(v.picklist(JOB_PAUSES)),
  failure: v.nullable(failureSchema),
  counts: jobCounts,
  perSecond: c.maybeNumber,
  secondsLeft: c.maybeNumber,
  /** Id of the job's only board or paper, for a single delete or for join links to one paper. Otherwise empty. */
  about: c.text,
  aboutName: c.text,
  reason: c.text,
  templateId: v.nullable(c.text),
  /** Name pattern for the papers of a class pack (papers with one join link per person). */
  pattern: c.text,
  createdAt: c.time,
  startedAt: c.maybeTime,
  endedAt: c.maybeTime,
  links: c.number,
});
export interface Job extends v.InferOutput<typeof job> {}

const jobItem = c.object({
  index: c.number,
  /** Id of the item's board or paper. Empty until the service has created it. */
  targetId: c.text,
  name: c.text,
  state: v.picklist(JOB_ITEM_STATES),
  status: c.maybeNumber,
  /** Message about the job's item, from the service or Easel. Redacted, at most 400 characters. */
  message: c.text,
  at: c.maybeTime,
});
export interface JobItem extends v.InferOutput<typeof jobItem> {}

const jobItems = c.object({ from: c.number, items: c.list(jobItem), matching: c.number });
export interface JobItems extends v.InferOutput<typeof jobItems> {}

const planInfo = c.object({
  fileName: c.text,
  /** Operating-system user and computer name of the delete plan's author. */
  author: c.text,
  note: c.text,
  createdAt: c.time,
  expiresAt: c.time,
  /** First digits of the delete plan's SHA-256, which the author and the person who runs the plan compare by phone. */
  code: c.text,
  query: v.nullable(rowQuery),
  /** The delete plan in the team database; null for a plan from a file. */
  team: v.nullable(
    c.object({
      planId: c.text,
      state: v.picklist(['waiting', 'approved', 'stopped']),
      approvedBy: c.text,
      isOwn: v.boolean(),
      /** Number of boards in the delete plan. Includes boards that this review skips. */
      boards: c.count,
    }),
  ),
});
export interface PlanInfo extends v.InferOutput<typeof planInfo> {}

/** Preview of a bulk delete. Boards that appear later are not deleted. */
export const jobReview = c.object({
  reviewId: c.text,
  connectionId: c.text,
  /** Kind of the rows. In a review of papers, fields such as `boards` count papers. */
  of: v.picklist(['board', 'paper']),
  boards: c.number,
  /** Skipped rows by reason. `undated`: age unknown. `vanished`: papers deleted or removed from Easel's list. */
  skipped: c.list(
    c.object({
      why: v.picklist(['protected', 'vanished', 'undated', 'without-id', 'queued']),
      boards: c.number,
    }),
  ),
  /** Number of boards in the delete plan that are missing from the boards list. Easel would delete these boards too. */
  notListed: c.number,
  /** Number of listed boards to be deleted that no longer match the filter of the delete plan. */
  notMatching: c.number,
  oldest: v.nullable(serviceTime),
  newest: v.nullable(serviceTime),
  /** At most 12 of the rows to be deleted, oldest first. Rows of unknown age are last. */
  samples: c.list(boardRow),
  fields: fieldNames,
  /** True if the user must type the number of rows or the connection's name to confirm the delete. */
  mustType: v.boolean(),
  holdSeconds: c.number,
  completeness,
  asOf: c.maybeTime,
  refusal: v.nullable(failureSchema),
  plan: v.nullable(planInfo),
});
export interface JobReview extends v.InferOutput<typeof jobReview> {}

/** Rows of a CSV file with names. `isGuessed`: decoded as Windows-1252, so some letters may be wrong. */
const nameTable = c.object({ fileName: c.text, rows: c.list(c.list(c.text)), isGuessed: v.boolean() });

const ofJob = { jobId: c.id };
/** At most 1,000 names of people. Fewer if the names are long, because an IPC call has at most 64 KiB. */
const listOfNames = { names: c.list(c.longName, 1000) };
const ofReview = { reviewId: c.id };
export const withFields = { fields: v.exactOptional(fieldNames) };
const queued = { reply: job, consent: 'dialog' } as const;
export const reviewed = { reply: jobReview, rate: 'change' } as const;
const validDays = v.pipe(c.count, v.minValue(1), v.maxValue(90));
export const planDraft = { reviewId: c.id, note: c.line, validDays };

export const jobs = {
  list: c.reads({ reply: c.list(job) }),
  /** True if main will ask the user before the next `deleteOne`. Then the page shows no dialog of its own. */
  willAsk: c.reads({ reply: v.boolean() }),
  /** Deletes a board or paper. Main asks before the 11th delete within 10 minutes, and again after every 10 deletes. */
  deleteOne: c.deletes({ args: { connectionId: c.id, target: c.roomTarget }, ...queued }),
  /** Previews the delete of selected boards. */
  review: c.reads({
    args: { connectionId: c.id, selection: boardSelection, ...withFields },
    ...reviewed,
  }),
  /** Previews the delete of selected papers. Uses the time at which each paper was added to Easel as its age. */
  reviewPapers: c.reads({
    args: { connectionId: c.id, identifiers: c.list(c.id, 1000) },
    ...reviewed,
  }),
  /** Asks for the folder in which `deleteReviewed` saves lists of deleted rows. Returns its name, or null on cancel. */
  chooseListFolder: c.changesComputer({
    reply: v.nullable(c.object({ folder: c.text })),
    consent: 'press',
    waitsForPerson: true,
  }),
  closeReview: c.holdsBack({ args: ofReview }),
  /** Queues a reviewed delete. With `saves`, first saves the rows as CSV. Fails with `invalid-input` or `refused`. */
  deleteReviewed: c.deletes({
    args: { reviewId: c.id, typed: c.line, reason: c.line, saves: v.exactOptional(v.boolean()) },
    ...queued,
    waitsForPerson: true,
  }),
  /** Queues the creation of boards. Main asks the user if `count` is above 100. Can fail with `invalid-input`. */
  createBoards: c.changesService({
    args: {
      connectionId: c.id,
      count: c.upToThousand,
      label: c.line,
      tags: c.tags,
    },
    ...queued,
  }),
  readNames: c.opensFile({}, nameTable, 'change'),
  /** Queues the creation of papers. Can fail with `invalid-input`. */
  createPapers: c.changesService({
    args: { connectionId: c.id, names: c.list(c.line, 1000), templateId: v.nullable(c.line) },
    ...queued,
    secrets: { templateId: 'token' },
  }),
  /** Creates one join link per name for a paper. The links stay in main until the user copies or saves them. */
  mintLinks: c.changesService({
    args: { connectionId: c.id, identifier: c.id, ...listOfNames },
    ...queued,
  }),
  /** Creates join links for people, all to one new paper or each to a new paper. Can fail with `invalid-input`. */
  createPack: c.changesService({
    args: {
      connectionId: c.id,
      ...listOfNames,
      shared: v.boolean(),
      pattern: c.line,
      templateId: v.nullable(c.line),
    },
    ...queued,
    secrets: { templateId: 'token' },
  }),
  copyLinks: c.givesAway({ args: ofJob, reply: c.object({ links: c.number }) }),
  copyLink: c.givesAway({ args: { ...ofJob, index: c.count }, reply: c.object({ name: c.text }) }),
  /** Copies a text for each name of a job. Replaces `{name}`, `{link}`, `{paper}` and `{expires}` in the text. */
  copyMail: c.givesAway({ args: { ...ofJob, text: c.line }, reply: c.object({ links: c.number }) }),
  saveLinks: c.savesFile(ofJob, c.fileWritten),
  saveQrSheet: c.savesFile({ ...ofJob, size: v.picklist(['A4', 'Letter']) }, c.fileWritten),
  /** Starts a job that waits for the user, or for the end of its delay. Main asks the user before an early start. */
  startNow: c.deletes({ args: ofJob, ...queued }),
  /** Cancels a job that has not started. If the job is a retry, its failed items stay failed. */
  cancel: c.holdsBack({ args: ofJob, reply: job }),
  pause: c.holdsBack({ args: ofJob, reply: job }),
  resume: c.deletes({ args: ofJob, reply: job }),
  stop: c.holdsBack({ args: ofJob, reply: job }),
  /** Retries a job's failed items. Deletes first wait for a new delay. Never retries items with an unknown outcome. */
  retryFailed: c.deletes({ args: ofJob, reply: job }),
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
  saveItems: c.savesFile({ ...ofJob, format: c.tableFormat }, c.fileWritten),
};

export const plans = {
  save: c.savesFile(planDraft, c.fileWritten),
  open: c.opensFile({ ...c.ofConnection, ...withFields }, jobReview, 'change'),
};
