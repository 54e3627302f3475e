import type { BoardsState } from '../../../preload/contract/boards.ts';
import { counted, formatNumber } from '../../lib/format.ts';

/** Describes the progress or completeness of the list of boards: "1,240 loaded, complete", "312 loaded so far…". */
export function listingStatus(state: BoardsState): string {
  switch (state.phase) {
    case 'never':
      // Before the first listing of this run, the list may contain boards of an earlier run.
      return state.asOf === null ? 'Not loaded yet' : loadedText(state);
    case 'loading':
      if (state.preparing) return 'Preparing…';
      if (state.loaded === 0) return 'Loading…';
      return state.total === null
        ? `${formatNumber(state.loaded)} loaded so far…`
        : `${formatNumber(state.loaded)} of ${formatNumber(state.total)} loaded so far…`;
    case 'done':
    case 'failed':
    case 'cancelled':
      return loadedText(state);
  }
}

function loadedText({ rows, completeness }: BoardsState): string {
  return `${formatNumber(rows)} loaded, ${completeness === 'complete' ? 'complete' : 'may be incomplete'}`;
}

/** Returns why the list may lack boards. Null if it is complete, or if another part of the screen shows why. */
export function whyIncomplete(state: BoardsState): string | null {
  if (state.phase === 'never' || state.phase === 'loading' || state.completeness === 'complete') return null;
  if (state.phase === 'failed') return 'Loading failed.';
  if (state.phase === 'cancelled') return 'Loading stopped.';
  // The reason is items that Easel could not parse. The footer already shows their number.
  if (state.notUnderstood > 0) return null;
  const message = state.failure?.serviceMessage ?? '';
  if (message !== '') return `The list ended with the message “${message}”.`;
  return 'The end of the list couldn’t be confirmed.';
}

export function notUnderstood({ notUnderstood: items }: BoardsState): string | null {
  return items === 0 ? null : `${counted(items, 'item')} couldn’t be read`;
}

/** Describes a selection: "512 of 100,000 selected", "3 selected, 2 not shown". `matching` is null until counted. */
export function selectedShare(selected: number, matching: number | null, hidden = 0): string {
  if (hidden > 0) return `${formatNumber(selected)} selected, ${formatNumber(hidden)} not shown`;
  if (matching === null) return `${formatNumber(selected)} selected`;
  return selected === matching
    ? `All ${formatNumber(matching)} selected`
    : `${formatNumber(selected)} of ${formatNumber(matching)} selected`;
}
