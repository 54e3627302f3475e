/** Reads once which boards or papers a bulk delete covers: what appears later is not included. */
import type { BoardLocal, BoardRow, BoardSelection, ServiceTime } from '../../preload/contract/boards.ts';
import type { JobReview } from '../../preload/contract/jobs.ts';
import type { Paper } from '../../preload/contract/papers.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { listHasChanged, ROWS_AT_A_TIME } from '../boards/selection.ts';
import type { Log } from '../lib/log/log.ts';
import { failure } from '../lib/wording/failure.ts';
import { formatNumber } from '../lib/wording/format.ts';
import { isListChanged } from '../store/mirror/mirror.ts';
import type { Mirror, MirrorFacts } from '../store/mirror/mirror.ts';
import { asksForAge, butUndated } from '../store/mirror/query.ts';

/** More is not one deed that a person can oversee. */
export const MOST_REVIEWED = 100_000;

/** A list that changes meanwhile is read again; after this many attempts the review fails. */
const MOST_READINGS = 3;

type Why = JobReview['skipped'][number]['why'];
/** In the order in which they are shown. */
const WHYS: readonly Why[] = ['protected', 'vanished', 'undated', 'without-id', 'queued'];

/** The data that a review is built from. */
export interface Reviewed extends Pick<
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
export function readSelection(
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
export interface Planned {
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
export async function listedRows(
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
export function unlistedRow(id: string): BoardRow {
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
export async function readPapers(
  register: readonly Paper[],
  identifiers: readonly string[],
): Promise<Reviewed> {
  const rows = new Map(register.map((paper) => [paper.identifier, paperRow(paper)]));
  const sorted = nothingSorted();
  for (const id of new Set(identifiers))
    sortIn(sorted, rows.get(id) ?? { ...unlistedRow(id), vanishedAt: 0 });
  const told = await reviewedOf(sorted, () => Promise.resolve(rows));
  return { ...told, fields: [], facts: { completeness: 'maybe-incomplete', asOf: null } };
}

const NO_NOTE: BoardLocal = { label: '', note: '', tags: [], customer: '', protected: false };
const PROTECTED: BoardLocal = { ...NO_NOTE, protected: true };

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

/** At most so many, the first and the last among them. */
export function evenly<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const step = (all.length - 1) / Math.max(most - 1, 1);
  return Array.from({ length: most }, (_, index) => Math.round(index * step)).flatMap((place) =>
    all.slice(place, place + 1),
  );
}

const listKeepsChanging = failure('refused', {
  message: 'The list of boards keeps changing, so Easel can’t tell which ones you mean.',
  nextStep: 'Wait until the list is complete, then try again.',
  retryable: true,
});
