/** A bulk delete, of boards or of papers, before it is a job: ids fixed, counted, sampled, saved as a list, confirmed by typing. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { randomUUID } from 'node:crypto';
import type { Preferences } from '../../preload/contract/app.ts';
import type {
  RowNotes,
  RowQuery,
  BoardRow,
  BoardSelection,
  ServiceTime,
} from '../../preload/contract/boards.ts';
import type { Paper } from '../../preload/contract/papers.ts';
import type { FileWritten } from '../../preload/contract/call.ts';
import type { Job, JobReview, PlanInfo } from '../../preload/contract/jobs.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { cellsOf, COLUMNS } from '../boards/export-columns.ts';
import { listHasChanged, ROWS_AT_A_TIME, stored } from '../store/selection.ts';
import type { Access } from '../connections/access.ts';
import type { RecordOf } from '../store/records.ts';
import { tableText, type Cell, type TablePages } from '../lib/files/csv.ts';
import { writePieces, type Files } from '../lib/files/files.ts';
import type { Question } from '../lib/implementation.ts';
import type { Log } from '../lib/log/log.ts';
import { paperCells, PAPER_COLUMNS } from '../papers/export-columns.ts';
import type { Papers } from '../papers/papers.ts';
import type { Policy } from '../ipc/policy/policy.ts';
import { isListChanged, type Mirror, type MirrorFacts } from '../store/mirror/mirror.ts';
import { asksForAge, butUndated } from '../store/mirror/query.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import type { Jobs } from './jobs.ts';
import { deleteKind, KINDS } from './kinds.ts';
import { holdSecondsOf } from './hold.ts';
import { deleteQuestion, evenly } from './questions.ts';
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
  readonly isLocked: () => boolean;
  readonly files: Pick<Files, 'saveStream'>;
  readonly log: Log;
  readonly now: () => number;
}

/** A review that is open. */
interface HeldReview {
  readonly review: JobReview;
  readonly ids: readonly string[];
  /** Where the connection led to. */
  readonly address: string;
  /** The query; null for boards that were selected one by one. */
  readonly query: RowQuery | null;
  readonly draftedBy: JobRecord['draftedBy'];
}

/** What becomes a review: of boards, unless it says otherwise, that were chosen here one by one. */
interface ToReview extends Partial<Pick<HeldReview, 'query' | 'draftedBy'> & Pick<JobReview, 'of'>> {
  readonly record: ConnectionRecord;
  readonly reviewed: Reviewed;
  readonly plan?: PlanInfo;
}

/** Most reviews kept open; the oldest is dropped. */
const MOST_HELD = 8;

/** Reviews live in memory only, and only until they are spent, closed, or Easel is locked. */
export class Reviews {
  readonly #options: ReviewsOptions;
  /** The oldest first. */
  readonly #held = new Map<string, HeldReview>();

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  /**
   * Fixes the ids of a selection, and says what deleting them would mean.
   *
   * Fails with `not-found`, `refused` for too many boards or a list that does not stand still, `storage`.
   */
  async review({ connectionId, selection, fields = [] }: ArgsOf<'jobs.review'>): Promise<Result<JobReview>> {
    const { mirror, recordOf, log } = this.#options;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    const reviewed = await readSelection(mirror, connectionId, { selection, fields }, log);
    if (!reviewed.ok) return reviewed;
    const query = selection.kind === 'ids' ? null : selection.query;
    return this.hold({ record: record.value, reviewed: reviewed.value, query });
  }

  /** The same for papers of the register. Fails with `not-found`, `storage`. */
  async reviewPapers({ connectionId, identifiers }: ArgsOf<'jobs.reviewPapers'>): Promise<Result<JobReview>> {
    const { recordOf, papers } = this.#options;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    const register = await orStorage(papers.list({ connectionId }));
    if (!register.ok) return register;
    const reviewed = await readPapers(register.value, identifiers);
    return this.hold({ of: 'paper', record: record.value, reviewed });
  }

  /** Keeps what was read as a review. Fails with `locked` when Easel was locked meanwhile, `storage`. */
  async hold({
    of = 'board',
    record,
    reviewed,
    query = null,
    plan,
    draftedBy = null,
  }: ToReview): Promise<Result<JobReview>> {
    const { ids, facts, ...told } = reviewed;
    const boards = ids.length;
    const rules = await this.#rulesOf({ of, boards }, record, draftedBy);
    if (!rules.ok) return rules;
    const { asked, holdSeconds } = rules.value;
    const review: JobReview = {
      reviewId: randomUUID(),
      connectionId: record.id,
      of,
      boards,
      ...told,
      mustType: mustType(record),
      holdSeconds,
      completeness: facts.completeness,
      asOf: facts.asOf,
      refusal: await this.#whyNot(record.id, asked),
      plan: plan ?? null,
    };
    if (this.#options.isLocked()) return fail(failure('locked'));
    const address = addressFor(asked.kind, record);
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
    const ready = await this.#ready(args);
    if (!ready.ok) return ready;
    const { held, question } = ready.value;
    const other = changedSince(answered, question);
    if (other !== null) return fail(other);
    const { reviewId, reason } = args;
    const { ids, review, draftedBy } = held;
    const { of, connectionId, plan } = review;
    // From here on it is spent, so that a second yes to it makes no second job.
    if (!this.#held.delete(reviewId)) return fail(reviewGone);
    const said = cleanLine(reason) || (plan?.note ?? '');
    const all = { kind: deleteKind(of), connectionId, ids, reason: said, draftedBy };
    const job = await this.#options.jobs.deleteReviewed(all);
    if (!job.ok && !this.#options.isLocked()) this.#held.set(reviewId, held);
    return job;
  }

  /** What main asks before it holds the delete of what was reviewed. Fails as `deleteReviewed` does. */
  async question(args: ArgsOf<'jobs.deleteReviewed'>): Promise<Result<Question | null>> {
    const ready = await this.#ready(args);
    return ready.ok ? ok(ready.value.question) : ready;
  }

  /**
   * A review that may still be confirmed, and the question about it: its ids and samples are fixed, all else is as it is now.
   * Permission is checked where the job is queued.
   */
  async #ready({
    reviewId,
    typed,
    reason,
  }: ArgsOf<'jobs.deleteReviewed'>): Promise<
    Result<{ readonly held: HeldReview; readonly question: Question }>
  > {
    const held = this.held(reviewId);
    if (!held.ok) return held;
    const { recordOf, policy, now } = this.#options;
    const { review, address, draftedBy } = held.value;
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
    if (policy.requireReason && cleanLine(reason) === '')
      return fail(wrongFields({ reason: 'Your organisation requires a reason.' }));
    const rules = await this.#rulesOf(review, record.value, draftedBy);
    if (!rules.ok) return rules;
    const { holdSeconds } = rules.value;
    return ok({ held: held.value, question: deleteQuestion(record.value, { ...review, holdSeconds }) });
  }

  /** The connection is gone or leads elsewhere now. */
  forget(connectionId: string): void {
    for (const [id, { review }] of this.#held)
      if (review.connectionId === connectionId) this.#held.delete(id);
  }

  /** For the idle lock. */
  drop(): void {
    this.#held.clear();
  }

  /** What the organisation's rules are asked of such a delete, and how long it is held now. */
  async #rulesOf(
    { of, boards: items }: Pick<JobReview, 'of' | 'boards'>,
    record: ConnectionRecord,
    draftedBy: JobRecord['draftedBy'],
  ): Promise<Result<{ readonly asked: Asked; readonly holdSeconds: number }>> {
    const { jobs, policy, preferences } = this.#options;
    const preferred = await preferences();
    if (!preferred.ok) return preferred;
    const kind = deleteKind(of);
    const place = items === 1 ? jobs.placeOfNext(kind, record, draftedBy) : 1;
    const asked = { kind, items, place, draftedBy, reason: null };
    return ok({ asked, holdSeconds: holdSecondsOf(policy, asked, preferred.value) });
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

// Reads once which boards or papers a bulk delete covers: what appears later is not included.

/** More is not one deed that a person can oversee. */
export const MOST_REVIEWED = 100_000;

/** A list that changes meanwhile is read again; after this many attempts the review fails. */
const MOST_READINGS = 3;

type Why = JobReview['skipped'][number]['why'];
/** In the order in which they are shown. */
const WHYS: readonly Why[] = ['protected', 'vanished', 'undated', 'without-id', 'queued'];

/** The data that a review is built from. */
interface Reviewed extends Pick<
  JobReview,
  'skipped' | 'notListed' | 'samples' | 'fields' | 'oldest' | 'newest'
> {
  readonly ids: readonly string[];
  readonly facts: Pick<MirrorFacts, 'completeness' | 'asOf'>;
}

export type ReviewMirror = Pick<Mirror, 'facts' | 'rows'>;

/** Boards or papers sorted into those that are deleted, and those that are left out. */
interface Sorted {
  readonly ids: string[];
  /** When each of them was made; null where that is not known. */
  readonly times: (ServiceTime | null)[];
  readonly skipped: Map<Why, number>;
  notListed: number;
}

function nothingSorted(): Sorted {
  return { ids: [], times: [], skipped: new Map(), notListed: 0 };
}

/** `needsDate`: one whose age is not known is left out. */
function sortIn(sorted: Sorted, row: BoardRow, needsDate = false): void {
  const time = row.created?.epochMs == null ? null : row.created;
  const why = whyLeftOut(row, needsDate && time === null);
  if (row.id !== null && why === null) {
    sorted.ids.push(row.id);
    sorted.times.push(time);
  } else if (why !== null) sorted.skipped.set(why, (sorted.skipped.get(why) ?? 0) + 1);
}

function whyLeftOut({ id, vanishedAt, local, queued }: BoardRow, lacksDate: boolean): Why | null {
  if (id === null) return 'without-id';
  if (vanishedAt !== null) return 'vanished';
  if (local?.protected === true) return 'protected';
  if (queued === true) return 'queued';
  return lacksDate ? 'undated' : null;
}

/**
 * Resolves a selection; its samples bear `fields`. Fails with `refused` for too many boards, for ranks of a list that has
 * changed, and for a list that keeps changing, and with `storage`.
 */
function readSelection(
  mirror: ReviewMirror,
  connectionId: string,
  { selection, fields }: { readonly selection: BoardSelection; readonly fields: readonly string[] },
  log: Log,
): Promise<Result<Reviewed>> {
  return whileUnchanged({ mirror, log }, connectionId, { selection, fields }, async () => {
    const sorted = nothingSorted();
    for (let from = 0, boards = 1; from < boards; from += ROWS_AT_A_TIME) {
      const page = await mirror.rows(connectionId, selection, from, ROWS_AT_A_TIME, []);
      ({ boards } = page);
      if (boards > MOST_REVIEWED) {
        const message = `You chose ${formatNumber(boards)} boards. At most ${formatNumber(MOST_REVIEWED)} can be deleted at once.`;
        const nextStep = 'Choose fewer boards, for example with another filter.';
        return fail(failure('refused', { message, nextStep }));
      }
      for (const row of page.rows) sortIn(sorted, row);
    }
    if (selection.kind === 'all' && asksForAge(selection.query)) {
      const undated = { ...selection, query: butUndated(selection.query) };
      sorted.skipped.set('undated', (await mirror.rows(connectionId, undated, 0, 1, [])).boards);
    }
    return ok(sorted);
  });
}

/** Boards of a plan. */
interface Planned {
  readonly ids: readonly string[];
  /** Its samples bear these. */
  readonly fields: readonly string[];
  /** They were chosen by age: one whose age is not known here is left out. */
  readonly needsDate: boolean;
  /** Which of these are protected here, though the list does not have them. */
  readonly protectedOf: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** What boards of a plan come to here and now. Those that the list does not have stay. Fails as `readSelection`. */
export function readIds(
  { mirror, log }: { readonly mirror: ReviewMirror; readonly log: Log },
  connectionId: string,
  { ids: all, fields, needsDate, protectedOf }: Planned,
): Promise<Result<Reviewed>> {
  return whileUnchanged({ mirror, log }, connectionId, { selection: null, fields }, async () => {
    const sorted = nothingSorted();
    for (let from = 0; from < all.length; from += ROWS_AT_A_TIME) {
      const ids = all.slice(from, from + ROWS_AT_A_TIME);
      const listed = await listedRows(mirror, connectionId, ids, []);
      const others = await protectedOf(ids.filter((id) => !listed.has(id)));
      for (const id of ids) {
        const row = listed.get(id);
        if (row === undefined && !others.has(id)) sorted.notListed += 1;
        const unlisted = others.has(id) ? { ...unlistedRow(id), local: PROTECTED } : unlistedRow(id);
        sortIn(sorted, row ?? unlisted, row !== undefined && needsDate);
      }
    }
    return ok(sorted);
  });
}

/** The rows of those of these boards (at most a page of them) that are in the list. Rejects as the mirror does. */
async function listedRows(
  mirror: Pick<Mirror, 'rows'>,
  connectionId: string,
  ids: readonly string[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, BoardRow>> {
  const selection: BoardSelection = { kind: 'ids', ids };
  const { rows } = await mirror.rows(connectionId, selection, 0, ROWS_AT_A_TIME, fields);
  return new Map(rows.flatMap(({ raw: _raw, ...row }) => (row.id === null ? [] : [[row.id, row]])));
}

/** The row of a board of which only the id is known. */
function unlistedRow(id: string): BoardRow {
  return {
    rowKey: id,
    id,
    created: null,
    vanishedAt: null,
    local: null,
    madeHere: false,
    previewedAt: null,
    fields: [],
  };
}

async function whileUnchanged(
  { mirror, log }: { readonly mirror: ReviewMirror; readonly log: Log },
  connectionId: string,
  { selection, fields }: { readonly selection: BoardSelection | null; readonly fields: readonly string[] },
  read: () => Promise<Result<Sorted>>,
): Promise<Result<Reviewed>> {
  // Ranks mean what they mean under one revision only: for them there is no second reading.
  const isOfOneRevision = selection?.kind === 'ranges';
  for (let reading = 1; reading <= (isOfOneRevision ? 1 : MOST_READINGS); reading += 1) {
    try {
      const before = await mirror.facts(connectionId);
      if (isOfOneRevision && before.revision !== selection.revision) break;
      const sorted = await read();
      if (!sorted.ok) return sorted;
      const told = await reviewedOf(sorted.value, (ids) => listedRows(mirror, connectionId, ids, fields));
      const facts = await mirror.facts(connectionId);
      if (facts.revision === before.revision) return ok({ ...told, fields, facts });
    } catch (error) {
      if (isListChanged(error)) continue;
      log.error('boards could not be read for a review', { error });
      return fail(failure('storage'));
    }
  }
  return fail(isOfOneRevision ? listHasChanged() : listKeepsChanging);
}

/**
 * The papers of the register. Those that were deleted, or are not in it any more, are left out; whether the service still has
 * them, nobody can ask it.
 */
async function readPapers(register: readonly Paper[], identifiers: readonly string[]): Promise<Reviewed> {
  const rows = new Map(register.map((paper) => [paper.identifier, paperRow(paper)]));
  const sorted = nothingSorted();
  for (const id of new Set(identifiers))
    sortIn(sorted, rows.get(id) ?? { ...unlistedRow(id), vanishedAt: 0 });
  const told = await reviewedOf(sorted, () => Promise.resolve(rows));
  return { ...told, fields: [], facts: { completeness: 'maybe-incomplete', asOf: null } };
}

const NO_NOTE: RowNotes = { label: '', note: '', tags: [], customer: '', protected: false };
const PROTECTED: RowNotes = { ...NO_NOTE, protected: true };

/** As a row of boards: called by its name, and as old as it is in the register. */
function paperRow({ identifier, name, local, rememberedAt, deletedAt, queued }: Paper): BoardRow {
  return {
    ...unlistedRow(identifier),
    created: { raw: '', epochMs: rememberedAt, assumedUtc: false },
    vanishedAt: deletedAt,
    local: { ...NO_NOTE, ...local, label: name },
    ...(queued === true && { queued }),
  };
}

/** How many boards are shown as samples. */
const MOST_SAMPLES = 12;

/** `rowsOf`: the rows of those that there are. Rejects as it does. */
async function reviewedOf(
  { ids, times, skipped, notListed }: Sorted,
  rowsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, BoardRow>>,
): Promise<Omit<Reviewed, 'fields' | 'facts'>> {
  const moment = (place: number): number => times[place]?.epochMs ?? Number.MAX_VALUE;
  // The oldest first, those of unknown age last.
  const places = [...ids.keys()].sort((one, other) => moment(one) - moment(other));
  const dated = places.filter((place) => times[place] !== null);
  const sampled = evenly(places, MOST_SAMPLES).map((place) => ids[place] ?? '');
  const listed = await rowsOf(sampled);
  return {
    ids,
    notListed,
    skipped: WHYS.map((why) => ({ why, boards: skipped.get(why) ?? 0 })).filter(({ boards }) => boards > 0),
    samples: sampled.map((id) => listed.get(id) ?? unlistedRow(id)),
    oldest: times[dated.at(0) ?? -1] ?? null,
    newest: times[dated.at(-1) ?? -1] ?? null,
  };
}

const listKeepsChanging = failure('refused', {
  message: 'The list of boards keeps changing, so Easel can’t tell which ones you mean.',
  nextStep: 'Wait until the list is complete, then try again.',
  retryable: true,
});
