/** Reads once which boards or papers a bulk delete covers: what appears later is not included. */
import type { BoardRow, BoardSelection } from '../../preload/contract/boards.ts';
import type { JobReview } from '../../preload/contract/jobs.ts';
import type { Paper } from '../../preload/contract/papers.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { listHasChanged, ROWS_AT_A_TIME } from '../boards/selection.ts';
import type { Log } from '../log/log.ts';
import { failure } from '../wording/failure.ts';
import { formatNumber } from '../wording/format.ts';
import { isListChanged } from '../store/mirror/mirror.ts';
import type { Mirror, MirrorFacts } from '../store/mirror/mirror.ts';
import { asksForAge, butUndated } from '../store/mirror/query.ts';

/** More is not one deed that a person can oversee. */
export const MOST_REVIEWED = 100_000;

/** A list that changes meanwhile is read again; after this many attempts the review fails. */
const MOST_READINGS = 3;

type Why = JobReview['skipped'][number]['why'];

/** The data that a review is built from. */
export interface Reviewed extends Pick<
  JobReview,
  'skipped' | 'notListed' | 'samples' | 'fields' | 'oldest' | 'newest'
> {
  readonly ids: readonly string[];
  readonly facts: Pick<MirrorFacts, 'completeness' | 'asOf'>;
}

export type ReviewMirror = Pick<Mirror, 'facts' | 'rows'>;

/** Sorts rows into what is deleted and what is not, and why not. */
class Sieve {
  readonly ids: string[] = [];
  /** When each of them was made; null where that is not known. */
  readonly moments: (number | null)[] = [];
  readonly skipped: Record<Why, number> = {
    protected: 0,
    vanished: 0,
    undated: 0,
    'without-id': 0,
    queued: 0,
  };
  notListed = 0;

  /** `needsDate`: one whose age is not known is left out. */
  add(row: BoardRow, needsDate: boolean): void {
    const moment = row.created?.epochMs ?? null;
    if (row.id === null) this.skipped['without-id'] += 1;
    else if (row.vanishedAt !== null) this.skipped.vanished += 1;
    else if (row.local?.protected === true) this.skipped.protected += 1;
    else if (row.queued === true) this.skipped.queued += 1;
    else if (needsDate && moment === null) this.skipped.undated += 1;
    else {
      this.ids.push(row.id);
      this.moments.push(moment);
    }
  }

  addUnlisted(id: string, isProtected: boolean): void {
    if (isProtected) this.skipped.protected += 1;
    else {
      this.notListed += 1;
      this.ids.push(id);
      this.moments.push(null);
    }
  }
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
    const sieve = new Sieve();
    for (let from = 0, boards = 1; from < boards; from += ROWS_AT_A_TIME) {
      const page = await mirror.rows(connectionId, selection, from, ROWS_AT_A_TIME, []);
      ({ boards } = page);
      if (boards > MOST_REVIEWED) {
        const message = `You chose ${formatNumber(boards)} boards. At most ${formatNumber(MOST_REVIEWED)} can be deleted at once.`;
        const nextStep = 'Choose fewer boards, for example with another filter.';
        return fail(failure('refused', { message, nextStep }));
      }
      for (const row of page.rows) sieve.add(row, false);
    }
    if (selection.kind === 'all' && asksForAge(selection.query)) {
      const undated = { ...selection, query: butUndated(selection.query) };
      sieve.skipped.undated = (await mirror.rows(connectionId, undated, 0, 1, [])).boards;
    }
    return ok(sieve);
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
    const sieve = new Sieve();
    for (let from = 0; from < all.length; from += ROWS_AT_A_TIME) {
      const ids = all.slice(from, from + ROWS_AT_A_TIME);
      const listed = await listedRows(mirror, connectionId, ids, []);
      const others = await protectedOf(ids.filter((id) => !listed.has(id)));
      for (const id of ids) {
        const row = listed.get(id);
        if (row === undefined) sieve.addUnlisted(id, others.has(id));
        else sieve.add(row, needsDate);
      }
    }
    return ok(sieve);
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
  read: () => Promise<Result<Sieve>>,
): Promise<Result<Reviewed>> {
  // Ranks mean what they mean under one revision only: for them there is no second reading.
  const isOfOneRevision = selection?.kind === 'ranges';
  for (let reading = 1; reading <= (isOfOneRevision ? 1 : MOST_READINGS); reading += 1) {
    try {
      const before = await mirror.facts(connectionId);
      if (isOfOneRevision && before.revision !== selection.revision) break;
      const sieve = await read();
      if (!sieve.ok) return sieve;
      const told = await reviewedOf(sieve.value, (ids) => listedRows(mirror, connectionId, ids, fields));
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
  const sieve = new Sieve();
  for (const id of new Set(identifiers)) {
    sieve.add(rows.get(id) ?? { ...unlistedRow(id), vanishedAt: 0 }, false);
  }
  const told = await reviewedOf(sieve, () => Promise.resolve(rows));
  return { ...told, fields: [], facts: { completeness: 'maybe-incomplete', asOf: null } };
}

/** As a row of boards: called by its name, and as old as it is in the register. */
function paperRow({ identifier, name, local, rememberedAt, deletedAt, queued }: Paper): BoardRow {
  return {
    ...unlistedRow(identifier),
    created: { raw: '', epochMs: rememberedAt, assumedUtc: false },
    vanishedAt: deletedAt,
    local: { note: '', tags: [], customer: '', protected: false, ...local, label: name },
    ...(queued === true && { queued }),
  };
}

/** `rowsOf`: the rows of those that there are. Rejects as it does. */
async function reviewedOf(
  { ids, moments, skipped, notListed }: Sieve,
  rowsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, BoardRow>>,
): Promise<Omit<Reviewed, 'fields' | 'facts'>> {
  const picked = pickSamples(moments).map((at) => ids[at] ?? '');
  const listed = await rowsOf(picked);
  const samples = picked.map((id) => listed.get(id) ?? unlistedRow(id));
  const dated = samples.flatMap(({ created }) => (created?.epochMs == null ? [] : [created]));
  return {
    ids,
    notListed,
    skipped: (Object.keys(skipped) as Why[]).flatMap((why) =>
      skipped[why] === 0 ? [] : [{ why, boards: skipped[why] }],
    ),
    samples,
    oldest: dated.at(0) ?? null,
    newest: dated.at(-1) ?? null,
  };
}

// Picks a few boards that stand for all of them: the oldest, the newest, and some evenly in between.

const MOST_SAMPLES = 12;

/**
 * The places of at most 12, the oldest first, those of unknown age last.
 *
 * `moments`: when each was made, epoch ms; null for not known.
 */
function pickSamples(moments: readonly (number | null)[]): readonly number[] {
  if (moments.length === 0) return [];
  const places = [...moments.keys()].sort((one, other) => (moments[one] ?? 0) - (moments[other] ?? 0));
  const dated = places.filter((place) => moments[place] !== null);
  const undated = places.filter((place) => moments[place] === null);
  const share = Math.round((MOST_SAMPLES * undated.length) / moments.length);
  // Both kinds are shown where there are both, and of the dated ones both ends.
  const fair = Math.min(Math.max(share, 1), MOST_SAMPLES - 2);
  const ofUndated = Math.min(undated.length, Math.max(fair, MOST_SAMPLES - dated.length));
  return [...evenly(dated, MOST_SAMPLES - ofUndated), ...evenly(undated, ofUndated)];
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
