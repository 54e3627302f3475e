import type { EaselBridge } from '../../../preload/contract/contract.ts';
import type { RowQuery, BoardRow } from '../../../preload/contract/boards.ts';
import { boardWindows, NO_ROWS, type LoadedRows } from '../../../renderer/store/boards-slice.ts';
import { startSource, TOTAL, type FetchRows } from './source.ts';

export const COLUMNS: readonly (readonly [
  title: string,
  cell: (board: BoardRow) => string | null | undefined,
])[] = [
  ['Id', ({ id }) => id],
  ['Created', ({ created }) => created?.raw],
  ['Label', ({ local }) => local?.label],
  ['Customer', ({ local }) => local?.customer],
  ['Tags', ({ local }) => local?.tags.join(', ')],
  ['Note', ({ local }) => local?.note],
];

/** Number of rows that AG Grid renders on each side of the visible rows: the average of `OVERSCAN` in Easel's grid. */
export const ROW_BUFFER = 4;

const QUERY: RowQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

export interface HeldRows {
  readonly read: () => LoadedRows;
  readonly subscribe: (listener: () => void) => () => void;
  readonly show: (from: number, to: number) => void;
}

export function holdRows(): HeldRows {
  let held = NO_ROWS;
  const listeners = new Set<() => void>();
  const windows = boardWindows(bridgeOver(startSource()), (loaded) => {
    if (loaded.ok) held = loaded.value;
    for (const each of listeners) each();
  });
  windows.ask({ connectionId: 'bench', query: QUERY, fields: [] });
  return {
    read: () => held,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show: (from, to) => windows.show(from, to),
  };
}

function bridgeOver(fetchRows: FetchRows): EaselBridge {
  const boards = {
    window: async ({ from, count }: { readonly from: number; readonly count: number }) => {
      const rows = await fetchRows(from, count);
      return { ok: true, value: { from, rows, matching: TOTAL, revision: 1 } };
    },
  };
  return { boards } as unknown as EaselBridge;
}
