/** Easel's own grid on a page: its component, and its way of fetching rows, over the benchmark's source. */
import { useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { EaselBridge } from '../../../preload/contract/bridge.ts';
import type { BoardQuery, BoardRow } from '../../../preload/contract/domain.ts';
import { DataGrid } from '../../../renderer/parts/data-grid/data-grid.tsx';
import type { GridColumn } from '../../../renderer/parts/data-grid/grid-column.ts';
import { HEADER_HEIGHT } from '../../../renderer/parts/data-grid/grid-window.ts';
import { BoardWindows } from '../../../renderer/store/board-windows.ts';
import { keyOfRow, NO_PAGES, rowAt } from '../../../renderer/store/row-pages.ts';
import { offer } from './drive.ts';
import { startSource, TOTAL, type FetchRows } from './source.ts';

const QUERY: BoardQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

const COLUMNS: readonly GridColumn<BoardRow>[] = [
  { id: 'id', title: 'Id', width: 'minmax(120px, 290px)', cell: ({ id }: BoardRow) => id },
  { id: 'created', title: 'Created', width: '1fr', cell: ({ created }: BoardRow) => created?.raw },
  { id: 'label', title: 'Label', width: '1fr', cell: ({ local }: BoardRow) => local?.label },
  { id: 'customer', title: 'Customer', width: '1fr', cell: ({ local }: BoardRow) => local?.customer },
  { id: 'tags', title: 'Tags', width: '1fr', cell: ({ local }: BoardRow) => local?.tags.join(', ') },
  { id: 'note', title: 'Note', width: '1fr', cell: ({ local }: BoardRow) => local?.note },
].map((column) => ({ ...column, sortable: true }));

/** Of the bridge, only what fetches rows. */
function bridgeOver(fetchRows: FetchRows): EaselBridge {
  const boards = {
    window: async ({ from, count }: { readonly from: number; readonly count: number }) => {
      const rows = await fetchRows(from, count);
      return { ok: true, value: { from, rows, matching: TOTAL, revision: 1 } };
    },
  };
  return { boards } as unknown as EaselBridge;
}

function Boards({ fetchRows }: { readonly fetchRows: FetchRows }): React.JSX.Element {
  const [held, setHeld] = useState(NO_PAGES);
  const [windows] = useState(
    () => new BoardWindows(bridgeOver(fetchRows), (pages) => pages.ok && setHeld(pages.value)),
  );
  useEffect(() => {
    windows.ask({ connectionId: 'bench', query: QUERY, fields: [] });
  }, [windows]);
  const show = useCallback((from: number, to: number) => windows.show(from, to), [windows]);
  return (
    <div style={{ position: 'fixed', inset: 0, display: 'flex' }}>
      <DataGrid
        name="Boards"
        columns={COLUMNS}
        total={held.matching}
        rowAt={(rank) => rowAt(held, rank)}
        keyOf={keyOfRow}
        activeRank={null}
        selectedKey={null}
        sort={{ column: 'created', descending: true }}
        onSort={() => undefined}
        arrangement="created"
        onRange={show}
        onSelect={() => undefined}
        onOpen={() => undefined}
        empty="No boards"
      />
    </div>
  );
}

export function showEasel(container: HTMLElement): void {
  createRoot(container).render(<Boards fetchRows={startSource()} />);
  offer({
    scroller: () => document.querySelector<HTMLElement>('[role="grid"]'),
    headerPx: HEADER_HEIGHT,
    ranksShown: function* ranksShown() {
      for (const row of document.querySelectorAll<HTMLElement>('[data-rank]')) {
        if (!row.hasAttribute('aria-busy')) yield Number(row.dataset['rank']);
      }
    },
  });
}
