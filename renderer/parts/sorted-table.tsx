import { useState, type ReactNode } from 'react';
import { DataGrid, type GridColumn } from './data-grid/data-grid.tsx';

/** Column of a sorted table. `value` sorts the rows. A cell shows `cell(row)` if there is one, else `value(row)`. */
export interface SortedColumn<Row> extends Omit<GridColumn<Row>, 'cell' | 'sortable'> {
  readonly value: (row: Row) => string | number | null;
  readonly cell?: (row: Row) => ReactNode;
}

interface SortedTableProps<Row> {
  readonly name: string;
  readonly columns: readonly SortedColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sortedBy: string;
  readonly descending?: boolean;
  readonly onOpen: (row: Row) => void;
  readonly empty: ReactNode;
}

/** Table whose rows are all in memory. Rows without a value in the sorted column come last. */
export function SortedTable<Row>(props: SortedTableProps<Row>) {
  const { name, columns, keyOf, onOpen, empty } = props;
  const [sort, setSort] = useState({ column: props.sortedBy, descending: props.descending ?? false });
  const [selected, setSelected] = useState<string | null>(null);
  const valueOf = columns.find(({ id }) => id === sort.column)?.value ?? keyOf;
  const rows = props.rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order =
      typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b), undefined, { numeric: true });
    return sort.descending ? -order : order;
  });
  const active = rows.findIndex((row) => keyOf(row) === selected);
  const opened = rows[active];
  return (
    <DataGrid
      name={name}
      columns={columns.map((column) => ({ cell: column.value, ...column, sortable: true }))}
      total={rows.length}
      rowAt={(rank) => rows[rank]}
      keyOf={keyOf}
      activeRank={active === -1 ? null : active}
      selectedKey={selected}
      arrangement={JSON.stringify(sort)}
      sort={sort}
      onSort={(id) => setSort({ column: id, descending: sort.column === id && !sort.descending })}
      onSelect={(rank) => setSelected(rows[rank] === undefined ? null : keyOf(rows[rank]))}
      opensByEnter
      onOpen={() => opened !== undefined && onOpen(opened)}
      empty={empty}
    />
  );
}
