/** Which columns of a list are on show, and how wide. */
import { useCallback } from 'react';
import type { RowColumn, CountedName } from '../../../preload/contract/boards.ts';
import type { ListOf } from '../../store/list-slice.ts';
import type { AppState } from '../../store/store.ts';
import { useAppStore } from '../../store/use-app.ts';
import type { OnResize } from './data-grid.tsx';

/** A column that can be chosen. */
export interface ColumnChoice {
  readonly id: string;
  readonly title: string;
}

/** The columns on show: those that were kept, or the first ones. */
export function shownColumns(kept: readonly RowColumn[], first: readonly RowColumn[]): readonly RowColumn[] {
  return kept.length === 0 ? first : kept;
}

/** Columns with this one shown behind the others, or no more; the last one stays. */
export function withChosen(shown: readonly RowColumn[], id: string): readonly RowColumn[] {
  const rest = shown.filter((column) => column.id !== id);
  if (rest.length === shown.length) return [...shown, { id, width: null }];
  return rest.length === 0 ? shown : rest;
}

/** The columns of one list; none of these ever changes. */
export interface ListColumns {
  readonly of: ListOf;
  /** Those on show until somebody chooses others. */
  readonly first: (state: AppState) => readonly RowColumn[];
  readonly choices: (fields: readonly CountedName[]) => readonly ColumnChoice[];
}

/** Keeps the width of a column for the connection, and says it aloud. */
export function useResize({ of, first, choices }: ListColumns): OnResize {
  const store = useAppStore();
  return useCallback(
    (id, width) => {
      const state = store.getState();
      const { columns, names } = state.lists[of];
      const { setColumns } = of === 'board' ? state.boardList : state.paperList;
      const shown = shownColumns(columns, first(state));
      void setColumns(shown.map((each) => (each.id === id ? { id, width } : each)));
      const title = choices(names.fields).find((each) => each.id === id)?.title ?? id;
      state.say(`${title}: ${width} pixels wide`);
    },
    [store, of, first, choices],
  );
}
