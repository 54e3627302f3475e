/** Reviews of bulk deletes. A review stores the ids to delete. The user checks its counts and samples. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { randomUUID } from 'node:crypto';
import type {
  RowNotes,
  RowQuery,
  BoardRow,
  BoardSelection,
  ServiceTime,
} from '../../preload/contract/boards.ts';
import { unlistedRow } from '../../preload/contract/facts.ts';
import type { Paper } from '../../preload/contract/papers.ts';
import type { JobReview, PlanInfo } from '../../preload/contract/jobs.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { cellsOf, COLUMNS } from '../boards/exports.ts';
import { isListChanged, listHasChanged, ROWS_AT_A_TIME, stored } from '../store/selection.ts';
import type { Access } from '../connections/access.ts';
import type { Core } from '../ipc/core.ts';
import type { PreferencesStore } from '../ipc/preferences/preferences.ts';
import { tablePieces, type TablePages } from '../lib/files/table.ts';
import type { Question } from '../lib/implementation.ts';
import type { Notes } from '../notes/notes.ts';
import { paperCells, PAPER_COLUMNS, type Papers } from '../papers/papers.ts';
import type { Mirror, MirrorFacts } from '../store/mirror/mirror.ts';
import { asksForAge, butUndated } from '../store/mirror/board-file.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { PlanRef } from './team-plans.ts';
import type { Jobs } from './jobs.ts';
import { deleteKind, KINDS } from './kinds.ts';
import { holdSecondsOf } from './hold.ts';
import { deleteQuestion, evenly } from './questions.ts';
import { whyNotAllowed, type PolicySubject } from './rules.ts';
import { addressFor, connectionMoved } from './work.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { foldId, isUnusualId, sameIds } from '../lib/pasted.ts';
import { changedSince, failure, wrongFields } from '../lib/wording/failure.ts';
import { dayOf, formatNumber } from '../lib/wording/format.ts';

export interface ReviewsOptions extends Pick<
  Core,
  'recordOf' | 'policy' | 'isLocked' | 'saveExport' | 'publish' | 'log' | 'now'
> {
  readonly mirror: ReviewMirror;
  readonly papers: Pick<Papers, 'list'>;
  readonly notes: Pick<Notes, 'ofBoards'>;
  readonly jobs: Pick<Jobs, 'deleteReviewed' | 'placeOfNext'>;
  readonly mayChange: Access['mayChange'];
  readonly preferences: Pick<PreferencesStore, 'read'>;
}

interface OpenReview {
  readonly review: JobReview;
  readonly ids: readonly string[];
  readonly address: string;
  readonly query: RowQuery | null;
  readonly team: PlanRef | null;
}

interface ToReview extends Partial<Pick<OpenReview, 'query' | 'team'> & Pick<JobReview, 'of'>> {
  readonly record: ConnectionRecord;
  readonly reviewed: Reviewed;
  readonly plan?: PlanInfo;
}

export interface Planned extends Pick<OpenReview, 'ids' | 'query' | 'team'> {
  readonly record: ConnectionRecord;
  readonly plan: PlanInfo;
  readonly fields: readonly string[];
}

const MOST_OPEN = 8;

/** Open reviews of bulk deletes, in memory only. A review ends when its delete is queued, or when it is closed. */
export class Reviews {
  readonly #options: ReviewsOptions;
  readonly #open = new Map<string, OpenReview>();

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  /** Opens a review of selected boards. Fails with `refused` if there are too many, or if the list keeps changing. */
  async review({ connectionId, selection, fields = [] }: ArgsOf<'jobs.review'>): Promise<Result<JobReview>> {
    const record = await this.#options.recordOf(connectionId);
    if (!record.ok) return record;
    const reviewed = await this.#readSelection(connectionId, selection, fields);
    if (!reviewed.ok) return reviewed;
    const query = selection.kind === 'ids' ? null : selection.query;
    return this.#add({ record: record.value, reviewed: reviewed.value, query });
  }

  async reviewPapers({ connectionId, identifiers }: ArgsOf<'jobs.reviewPapers'>): Promise<Result<JobReview>> {
    const { recordOf, papers } = this.#options;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    const register = await stored(papers.list({ connectionId }));
    if (!register.ok) return register;
    const reviewed = await readPapers(register.value, identifiers);
    return this.#add({ of: 'paper', record: record.value, reviewed });
  }

  async reviewPlan(planned: Planned): Promise<Result<JobReview>> {
    const reviewed = await this.#readPlanned(planned);
    return reviewed.ok ? this.#add({ ...planned, reviewed: reviewed.value }) : reviewed;
  }

  async #add({ of = 'board', record, reviewed, query = null, plan, team = null }: ToReview) {
    const { ids, facts, ...summary } = reviewed;
    const boards = ids.length;
    const { subject, holdSeconds } = await this.#rulesOf({ of, boards }, record, team);
    const review: JobReview = {
      reviewId: randomUUID(),
      connectionId: record.id,
      of,
      boards,
      ...summary,
      mustType: mustType(record),
      holdSeconds,
      completeness: facts.completeness,
      asOf: facts.asOf,
      refusal: await this.#whyNot(record.id, subject),
      plan: plan ?? null,
    };
    if (this.#options.isLocked()) return fail(failure('locked'));
    const address = addressFor(subject.kind, record);
    this.#open.set(review.reviewId, { review, ids, address, query, team });
    for (const old of [...this.#open.keys()].slice(0, -MOST_OPEN)) this.#open.delete(old);
    return ok(review);
  }

  find(reviewId: string): Result<OpenReview> {
    const opened = this.#open.get(reviewId);
    return opened === undefined ? fail(reviewGone) : ok(opened);
  }

  async #save(reviewId: string): Promise<Result<null>> {
    const found = this.find(reviewId);
    if (!found.ok) return found;
    const { saveExport, publish } = this.#options;
    const { of, fields } = found.value.review;
    const columns = of === 'paper' ? PAPER_COLUMNS : [...COLUMNS, ...fields];
    const pages = this.#pagesOf(found.value);
    const written = await saveExport('deletes', 'csv', () => tablePieces(columns, pages));
    if (!written.ok) return written;
    if (written.value === null) return fail(listNotSaved);
    publish('files.saved', { fileName: written.value.fileName });
    return ok(null);
  }

  /** Yields one table row per id, in the order of `ids`. The row of a board outside the list contains only its id. */
  async *#pagesOf({ review, ids }: OpenReview): TablePages {
    for (let from = 0; from < ids.length; from += ROWS_AT_A_TIME) {
      const page = await this.#rowsOf(review, ids.slice(from, from + ROWS_AT_A_TIME));
      if (!page.ok) return yield page;
      if (!this.#open.has(review.reviewId)) return yield fail(reviewGone);
      yield page;
    }
  }

  async #rowsOf({ of, connectionId, fields }: JobReview, ids: readonly string[]) {
    if (of === 'paper') {
      const papers = await stored(this.#options.papers.list({ connectionId }));
      if (!papers.ok) return papers;
      const known = new Map(papers.value.map((paper) => [paper.identifier, paperCells(paper)]));
      return ok(ids.map((id) => known.get(id) ?? [id]));
    }
    const listed = await stored(listedRows(this.#options.mirror, connectionId, ids, fields));
    if (!listed.ok) return listed;
    return ok(ids.map((id) => cellsOf(listed.value.get(id) ?? unlistedRow(id))));
  }

  close({ reviewId }: ArgsOf<'jobs.closeReview'>): null {
    this.#open.delete(reviewId);
    return null;
  }

  async deleteReviewed(args: ArgsOf<'jobs.deleteReviewed'>, answered?: Question | null) {
    if (args.saves === true) {
      const saved = await this.#save(args.reviewId);
      if (!saved.ok) return saved;
    }
    const ready = await this.#ready(args);
    if (!ready.ok) return ready;
    const { opened, question } = ready.value;
    const other = changedSince(answered, question);
    if (other !== null) return fail(other);
    const { reviewId, reason } = args;
    const { ids, review, address, team } = opened;
    const { of, connectionId, plan } = review;
    // Removes the review before the await, so that a second confirmation can't queue the same delete.
    if (!this.#open.delete(reviewId)) return fail(reviewGone);
    const jobReason = cleanLine(reason) || (plan?.note ?? '');
    const all = { kind: deleteKind(of), connectionId, ids, address, reason: jobReason, plan: team };
    const job = await this.#options.jobs.deleteReviewed(all);
    if (!job.ok && !this.#options.isLocked()) this.#open.set(reviewId, opened);
    return job;
  }

  async question(args: ArgsOf<'jobs.deleteReviewed'>): Promise<Result<Question | null>> {
    const ready = await this.#ready(args);
    return ready.ok ? ok(ready.value.question) : ready;
  }

  /** Checks a reviewed delete again, because the connection, the policy or the delay may have changed meanwhile. */
  async #ready({ reviewId, typed, reason }: ArgsOf<'jobs.deleteReviewed'>) {
    const found = this.find(reviewId);
    if (!found.ok) return found;
    const { recordOf, policy, now } = this.#options;
    const { review, address, team } = found.value;
    const { of, boards, plan } = review;
    const record = await recordOf(review.connectionId);
    if (!record.ok) return record;
    const { name } = record.value;
    if (addressFor(deleteKind(of), record.value) !== address) return fail(connectionMoved);
    // Checks the expiry of plans from files only, because the team database checks its own plans by its own clock.
    if (plan?.team === null && plan.expiresAt <= now()) {
      const message = `This plan expired on ${dayOf(plan.expiresAt)}.`;
      return fail(failure('refused', { message, nextStep: 'Ask the author for a new plan.' }));
    }
    if (plan?.team?.state === 'waiting') return fail(notApproved);
    if (boards === 0) return fail(nothingToDelete(KINDS[deleteKind(of)].many));
    if (mustType(record.value) && !isTyped(typed, boards, name)) {
      return fail(wrongFields({ typed: `Type ${formatNumber(boards)} or the connection’s name “${name}”.` }));
    }
    if (policy.requireReason && cleanLine(reason) === '')
      return fail(wrongFields({ reason: 'Your organisation requires a reason for a bulk delete.' }));
    const { holdSeconds } = await this.#rulesOf(review, record.value, team);
    return ok({ opened: found.value, question: deleteQuestion(record.value, { ...review, holdSeconds }) });
  }

  #readSelection(connectionId: string, selection: BoardSelection, fields: readonly string[]) {
    const { mirror } = this.#options;
    return this.#whileUnchanged(connectionId, selection, fields, async () => {
      const sorted = nothingSorted();
      for (let from = 0, boards = 1; from < boards; from += ROWS_AT_A_TIME) {
        const page = await mirror.rows(connectionId, selection, from, ROWS_AT_A_TIME, []);
        ({ boards } = page);
        if (boards > MOST_REVIEWED) {
          const message = `You selected ${formatNumber(boards)} boards. At most ${formatNumber(MOST_REVIEWED)} can be deleted at once.`;
          const nextStep = 'Select fewer boards, for example with another filter.';
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

  #readPlanned({ record, ids: all, query, fields }: Planned): Promise<Result<Reviewed>> {
    const { id: connectionId } = record;
    const needsDate = query !== null && asksForAge(query);
    return this.#whileUnchanged(connectionId, null, fields, async () => {
      const sorted = nothingSorted();
      for (let from = 0; from < all.length; from += ROWS_AT_A_TIME) {
        const ids = all.slice(from, from + ROWS_AT_A_TIME);
        const listed = await listedRows(this.#options.mirror, connectionId, ids, []);
        // Also reads the notes of unlisted boards, because a board's notes can protect the board from deletion.
        const unlistedIds = ids.filter((id) => !listed.has(id));
        const notes = await this.#options.notes.ofBoards(connectionId, unlistedIds.flatMap(sameIds));
        const others = new Set(notes.flatMap((note) => (note.protected ? foldId(note.boardId) : [])));
        for (const id of ids) {
          const row = listed.get(id);
          const isProtected = others.has(foldId(id));
          const isUnusual = isUnusualId(id);
          if (row === undefined && !isProtected && !isUnusual) sorted.notListed += 1;
          const unlisted = {
            ...unlistedRow(id),
            // Skips an unlisted id in an unusual spelling, because it may be another spelling of a protected id.
            ...(isUnusual && { vanishedAt: 0 }),
            ...(isProtected && { local: PROTECTED }),
          };
          sortIn(sorted, row ?? unlisted, row !== undefined && needsDate);
        }
      }
      if (query !== null) {
        const matching = await this.#options.mirror.ranks(connectionId, query, sorted.ids);
        sorted.notMatching = sorted.ids.length - sorted.notListed - matching.length;
      }
      return ok(sorted);
    });
  }

  async #whileUnchanged(
    connectionId: string,
    selection: BoardSelection | null,
    fields: readonly string[],
    read: () => Promise<Result<Sorted>>,
  ): Promise<Result<Reviewed>> {
    const { mirror, log } = this.#options;
    // Reads only once if the selection has row numbers, because these are valid for one revision of the list only.
    const isOfOneRevision = selection?.kind === 'ranges';
    for (let reading = 1; reading <= (isOfOneRevision ? 1 : MOST_READINGS); reading += 1) {
      try {
        const before = await mirror.facts(connectionId);
        if (isOfOneRevision && before.revision !== selection.revision) break;
        const sorted = await read();
        if (!sorted.ok) return sorted;
        const summary = await reviewedOf(sorted.value, (ids) =>
          listedRows(mirror, connectionId, ids, fields),
        );
        const facts = await mirror.facts(connectionId);
        if (facts.revision === before.revision) return ok({ ...summary, fields, facts });
      } catch (error) {
        if (isListChanged(error)) continue;
        log.error('boards could not be read for a review', { error });
        return fail(failure('storage'));
      }
    }
    return fail(isOfOneRevision ? listHasChanged() : listKeepsChanging);
  }

  forget(connectionId: string): void {
    for (const [id, { review }] of this.#open)
      if (review.connectionId === connectionId) this.#open.delete(id);
  }

  drop(): void {
    this.#open.clear();
  }

  async #rulesOf(
    { of, boards: items }: Pick<JobReview, 'of' | 'boards'>,
    record: ConnectionRecord,
    team: PlanRef | null,
  ): Promise<{ readonly subject: PolicySubject; readonly holdSeconds: number }> {
    const { jobs, policy, preferences } = this.#options;
    const kind = deleteKind(of);
    const planId = team?.planId ?? null;
    const place = items === 1 ? jobs.placeOfNext(kind, record, planId) : 1;
    const subject = { kind, items, place, planId, reason: null };
    return { subject, holdSeconds: holdSecondsOf(policy, subject, await preferences.read()) };
  }

  async #whyNot(connectionId: string, subject: PolicySubject): Promise<Failure | null> {
    if (subject.items === 0) return nothingToDelete(KINDS[subject.kind].many);
    const may = await this.#options.mayChange(connectionId);
    return whyNotAllowed(this.#options.policy, subject) ?? (may.ok ? null : may.error);
  }
}

/** Matches a number with one kind of thousands separator, such as 12,345 or 12.345. */
const GROUPED = /^\d{1,3}(?<mark>[\s.,’'])\d{3}(?:\k<mark>\d{3})*$/u;

function mustType({ environment }: Pick<ConnectionRecord, 'environment'>): boolean {
  return environment === 'production';
}

function isTyped(typed: string, boards: number, name: string): boolean {
  const text = typed.trim().normalize();
  if (text === name.normalize() || text === String(boards)) return true;
  return GROUPED.test(text) && text.replaceAll(/\D/gu, '') === String(boards);
}

const nothingToDelete = (things: string): Failure =>
  failure('refused', {
    message: `None of these ${things} can be deleted.`,
    nextStep: `Check why these ${things} are left out, then select other ${things}.`,
  });

const listNotSaved = failure('refused', {
  message: 'Nothing will be deleted, because the list of items to delete wasn’t saved.',
  nextStep: 'Choose a folder for the list of items to delete, or delete without saving a list.',
});

const notApproved = failure('refused', {
  message: 'This plan is waiting for a colleague’s approval.',
  nextStep: 'Run the plan after it has been approved.',
});

const reviewGone = failure('not-found', {
  message: 'The review of this delete is no longer open.',
  nextStep: 'Select the items again, then choose “Delete…”.',
});

export const MOST_REVIEWED = 100_000;

const MOST_READINGS = 3;

type Why = JobReview['skipped'][number]['why'];
const WHYS: readonly Why[] = ['protected', 'vanished', 'undated', 'without-id', 'queued'];

interface Reviewed extends Pick<
  JobReview,
  'skipped' | 'notListed' | 'notMatching' | 'samples' | 'fields' | 'oldest' | 'newest'
> {
  readonly ids: readonly string[];
  readonly facts: Pick<MirrorFacts, 'completeness' | 'asOf'>;
}

export type ReviewMirror = Pick<Mirror, 'facts' | 'rows' | 'ranks'>;

interface Sorted {
  readonly ids: string[];
  readonly times: (ServiceTime | null)[];
  readonly skipped: Map<Why, number>;
  notListed: number;
  notMatching: number;
}

function nothingSorted(): Sorted {
  return { ids: [], times: [], skipped: new Map(), notListed: 0, notMatching: 0 };
}

/** Adds a board to the review, or counts it as skipped. If `needsDate`, boards without creation time are skipped. */
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

/** Returns the rows of `ids` in the boards list, by id. Reads at most `ROWS_AT_A_TIME` rows; omits unlisted ids. */
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

async function readPapers(register: readonly Paper[], identifiers: readonly string[]): Promise<Reviewed> {
  const rows = new Map(register.map((paper) => [paper.identifier, paperRow(paper)]));
  const sorted = nothingSorted();
  for (const id of new Set(identifiers))
    sortIn(sorted, rows.get(id) ?? { ...unlistedRow(id), vanishedAt: 0 });
  const summary = await reviewedOf(sorted, () => Promise.resolve(rows));
  return { ...summary, fields: [], facts: { completeness: 'maybe-incomplete', asOf: null } };
}

const NO_NOTE: RowNotes = { label: '', note: '', tags: [], customer: '', protected: false };
const PROTECTED: RowNotes = { ...NO_NOTE, protected: true };

function paperRow({ identifier, name, local, rememberedAt, deletedAt, queued }: Paper): BoardRow {
  return {
    ...unlistedRow(identifier),
    created: { raw: '', epochMs: rememberedAt, assumedUtc: false },
    vanishedAt: deletedAt,
    local: { ...NO_NOTE, ...local, label: name },
    ...(queued === true && { queued }),
  };
}

const MOST_SAMPLES = 12;

async function reviewedOf(
  { ids, times, skipped, notListed, notMatching }: Sorted,
  rowsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, BoardRow>>,
): Promise<Omit<Reviewed, 'fields' | 'facts'>> {
  const moment = (place: number): number => times[place]?.epochMs ?? Number.MAX_VALUE;
  const places = [...ids.keys()].sort((one, other) => moment(one) - moment(other));
  const dated = places.filter((place) => times[place] !== null);
  const sampled = evenly(places, MOST_SAMPLES).map((place) => ids[place] ?? '');
  const listed = await rowsOf(sampled);
  return {
    ids,
    notListed,
    notMatching,
    skipped: WHYS.map((why) => ({ why, boards: skipped.get(why) ?? 0 })).filter(({ boards }) => boards > 0),
    samples: sampled.map((id) => listed.get(id) ?? unlistedRow(id)),
    oldest: times[dated.at(0) ?? -1] ?? null,
    newest: times[dated.at(-1) ?? -1] ?? null,
  };
}

const listKeepsChanging = failure('refused', {
  message: 'The list of boards keeps changing, so Easel can’t tell which boards you mean.',
  nextStep: 'Wait until the list is complete, then try again.',
  retryable: true,
});
