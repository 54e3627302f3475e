import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { FileWritten } from '../../preload/contract/call.ts';
import type { JobReview, PlanInfo } from '../../preload/contract/jobs.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { stored } from '../store/selection.ts';
import type { RecordOf } from '../store/records.ts';
import { LARGEST_BYTES, savedAs, type Files } from '../lib/files/files.ts';
import type { Log } from '../lib/log/log.ts';
import type { Notes } from '../notes/notes.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { isSamePerson, writePlan, type Author, type readPlan, type ReadPlan } from './plan-file.ts';
import { connectionMoved, MOST_REVIEWED, type Reviews } from './reviews.ts';
import { dayOf, shortened } from '../lib/wording/format.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { failure, unreadFile } from '../lib/wording/failure.ts';

export interface PlansOptions {
  readonly reviews: Pick<Reviews, 'find' | 'reviewPlan'>;
  /** Returns the notes that Easel stores about boards, also for boards that are missing from the list. */
  readonly notesOf: Notes['ofBoards'];
  readonly recordOf: RecordOf;
  readonly files: Pick<Files, 'choose' | 'save'>;
  readonly readPlan: (...args: Parameters<typeof readPlan>) => Promise<Result<ReadPlan>>;
  readonly author: () => Promise<Author>;
  readonly log: Log;
  readonly now: () => number;
}

const DAY = 86_400_000;

export class Plans {
  readonly #options: PlansOptions;

  constructor(options: PlansOptions) {
    this.#options = options;
  }

  /**
   * Saves reviewed boards as a plan file; null if the user cancels. Fails with `not-found`, `storage`, or `refused`
   * if no plan can be made.
   */
  async save({ reviewId, note, validDays }: ArgsOf<'plans.save'>): Promise<Result<FileWritten | null>> {
    const { reviews, recordOf, files, author, log, now } = this.#options;
    const found = reviews.find(reviewId);
    if (!found.ok) return found;
    const record = await recordOf(found.value.review.connectionId);
    if (!record.ok) return record;
    const { ids, address: boardApi, query, review } = found.value;
    if (review.of === 'paper') return fail(noPapers);
    if (record.value.boardApi !== boardApi) return fail(connectionMoved);
    if (ids.length === 0) return fail(emptyPlan);
    const here = await stored(author(), log);
    if (!here.ok) return here;
    const createdAt = now();
    const { text, code } = writePlan({
      connection: { name: record.value.name, boardApi },
      query,
      note: cleanLine(note),
      author: here.value,
      createdAt: new Date(createdAt).toISOString(),
      expiresAt: new Date(createdAt + validDays * DAY).toISOString(),
      ids,
    });
    if (Buffer.byteLength(text) > LARGEST_BYTES.plan) return fail(planTooLarge);
    // The file name contains the plan's code, which the author reads out by phone.
    const fileName = `easel-cleanup-${dayOf(createdAt)}-${code.replace(' ', '-')}.easelplan.json`;
    return savedAs(await files.save('plan', fileName, text), { items: ids.length });
  }

  /**
   * Opens a plan file for review; null if the user cancels. Fails with `invalid-input`, `refused`, `not-found`,
   * `locked` or `storage`.
   */
  async open({ connectionId, fields = [] }: ArgsOf<'plans.open'>): Promise<Result<JobReview | null>> {
    const { recordOf, files, now, readPlan } = this.#options;
    const connection = await recordOf(connectionId);
    if (!connection.ok) return connection;
    const chosen = await files.choose('plan');
    if (chosen === null) return ok(null);
    if (!chosen.ok) return fail(unreadFile(chosen.error));
    const read = await readPlan(chosen.value.text, { mostIds: MOST_REVIEWED, now: now() });
    if (!read.ok) return read;
    // The connection is read again, because its settings may have changed while the file dialog was open.
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    // Only the board API's address must match the plan. A colleague may use another address for the paper API.
    const { boardApi } = read.value.plan.connection;
    if (plainAddress(boardApi) !== plainAddress(record.value.boardApi)) return fail(anotherService(boardApi));
    return this.#review(record.value, read.value, { name: chosen.value.name, fields });
  }

  async #review(
    record: ConnectionRecord,
    { plan, code }: ReadPlan,
    { name, fields }: { readonly name: string; readonly fields: readonly string[] },
  ): Promise<Result<JobReview>> {
    const { reviews, notesOf, author, log } = this.#options;
    const { ids, query } = plan;
    const protectedOf = async (some: readonly string[]): Promise<ReadonlySet<string>> => {
      const notes = await notesOf(record.id, some);
      return new Set(notes.filter((note) => note.protected).map(({ boardId }) => boardId));
    };
    const info: PlanInfo = {
      fileName: name,
      author: cleanLine(`${plan.author.user} on ${plan.author.computer}`),
      note: cleanLine(plan.note),
      createdAt: Date.parse(plan.createdAt),
      expiresAt: Date.parse(plan.expiresAt),
      code,
      query,
    };
    const here = await stored(author(), log);
    if (!here.ok) return here;
    const draftedBy = isSamePerson(plan.author, here.value) ? 'self' : 'another';
    return reviews.reviewPlan({ record, ids, query, fields, protectedOf, plan: info, draftedBy });
  }
}

function plainAddress(address: string): string {
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/+$/u, '');
}

function anotherService(boardApi: string): Failure {
  return failure('refused', {
    message: `This plan is for another service: ${shortened(boardApi, 100)}`,
    nextStep: 'Switch to the connection it was made for, then open it again.',
  });
}

const noPapers = failure('refused', { message: 'Plans can only contain boards.' });

const emptyPlan = failure('refused', {
  message: 'None of these boards can be deleted, so there is nothing to plan.',
  nextStep: 'Choose other boards.',
});

const planTooLarge = failure('refused', {
  message: 'Too many boards for one plan.',
  nextStep: 'Split them into several plans.',
});
