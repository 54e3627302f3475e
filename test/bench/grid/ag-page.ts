/** Benchmark page with AG Grid Community, configured as AG Grid's performance guide recommends. */
import type { BoardRow } from '../../../preload/contract/boards.ts';
import { offer, ROW_PX } from './drive.ts';
import { COLUMNS, ROW_BUFFER } from './held-rows.ts';
import { startSource, TOTAL } from './source.ts';

interface Wanted {
  readonly startRow: number;
  readonly endRow: number;
  readonly successCallback: (rows: readonly BoardRow[], lastRow: number) => void;
}

/** Declares the used part of AG Grid's API, because the package is not installed when this file is compiled. */
export type CreateGrid = (container: HTMLElement, options: Readonly<Record<string, unknown>>) => unknown;

const PAGE = 100;
const MOST_PAGES = 40;

export function showAgGrid(container: HTMLElement, createGrid: CreateGrid): void {
  const fetchRows = startSource();
  Object.assign(container.style, { position: 'fixed', inset: '0' });
  createGrid(container, {
    rowModelType: 'infinite',
    rowHeight: ROW_PX,
    headerHeight: ROW_PX,
    rowBuffer: ROW_BUFFER,
    cacheBlockSize: PAGE,
    maxBlocksInCache: MOST_PAGES,
    maxConcurrentDatasourceRequests: 2,
    infiniteInitialRowCount: TOTAL,
    animateRows: false,
    columnDefs: COLUMNS.map(([headerName, cell]) => ({
      headerName,
      flex: 1,
      sortable: true,
      valueGetter: ({ data }: { readonly data?: BoardRow }) => (data === undefined ? '' : cell(data)),
    })),
    datasource: {
      getRows: ({ startRow, endRow, successCallback }: Wanted) => {
        void fetchRows(startRow, endRow - startRow).then((rows) => successCallback(rows, TOTAL));
      },
    },
  });
  offer({
    scroller: () => document.querySelector<HTMLElement>('.ag-body-viewport, .ag-grid-viewport'),
    headerPx: ROW_PX,
    ranksShown: function* ranksShown() {
      for (const row of document.querySelectorAll<HTMLElement>('.ag-row')) {
        if ((row.firstElementChild?.textContent ?? '') !== '') yield Number(row.getAttribute('row-index'));
      }
    },
  });
}
