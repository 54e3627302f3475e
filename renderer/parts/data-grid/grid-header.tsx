import { Check, Minus, ArrowDown, ArrowUp } from 'lucide-react';
import {
  memo,
  useLayoutEffect,
  useRef,
  useState,
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import styles from './data-grid.module.css';
import {
  widthWithin,
  type GridColumn,
  type GridLayout,
  type GridPicking,
  type GridSort,
} from './grid-column.ts';
import { headingAction } from './grid-keys.ts';

/** How much wider or narrower one key press makes a column, in px. */
const STEP = 16;

interface GridHeaderProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly sort: GridSort;
  readonly onSort: ((column: string) => void) | undefined;
  readonly layout: GridLayout | undefined;
  readonly picking: GridPicking<Row> | undefined;
  /** A column is being made this wide; null once that has ended. */
  readonly onResizing: (resizing: { readonly column: string; readonly width: number } | null) => void;
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
              className={`hint ${styles.heading}`}
              data-column={id}
              {...(layout !== undefined && adjusting(layout, id, index))}
            >
              {sortable ? (
                <button
                  type="button"
                  className={`ring-inside ${styles.sort}`}
                  data-heading
                  onClick={() => onSort?.(id)}
                >
                  {words}
                  {direction === 'ascending' && <ArrowUp size={12} />}
                  {direction === 'descending' && <ArrowDown size={12} />}
                </button>
              ) : (
                <span
                  className={styles.plain}
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

export const GridHeader = memo(Header) as typeof Header;

/** The box in the corner: picks all that there are, by count. */
function AllBox<Row>({ picking }: { readonly picking: GridPicking<Row> }) {
  const { all, count, onAll, onClear } = picking;
  const checked = all ? 'true' : count > 0 ? 'mixed' : 'false';
  return (
    <div role="columnheader" aria-colindex={1} className={styles.boxCell}>
      <button
        type="button"
        role="checkbox"
        aria-checked={checked}
        aria-label="Select all matching"
        title="Select all matching"
        className={styles.boxButton}
        onClick={all ? onClear : onAll}
      >
        <span className={styles.box} data-ticked={checked !== 'false' || undefined} aria-hidden>
          {checked === 'true' && <Check size={12} strokeWidth={3} />}
          {checked === 'mixed' && <Minus size={12} strokeWidth={3} />}
        </span>
      </button>
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
