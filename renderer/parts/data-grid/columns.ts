import { useCallback } from 'react';
import type { RowColumn } from '../../../preload/contract/boards.ts';
import type { ListOf } from '../../store/list-slice.ts';
import type { AppState } from '../../store/store.ts';
import { useAppStore } from '../../store/use-app.ts';
import type { OnResize } from './data-grid.tsx';

export interface ColumnChoice {
  readonly id: string;
  readonly title: string;
}

export function shownColumns(saved: readonly RowColumn[], first: readonly RowColumn[]): readonly RowColumn[] {
  return saved.length === 0 ? first : saved;
}

export function withChosen(shown: readonly RowColumn[], id: string): readonly RowColumn[] {
  const rest = shown.filter((column) => column.id !== id);
  if (rest.length === shown.length) return [...shown, { id, width: null }];
  return rest.length === 0 ? shown : rest;
}

export interface ListColumns {
  readonly of: ListOf;
  readonly first: (state: AppState) => readonly RowColumn[];
  readonly choices: (fields: readonly string[]) => readonly ColumnChoice[];
}

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
