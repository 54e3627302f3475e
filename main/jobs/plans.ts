import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { FileWritten } from '../../preload/contract/call.ts';
import type { JobReview, PlanInfo } from '../../preload/contract/jobs.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import { titleOf } from '../connections/questions.ts';
import { savedAs, type Files } from '../lib/files/files.ts';
import type { TeamPlans } from './team-plans.ts';
import type { Question } from '../lib/implementation.ts';
import { authorOf, writePlan, type Author, type readPlan, type ReadPlan } from './plan-file.ts';
import { hostFor, namesOf } from './questions.ts';
import { MOST_REVIEWED, type Reviews } from './reviews.ts';
import { connectionMoved } from './work.ts';
import { counted, dayOf, formatNumber, quoted, shortened } from '../lib/wording/format.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { failure, refusalSince, unreadFile } from '../lib/wording/failure.ts';

export interface PlansOptions extends Pick<Core, 'recordOf' | 'now'> {
  readonly reviews: Pick<Reviews, 'find' | 'reviewPlan'>;
  readonly files: Pick<Files, 'choose' | 'save'>;
  readonly readPlan: (...args: Parameters<typeof readPlan>) => Promise<Result<ReadPlan>>;
  readonly author: Author;
  readonly team: Pick<TeamPlans, 'save' | 'read' | 'decide'>;
}

const DAY = 86_400_000;

export class Plans {
  readonly #options: PlansOptions;

  constructor(options: PlansOptions) {
    this.#options = options;
  }

  /** Saves a review's boards as a plan file. Returns null if the user cancels. Fails with `not-found` or `refused`. */
  async save({ reviewId, note, validDays }: ArgsOf<'plans.save'>): Promise<Result<FileWritten | null>> {
    const { files, author, now } = this.#options;
    const reviewed = await this.#reviewed(reviewId);
    if (!reviewed.ok) return reviewed;
    const { record, ids, query } = reviewed.value;
    const createdAt = now();
    const { text, code } = writePlan({
      connection: { name: record.name, boardApi: record.boardApi },
      query,
      note: cleanLine(note),
      author: authorOf(author),
      createdAt: new Date(createdAt).toISOString(),
      expiresAt: new Date(createdAt + validDays * DAY).toISOString(),
      ids,
    });
    const fileName = `easel-cleanup-${dayOf(createdAt)}-${code.replace(' ', '-')}.easelplan.json`;
    return savedAs(await files.save('plan', fileName, text), { items: ids.length });
  }

  /** Saves a review's boards as a plan in the team database. Fails with `not-found`, `refused` or database errors. */
  async saveForTeam({ reviewId, note, validDays }: ArgsOf<'teamwork.savePlan'>) {
    const reviewed = await this.#reviewed(reviewId);
    if (!reviewed.ok) return reviewed;
    const { record, ids, query } = reviewed.value;
    const { id, boardApi } = record;
    const plan = { ids, query, boardApi, note: cleanLine(note), validDays };
    const saved = await this.#options.team.save(id, plan);
    return saved.ok ? ok({ code: saved.value }) : saved;
  }

  async #reviewed(reviewId: string) {
    const { reviews, recordOf } = this.#options;
    const found = reviews.find(reviewId);
    if (!found.ok) return found;
    const record = await recordOf(found.value.review.connectionId);
    if (!record.ok) return record;
    const { ids, address: boardApi, query, review } = found.value;
    if (review.of === 'paper') return fail(failure('refused', { message: 'Plans can only contain boards.' }));
    if (record.value.boardApi !== boardApi) return fail(connectionMoved);
    return ok({ record: record.value, ids, query });
  }

  /** Opens a review of the remaining boards of a team plan. Fails with `refused` if the plan can't run. */
  async reviewOfTeam({ connectionId, planId, fields = [] }: ArgsOf<'teamwork.reviewPlan'>) {
    const { reviews, recordOf, team: plans } = this.#options;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    const read = await plans.read(connectionId, planId);
    if (!read.ok) return read;
    const { plan, digest, query, boardApi, remaining: ids } = read.value;
    const { state, draftedBy: author, draftedAt: createdAt, expiresAt, note, code } = plan;
    if (state !== 'waiting' && state !== 'approved' && state !== 'stopped') return fail(notOpen);
    if (plainAddress(boardApi) !== plainAddress(record.value.boardApi)) return fail(anotherService(boardApi));
    const { approvedBy, isOwn, boards } = plan;
    const team = { planId, state, approvedBy, isOwn, boards };
    const info = { fileName: '', author, note, createdAt, expiresAt, code, query, team };
    const ref = { planId, digest };
    return reviews.reviewPlan({ record: record.value, ids, query, fields, plan: info, team: ref });
  }

  /** Returns the question before an approval. Fails with `not-found`, or `refused` if the plan needs no approval. */
  async approveQuestion({ reviewId }: ArgsOf<'teamwork.approve'>): Promise<Result<Question>> {
    const found = this.#options.reviews.find(reviewId);
    if (!found.ok) return found;
    const { review, team } = found.value;
    const { plan } = review;
    if (plan?.team?.state !== 'waiting' || team === null) return fail(notOpen);
    const record = await this.#options.recordOf(review.connectionId);
    if (!record.ok) return record;
    const { boards } = plan.team;
    const skipped = boards - review.boards;
    const facts = [
      `The service’s host is ${hostFor('delete-boards', record.value)}.`,
      `After the approval, any team member can delete the plan’s ${counted(boards, 'board')} until ${dayOf(plan.expiresAt)}.`,
      ...(skipped > 0 ? [`On this computer, Easel would skip ${formatNumber(skipped)} of the boards.`] : []),
      `The plan’s code is ${plan.code}.`,
    ];
    const names = review.samples.length === 0 ? [] : [namesOf(review.samples, boards)];
    return ok({
      message: `Approve the plan by ${quoted(plan.author)} for the connection ${titleOf(record.value)}?`,
      detail: [...names, facts.join(' ')].join('\n\n'),
      yes: 'Approve plan',
    });
  }

  async approve(args: ArgsOf<'teamwork.approve'>, answered?: Question | null): Promise<Result<null>> {
    const other = refusalSince(answered, await this.approveQuestion(args));
    const found = this.#options.reviews.find(args.reviewId);
    if (other !== null || !found.ok || found.value.team === null) return fail(other ?? notOpen);
    const { review, team } = found.value;
    return this.#options.team.decide(review.connectionId, team, 'approved', '');
  }

  /** Opens a review of a plan file. Returns null if the user cancels. Fails for unreadable or unsuitable files. */
  async open({ connectionId, fields = [] }: ArgsOf<'plans.open'>): Promise<Result<JobReview | null>> {
    const { reviews, recordOf, files, now, readPlan } = this.#options;
    const chosen = await files.choose('plan');
    if (chosen === null) return ok(null);
    if (!chosen.ok) return fail(unreadFile(chosen.error));
    const read = await readPlan(chosen.value.text, { mostIds: MOST_REVIEWED, now: now() });
    if (!read.ok) return read;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    // Compares only the address of the board API, because colleagues may use different addresses for the paper API.
    const { boardApi } = read.value.plan.connection;
    if (plainAddress(boardApi) !== plainAddress(record.value.boardApi)) return fail(anotherService(boardApi));
    const { plan, code } = read.value;
    const info: PlanInfo = {
      fileName: chosen.value.name,
      author: cleanLine(`${plan.author.user} on ${plan.author.computer}`),
      note: cleanLine(plan.note),
      createdAt: Date.parse(plan.createdAt),
      expiresAt: Date.parse(plan.expiresAt),
      code,
      query: plan.query,
      team: null,
    };
    const { ids, query } = plan;
    return reviews.reviewPlan({ record: record.value, ids, query, fields, plan: info, team: null });
  }
}

function plainAddress(address: string): string {
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/+$/u, '');
}

function anotherService(boardApi: string): Failure {
  return failure('refused', {
    message: `This plan is for another service: ${shortened(boardApi, 100)}`,
    nextStep: 'Switch to the connection that the plan was created for, then open the plan again.',
  });
}

const notOpen = failure('refused', {
  message: 'This plan is no longer open: it was declined, has expired, or was already started.',
  nextStep: 'To see the status of this plan, open Team plans.',
});
