import { useMemo, type ComponentType } from 'react';
import type { RowQuery } from '../../preload/contract/boards.ts';
import { isNarrowed } from '../store/list-slice.ts';
import { isPicked, type PickActions } from '../store/row-picks.ts';
import { useActions, useApp, useList } from '../store/use-app.ts';
import { useResize, type ListColumns } from './data-grid/columns.ts';
import { DataGrid, type GridColumn } from './data-grid/data-grid.tsx';
import type { GridPicking, RowsProps } from './data-grid/grid-rows.ts';

export interface ListRowsProps<Row> extends Omit<RowsProps<Row>, 'arrangement' | 'picking'> {
  readonly list: ListColumns;
  readonly columns: readonly GridColumn<Row>[];
  readonly query: RowQuery | null;
  readonly idOf: (row: Row) => string | null;
  readonly picked: number;
  readonly pick: PickActions;
  readonly matching: number | null;
  readonly gallery: ComponentType<RowsProps<Row>>;
}

export function ListRows<Row>(props: ListRowsProps<Row>) {
  const {
    list,
    columns,
    query: answered,
    idOf,
    picked: count,
    pick,
    matching,
    gallery: Gallery,
    ...rest
  } = props;
  const { of } = list;
  const { query, picks, actions } = useList(of);
  const { announce } = useActions();
  const inGallery = useApp((state) => state.preferences?.gallery === true);
  const resize = useResize(list);
  const picking = useMemo(
    (): GridPicking<Row> => ({
      isPicked: (row, rank) => isPicked(picks, idOf(row), rank),
      count,
      // Rows selected one by one may be hidden by a search.
      all: count > 0 && count === matching && (picks.kind !== 'ids' || !isNarrowed(query)),
      onToggle: pick.toggle,
      onExtend: pick.extend,
      onReplaced: () => announce('The list moved. Click again.', 'note'),
      onAll: pick.all,
      onClear: pick.clear,
    }),
    [pick, announce, picks, idOf, count, matching, query],
  );
  const arrangement = useMemo(() => JSON.stringify(answered), [answered]);
  const rows = { ...rest, picking, arrangement };
  return (
    <div className="panes relative">
      {inGallery ? (
        <Gallery {...rows} />
      ) : (
        <DataGrid
          {...rows}
          columns={columns}
          sort={{ column: query.order.by, descending: query.order.descending }}
          onSort={(column) => actions.sort(column as RowQuery['order']['by'])}
          onResize={resize}
        />
      )}
    </div>
  );
}
