import { ArrowDown, ArrowUp } from 'lucide-react';
import styles from './data-grid.module.css';
import type { GridColumn, GridSort } from './grid-column.ts';

interface GridHeaderProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly sort: GridSort;
  readonly onSort: (column: string) => void;
}

/** The heading row; a sortable column's heading is a button that sorts, and turns the order around when pressed again. */
export function GridHeader<Row>({ columns, sort, onSort }: GridHeaderProps<Row>): React.JSX.Element {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.row}>
        {columns.map((column, index) => {
          const direction =
            sort?.column === column.id ? (sort.descending ? 'descending' : 'ascending') : 'none';
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={index + 1}
              aria-sort={column.sortable ? direction : undefined}
              className={styles.heading}
            >
              {column.sortable ? (
                <button type="button" className={styles.sort} onClick={() => onSort(column.id)}>
                  <span className={styles.title}>{column.title}</span>
                  {direction === 'ascending' && <ArrowUp size={12} aria-hidden />}
                  {direction === 'descending' && <ArrowDown size={12} aria-hidden />}
                </button>
              ) : (
                <span className={styles.title}>{column.title}</span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
