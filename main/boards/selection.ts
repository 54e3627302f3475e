/** Which boards a selection means: their ids, while its ranks still mean what a person saw. */
import type { BoardSelection } from '../../preload/contract/domain.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { failure } from '../service/failures.ts';
import type { Mirror } from '../store/mirror/mirror.ts';

/** How many boards are asked of the mirror at a time. */
export const BOARDS_AT_A_TIME = 10_000;

/** What the mirror gave, or `storage` where the disk failed. */
export async function stored<T>(asked: Promise<T>): Promise<Result<T>> {
  try {
    return ok(await asked);
  } catch {
    return fail(failure('storage'));
  }
}

/**
 * Why a selection can't be acted on now; null when it can.
 *
 * Ranks mean boards only as long as the list is the one they were chosen in. Ids and questions never grow stale.
 */
export async function whyStale(
  mirror: Pick<Mirror, 'facts'>,
  connectionId: string,
  selection: BoardSelection,
): Promise<Failure | null> {
  if (selection.kind !== 'ranges') return null;
  const facts = await stored(mirror.facts(connectionId));
  if (!facts.ok) return facts.error;
  return facts.value.revision === selection.revision ? null : listHasChanged();
}

/** The list is not what it was when boards of it were chosen or begun to be written. */
export function listHasChanged(): Failure {
  return failure('refused', {
    message: 'The list of boards has changed since these were chosen.',
    nextStep: 'Look at the list and choose them again.',
    retryable: false,
  });
}

/** The ids of all boards of a selection. Fails with `refused` when its ranks are stale, and with `storage`. */
export async function selectedIds(
  mirror: Pick<Mirror, 'facts' | 'ids'>,
  connectionId: string,
  selection: BoardSelection,
): Promise<Result<readonly string[]>> {
  const stale = await whyStale(mirror, connectionId, selection);
  if (stale !== null) return fail(stale);
  const ids: string[] = [];
  for (;;) {
    const page = await stored(mirror.ids(connectionId, selection, ids.length, BOARDS_AT_A_TIME));
    if (!page.ok) return page;
    for (const id of page.value.ids) ids.push(id);
    if (page.value.ids.length === 0 || ids.length >= page.value.boards) return ok(ids);
  }
}

/** How many whole rows are asked for at a time: handing over more would hold the main thread up. */
export const ROWS_AT_A_TIME = 1000;
