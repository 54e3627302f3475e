/** What a list, of boards or of papers, is asked, and how it looks: text, filters, order, views and columns. */
import type {
  BoardColumn,
  BoardField,
  BoardFilter,
  BoardQuery,
  SavedView,
} from '../../preload/contract/boards.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failureOf } from './calls.ts';
import type { AppState, SliceContext } from './store.ts';

export type ListOf = 'board' | 'paper';

/** Everything, newest first. */
export const ALL_ROWS: BoardQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

/** Most filters of one query, by the contract. */
export const MOST_FILTERS = 20;

/** A text that is equal for equal filters, in whatever order their parts stand. */
export function filterKey(filter: BoardFilter): string {
  return JSON.stringify(filter, Object.keys(filter).toSorted());
}

/** Text, filters and order, as one text that is equal for equal queries. */
function meaning({ find, filters, order }: BoardQuery): string {
  const conditions = filters.map(filterKey).toSorted();
  return JSON.stringify([find.trim(), conditions, order.by, order.descending]);
}

/** Equal queries give the same rows in the same order, whatever order their filters stand in. */
export function isSameQuery(one: BoardQuery, other: BoardQuery): boolean {
  return one === other || meaning(one) === meaning(other);
}

export interface ListQuery {
  readonly query: BoardQuery;
  /** The text in the search field, including spaces. */
  readonly find: string;
  /** As saved for the connection; empty until known, and while the defaults are used. */
  readonly columns: readonly BoardColumn[];
  /** Fields of the service's that rows have. */
  readonly fields: readonly BoardField[];
  readonly views: readonly SavedView[];
  /** The view that was chosen last; the query may have been changed since. */
  readonly viewId: string | null;
}

/** Where one list has its query. */
interface Place {
  readonly of: ListOf;
  readonly read: (state: AppState) => ListQuery;
  readonly write: (list: ListQuery) => Partial<AppState>;
  /** The connection that the list is open for; null for none. */
  readonly opened: () => string | null;
}

export type ListActions = Readonly<ReturnType<typeof listActions>>;

/** What can be done with the query of a list; its rows follow. */
export function listActions({ bridge, set, get }: SliceContext, { of, read, write, opened }: Place) {
  const now = (): ListQuery => read(get());
  const change = (part: Partial<ListQuery>): void => set((state) => write({ ...read(state), ...part }));

  /** Whose list a call is for: an answer for another must not be kept. */
  function asked(): { readonly connectionId: string; readonly of?: 'paper' } {
    const connectionId = opened();
    if (connectionId === null) throw new Error('called while nothing is open');
    return { connectionId, ...(of === 'paper' && { of }) };
  }

  /** Changes the query; absent parts stay unchanged. */
  function setQuery(part: Partial<BoardQuery>): void {
    const { query, find } = now();
    change({
      query: { ...query, ...part },
      // Text that only differs in spaces is what the person is typing.
      ...(part.find !== undefined && part.find !== find.trim() && { find: part.find }),
    });
  }

  function keepView(name: string, query: BoardQuery, id: string | null): Promise<Failure | null> {
    const list = asked();
    const before = new Set(now().views.map((view) => view.id));
    return failureOf(bridge.views.save({ ...list, id, name, query }), (views) => {
      if (list.connectionId !== opened()) return;
      const made = views.find((view) => !before.has(view.id));
      change({ views, viewId: id ?? made?.id ?? now().viewId });
    });
  }

  return {
    read,
    setQuery,

    find: (text: string) => {
      change({ find: text });
      const find = text.trim();
      if (find !== now().query.find) setQuery({ find });
    },

    /** Puts a filter in the place of the one at `index`, or behind the others (`null`). */
    putFilter: (filter: BoardFilter, index: number | null) => {
      const { filters } = now().query;
      // The same filter twice changes nothing.
      const others = filters.filter((each, at) => at === index || filterKey(each) !== filterKey(filter));
      const place = index === null ? -1 : others.findIndex((each) => each === filters[index]);
      setQuery({ filters: place < 0 ? [...others, filter] : others.with(place, filter) });
    },

    removeFilter: (index: number) =>
      setQuery({ filters: now().query.filters.filter((_, at) => at !== index) }),

    /** Clears text and filters; the order stays. */
    clear: () => {
      change({ viewId: null });
      setQuery({ find: '', filters: [] });
    },

    /** All rows, in the default order. */
    showAll: () => {
      change({ viewId: null });
      setQuery(ALL_ROWS);
    },

    applyView: (id: string) => {
      const view = now().views.find((each) => each.id === id);
      if (view === undefined) return;
      change({ viewId: id });
      setQuery(view.query);
    },

    /** Saves the current query under a name; `id` changes that view. */
    saveView: (name: string, id: string | null) => keepView(name, now().query, id),

    /** Renames a view; its query stays. */
    renameView: async (id: string, name: string): Promise<Failure | null> => {
      const view = now().views.find((each) => each.id === id);
      return view === undefined ? null : keepView(name, view.query, id);
    },

    removeView: (id: string) => {
      const list = asked();
      return failureOf(bridge.views.remove({ ...list, id }), (views) => {
        if (list.connectionId !== opened()) return;
        const { viewId } = now();
        change({ views, viewId: viewId === id ? null : viewId });
      });
    },

    /** Saves the columns for the connection. They show at once; a failure is raised. */
    setColumns: async (columns: readonly BoardColumn[]) => {
      const list = asked();
      change({ columns });
      get().raise(await failureOf(bridge.views.setColumns({ ...list, columns })));
    },
  };
}
