import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import styles from './data-grid.module.css';

/** What a person may do to the column at its heading. */
interface HeadingAdjusting {
  /** Another heading is being dragged, and may be dropped here. */
  readonly dragging: boolean;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** This heading is being dragged; null once that has ended. */
  readonly onDrag: (column: string | null) => void;
  readonly onDrop: () => void;
  readonly onResizing: (width: number) => void;
  /** The edge was let go of at this width; null when it was only pressed, or taken away. */
  readonly onResized: (width: number | null) => void;
}

interface GridHeadingProps {
  readonly id: string;
  readonly title: string;
  /** Its place for screen readers, from 1. */
  readonly index: number;
  /** Null for a column that can't be sorted by. */
  readonly direction: 'ascending' | 'descending' | 'none' | null;
  readonly onSort: ((column: string) => void) | undefined;
  readonly adjusting?: HeadingAdjusting;
}

/**
 * A heading. One that can be sorted by is a button that sorts, and turns the order around when pressed again. Where
 * columns can be adjusted, Shift+arrows make it wider and narrower, Alt+arrows move it, and the mouse does both.
 */
export function GridHeading(props: GridHeadingProps) {
  const { id, title, index, direction, onSort, adjusting } = props;
  const words = <span className="ellipsis">{title}</span>;
  return (
    <div
      role="columnheader"
      aria-colindex={index}
      aria-sort={direction ?? undefined}
      className={`hint ${styles.heading}`}
      data-column={id}
      {...(adjusting !== undefined && {
        draggable: true,
        'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight Alt+ArrowLeft Alt+ArrowRight',
        onKeyDown: adjusting.onKeyDown,
        onDragStart: (event) => {
          event.dataTransfer.effectAllowed = 'move';
          adjusting.onDrag(id);
        },
        onDragOver: (event) => {
          if (adjusting.dragging) event.preventDefault();
        },
        onDrop: (event) => {
          event.preventDefault();
          adjusting.onDrop();
        },
        onDragEnd: () => adjusting.onDrag(null),
      })}
    >
      {direction === null ? (
        <span
          className={styles.plain}
          {...(adjusting !== undefined && { tabIndex: 0, 'data-heading': true })}
        >
          {words}
        </span>
      ) : (
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
      )}
      {adjusting !== undefined && <Edge {...adjusting} />}
    </div>
  );
}

/** The right edge of a heading, by which the mouse makes the column wider. */
function Edge({ onResizing, onResized }: HeadingAdjusting) {
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
