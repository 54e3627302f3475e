/** The list of boards in words, as pure functions of its state. */
import type { BoardsState } from '../../../preload/contract/boards.ts';
import { counted, formatNumber } from '../../lib/format.ts';

/** How far the list has come and how sure its end is: "1,240 loaded, complete", "312 so far…". */
export function listingStatus(state: BoardsState): string {
  switch (state.phase) {
    case 'never':
      // Of an earlier run there may be a list all the same.
      return state.asOf === null ? 'Not loaded yet' : settled(state);
    case 'loading':
      return state.total === null
        ? `${formatNumber(state.loaded)} so far…`
        : `${formatNumber(state.loaded)} of ${formatNumber(state.total)} so far…`;
    case 'done':
    case 'failed':
    case 'cancelled':
      return settled(state);
  }
}

function settled({ rows, completeness }: BoardsState): string {
  return `${formatNumber(rows)} loaded, ${SURENESS[completeness]}`;
}

/** How sure the end of a list is. */
export const SURENESS: Readonly<Record<BoardsState['completeness'], string>> = {
  complete: 'complete',
  'maybe-incomplete': 'may be incomplete',
  'still-changing': 'still changing',
};

/** Why boards may be missing from the list; null when none are known to, or it is plain. */
export function whyIncomplete(state: BoardsState): string | null {
  if (state.phase === 'never' || state.phase === 'loading' || state.completeness === 'complete') return null;
  if (state.phase === 'failed') return 'Loading failed.';
  if (state.phase === 'cancelled') return 'Loading stopped.';
  if (state.completeness === 'still-changing') return 'The list kept changing (20 tries).';
  // Those are counted beside it.
  if (state.notUnderstood > 0) return null;
  const words = state.failure?.serviceMessage ?? '';
  if (words !== '') return `At the end the service said “${words}”.`;
  return 'The service didn’t mark the end.';
}

/** "3 items not understood", or null for none. */
export function notUnderstood({ notUnderstood: items }: BoardsState): string | null {
  return items === 0 ? null : `${counted(items, 'item')} not understood`;
}

/** Share of the listing that is done, 0 to 1; null when the service sends no count to measure it by. */
export function listingShare(state: BoardsState): number | null {
  return state.total === null || state.total === 0 ? null : Math.min(1, state.loaded / state.total);
}

/** How many boards are selected, of how many that match: "512 of 100,000 selected". Null: those are being counted. */
export function selectedShare(selected: number, matching: number | null): string {
  if (matching === null) return `${formatNumber(selected)} selected`;
  return selected === matching
    ? `All ${formatNumber(matching)} selected`
    : `${formatNumber(selected)} of ${formatNumber(matching)} selected`;
}
