/** Keeps the current board the current one while the list changes, however far that takes it. */
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { BoardsState } from '../../preload/contract/boards.ts';
import { keyOfRow, rankOf } from './row-pages.ts';
import type { AppStore } from './store.ts';

/** The rows of a listing that has ended come within this time, in ms; where the current board is then, is said. */
const ROWS_COME = 800;

const number = new Intl.NumberFormat('en');

/** Follows the current board; `rowsCame` and `listing` are to be called as rows and news of the list come. */
export function boardFollower(bridge: EaselBridge, store: Pick<AppStore, 'getState' | 'setState'>) {
  /** What was asked for last: the same is not asked twice. */
  let asked: readonly unknown[] = [];
  let before: { readonly id: string; readonly rank: number } | null = null;
  let saying: ReturnType<typeof setTimeout> | undefined;

  function sayWhere(): void {
    const { boardSelection: now, boardRows, announce } = store.getState();
    const moved = before !== null && now?.row?.id === before.id && now.rank !== before.rank;
    before = null;
    if (moved) {
      const [row, rows] = [number.format(now.rank + 1), number.format(boardRows.matching)];
      announce(`The list has changed: you are on row ${row} of ${rows} now.`);
    }
  }

  return {
    /** Rows have come: the current board may be among none of those held, and is then looked for. */
    async rowsCame(): Promise<void> {
      const { boardsOf: connectionId, boardQuery: query, boardRows, boardSelection } = store.getState();
      const row = boardSelection?.row ?? null;
      if (connectionId === null || row === null || row.id === null || boardRows.fresh.size === 0) return;
      if (rankOf(boardRows, keyOfRow(row)) !== null) return;
      const question = [query, boardRows.revision, row.id];
      if (question.every((each, at) => each === asked[at])) return;
      asked = question;
      const found = await bridge.boards.rank({ connectionId, query, idPrefix: row.id, after: 0 });
      if (!found.ok || found.value === null || asked !== question) return;
      const rank = found.value;
      store.setState(({ boardSelection: now }) =>
        now?.row?.id === row.id ? { boardSelection: { ...now, rank } } : {},
      );
    },

    /** What a listing is up to. */
    listing(phase: BoardsState['phase']): void {
      const { boardSelection } = store.getState();
      const id = boardSelection?.row?.id ?? null;
      if (phase !== 'loading') {
        clearTimeout(saying);
        if (before !== null) saying = setTimeout(sayWhere, ROWS_COME);
      } else if (boardSelection !== null && id !== null && before?.id !== id) {
        before = { id, rank: boardSelection.rank };
      }
    },
  };
}
