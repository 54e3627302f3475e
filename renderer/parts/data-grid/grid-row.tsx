import { Check } from 'lucide-react';
import { memo } from 'react';
import styles from './data-grid.module.css';
import type { GridColumn } from './grid-column.ts';
import { ROW_HEIGHT } from './grid-window.ts';

interface GridRowProps<Row> {
  /** Of the current row, for the grid to point to; null for every other row. */
  readonly id: string | null;
  readonly rank: number;
  readonly row: Row | undefined;
  readonly columns: readonly GridColumn<Row>[];
  readonly selected: boolean;
  /** Whether its box is ticked; null in a grid without boxes. */
  readonly picked: boolean | null;
}

/**
 * One row; a skeleton while its data is on the way. It is drawn anew only when something of it changes, for a scroll
 * passes many. The grid handles the keyboard and the mouse: it holds the focus, never the row.
 */
function Row<Row>({ id, rank, row, columns, selected, picked }: GridRowProps<Row>) {
  const before = picked === null ? 1 : 2;
  return (
    <div
      id={id ?? undefined}
      role="row"
      aria-rowindex={rank + 2}
      aria-selected={selected}
      aria-busy={row === undefined ? true : undefined}
      className={styles.row}
      data-rank={rank}
      data-active={id === null ? undefined : true}
      style={{ top: rank * ROW_HEIGHT }}
    >
      {picked !== null && (
        <div role="gridcell" aria-colindex={1} className={styles.boxCell} data-pick>
          <span className={styles.box} data-ticked={picked || undefined} aria-hidden>
            {picked && <Check size={12} strokeWidth={3} />}
          </span>
        </div>
      )}
      {columns.map((column, index) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={index + before}
          className={`ellipsis ${styles.cell}`}
        >
          {row === undefined ? <Skeleton first={index === 0} /> : column.cell(row)}
        </div>
      ))}
    </div>
  );
}

export const GridRow = memo(Row) as typeof Row;

function Skeleton({ first }: { readonly first: boolean }) {
  return (
    <>
      <span className={styles.skeleton} aria-hidden />
      {first && <span className="visually-hidden">Loading</span>}
    </>
  );
}
