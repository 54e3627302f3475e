/** Reads once which papers of the register a bulk delete covers. Whether the service still has them, nobody can ask it. */
import type { BoardRow } from '../../preload/contract/boards.ts';
import type { Paper } from '../../preload/contract/papers.ts';
import { reviewedOf, Sieve, unlistedRow, type Reviewed } from './review-boards.ts';

/** Papers that were deleted, or are no longer in the register, are left out. */
export async function readPapers(
  register: readonly Paper[],
  identifiers: readonly string[],
): Promise<Reviewed> {
  const rows = new Map(register.map((paper) => [paper.identifier, rowOf(paper)]));
  const sieve = new Sieve();
  for (const id of new Set(identifiers)) {
    sieve.add(rows.get(id) ?? { ...unlistedRow(id), vanishedAt: 0 }, false);
  }
  const told = await reviewedOf(sieve, () => Promise.resolve(rows));
  return { ...told, facts: { completeness: 'maybe-incomplete', asOf: null } };
}

/** As a row of boards: called by its name, and as old as it is in the register. */
function rowOf({ identifier, name, local, rememberedAt, deletedAt, queued }: Paper): BoardRow {
  return {
    ...unlistedRow(identifier),
    created: { raw: '', epochMs: rememberedAt, assumedUtc: false },
    vanishedAt: deletedAt,
    local: { note: '', tags: [], customer: '', protected: false, ...local, label: name },
    ...(queued === true && { queued }),
  };
}
