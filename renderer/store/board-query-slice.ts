/**
 * The query of the boards list: search text, filters, order and view, and
 * the columns it is shown with; all but the text come back after a restart. The rows are elsewhere: boards-slice.ts watches `boardQuery` and fetches them.
 */
import type {
  BoardColumn,
  BoardField,
  BoardFilter,
  BoardQuery,
  LastState,
  SavedView,
} from '../../preload/contract/boards.ts';
import type { ValueOf } from '../../preload/contract/contract.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { failureOf, given } from './calls.ts';
import type { AppState, SliceContext } from './store.ts';

/** Every board, newest first. */
export const ALL_BOARDS: BoardQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

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

/** Equal queries give the same boards in the same order, whatever order their filters stand in. */
export function isSameQuery(one: BoardQuery, other: BoardQuery): boolean {
  return one === other || meaning(one) === meaning(other);
}

/** Columns that show a field of the service's are called `field:<name>`. */
export const FIELD = 'field:';

/** Whether a label can be changed where it stands: in the list, among the columns that were kept, or by default. */
export function hasLabels({ boardColumns: kept, preferences }: AppState): boolean {
  if (preferences?.gallery === true) return false;
  return kept.length === 0 || kept.some(({ id }) => id === 'label');
}

/** The fields among these columns, in an order that does not change with that of the columns. */
export function fieldsOf(columns: readonly { readonly id: string }[]): readonly string[] {
  return columns
    .filter(({ id }) => id.startsWith(FIELD))
    .map(({ id }) => id.slice(FIELD.length))
    .toSorted((a, b) => (a < b ? -1 : 1));
}

type Layout = Result<ValueOf<'views.layout'>>;

const NOTHING_READ = {
  boardQuery: ALL_BOARDS,
  /** The text in the search field, including spaces. */
  boardFind: '',
  /** As saved for the connection; empty until known, and while the defaults are used. */
  boardColumns: [] as readonly BoardColumn[],
  /** Fields of the service's that boards of this connection have. */
  boardFields: [] as readonly BoardField[],
  boardViews: [] as readonly SavedView[],
  /** The view that was chosen last; the query may have been changed since. */
  boardViewId: null as string | null,
  /** What the connection had in front when it was last open; null until it was read. */
  lastState: null as LastState | null,
};

/** What was in front last, as far as nothing was asked since. */
function broughtBack(
  { boardQuery, boardViews }: AppState,
  { columns, last }: ValueOf<'views.layout'>,
): Partial<AppState> {
  const { boards } = last;
  const known = { boardColumns: columns, lastState: last };
  if (boards === undefined || boardQuery !== ALL_BOARDS) return known;
  const view = boardViews.find(({ id }) => id === boards.viewId);
  const query = view?.query ?? { find: '', filters: boards.filters, order: boards.order };
  return { ...known, boardQuery: query, boardFind: query.find, boardViewId: view?.id ?? null };
}

export function createBoardQuerySlice({ bridge, set, get }: SliceContext) {
  let connectionId: string | null = null;
  let listing = false;
  /** A layout that was read before the boards are opened. */
  let ahead: { readonly of: string; readonly layout: Layout } | null = null;

  /** The open connection; a response for another must not be kept. */
  const opened = (): string => given(connectionId);

  function keepView(name: string, query: BoardQuery, id: string | null): Promise<Failure | null> {
    const of = opened();
    const before = new Set(get().boardViews.map((view) => view.id));
    return failureOf(bridge.views.save({ connectionId: of, id, name, query }), (boardViews) => {
      if (of !== connectionId) return;
      const made = boardViews.find((view) => !before.has(view.id));
      set((state) => ({ boardViews, boardViewId: id ?? made?.id ?? state.boardViewId }));
    });
  }

  bridge.on('boards.changed', (state) => {
    if (state.connectionId !== connectionId) return;
    const ended = listing && state.phase !== 'loading';
    listing = state.phase === 'loading';
    if (ended) void get().readBoardFields();
  });

  return {
    ...NOTHING_READ,

    /** How a connection was looked at; its boards, which are opened next, are shown so. */
    readLayout: async (id: string): Promise<Layout> => {
      const layout = await bridge.views.layout({ connectionId: id });
      ahead = { of: id, layout };
      return layout;
    },

    /**
     * Switches to a connection: reloads everything, with its views, columns and fields, and asks what it asked last. `null`
     * clears them.
     */
    openBoardQuery: async (id: string | null) => {
      connectionId = id;
      listing = false;
      set(NOTHING_READ);
      if (id === null) return;
      const known = ahead?.of === id ? ahead.layout : null;
      ahead = null;
      void get().readBoardFields();
      const [views, layout] = await Promise.all([
        bridge.views.list({ connectionId: id }),
        known ?? bridge.views.layout({ connectionId: id }),
      ]);
      if (id !== connectionId) return;
      if (views.ok) set({ boardViews: views.value });
      if (layout.ok) set((state) => broughtBack(state, layout.value));
      const failure = [views, layout].find((result) => !result.ok);
      if (failure !== undefined && !failure.ok) get().raise(failure.error);
    },

    /** Changes the query; absent parts stay unchanged. */
    setBoardQuery: (change: Partial<BoardQuery>) =>
      set(({ boardQuery, boardFind }) => ({
        boardQuery: { ...boardQuery, ...change },
        // Text that only differs in spaces is what the person is typing.
        boardFind: change.find === undefined || change.find === boardFind.trim() ? boardFind : change.find,
      })),

    findBoards: (text: string) => {
      set({ boardFind: text });
      const find = text.trim();
      if (find !== get().boardQuery.find) get().setBoardQuery({ find });
    },

    /** Puts a filter in the place of the one at `index`, or behind the others (`null`). */
    putBoardFilter: (filter: BoardFilter, index: number | null) => {
      const { filters } = get().boardQuery;
      // The same filter twice changes nothing.
      const others = filters.filter((each, at) => at === index || filterKey(each) !== filterKey(filter));
      const place = index === null ? -1 : others.findIndex((each) => each === filters[index]);
      get().setBoardQuery({ filters: place < 0 ? [...others, filter] : others.with(place, filter) });
    },

    removeBoardFilter: (index: number) =>
      get().setBoardQuery({ filters: get().boardQuery.filters.filter((_, at) => at !== index) }),

    /** Clears text and filters; the order stays. */
    clearBoardQuery: () => {
      set({ boardViewId: null });
      get().setBoardQuery({ find: '', filters: [] });
    },

    /** Every board, in the default order. */
    showAllBoards: () => {
      set({ boardViewId: null });
      get().setBoardQuery(ALL_BOARDS);
    },

    applyBoardView: (id: string) => {
      const view = get().boardViews.find((each) => each.id === id);
      if (view === undefined) return;
      set({ boardViewId: id });
      get().setBoardQuery(view.query);
    },

    /** Saves the current query under a name; `id` changes that view. */
    saveBoardView: (name: string, id: string | null) => keepView(name, get().boardQuery, id),

    /** Renames a view; its query stays. */
    renameBoardView: async (id: string, name: string): Promise<Failure | null> => {
      const view = get().boardViews.find((each) => each.id === id);
      return view === undefined ? null : keepView(name, view.query, id);
    },

    removeBoardView: (id: string) => {
      const of = opened();
      return failureOf(bridge.views.remove({ connectionId: of, id }), (boardViews) => {
        if (of !== connectionId) return;
        set(({ boardViewId }) => ({ boardViews, boardViewId: boardViewId === id ? null : boardViewId }));
      });
    },

    /** Saves the columns for the connection. They show at once; a failure is raised. */
    setBoardColumns: async (columns: readonly BoardColumn[]) => {
      const of = opened();
      set({ boardColumns: columns });
      get().raise(await failureOf(bridge.views.setColumns({ connectionId: of, columns })));
    },

    /** Reads which fields there are, such as after a listing. */
    readBoardFields: async () => {
      const of = opened();
      const fields = await bridge.boards.fields({ connectionId: of });
      if (fields.ok && of === connectionId) set({ boardFields: fields.value });
    },
  };
}
