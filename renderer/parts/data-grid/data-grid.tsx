import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import styles from './data-grid.module.css';
import type { GridColumn, GridSort } from './grid-column.ts';
import { GridHeader } from './grid-header.tsx';
import { rankAfter } from './grid-keys.ts';
import { GridRow } from './grid-row.tsx';
import { ranksToRender, ROW_HEIGHT, rowsPerPage, scrollTopFor } from './grid-window.ts';
import { useRanksInView } from './use-ranks-in-view.ts';

export interface DataGridProps<Row> {
  /** Accessible name of the grid. */
  readonly name: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly total: number;
  /** The row at a rank; undefined while it is not loaded, which shows as a skeleton. */
  readonly rowAt: (rank: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  /** The row that the keyboard is on; it is kept in the document even when scrolled away. */
  readonly activeRank: number | null;
  readonly selectedKey: string | null;
  readonly sort: GridSort;
  readonly onSort: (column: string) => void;
  /** What the rows are arranged by. When it changes, ranks mean other rows and the view goes back to the top. */
  readonly arrangement: string;
  /** Ranks `from` up to, not including, `to` are in view: the caller sees to it that they get loaded. */
  readonly onRange?: (from: number, to: number) => void;
  readonly onSelect: (rank: number) => void;
  /** A row was double-clicked. */
  readonly onOpen: () => void;
  /** Shown in place of the rows when there are none. */
  readonly empty: ReactNode;
}

/**
 * A grid over any number of rows, of which only those in view are in the document.
 *
 * The grid itself holds the focus and points to the current row by `aria-activedescendant`, so that rows may come and
 * go under a refresh without the focus being lost.
 */
export function DataGrid<Row>(props: DataGridProps<Row>): React.JSX.Element {
  const { total, columns, selectedKey, arrangement, onRange, onSelect } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const view = useRanksInView(scroller);
  const id = useId();
  const active = props.activeRank !== null && props.activeRank < total ? props.activeRank : null;

  const from = Math.min(view.from, total);
  const to = Math.min(view.to, total);
  useEffect(() => {
    if (to > from) onRange?.(from, to);
  }, [from, to, onRange]);

  const revealSelected = useEffectEvent(() => reveal(scroller.current, active));
  // A selected row comes into view once. One that only moves, because rows came before it, must not pull the view.
  useEffect(() => {
    if (selectedKey !== null) revealSelected();
  }, [selectedKey]);

  const arranged = useRef(arrangement);
  useLayoutEffect(() => {
    if (arranged.current === arrangement) return;
    arranged.current = arrangement;
    scroller.current?.scrollTo(0, 0);
  }, [arrangement]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget) return;
    const rank = rankAfter(event, active, total, rowsPerPage(event.currentTarget.clientHeight));
    if (rank === null) return;
    event.preventDefault();
    reveal(event.currentTarget, rank);
    onSelect(rank);
  }

  /** Who comes by the keyboard sees where they are; a click must not move what it points at. */
  function onFocus(event: FocusEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget || !event.target.matches(':focus-visible')) return;
    reveal(event.target, active);
  }

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="grid"
        aria-label={props.name}
        aria-rowcount={total + 1}
        aria-colcount={columns.length}
        aria-activedescendant={active === null ? undefined : rowId(id, active)}
        tabIndex={0}
        data-pane-focus
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        style={tracks(columns)}
      >
        <GridHeader columns={columns} sort={props.sort} onSort={props.onSort} />
        <div role="rowgroup" className={styles.body} style={{ height: total * ROW_HEIGHT }}>
          {ranksToRender(view, total, active).map((rank) => {
            const row = props.rowAt(rank);
            return (
              <GridRow
                key={rank}
                id={rowId(id, rank)}
                rank={rank}
                row={row}
                columns={columns}
                active={rank === active}
                selected={row !== undefined && props.keyOf(row) === selectedKey}
                onSelect={onSelect}
                onOpen={props.onOpen}
              />
            );
          })}
        </div>
      </div>
      {total === 0 && <div className={styles.empty}>{props.empty}</div>}
    </div>
  );
}

function reveal(scroller: HTMLElement | null, rank: number | null): void {
  if (scroller === null || rank === null) return;
  scroller.scrollTop = scrollTopFor(rank, scroller.scrollTop, scroller.clientHeight);
}

/** The columns' widths as a custom property that the header and every row share. */
function tracks(columns: readonly { readonly width: string }[]): CSSProperties {
  return { '--grid-columns': columns.map((column) => column.width).join(' ') } as CSSProperties;
}

function rowId(gridId: string, rank: number): string {
  return `${gridId}-row-${rank}`;
}
