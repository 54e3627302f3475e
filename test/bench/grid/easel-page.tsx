import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { BoardRow } from '../../../preload/contract/boards.ts';
import { DataGrid, type GridColumn, ROW_HEIGHT } from '../../../renderer/parts/data-grid/data-grid.tsx';
import { keyOfRow, rowAt } from '../../../renderer/store/boards-slice.ts';
import { offer } from './drive.ts';
import { COLUMNS, holdRows, type HeldRows } from './held-rows.ts';

const GRID_COLUMNS: readonly GridColumn<BoardRow>[] = COLUMNS.map(([title, cell], at) => ({
  id: title.toLowerCase(),
  title,
  width: at === 0 ? 'minmax(120px, 290px)' : '1fr',
  sortable: true,
  cell,
}));

function Boards({ rows }: { readonly rows: HeldRows }): React.JSX.Element {
  const held = useSyncExternalStore(rows.subscribe, rows.read);
  return (
    <div style={{ position: 'fixed', inset: 0, display: 'flex' }}>
      <DataGrid
        name="Boards"
        columns={GRID_COLUMNS}
        total={held.matching}
        rowAt={(rank) => rowAt(held, rank)}
        keyOf={keyOfRow}
        activeRank={null}
        selectedKey={null}
        sort={{ column: 'created', descending: true }}
        onSort={nothing}
        arrangement="created"
        onRange={rows.show}
        onSelect={nothing}
        onOpen={nothing}
        empty="No boards"
      />
    </div>
  );
}

function nothing(): void {}

export function showEasel(container: HTMLElement): void {
  createRoot(container).render(<Boards rows={holdRows()} />);
  offer({
    scroller: () => document.querySelector<HTMLElement>('[role="grid"]'),
    headerPx: ROW_HEIGHT,
    ranksShown: function* ranksShown() {
      for (const row of document.querySelectorAll<HTMLElement>('[data-rank]')) {
        if (!row.hasAttribute('aria-busy')) yield Number(row.dataset['rank']);
      }
    },
  });
}
