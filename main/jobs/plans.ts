/** Files that become a review: cleanup plans, which one person drafts and another runs, and lists of board ids. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { FileWritten } from '../../preload/contract/call.ts';
import type { JobReview, PlanInfo } from '../../preload/contract/jobs.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { ROWS_AT_A_TIME, stored } from '../boards/selection.ts';
import type { RecordOf } from '../store/records.ts';
import { LARGEST_BYTES, savedAs, type Files } from '../lib/files/files.ts';
import { readCsv, whyRewritten } from '../lib/files/csv.ts';
import type { Log } from '../lib/log/log.ts';
import type { Notes } from '../notes/notes.ts';
import { isFields } from '../service/wire/body.ts';
import { BOARD_ID_NAMES, findId, readId, whyUnusableId } from '../service/wire/ids.ts';
import { parseJson } from '../service/wire/json.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { isSamePerson, readPlan, writePlan, type Author, type ReadPlan } from './plan-file.ts';
import {
  connectionMoved,
  listedRows,
  MOST_REVIEWED,
  readIds,
  type Planned,
  type Reviewed,
  type ReviewMirror,
  type Reviews,
} from './reviews.ts';
import { asksForAge } from '../store/mirror/query.ts';
import { dayOf, formatNumber } from '../lib/wording/format.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { failure, unreadFile } from '../lib/wording/failure.ts';

export interface PlansOptions {
  readonly reviews: Pick<Reviews, 'held' | 'hold'>;
  readonly mirror: ReviewMirror;
  /** Notes about boards, including unlisted ones. */
  readonly notesOf: Notes['ofBoards'];
  readonly recordOf: RecordOf;
  readonly files: Pick<Files, 'choose' | 'save'>;
  /** Who drafts plans here; rejects when the database fails. */
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
   * Writes what is reviewed where the person says; null when they chose nowhere. The review stays open.
   *
   * Fails with `not-found`, `refused` for none or too many boards, `storage`.
   */
  async save({ reviewId, note, validDays }: ArgsOf<'plans.save'>): Promise<Result<FileWritten | null>> {
    const { reviews, recordOf, files, author, log, now } = this.#options;
    const held = reviews.held(reviewId);
    if (!held.ok) return held;
    const record = await recordOf(held.value.review.connectionId);
    if (!record.ok) return record;
    const { ids, address: boardApi, query, review } = held.value;
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
    // The code in the file name is for the author, who reads it out by telephone.
    const fileName = `easel-cleanup-${dayOf(createdAt)}-${code.replace(' ', '-')}.easelplan.json`;
    return savedAs(await files.save('plan', fileName, text), { items: ids.length });
  }

  /**
   * Lets the person choose a plan, holds it against what is here now, and gives its review; null when they chose none.
   *
   * Fails with `invalid-input` for a file that can’t be read, `refused` with the reason why it is no plan for here and
   * now, `not-found`, `locked`, `storage`.
   */
  async open({ connectionId, fields = [] }: ArgsOf<'plans.open'>): Promise<Result<JobReview | null>> {
    const { recordOf, files, now } = this.#options;
    const asked = await recordOf(connectionId);
    if (!asked.ok) return asked;
    const chosen = await files.choose('plan');
    if (chosen === null) return ok(null);
    if (!chosen.ok) return fail(unreadFile(chosen.error));
    const read = readPlan(chosen.value.text, { mostIds: MOST_REVIEWED, now: now() });
    if (!read.ok) return read;
    // A dialog may stand open for long.
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    // Boards are looked up at the board API alone: a colleague may well reach the paper API by another address.
    const { boardApi } = read.value.plan.connection;
    if (plainAddress(boardApi) !== plainAddress(record.value.boardApi)) return fail(anotherService(boardApi));
    return this.#review(record.value, read.value, { name: chosen.value.name, fields });
  }

  /**
   * Lets the person choose a file of ids, and gives its review; null when they chose none. What is not in the list of here
   * stays in, as with a plan. Fails as `open` does.
   */
  async openIds({ connectionId }: ArgsOf<'plans.openIds'>): Promise<Result<JobReview | null>> {
    const { reviews, recordOf, files } = this.#options;
    const chosen = await files.choose('ids');
    if (chosen === null) return ok(null);
    if (!chosen.ok) return fail(unreadFile(chosen.error));
    const list = readIdList(chosen.value.text, MOST_REVIEWED);
    if (!list.ok) return list;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    const { ids, rewritten } = list.value;
    const wrong = await this.#whyRewritten(connectionId, rewritten);
    if (wrong !== null) return fail(wrong);
    const reviewed = await this.#read(connectionId, { ids, needsDate: false, fields: [] });
    return reviewed.ok ? reviews.hold({ record: record.value, reviewed: reviewed.value }) : reviewed;
  }

  /** `rewritten`: ids with their lines in the file. Null if the list has all of them. */
  async #whyRewritten(connectionId: string, rewritten: ReadonlyMap<string, number>): Promise<Failure | null> {
    const { mirror, log } = this.#options;
    const lines = [...rewritten];
    for (let from = 0; from < lines.length; from += ROWS_AT_A_TIME) {
      const some = lines.slice(from, from + ROWS_AT_A_TIME);
      const ids = some.map(([id]) => id);
      const listed = await stored(listedRows(mirror, connectionId, ids, []), log);
      if (!listed.ok) return listed.error;
      const wrong = some.find(([id]) => !listed.value.has(id));
      if (wrong !== undefined) return rewrittenId(...wrong);
    }
    return null;
  }

  #read(connectionId: string, planned: Omit<Planned, 'protectedOf'>): Promise<Result<Reviewed>> {
    const { mirror, notesOf, log } = this.#options;
    const protectedOf = async (some: readonly string[]): Promise<ReadonlySet<string>> => {
      const notes = await notesOf(connectionId, some);
      return new Set(notes.filter((note) => note.protected).map(({ boardId }) => boardId));
    };
    return readIds({ mirror, log }, connectionId, { ...planned, protectedOf });
  }

  async #review(
    record: ConnectionRecord,
    { plan, code }: ReadPlan,
    { name, fields }: { readonly name: string; readonly fields: readonly string[] },
  ): Promise<Result<JobReview>> {
    const { reviews, author, log } = this.#options;
    const { query } = plan;
    const needsDate = query !== null && asksForAge(query);
    const reviewed = await this.#read(record.id, { ids: plan.ids, needsDate, fields });
    if (!reviewed.ok) return reviewed;
    const { skipped, notListed } = reviewed.value;
    const skippedFor = (why: string): number => skipped.find((one) => one.why === why)?.boards ?? 0;
    const info: PlanInfo = {
      fileName: name,
      author: cleanLine(`${plan.author.user} on ${plan.author.computer}`),
      note: cleanLine(plan.note),
      createdAt: Date.parse(plan.createdAt),
      expiresAt: Date.parse(plan.expiresAt),
      boards: plan.ids.length,
      code,
      query,
      changes: { vanished: skippedFor('vanished'), newlyProtected: skippedFor('protected'), notListed },
    };
    const here = await stored(author(), log);
    if (!here.ok) return here;
    const draftedBy = isSamePerson(plan.author, here.value) ? 'self' : 'another';
    return reviews.hold({ record, reviewed: reviewed.value, query, plan: info, draftedBy });
  }
}

function plainAddress(address: string): string {
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/+$/u, '');
}

/** `boardApi`: as the file says it. */
function anotherService(boardApi: string): Failure {
  const shown = boardApi.length > 100 ? `${boardApi.slice(0, 100)}…` : boardApi;
  return failure('refused', {
    message: `This plan is for another service: ${shown}`,
    nextStep: 'Switch to the connection it was made for, then open it again.',
  });
}

const noPapers = failure('refused', { message: 'Plans are for boards alone.' });

const emptyPlan = failure('refused', {
  message: 'None of these boards can be deleted, so there is nothing to plan.',
  nextStep: 'Choose other boards.',
});

const planTooLarge = failure('refused', {
  message: 'These are more boards than one plan can hold.',
  nextStep: 'Split them into several plans.',
});

// A file of board ids: one a line, a table with a column of them, or a JSON list, as Easel exports boards.

/** `id` is what Easel calls it, whatever else a service has under that name. */
const NAMES = ['id', ...BOARD_ID_NAMES.filter((name) => name !== 'id')];

interface IdList {
  readonly ids: readonly string[];
  /** The lines of ids that look as if a spreadsheet had rewritten them. */
  readonly rewritten: ReadonlyMap<string, number>;
}

/**
 * The ids of a file, each once, in its order. One line that can't be read fails all of it: half a list is another list.
 * Fails with `refused` and the line.
 */
function readIdList(text: string, most: number): Result<IdList> {
  const found = text.trimStart().startsWith('[') ? fromArray(text) : fromLines(text);
  const ids = new Set<string>();
  const rewritten = new Map<string, number>();
  for (const { id, line, isRewritten } of found) {
    if (id === null || whyUnusableId(id) !== null) return fail(noId(line));
    ids.add(id);
    if (isRewritten === true && !rewritten.has(id)) rewritten.set(id, line);
    if (ids.size > most) return fail(tooMany(most));
  }
  return ids.size === 0 ? fail(noId(1)) : ok({ ids: [...ids], rewritten });
}

interface Found {
  readonly id: string | null;
  readonly line: number;
  readonly isRewritten?: boolean;
}

function* fromArray(text: string): Generator<Found, void> {
  const items = parsed(text);
  if (!Array.isArray(items)) yield { id: null, line: 1 };
  else for (const [at, item] of items.entries()) yield { id: idOf(item), line: at + 1 };
}

function* fromLines(text: string): Generator<Found, void> {
  let column: number | null = null;
  for (const row of readCsv(text)) {
    const cells = 'cells' in row ? row.cells : [];
    if (column === null) {
      const heads = cells.map((cell) => cell.trim().toLowerCase());
      const named = heads.findIndex((head) => NAMES.some((name) => name.toLowerCase() === head));
      // Without a heading there must be a single column.
      column = named < 0 && cells.length > 1 ? -1 : Math.max(named, 0);
      if (named >= 0) continue;
    }
    const isRewritten = 'cells' in row && row.rewritten?.includes(column) === true;
    yield { id: cells[column]?.trim() ?? null, line: row.line, isRewritten };
  }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

function idOf(item: unknown): string | null {
  return isFields(item) ? (findId(item, NAMES)?.id ?? null) : readId(item);
}

function noId(line: number): Failure {
  return failure('refused', {
    message: `Line ${formatNumber(line)} of the file holds no board id.`,
    nextStep: 'Give one id a line, a table with the column “id”, or boards that Easel exported.',
  });
}

/** For an id that is not in the list. `line`: where it is in the file. */
function rewrittenId(id: string, line: number): Failure {
  return failure('refused', { message: `Line ${formatNumber(line)}: ${whyRewritten(id)}` });
}

function tooMany(most: number): Failure {
  return failure('refused', {
    message: `The file has more than ${formatNumber(most)} boards, which is the most that can be deleted at once.`,
    nextStep: 'Split it into several files.',
  });
}
