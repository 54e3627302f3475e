import { Check } from 'lucide-react';
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
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import styles from './data-grid.module.css';
import type { GridColumn, GridLayout, GridPicking, GridSort } from './grid-column.ts';
import { GridHeader } from './grid-header.tsx';
import { actionOf, typedText } from './grid-keys.ts';
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
import { TOO_SOON } from '../use-replaced.ts';

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
  /** A character was typed on the rows; true when something was done about it. */
  readonly onType?: (text: string) => boolean;
  readonly empty: ReactNode;
}

/**
 * A grid over any number of rows, of which only those in view are in the document.
 *
 * The grid itself holds the focus and points to the current row by `aria-activedescendant`, so that rows may come and
 * go under a refresh without the focus being lost.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { total, columns, selectedKey, arrangement, onRange, onSelect, picking } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const view = useRanksInView(scroller);
  const [resizing, setResizing] = useState<{ readonly column: string; readonly width: number } | null>(null);
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

  /** A key was pressed before the current row's place was known: the row is scrolled into view once it is. */
  const isRowAwaited = useRef(false);
  useEffect(() => {
    if (active === null || !isRowAwaited.current) return;
    isRowAwaited.current = false;
    reveal(scroller.current, active);
  }, [active]);

  const arranged = useRef(arrangement);
  useLayoutEffect(() => {
    if (arranged.current === arrangement) return;
    arranged.current = arrangement;
    scroller.current?.scrollTo(0, 0);
  }, [arrangement]);

  const ranks = ranksToRender(view, total, active);
  const isReplaced = useReplacedRows(ranks, keyAt);

  function keyAt(rank: number): string | undefined {
    const row = props.rowAt(rank);
    return row === undefined ? undefined : props.keyOf(row);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget) return;
    const page = rowsPerPage(event.currentTarget.clientHeight);
    const action = actionOf(event, { at: active, total, page, several: picking !== undefined });
    if (action === null) {
      const text = typedText(event);
      if (text !== null && props.onType?.(text) === true) event.preventDefault();
      return;
    }
    if (action.kind === 'clear' && picking?.count === 0) return;
    event.preventDefault();
    switch (action.kind) {
      case 'all':
        picking?.onAll();
        return;
      case 'clear':
        picking?.onClear();
        return;
      case 'toggle':
        picking?.onToggle(action.rank);
        return;
      case 'extend':
        picking?.onExtend(action.rank);
        break;
      case 'go':
    }
    isRowAwaited.current = false;
    reveal(event.currentTarget, action.rank);
    onSelect(action.rank);
  }

  function onMouseDown(event: MouseEvent<HTMLDivElement>): void {
    isRowAwaited.current = false;
    const rank = rankUnder(event.target);
    if (rank === null || event.button !== 0) return;
    const boxed = event.target instanceof Element && event.target.closest('[data-pick]') !== null;
    const picks = event.shiftKey || boxed || event.ctrlKey || event.metaKey;
    if (picking !== undefined && picks && isReplaced(rank)) {
      event.preventDefault();
      scroller.current?.focus();
      picking.onReplaced();
      return;
    }
    if (picking === undefined) onSelect(rank);
    else if (event.shiftKey) {
      // What lies between must not be selected as text, and the focus must come here all the same.
      event.preventDefault();
      scroller.current?.focus();
      picking.onExtend(rank);
      onSelect(rank);
    } else {
      onSelect(rank);
      if (picks) picking.onToggle(rank);
      else if (picking.count > 0) picking.onClear();
    }
  }

  /** Who comes by the keyboard sees where they are; a click must not move what it points at. */
  function onFocus(event: FocusEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget || !event.target.matches(':focus-visible')) return;
    isRowAwaited.current = active === null && selectedKey !== null;
    reveal(event.target, active);
  }

  const slots = slotsFor(view);
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={`scroll surface scroll surface ${styles.scroller}`}
        role="grid"
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
        <div role="rowgroup" className={styles.body} style={{ height: total * ROW_HEIGHT }}>
          {ranks.map((rank) => {
            const row = props.rowAt(rank);
            const isCurrent = row !== undefined && props.keyOf(row) === selectedKey;
            const picked = row !== undefined && picking?.isPicked(row, rank) === true;
            return (
              <GridRow
                key={slotOf(rank, view, slots)}
                id={rank === active ? rowId(id, rank) : null}
                rank={rank}
                row={row}
                columns={columns}
                selected={picking === undefined || picking.count === 0 ? isCurrent : picked}
                picked={picking === undefined ? null : picked}
              />
            );
          })}
        </div>
      </div>
      <div className={styles.ring} />
      {total === 0 && <div className={`muted scroll muted scroll ${styles.empty}`}>{props.empty}</div>}
    </div>
  );
}

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
      className={`choosable ${styles.row}`}
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

const GridRow = memo(Row) as typeof Row;

function Skeleton({ first }: { readonly first: boolean }) {
  return (
    <>
      <span className={styles.skeleton} aria-hidden />
      {first && <span className="visually-hidden">Loading</span>}
    </>
  );
}

function reveal(scroller: HTMLElement | null, rank: number | null): void {
  if (scroller === null || rank === null) return;
  scroller.scrollTop = scrollTopFor(rank, scroller.scrollTop, scroller.clientHeight);
}

/** The rank of the row that an event hit, or null. */
function rankUnder(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-rank]') : null;
  return row === null ? null : Number(row.dataset['rank']);
}

/** The columns' widths as a custom property that the header and every row share. */
function tracks(
  columns: readonly { readonly id: string; readonly width: string }[],
  boxes: boolean,
  resizing: { readonly column: string; readonly width: number } | null,
): CSSProperties {
  const widths = columns.map(({ id, width }) => (resizing?.column === id ? `${resizing.width}px` : width));
  return { '--grid-columns': [...(boxes ? ['20px'] : []), ...widths].join(' ') } as CSSProperties;
}

function rowId(gridId: string, rank: number): string {
  return `${gridId}-row-${rank}`;
}

/** The ranks in view of a scroller, followed as it is scrolled and resized. */
function useRanksInView(scroller: RefObject<HTMLElement | null>): Ranks {
  const [ranks, setRanks] = useState<Ranks>({ from: 0, to: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = () => {
      const next = ranksInView(element.scrollTop, element.clientHeight);
      setRanks((before) => (before.from === next.from && before.to === next.to ? before : next));
    };
    // Rendered within the frame of the scroll, so that the rows keep up with it.
    const onScroll = () => flushSync(measure);
    const resized = new ResizeObserver(measure);
    element.addEventListener('scroll', onScroll, { passive: true });
    resized.observe(element);
    measure();
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, [scroller]);
  return ranks;
}

/** What stood at a rank, and since when (`performance.now`); a row that was there from the beginning, since always. */
interface RowPlace {
  readonly key: string;
  readonly since: number;
}

/**
 * Tells whether the row at a rank has only just taken another one's place, such as when rows above it have gone or an
 * answer has come: who clicks there then means the one before. Rows that a scroll brings count as there since always.
 *
 * @param keyAt the key of the row at a rank; undefined while it is not loaded
 */
function useReplacedRows(
  ranks: readonly number[],
  keyAt: (rank: number) => string | undefined,
): (rank: number) => boolean {
  const places = useRef<ReadonlyMap<number, RowPlace>>(new Map());
  useLayoutEffect(() => {
    const next = new Map<number, RowPlace>();
    for (const rank of ranks) {
      const known = places.current.get(rank);
      const key = keyAt(rank) ?? known?.key;
      if (key === undefined) continue;
      const same = known === undefined || known.key === key;
      next.set(rank, { key, since: same ? (known?.since ?? -Infinity) : performance.now() });
    }
    places.current = next;
  });
  return (rank) => performance.now() - (places.current.get(rank)?.since ?? -Infinity) < TOO_SOON;
}
