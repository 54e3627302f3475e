import type {
  RowColumn,
  RowNames,
  RowFilter,
  RowQuery,
  LastState,
  SavedView,
} from '../../preload/contract/boards.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { failureOf, required } from './calls.ts';
import { NO_PICKS, type Anchor } from './row-picks.ts';
import type { AppState, SliceContext } from './store.ts';

export type ListOf = 'board' | 'paper';

export const ALL_ROWS: RowQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

export const MOST_FILTERS = 20;

export const FIELD = 'field:';

/** Returns the names of the service's fields in the columns. Sorted, so that moving a column causes no new request. */
export function fieldsOf(columns: readonly { readonly id: string }[]): readonly string[] {
  return columns
    .filter(({ id }) => id.startsWith(FIELD))
    .map(({ id }) => id.slice(FIELD.length))
    .toSorted((a, b) => (a < b ? -1 : 1));
}

/** True if the list's rows contain editable names. False in the boards' gallery, and if the column is hidden. */
export function hasLabels({ lists, preferences }: AppState, of: ListOf = 'board'): boolean {
  const { columns } = lists[of];
  if (preferences?.gallery === true) return of === 'paper';
  return columns.length === 0 || columns.some(({ id }) => id === 'label');
}

export function filterKey(filter: RowFilter): string {
  return JSON.stringify(filter, Object.keys(filter).toSorted());
}

export function isSameQuery(one: RowQuery, other: RowQuery): boolean {
  const meaning = ({ find, filters, order }: RowQuery): string =>
    JSON.stringify([find.trim(), filters.map(filterKey).toSorted(), order.by, order.descending]);
  return meaning(one) === meaning(other);
}

export function isNarrowed({ find, filters }: RowQuery): boolean {
  return find !== '' || filters.length > 0;
}

const EMPTY = {
  query: ALL_ROWS,
  find: '',
  columns: [] as readonly RowColumn[],
  names: { fields: [], tags: [], customers: [] } as RowNames,
  views: [] as readonly SavedView[],
  viewId: null as string | null,
  picks: NO_PICKS,
  anchor: null as Anchor | null,
};

export type RowList = Readonly<typeof EMPTY>;

/** True if a search text could be an API key: one word of at least 12 characters, with or without `Bearer`. */
export const isLikeKey = (text: string): boolean => /^(?:bearer\s+)?\S{12,}$/iu.test(text.trim());

export type ListActions = Readonly<ReturnType<typeof listActions>>;

function listActions(context: SliceContext, of: ListOf) {
  const { bridge, set, get, attempt } = context;
  const opened = (): string | null => (of === 'board' ? get().boardsOf : get().papersOf);
  const now = (): RowList => get().lists[of];
  const change = (part: Partial<RowList>): void =>
    set(({ lists }) => ({ lists: { ...lists, [of]: { ...lists[of], ...part } } }));
  const listArgs = () => ({ connectionId: required(opened()), ...(of === 'paper' && { of }) });

  /** Changes a list's query. A new text or filter clears the selection. `keeps`: keeps rows selected by id. */
  function setQuery(part: Partial<RowQuery>, keeps = false): void {
    const { query, find, picks } = now();
    const next = { ...query, ...part };
    const isSame = next.find === query.find && next.filters === query.filters;
    const keepsPicks = isSame ? picks.kind !== 'ranges' : keeps && picks.kind === 'ids';
    change({
      query: next,
      picks: keepsPicks ? picks : NO_PICKS,
      anchor: null,
      // Keeps spaces at the ends of the search field's text, because the user may be typing the next word.
      ...(part.find !== undefined && part.find !== find.trim() && { find: part.find }),
    });
  }

  async function findUnlessKey(find: string): Promise<void> {
    const isKey = await get().isKey(find);
    if (now().find.trim() !== find) return;
    setQuery({ find: isKey ? '' : find }, true);
    if (isKey) change({ find: '' });
  }

  async function readViews(): Promise<void> {
    const list = listArgs();
    const views = await bridge.views.list(list);
    if (list.connectionId !== opened()) return;
    if (views.ok) change({ views: views.value });
    else get().raise(views.error);
  }

  // Reads the views again, because views may be shared, and a colleague may have changed one.
  bridge.on('views.changed', ({ connectionId }) => {
    if (connectionId === opened()) void readViews();
  });

  return {
    change,
    setQuery: (part: Partial<RowQuery>) => setQuery(part),

    open: async (): Promise<void> => {
      const connectionId = opened();
      change(EMPTY);
      if (of === 'board') set({ lastState: null });
      if (connectionId === null) return;
      const [layout] = await Promise.all([bridge.views.layout({ connectionId }), readViews()]);
      if (connectionId !== opened()) return;
      if (!layout.ok) return get().raise(layout.error);
      const { columns, paperColumns, last } = layout.value;
      const saved = last[`${of}s` as const];
      const hasQuery = now().query !== ALL_ROWS;
      const view = now().views.find(({ id }) => id === saved?.viewId);
      const left = saved === undefined ? ALL_ROWS : { find: '', filters: saved.filters, order: saved.order };
      const query = view?.query ?? left;
      change({
        columns: of === 'board' ? columns : paperColumns,
        ...(!hasQuery && { query, find: query.find, viewId: view?.id ?? null }),
      });
      if (of === 'board') set({ lastState: last });
    },

    find: (text: string) => {
      change({ find: text });
      const find = text.trim();
      if (find === now().query.find) return;
      if (isLikeKey(find)) void findUnlessKey(find);
      else setQuery({ find }, true);
    },

    sort: (by: RowQuery['order']['by']) => {
      const { order } = now().query;
      setQuery({ order: { by, descending: order.by === by ? !order.descending : by === 'created' } });
    },

    putFilter: (filter: RowFilter, index: number | null) => {
      const { filters } = now().query;
      const others = filters.filter((each, at) => at === index || filterKey(each) !== filterKey(filter));
      const place = index === null ? -1 : others.findIndex((each) => each === filters[index]);
      setQuery({ filters: place < 0 ? [...others, filter] : others.with(place, filter) }, true);
    },

    removeFilter: (index: number) =>
      setQuery({ filters: now().query.filters.filter((_, at) => at !== index) }, true),

    clear: () => {
      change({ viewId: null });
      setQuery({ find: '', filters: [] }, true);
    },

    showAll: (part: Partial<RowQuery> = {}) => {
      change({ viewId: null });
      setQuery({ ...ALL_ROWS, ...part });
    },

    applyView: async (id: string) => {
      const connectionId = opened();
      // Reads the views again, because the dates of the built-in view “this week” depend on the current day.
      await readViews();
      const view = now().views.find((each) => each.id === id);
      if (view === undefined || connectionId !== opened()) return;
      change({ viewId: id });
      setQuery(view.query);
    },

    saveView: (view: Omit<ArgsOf<'views.save'>, 'connectionId' | 'of'>) => {
      const list = listArgs();
      const before = new Set(now().views.map(({ id }) => id));
      return failureOf(bridge.views.save({ ...list, ...view }), (views) => {
        if (list.connectionId !== opened()) return;
        // Selects a new view only if it has the list's query, because *Undo* may restore one with another query.
        const made = views.find(({ id, query }) => !before.has(id) && isSameQuery(query, now().query));
        change({ views, viewId: view.id ?? made?.id ?? now().viewId });
      });
    },

    removeView: (id: string) => {
      const list = listArgs();
      return failureOf(bridge.views.remove({ ...list, id }), (views) => {
        if (list.connectionId !== opened()) return;
        const { viewId } = now();
        change({ views, viewId: viewId === id ? null : viewId });
      });
    },

    setColumns: async (columns: readonly RowColumn[]) => {
      const list = listArgs();
      change({ columns });
      await attempt(bridge.views.setColumns({ ...list, columns }));
    },
  };
}

export function createListSlice(context: SliceContext) {
  const lists: Readonly<Record<ListOf, RowList>> = { board: EMPTY, paper: EMPTY };
  return {
    lists,
    papersOf: null as string | null,
    isKey: async (text: string): Promise<boolean> => {
      const known = await context.bridge.keys.isKnown({ apiKey: text });
      if (!known.ok || !known.value) return false;
      context.get().announce('This is an API key, so Easel didn’t search for it.', 'problem');
      return true;
    },
    boardList: listActions(context, 'board'),
    paperList: listActions(context, 'paper'),
    lastState: null as LastState | null,
  };
}
