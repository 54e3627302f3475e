/** The list of boards in words, as pure functions of its state. */
import type { BoardsState } from '../../../preload/contract/boards.ts';
import { counted, formatNumber } from '../../parts/format.ts';

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

/** Why boards may be missing from the list; null when none are known to. */
export function whyIncomplete(state: BoardsState): string | null {
  if (state.phase === 'never' || state.phase === 'loading' || state.completeness === 'complete') return null;
  if (state.phase === 'failed') return 'Loading failed before the end.';
  if (state.phase === 'cancelled') return 'Loading was stopped.';
  if (state.completeness === 'still-changing') return 'The list kept changing: Easel tried 20 times.';
  if (state.notUnderstood > 0) return 'Some items were not understood.';
  const words = state.failure?.serviceMessage ?? '';
  if (words !== '') return `The service said “${words}” where the list went on or ended.`;
  return 'The service didn’t say where its list ends.';
}

/** "3 items were not understood", or null for none. */
export function notUnderstood(state: BoardsState): string | null {
  const { notUnderstood: items } = state;
  return items === 0 ? null : `${counted(items, 'item was', 'items were')} not understood`;
}

/** Share of the listing that is done, 0 to 1; null when the service sends no count to measure it by. */
export function listingShare(state: BoardsState): number | null {
  return state.total === null || state.total === 0 ? null : Math.min(1, state.loaded / state.total);
}

/** "2 on their way", or null for none. */
export function onTheirWay({ onItsWay: boards }: BoardsState): string | null {
  return boards === 0 ? null : `${formatNumber(boards)} on ${boards === 1 ? 'its' : 'their'} way`;
}

/** "1 vanished", or null for none. */
export function vanishedCount(state: BoardsState): string | null {
  return state.vanished === 0 ? null : `${formatNumber(state.vanished)} vanished`;
}

/** How many boards are selected, of how many that match: "512 of 100,000 selected". Null: those are being counted. */
export function selectedShare(selected: number, matching: number | null): string {
  if (matching === null) return `${formatNumber(selected)} selected`;
  return selected === matching
    ? `All ${formatNumber(matching)} selected`
    : `${formatNumber(selected)} of ${formatNumber(matching)} selected`;
}
