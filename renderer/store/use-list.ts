/** How components reach the query of a list, whatever it is of. */
import { useShallow } from 'zustand/react/shallow';
import type { ListActions, ListOf, ListQuery } from './list-query.ts';
import type { AppState } from './store.ts';
import { useApp } from './use-app.ts';

const actionsOf = ({ boardList, paperList }: AppState, of: ListOf): ListActions =>
  of === 'board' ? boardList : paperList;

export function useList(of: ListOf): ListQuery & { readonly actions: ListActions } {
  const actions = useApp((state) => actionsOf(state, of));
  return { ...useApp(useShallow(actions.read)), actions };
}
