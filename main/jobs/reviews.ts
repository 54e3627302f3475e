/** A bulk delete, of boards or of papers, before it is a job: ids fixed, counted, sampled, saved as a list, confirmed by typing. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { randomUUID } from 'node:crypto';
import type { Preferences } from '../../preload/contract/app.ts';
import type { BoardQuery } from '../../preload/contract/boards.ts';
import type { FileWritten } from '../../preload/contract/call.ts';
import type { Job, JobReview, PlanInfo } from '../../preload/contract/jobs.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { cellsOf, COLUMNS } from '../boards/export-columns.ts';
import { ROWS_AT_A_TIME, stored } from '../boards/selection.ts';
import type { Access } from '../connections/access.ts';
import type { RecordOf } from '../store/records.ts';
import { tableText, type Cell, type TablePages } from '../lib/files/csv.ts';
import { writePieces, type Files } from '../lib/files/files.ts';
import type { Question } from '../ipc/implementation.ts';
import type { Log } from '../lib/log/log.ts';
import { paperCells, PAPER_COLUMNS } from '../papers/export-columns.ts';
import type { Papers } from '../papers/papers.ts';
import type { Policy } from '../ipc/policy/policy.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import type { Jobs } from './jobs.ts';
import { deleteKind, KINDS } from './kinds.ts';
import {
  listedRows,
  readPapers,
  readSelection,
  unlistedRow,
  type Reviewed,
  type ReviewMirror,
} from './reviewed.ts';
import { holdSecondsOf } from './hold.ts';
import { deleteQuestion } from './questions.ts';
import { whyNotAllowed, type Asked } from './rules.ts';
import { addressFor } from './work.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { changedSince, failure, orStorage, wrongFields } from '../lib/wording/failure.ts';
import { dayOf, formatNumber } from '../lib/wording/format.ts';

export interface ReviewsOptions {
  readonly mirror: ReviewMirror;
  readonly papers: Pick<Papers, 'list'>;
  readonly jobs: Pick<Jobs, 'deleteReviewed' | 'placeOfNext'>;
  readonly recordOf: RecordOf;
  readonly mayChange: Access['mayChange'];
  readonly preferences: () => Promise<Result<Preferences>>;
  readonly policy: Policy;
  readonly files: Pick<Files, 'saveStream'>;
  readonly log: Log;
  readonly now: () => number;
}

/** A review that is open. */
export interface HeldReview {
  readonly review: JobReview;
  readonly ids: readonly string[];
  /** Where the connection led to. */
  readonly address: string;
  /** The query; null for boards that were selected one by one. */
  readonly query: BoardQuery | null;
  readonly draftedBy: JobRecord['draftedBy'];
}

/** What becomes a review. `round`: see `Reviews.round`. */
interface ToReview extends Pick<HeldReview, 'query'>, Pick<JobReview, 'of'> {
  readonly record: ConnectionRecord;
  readonly reviewed: Reviewed;
  readonly plan: { readonly info: PlanInfo; readonly isOwn: boolean } | null;
  readonly round: number;
}

/** Who opens more of them has forgotten the first. */
const MOST_HELD = 8;

/** Reviews live in memory only, and only until they are spent, closed, or Easel is locked. */
export class Reviews {
  readonly #options: ReviewsOptions;
  /** The oldest first. */
  readonly #held = new Map<string, HeldReview>();
  #round = 0;

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  /** Counts the locks: what was begun before one is not kept after it. */
  get round(): number {
    return this.#round;
  }

  /**
   * Fixes the ids of a selection, and says what deleting them would mean.
   *
   * Fails with `not-found`, `refused` for too many boards or a list that does not stand still, `storage`.
   */
  async review({ connectionId, selection, fields = [] }: ArgsOf<'jobs.review'>): Promise<Result<JobReview>> {
    const round = this.#round;
    const { mirror, recordOf, log } = this.#options;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    const reviewed = await readSelection(mirror, connectionId, { selection, fields }, log);
    if (!reviewed.ok) return reviewed;
    const query = selection.kind === 'ids' ? null : selection.query;
    return this.hold({
      of: 'board',
      record: record.value,
      reviewed: reviewed.value,
      query,
      plan: null,
      round,
    });
  }

  /** The same for papers of the register. Fails with `not-found`, `storage`. */
  async reviewPapers(args: ArgsOf<'jobs.reviewPapers'>): Promise<Result<JobReview>> {
    const round = this.#round;
    const { connectionId, identifiers } = args;
    const record = await this.#options.recordOf(connectionId);
    if (!record.ok) return record;
    const papers = await orStorage(this.#options.papers.list({ connectionId }));
    if (!papers.ok) return papers;
    const reviewed = await readPapers(papers.value, identifiers);
    return this.hold({ of: 'paper', record: record.value, reviewed, query: null, plan: null, round });
  }

  /** Keeps what was read as a review. Fails with `locked` when Easel was locked meanwhile, `storage`. */
  async hold({ of, record, reviewed, query, plan, round }: ToReview): Promise<Result<JobReview>> {
    const { policy, preferences } = this.#options;
    const { ids, facts, ...told } = reviewed;
    const boards = ids.length;
    const preferred = await preferences();
    if (!preferred.ok) return preferred;
    const draftedBy = plan === null ? null : plan.isOwn ? 'self' : 'another';
    const asked = this.#asked(of, record, boards, draftedBy);
    const review: JobReview = {
      reviewId: randomUUID(),
      connectionId: record.id,
      of,
      boards,
      ...told,
      mustType: mustType(record),
      holdSeconds: holdSecondsOf(policy, asked, preferred.value),
      completeness: facts.completeness,
      asOf: facts.asOf,
      refusal: await this.#whyNot(record.id, asked),
      plan: plan?.info ?? null,
    };
    if (round !== this.#round) return fail(lockedMeanwhile);
    const address = addressFor(deleteKind(of), record);
    this.#held.set(review.reviewId, { review, ids, address, query, draftedBy });
    for (const old of [...this.#held.keys()].slice(0, -MOST_HELD)) this.#held.delete(old);
    return ok(review);
  }

  /** Fails with `not-found` when it is no longer open. */
  held(reviewId: string): Result<HeldReview> {
    const held = this.#held.get(reviewId);
    return held === undefined ? fail(reviewGone) : ok(held);
  }

  /** Writes all that is reviewed where the person says; null when they chose nowhere. Fails with `not-found`, `storage`. */
  async save({ reviewId }: ArgsOf<'jobs.saveReview'>): Promise<Result<FileWritten | null>> {
    const held = this.held(reviewId);
    if (!held.ok) return held;
    const { files, now } = this.#options;
    const place = await files.saveStream('job', `easel-delete-${dayOf(now())}.csv`);
    const { of, fields } = held.value.review;
    const columns = of === 'paper' ? PAPER_COLUMNS : [...COLUMNS, ...fields];
    return writePieces(place, tableText(columns, this.#pagesOf(held.value)));
  }

  /** A row for each, in the order of the review. One that is no longer in the list has its id alone. */
  async *#pagesOf({ review, ids }: HeldReview): TablePages {
    for (let from = 0; from < ids.length; from += ROWS_AT_A_TIME) {
      const page = await this.#rowsOf(review, ids.slice(from, from + ROWS_AT_A_TIME));
      if (!page.ok) return yield page;
      if (!this.#held.has(review.reviewId)) return yield fail(reviewGone);
      yield page;
    }
  }

  async #rowsOf(
    { of, connectionId, fields }: JobReview,
    ids: readonly string[],
  ): Promise<Result<readonly (readonly Cell[])[]>> {
    if (of === 'paper') {
      const papers = await orStorage(this.#options.papers.list({ connectionId }));
      if (!papers.ok) return papers;
      const known = new Map(papers.value.map((paper) => [paper.identifier, paperCells(paper)]));
      return ok(ids.map((id) => known.get(id) ?? [id]));
    }
    const listed = await stored(listedRows(this.#options.mirror, connectionId, ids, fields));
    if (!listed.ok) return listed;
    return ok(ids.map((id) => cellsOf(listed.value.get(id) ?? unlistedRow(id))));
  }

  close({ reviewId }: ArgsOf<'jobs.closeReview'>): null {
    this.#held.delete(reviewId);
    return null;
  }

  /**
   * Makes a held job of all that is reviewed; the review is spent by it.
   *
   * `asked`: what a person has said yes to. Fails with `not-found`, `invalid-input` (field `typed`), `policy`, `read-only`,
   * `refused` (also where the question would be another one by now), and as the queue does: then the review stays.
   */
  async deleteReviewed(
    args: ArgsOf<'jobs.deleteReviewed'>,
    answered?: Question | null,
  ): Promise<Result<Job>> {
    const held = await this.#ready(args);
    if (!held.ok) return held;
    const question = await this.#questionOf(held.value);
    const other = question.ok ? changedSince(answered, question.value) : question.error;
    if (other !== null) return fail(other);
    const { reviewId, reason } = args;
    const { ids, review, draftedBy } = held.value;
    const { of, connectionId, plan } = review;
    // From here on it is spent, so that a second yes to it makes no second job.
    if (!this.#held.delete(reviewId)) return fail(reviewGone);
    const round = this.#round;
    const said = cleanLine(reason) || (plan?.note ?? '');
    const all = { kind: deleteKind(of), connectionId, ids, reason: said, draftedBy };
    const job = await this.#options.jobs.deleteReviewed(all);
    if (!job.ok && round === this.#round) this.#held.set(reviewId, held.value);
    return job;
  }

  /** What main asks before it holds the delete of what was reviewed. Fails as `deleteReviewed` does. */
  async question(args: ArgsOf<'jobs.deleteReviewed'>): Promise<Result<Question | null>> {
    const held = await this.#ready(args);
    return held.ok ? this.#questionOf(held.value) : held;
  }

  /** The samples are those of the review, whose ids are fixed; all else is as it is now. */
  async #questionOf({ review, draftedBy }: HeldReview): Promise<Result<Question>> {
    const { of, connectionId, boards } = review;
    const { recordOf, policy, preferences } = this.#options;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    const preferred = await preferences();
    if (!preferred.ok) return preferred;
    const asked = this.#asked(of, record.value, boards, draftedBy);
    const holdSeconds = holdSecondsOf(policy, asked, preferred.value);
    return ok(deleteQuestion(record.value, { ...review, holdSeconds }));
  }

  /** A review that may still be confirmed, and what was typed for it. Permission is checked where the job is queued. */
  async #ready({ reviewId, typed, reason }: ArgsOf<'jobs.deleteReviewed'>): Promise<Result<HeldReview>> {
    const held = this.held(reviewId);
    if (!held.ok) return held;
    const { recordOf, policy, now } = this.#options;
    const { review, address } = held.value;
    const { of, boards, plan } = review;
    const record = await recordOf(review.connectionId);
    if (!record.ok) return record;
    const { name } = record.value;
    if (addressFor(deleteKind(of), record.value) !== address) return fail(connectionMoved);
    if (plan !== null && plan.expiresAt <= now()) {
      const message = `This plan expired on ${dayOf(plan.expiresAt)}.`;
      return fail(failure('refused', { message, nextStep: 'Ask its author for a new plan.' }));
    }
    if (boards === 0) return fail(nothingToDelete(KINDS[deleteKind(of)].many));
    if (mustType(record.value) && !isTyped(typed, boards, name)) {
      return fail(wrongFields({ typed: `Type ${formatNumber(boards)} or “${name}”, exactly as shown.` }));
    }
    if (!policy.requireReason || cleanLine(reason) !== '') return held;
    return fail(wrongFields({ reason: 'Your organisation requires a reason.' }));
  }

  /** The connection is gone or leads elsewhere now. */
  forget(connectionId: string): void {
    for (const [id, { review }] of this.#held)
      if (review.connectionId === connectionId) this.#held.delete(id);
  }

  /** For the idle lock. */
  drop(): void {
    this.#round += 1;
    this.#held.clear();
  }

  #asked(
    of: JobReview['of'],
    record: ConnectionRecord,
    items: number,
    draftedBy: JobRecord['draftedBy'],
  ): Asked {
    const kind = deleteKind(of);
    const place = items === 1 ? this.#options.jobs.placeOfNext(kind, record, draftedBy) : 1;
    return { kind, items, place, draftedBy, reason: null };
  }

  async #whyNot(connectionId: string, asked: Asked): Promise<Failure | null> {
    if (asked.items === 0) return nothingToDelete(KINDS[asked.kind].many);
    const may = await this.#options.mayChange(connectionId);
    return whyNotAllowed(this.#options.policy, asked) ?? (may.ok ? null : may.error);
  }
}

// The confirmation that a person must give.

/** How many, with or without marks between each three digits, whichever mark. */
const GROUPED = /^\d{1,3}(?<mark>[\s.,’'])\d{3}(?:\k<mark>\d{3})*$/u;

/** Whether the count or the name is typed too: elsewhere main's own question is enough. */
function mustType({ environment }: Pick<ConnectionRecord, 'environment'>): boolean {
  return environment === 'production';
}

/** Whether a text is the count, or the connection’s exact name. */
function isTyped(typed: string, boards: number, name: string): boolean {
  const text = typed.trim();
  if (text === name || text === String(boards)) return true;
  return GROUPED.test(text) && text.replaceAll(/\D/gu, '') === String(boards);
}

const nothingToDelete = (things: string): Failure =>
  failure('refused', {
    message: `None of these ${things} can be deleted.`,
    nextStep: `See why they are left out, then choose other ${things}.`,
  });

const reviewGone = failure('not-found', {
  message: 'This review is no longer open.',
  nextStep: 'Choose again what to delete.',
});

export const connectionMoved = failure('refused', {
  message: 'This connection’s addresses changed after your review.',
  nextStep: 'Choose again what to delete.',
});

const lockedMeanwhile = failure('locked', { message: 'Easel was locked, so this review was closed.' });
