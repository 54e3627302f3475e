/**
 * The query of the boards list: search text, filters, order and view, and
 * the columns it is shown with; all but the text come back after a restart. The rows are elsewhere: boards-slice.ts watches `boardQuery` and fetches them.
 */
import type { BoardColumn, BoardField, LastState, SavedView } from '../../preload/contract/boards.ts';
import type { ValueOf } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { given } from './calls.ts';
import { ALL_ROWS, listActions } from './list-query.ts';
import type { AppState, SliceContext } from './store.ts';

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
  boardQuery: ALL_ROWS,
  boardFind: '',
  boardColumns: [] as readonly BoardColumn[],
  /** Fields of the service's that boards of this connection have. */
  boardFields: [] as readonly BoardField[],
  boardViews: [] as readonly SavedView[],
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
  if (boards === undefined || boardQuery !== ALL_ROWS) return known;
  const view = boardViews.find(({ id }) => id === boards.viewId);
  const query = view?.query ?? { find: '', filters: boards.filters, order: boards.order };
  return { ...known, boardQuery: query, boardFind: query.find, boardViewId: view?.id ?? null };
}

export function createBoardQuerySlice(context: SliceContext) {
  const { bridge, set, get } = context;
  let connectionId: string | null = null;
  let listing = false;
  /** A layout that was read before the boards are opened. */
  let ahead: { readonly of: string; readonly layout: Layout } | null = null;

  /** The open connection; a response for another must not be kept. */
  const opened = (): string => given(connectionId);

  const list = listActions(context, {
    of: 'board',
    read: ({ boardQuery, boardFind, boardColumns, boardFields, boardViews, boardViewId }) => ({
      query: boardQuery,
      find: boardFind,
      columns: boardColumns,
      fields: boardFields,
      views: boardViews,
      viewId: boardViewId,
    }),
    write: ({ query, find, columns, fields, views, viewId }) => ({
      boardQuery: query,
      boardFind: find,
      boardColumns: columns,
      boardFields: fields,
      boardViews: views,
      boardViewId: viewId,
    }),
    opened: () => connectionId,
  });

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

    boardList: list,
    setBoardQuery: list.setQuery,
    findBoards: list.find,

    /** Reads which fields there are, such as after a listing. */
    readBoardFields: async () => {
      const of = opened();
      const fields = await bridge.boards.fields({ connectionId: of });
      if (fields.ok && of === connectionId) set({ boardFields: fields.value });
    },
  };
}
