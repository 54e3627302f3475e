import styles from './data-grid.module.css';
import type { GridColumn } from './grid-column.ts';
import { ROW_HEIGHT } from './grid-window.ts';

interface GridRowProps<Row> {
  readonly id: string;
  readonly rank: number;
  readonly row: Row | undefined;
  readonly columns: readonly GridColumn<Row>[];
  readonly active: boolean;
  readonly selected: boolean;
  readonly onSelect: (rank: number) => void;
  readonly onOpen: () => void;
}

/** One row; a skeleton while its data is on the way. */
export function GridRow<Row>(props: GridRowProps<Row>): React.JSX.Element {
  const { rank, row, columns } = props;
  return (
    // The grid handles the keyboard: it holds the focus, never the row.
    <div
      id={props.id}
      role="row"
      aria-rowindex={rank + 2}
      aria-selected={props.selected}
      aria-busy={row === undefined ? true : undefined}
      className={styles.row}
      data-active={props.active || undefined}
      style={{ transform: `translateY(${rank * ROW_HEIGHT}px)` }}
      onMouseDown={(event) => {
        if (event.button === 0) props.onSelect(rank);
      }}
      onDoubleClick={props.onOpen}
    >
      {columns.map((column, index) => (
        <div key={column.id} role="gridcell" aria-colindex={index + 1} className={styles.cell}>
          {row === undefined ? <Skeleton first={index === 0} /> : column.cell(row)}
        </div>
      ))}
    </div>
  );
}

function Skeleton({ first }: { readonly first: boolean }) {
  return (
    <>
      <span className={styles.skeleton} aria-hidden />
      {first && <span className="visually-hidden">Loading</span>}
    </>
  );
}
