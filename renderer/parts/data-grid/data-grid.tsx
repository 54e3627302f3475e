/** Rows of any number, of which only those in view are in the document, under headings that sort and can be adjusted. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  memo,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { useReplacedRows } from '../use-replaced.ts';
import styles from './data-grid.module.css';
import { actionOf, headingAction } from './grid-keys.ts';
import { pressKey, pressMouse, rankUnder, type GridPicking } from './grid-picking.ts';
import type { GridTree } from './grid-tree.ts';
import {
  ranksInView,
  ranksToRender,
  ROW_HEIGHT,
  rowsPerPage,
  scrollTopFor,
  slotOf,
  slotsFor,
  type Ranks,
} from './grid-window.ts';

/** One column: its heading, its width and what it shows of a row. */
export interface GridColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** A track of `grid-template-columns`, such as `minmax(12rem, 1fr)` or `9rem`. */
  readonly width: string;
  readonly sortable?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** The order the rows are in, by column id; null when they are in no column's order. */
export type GridSort = { readonly column: string; readonly descending: boolean } | null;

/** Columns whose width and place a person may change. */
export interface GridLayout {
  /** A width in px was given to a column. */
  readonly onResize: (column: string, width: number) => void;
  /** A column was put at this place among the others, from 0. */
  readonly onMove: (column: string, place: number) => void;
}

/** The column that is being made wider or narrower, and its width in px; null while none is. */
type Resizing = { readonly column: string; readonly width: number } | null;

export interface DataGridProps<Row> {
  readonly name: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly total: number;
  /** The row at a rank; undefined while it is not loaded, which shows as a skeleton. */
  readonly rowAt: (rank: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  /** The row that the keyboard is on, null while unknown; it is kept in the document even when scrolled away. */
  readonly activeRank: number | null;
  readonly selectedKey: string | null;
  readonly sort?: GridSort;
  readonly onSort?: (column: string) => void;
  /** What the rows are arranged by. When it changes, ranks mean other rows and the view goes back to the top. */
  readonly arrangement: string;
  /** Ranks `from` up to, not including, `to` are in view: the caller sees to it that they get loaded. */
  readonly onRange?: (from: number, to: number) => void;
  readonly onSelect: (rank: number) => void;
  readonly onOpen?: () => void;
  /** Present where several rows may be picked. */
  readonly picking?: GridPicking<Row>;
  /** Present where columns may be adjusted. */
  readonly layout?: GridLayout;
  /** Present where rows lie under others: arrows left and right, Enter, or `data-toggle` in a cell open and close. */
  readonly tree?: GridTree<Row>;
  readonly empty: ReactNode;
}

/**
 * A grid over any number of rows, of which only those in view are in the document.
 *
 * The grid itself holds the focus and points to the current row by `aria-activedescendant`, so that rows may come and
 * go under a refresh without the focus being lost.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { total, columns, selectedKey, arrangement, onRange, onSelect, picking, tree } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { row: height, ...view } = useRanksInView(scroller, total, onRange);
  const [resizing, setResizing] = useState<Resizing>(null);
  const id = useId();
  const active = props.activeRank !== null && props.activeRank < total ? props.activeRank : null;

  const reveal = (rank: number | null): void => {
    const element = scroller.current;
    if (element === null || rank === null) return;
    element.scrollTop = scrollTopFor(rank, element.scrollTop, element.clientHeight, height);
  };
  const revealActive = useEffectEvent(() => reveal(active));
  // A selected row comes into view once. One that only moves, because rows came before it, must not pull the view.
  useEffect(() => {
    if (selectedKey !== null) revealActive();
  }, [selectedKey]);

  /** The keyboard is here and the current row's place is not known yet: the row is scrolled into view once it is. */
  const isRowAwaited = useRef(false);
  // Not when the grid is only shown again, as it is when somebody comes back before another screen was there.
  const arranged = useRef(arrangement);
  useLayoutEffect(() => {
    if (arranged.current === arrangement) return;
    arranged.current = arrangement;
    scroller.current?.scrollTo(0, 0);
    isRowAwaited.current = scroller.current?.matches(':focus-visible') === true;
  }, [arrangement]);
  useEffect(() => {
    if (active === null || !isRowAwaited.current) return;
    isRowAwaited.current = false;
    revealActive();
  }, [active, arrangement]);

  const ranks = ranksToRender(view, total, active);
  const isReplaced = useReplacedRows(ranks, keyAt);

  function keyAt(rank: number): string | undefined {
    const row = props.rowAt(rank);
    return row === undefined ? undefined : props.keyOf(row);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget) return;
    const page = rowsPerPage(event.currentTarget.clientHeight, height);
    const action = actionOf(event, { at: active, total, page, several: picking !== undefined });
    const step = tree === undefined || active === null ? null : tree.step(event, active, props.rowAt, tree);
    if (step !== null) {
      event.preventDefault();
      if (step === active) return tree?.onToggle(active);
      reveal(step);
      return onSelect(step);
    }
    const rank = pressKey(event, action, props);
    if (rank === null) return;
    isRowAwaited.current = false;
    reveal(rank);
    onSelect(rank);
  }

  function onMouseDown(event: MouseEvent<HTMLDivElement>): void {
    isRowAwaited.current = false;
    const rank = rankUnder(event.target);
    if (rank === null || event.button === 1) return;
    const isToggle = event.target instanceof Element && event.target.closest('[data-toggle]') !== null;
    if (isToggle && event.button !== 2) tree?.onToggle(rank);
    pressMouse(event, rank, props, isReplaced);
  }

  /** Who comes by the keyboard sees where they are; a click must not move what it points at. */
  function onFocus(event: FocusEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget || !event.target.matches(':focus-visible')) return;
    isRowAwaited.current = active === null && selectedKey !== null;
    reveal(active);
  }

  const slots = slotsFor(view);
  return (
    <div className="rest relative surface grid-frame">
      <div
        ref={scroller}
        className={`cover scroll surface ${styles.scroller}`}
        role="grid"
        {...(tree !== undefined && { role: 'treegrid' })}
        aria-label={props.name}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + (picking === undefined ? 0 : 1)}
        aria-multiselectable={picking === undefined ? undefined : true}
        aria-activedescendant={active === null ? undefined : rowId(id, active)}
        tabIndex={0}
        data-pane-focus
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onMouseDown={onMouseDown}
        onDoubleClick={(event) => {
          if (rankUnder(event.target) !== null) props.onOpen?.();
        }}
        style={tracks(columns, picking !== undefined, resizing)}
      >
        <GridHeader
          columns={columns}
          sort={props.sort ?? null}
          onSort={props.onSort}
          layout={props.layout}
          picking={picking}
          onResizing={setResizing}
        />
        <div role="rowgroup" className={styles.body} style={{ height: total * height }}>
          {ranks.map((rank) => {
            const row = props.rowAt(rank);
            const isCurrent = row !== undefined && props.keyOf(row) === selectedKey;
            const picked = row !== undefined && picking?.isPicked(row, rank) === true;
            return (
              <GridRow
                key={slotOf(rank, view, slots)}
                id={rank === active ? rowId(id, rank) : null}
                rank={rank}
                top={rank * height}
                row={row}
                columns={columns}
                tree={tree}
                selected={picking === undefined || picking.count === 0 ? isCurrent : picked}
                picked={picking === undefined ? null : picked}
              />
            );
          })}
        </div>
      </div>
      {total === 0 && <div className={`muted scroll ${styles.empty}`}>{props.empty}</div>}
    </div>
  );
}

interface GridRowProps<Row> {
  /** Of the current row, for the grid to point to; null for every other row. */
  readonly id: string | null;
  readonly rank: number;
  /** In px. */
  readonly top: number;
  readonly row: Row | undefined;
  readonly columns: readonly GridColumn<Row>[];
  readonly tree: GridTree<Row> | undefined;
  readonly selected: boolean;
  /** Whether its box is ticked; null in a grid without boxes. */
  readonly picked: boolean | null;
}

/**
 * One row; a skeleton while its data is on the way. It is drawn anew only when something of it changes, for a scroll
 * passes many. The grid handles the keyboard and the mouse: it holds the focus, never the row.
 */
function Row<Row>({ id, rank, top, row, columns, tree, selected, picked }: GridRowProps<Row>) {
  const before = picked === null ? 1 : 2;
  const inTree = row === undefined ? undefined : tree;
  const heading = row === undefined ? null : (tree?.heading(row) ?? null);
  return (
    <div
      id={id ?? undefined}
      role="row"
      aria-rowindex={rank + 2}
      aria-selected={selected}
      aria-busy={row === undefined ? true : undefined}
      aria-level={row && inTree?.level(row)}
      aria-expanded={(row && inTree?.isOpen(row)) ?? undefined}
      className={`choosable ${styles.row}`}
      data-rank={rank}
      data-active={id === null ? undefined : true}
      style={{ top }}
    >
      {picked !== null && (
        <div role="gridcell" aria-colindex={1} className={`row ${styles.boxCell}`} data-pick>
          {/* The whole cell is pressed. */}
          <input type="checkbox" checked={picked} readOnly inert aria-label="Selected" />
        </div>
      )}
      {heading !== null && (
        <div role="gridcell" aria-colindex={before} aria-colspan={columns.length} className={styles.heading}>
          {heading}
        </div>
      )}
      {(heading === null ? columns : []).map((column, index) => (
        <div key={column.id} role="gridcell" aria-colindex={index + before} className="ellipsis">
          {row !== undefined ? column.cell(row) : index === 0 ? 'Loading' : null}
        </div>
      ))}
    </div>
  );
}

const GridRow = memo(Row) as typeof Row;

/** The columns' widths as a custom property that the header and every row share. */
function tracks(
  columns: readonly { readonly id: string; readonly width: string }[],
  boxes: boolean,
  resizing: Resizing,
): CSSProperties {
  const widths = columns.map(({ id, width }) => (resizing?.column === id ? `${resizing.width}px` : width));
  return { '--grid-columns': [...(boxes ? ['20px'] : []), ...widths].join(' ') } as CSSProperties;
}

function rowId(gridId: string, rank: number): string {
  return `${gridId}-row-${rank}`;
}

/**
 * The ranks in view of a scroller and the height of a row, followed as it is scrolled and resized. `onRange` hears of them
 * before the rows are drawn, so that what is missing is on its way meanwhile.
 */
function useRanksInView(
  scroller: RefObject<HTMLElement | null>,
  total: number,
  onRange: ((from: number, to: number) => void) | undefined,
): Ranks & { readonly row: number } {
  const [ranks, setRanks] = useState({ from: 0, to: 0, row: ROW_HEIGHT });
  const told = useRef({ from: 0, to: 0, onRange });
  const tell = useEffectEvent((inView: Ranks) => {
    const [from, to] = [Math.min(inView.from, total), Math.min(inView.to, total)];
    const before = told.current;
    if (before.from === from && before.to === to && before.onRange === onRange) return;
    told.current = { from, to, onRange };
    if (to > from) onRange?.(from, to);
  });
  useEffect(() => tell(ranks), [ranks, total, onRange]);
  const rowBefore = useRef(ROW_HEIGHT);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    // It is as tall as a row, which there may be none of.
    const header = element.firstElementChild;
    let row = rowBefore.current;
    const measure = () => {
      const next = { ...ranksInView(element.scrollTop, element.clientHeight, row), row };
      tell(next);
      setRanks((before) =>
        before.from === next.from && before.to === next.to && before.row === row ? before : next,
      );
    };
    // Not at each scroll: it would have the page laid out within the frame.
    const measureAll = () => {
      row = (header instanceof HTMLElement && header.offsetHeight) || ROW_HEIGHT;
      if (row !== rowBefore.current) element.scrollTo(0, (element.scrollTop * row) / rowBefore.current);
      rowBefore.current = row;
      measure();
    };
    // Rendered within the frame of the scroll, so that the rows keep up with it.
    const onScroll = () => flushSync(measure);
    const resized = new ResizeObserver(measureAll);
    element.addEventListener('scroll', onScroll, { passive: true });
    resized.observe(element);
    if (header !== null) resized.observe(header);
    measureAll();
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, [scroller]);
  return ranks;
}

/** Narrowest and widest that a column may be made, in px. */
const NARROWEST = 48;
const WIDEST = 1200;

function widthWithin(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
}

/** How much wider or narrower one key press makes a column, in px. */
const STEP = 16;

interface GridHeaderProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly sort: GridSort;
  readonly onSort: ((column: string) => void) | undefined;
  readonly layout: GridLayout | undefined;
  readonly picking: GridPicking<Row> | undefined;
  readonly onResizing: (resizing: Resizing) => void;
}

/**
 * The heading row: the box for all rows, and the headings. One that can be sorted by is a button that sorts, and turns
 * the order around when pressed again. Where columns can be adjusted, Shift+arrows make one wider and narrower,
 * Alt+arrows move it, and the mouse does both. A scroll does not draw it anew.
 */
function Header<Row>(props: GridHeaderProps<Row>) {
  const { columns, sort, onSort, layout, picking, onResizing } = props;
  const row = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  /** A heading that is put elsewhere loses the focus on the way. */
  const moved = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (moved.current === null) return;
    const heading = row.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(moved.current)}"]`);
    heading?.querySelector<HTMLElement>('[data-heading]')?.focus();
    moved.current = null;
  }, [columns]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>, index: number): void {
    const action = headingAction(event);
    const column = columns[index];
    if (action === null || column === undefined || layout === undefined) return;
    event.preventDefault();
    if (action.kind === 'resize') {
      layout.onResize(column.id, widthWithin(event.currentTarget.offsetWidth + action.by * STEP));
    } else if (columns[index + action.by] !== undefined) {
      moved.current = column.id;
      layout.onMove(column.id, index + action.by);
    }
  }

  /** What keys and the mouse do to a column at its heading, where columns can be adjusted. */
  const adjusting = ({ onMove }: GridLayout, id: string, index: number): HTMLAttributes<HTMLElement> => ({
    draggable: true,
    'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight Alt+ArrowLeft Alt+ArrowRight',
    onKeyDown: (event) => onKeyDown(event, index),
    onDragStart: (event) => {
      event.dataTransfer.effectAllowed = 'move';
      setDragged(id);
    },
    onDragOver: (event) => {
      if (dragged !== null && dragged !== id) event.preventDefault();
    },
    onDrop: (event) => {
      event.preventDefault();
      if (dragged !== null && dragged !== id) onMove(dragged, index);
      setDragged(null);
    },
    onDragEnd: () => setDragged(null),
  });

  return (
    <div role="rowgroup" className={`line-below sunken ${styles.head}`}>
      <div ref={row} role="row" aria-rowindex={1} className={styles.row}>
        {picking !== undefined && <AllBox picking={picking} />}
        {columns.map(({ id, title, sortable = false }, index) => {
          const direction = sort?.column !== id ? 'none' : sort.descending ? 'descending' : 'ascending';
          const words = <span className="ellipsis">{title}</span>;
          return (
            <div
              key={id}
              role="columnheader"
              aria-colindex={index + (picking === undefined ? 1 : 2)}
              aria-sort={sortable ? direction : undefined}
              className="hint relative shrink"
              data-column={id}
              {...(layout !== undefined && adjusting(layout, id, index))}
            >
              {sortable ? (
                <button
                  type="button"
                  className={`row gap-1 bare ring-inside ${styles.sort}`}
                  data-heading
                  onClick={() => onSort?.(id)}
                >
                  {words}
                  {direction === 'ascending' && <ArrowUp size={12} />}
                  {direction === 'descending' && <ArrowDown size={12} />}
                </button>
              ) : (
                <span
                  className={`row ${styles.plain}`}
                  {...(layout !== undefined && { tabIndex: 0, 'data-heading': true })}
                >
                  {words}
                </span>
              )}
              {layout !== undefined && (
                <Edge
                  onResizing={(width) => onResizing({ column: id, width: widthWithin(width) })}
                  onResized={(width) => {
                    onResizing(null);
                    if (width !== null) layout.onResize(id, widthWithin(width));
                  }}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const GridHeader = memo(Header) as typeof Header;

/** The box in the corner: picks all that there are, by count. */
function AllBox<Row>({ picking }: { readonly picking: GridPicking<Row> }) {
  const { all, count, onAll, onClear } = picking;
  return (
    <div role="columnheader" aria-colindex={1} className={`row ${styles.boxCell}`}>
      <label className="row check" title="Select all matching">
        <input
          type="checkbox"
          aria-label="Select all matching"
          ref={(box) => {
            if (box !== null) box.indeterminate = !all && count > 0;
          }}
          checked={all}
          onChange={all ? onClear : onAll}
        />
      </label>
    </div>
  );
}

interface EdgeProps {
  readonly onResizing: (width: number) => void;
  /** It was let go of at this width; null when it was only pressed, or taken away. */
  readonly onResized: (width: number | null) => void;
}

/** The right edge of a heading, by which the mouse makes the column wider. */
function Edge({ onResizing, onResized }: EdgeProps) {
  const began = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const widthAt = (event: PointerEvent): number =>
    began.current === null ? 0 : began.current.width + event.clientX - began.current.x;
  return (
    <span
      className={styles.edge}
      aria-hidden
      // The heading is draggable: this part of it is not.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        const heading = event.currentTarget.parentElement;
        if (event.button !== 0 || heading === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        began.current = { x: event.clientX, width: heading.offsetWidth };
      }}
      onPointerMove={(event) => {
        if (began.current !== null) onResizing(widthAt(event));
      }}
      onPointerUp={(event) => {
        if (began.current === null) return;
        const width = event.clientX === began.current.x ? null : widthAt(event);
        began.current = null;
        onResized(width);
      }}
      onPointerCancel={() => {
        began.current = null;
        onResized(null);
      }}
    />
  );
}
