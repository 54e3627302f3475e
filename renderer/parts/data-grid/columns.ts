/** Which columns of a list are on show, in which order and how wide. */
import { useMemo } from 'react';
import type { BoardColumn, BoardField } from '../../../preload/contract/boards.ts';
import type { ListOf } from '../../store/list-slice.ts';
import type { AppState } from '../../store/store.ts';
import { useAppStore } from '../../store/use-app.ts';
import type { GridLayout } from './data-grid.tsx';

/** A column that can be chosen. */
export interface ColumnChoice {
  readonly id: string;
  readonly title: string;
}

/** The columns on show: those that were kept, or the first ones. */
export function shownColumns(
  kept: readonly BoardColumn[],
  first: readonly BoardColumn[],
): readonly BoardColumn[] {
  return kept.length === 0 ? first : kept;
}

/** Columns with this one shown behind the others, or no more; the last one stays. */
export function withChosen(shown: readonly BoardColumn[], id: string): readonly BoardColumn[] {
  const rest = shown.filter((column) => column.id !== id);
  if (rest.length === shown.length) return [...shown, { id, width: null }];
  return rest.length === 0 ? shown : rest;
}

/** Columns with this one at another place. */
export function withMoved(shown: readonly BoardColumn[], id: string, place: number): readonly BoardColumn[] {
  const moved = shown.find((column) => column.id === id);
  if (moved === undefined) return shown;
  return shown.filter((column) => column !== moved).toSpliced(place, 0, moved);
}

/** The columns of one list; none of these ever changes. */
export interface ListColumns {
  readonly of: ListOf;
  /** Those on show until somebody chooses others. */
  readonly first: (state: AppState) => readonly BoardColumn[];
  readonly choices: (fields: readonly BoardField[]) => readonly ColumnChoice[];
}

/** Widths and places of the columns, kept for the connection and said aloud. */
export function useLayout({ of, first, choices }: ListColumns): GridLayout {
  const store = useAppStore();
  return useMemo(() => {
    function now() {
      const state = store.getState();
      const { columns, fields } = state.lists[of];
      const { setColumns } = of === 'board' ? state.boardList : state.paperList;
      const titleOf = (id: string): string => choices(fields).find((each) => each.id === id)?.title ?? id;
      return { shown: shownColumns(columns, first(state)), titleOf, setColumns, say: state.say };
    }
    return {
      onResize(id, width) {
        const { shown, titleOf, setColumns, say } = now();
        void setColumns(shown.map((each) => (each.id === id ? { id, width } : each)));
        say(`${titleOf(id)}: ${width} pixels wide`);
      },
      onMove(id, place) {
        const { shown, titleOf, setColumns, say } = now();
        void setColumns(withMoved(shown, id, place));
        say(`${titleOf(id)}: column ${place + 1} of ${shown.length}`);
      },
    };
  }, [store, of, first, choices]);
}
