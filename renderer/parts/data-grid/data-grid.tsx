import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  memo,
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type HTMLAttributes,
  type RefObject,
  type ReactNode,
  useMemo,
  type ComponentType,
  useCallback,
} from 'react';
import styles from './data-grid.module.css';
import {
  activeOf,
  useRows,
  useScroller,
  type GridPicking,
  type GridTree,
  type RowsProps,
} from './grid-rows.ts';
import { onKeys } from '../../lib/keys.ts';
import type { RowQuery, RowColumn } from '../../../preload/contract/boards.ts';
import { isNarrowed, type ListOf } from '../../store/list-slice.ts';
import { isPicked, type PickActions } from '../../store/row-picks.ts';
import { useApp, useAppStore, useList } from '../../store/use-app.ts';
import type { AppState } from '../../store/store.ts';

export interface GridColumn<Row> {
  readonly id: string;
  readonly title: string;
  readonly width: string;
  readonly sortable?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export type OnResize = (column: string, width: number) => void;

type Resizing = { readonly column: string; readonly width: number } | null;

export interface DataGridProps<Row> extends RowsProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined;
  readonly onSort?: ((column: string) => void) | undefined;
  readonly onResize?: OnResize | undefined;
}

/** Grid of rows. The grid keeps the focus (`aria-activedescendant`), because a focused row could be replaced. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { total, columns, selectedKey, picking, tree } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const view = useView(scroller, total, props.onRange);
  const height = view.row;
  const [resizing, setResizing] = useState<Resizing>(null);
  const id = useId();
  const active = activeOf(props);
  const activeId = `${id}-row-${active}`;
  const widths = columns.map((each) => (resizing?.column === each.id ? `${resizing.width}px` : each.width));
  if (picking !== undefined) widths.unshift('20px');
  const ranks = ranksToRender(view, total, active);
  const frame = useRows(props, {
    scroller,
    ranks,
    active,
    across: 1,
    // Number of rows by which Page Up and Page Down move. One row of the previous page stays visible.
    page: Math.max(1, view.to - view.from - 3),
    reveal: (rank) => {
      const element = scroller.current;
      if (element === null || rank === null) return;
      element.scrollTop = scrollTopFor(rank, element.scrollTop, element.clientHeight, height);
    },
  });

  return (
    <div className="rest relative surface grid-frame">
      <div
        ref={scroller}
        className={`cover scroll surface ${styles.scroller}`}
        {...frame}
        role="grid"
        {...(tree !== undefined && { role: 'treegrid' })}
        tabIndex={0}
        data-pane-focus
        aria-rowcount={total + 1}
        aria-colcount={columns.length + (picking === undefined ? 0 : 1)}
        aria-activedescendant={active === null ? undefined : activeId}
        style={{ '--grid-columns': widths.join(' ') } as CSSProperties}
      >
        <GridHeader
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          onResize={props.onResize}
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
                key={view.keys[rank - view.first] ?? 'active'}
                id={rank === active ? activeId : null}
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
  readonly id: string | null;
  readonly rank: number;
  readonly top: number;
  readonly row: Row | undefined;
  readonly columns: readonly GridColumn<Row>[];
  readonly tree: GridTree<Row> | undefined;
  readonly selected: boolean;
  readonly picked: boolean | null;
}

/** Row of a grid; a skeleton while its data is null. Memoised, because a scroll renders many rows. */
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
          {/* The checkbox only shows the selection. A click anywhere in the cell selects or deselects the row. */}
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

/** Returns the rows to render. Calls `onRange` with the visible rows, because the caller must load these. */
function useView(
  scroller: RefObject<HTMLElement | null>,
  total: number,
  onRange: ((from: number, to: number) => void) | undefined,
): View {
  const [view, setView] = useState(NO_VIEW);
  const rowBefore = useRef(ROW_HEIGHT);
  useScroller(scroller, (element) => {
    // Measures the header instead of a row, because an empty list has no row, and both have the same height.
    const header = element.firstElementChild;
    const row = (header instanceof HTMLElement && header.offsetHeight) || ROW_HEIGHT;
    if (row !== rowBefore.current) element.scrollTo(0, (element.scrollTop * row) / rowBefore.current);
    rowBefore.current = row;
    setView(viewAfter(view, { ...ranksInView(element.scrollTop, element.clientHeight, row), row }));
  });
  const [from, to] = [Math.min(view.from, total), Math.min(view.to, total)];
  useEffect(() => {
    if (to > from) onRange?.(from, to);
  }, [from, to, onRange]);
  return view;
}

const NARROWEST = 48;
const WIDEST = 1200;

function widthWithin(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
}

const STEP = 16;

interface GridHeaderProps<Row> extends Pick<
  DataGridProps<Row>,
  'columns' | 'sort' | 'onSort' | 'onResize' | 'picking'
> {
  readonly onResizing: (resizing: Resizing) => void;
}

/** Header row of a grid. Shift+arrow keys resize a column. Memoised, because a scroll does not change the header. */
function Header<Row>(props: GridHeaderProps<Row>) {
  const { columns, sort, onSort, onResize, picking, onResizing } = props;

  return (
    <div role="rowgroup" className={`line-below sunken ${styles.head}`}>
      <div role="row" aria-rowindex={1} className={styles.row}>
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
              data-column={id}
              className="hint relative shrink"
              {...(onResize !== undefined && resizeKeys(id, onResize))}
            >
              {sortable ? (
                <button
                  type="button"
                  className={`row gap-1 bare ring-inside ${styles.sort}`}
                  onClick={() => onSort?.(id)}
                >
                  {words}
                  {direction === 'ascending' && <ArrowUp size={12} />}
                  {direction === 'descending' && <ArrowDown size={12} />}
                </button>
              ) : (
                <span className={`row ${styles.plain}`} tabIndex={onResize && 0}>
                  {words}
                </span>
              )}
              {onResize && <Edge column={id} onResizing={onResizing} onResize={onResize} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function resizeKeys(column: string, onResize: OnResize): HTMLAttributes<HTMLElement> {
  return {
    'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight',
    onKeyDown: onKeys((event) => {
      const by = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : null;
      if (by === null || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      onResize(column, widthWithin(event.currentTarget.offsetWidth + by));
    }),
  };
}

const GridHeader = memo(Header) as typeof Header;

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

interface EdgeProps extends Pick<GridHeaderProps<never>, 'onResizing'> {
  readonly column: string;
  readonly onResize: OnResize;
}

function Edge({ column, onResizing, onResize }: EdgeProps) {
  /** Drag that resizes a column. `offset`: old width minus pointer position. `width`: null before the first move. */
  const drag = useRef<{ readonly offset: number; readonly width: number | null } | null>(null);
  return (
    <span
      className={styles.edge}
      aria-hidden
      onPointerDown={(event) => {
        const heading = event.currentTarget.parentElement;
        if (event.button !== 0 || heading === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { offset: heading.offsetWidth - event.clientX, width: null };
      }}
      onPointerMove={(event) => {
        if (drag.current === null) return;
        const width = widthWithin(drag.current.offset + event.clientX);
        drag.current = { ...drag.current, width };
        onResizing({ column, width });
      }}
      onLostPointerCapture={() => {
        onResizing(null);
        if (drag.current?.width != null) onResize(column, drag.current.width);
        drag.current = null;
      }}
    />
  );
}

/** Row height in px before a row is measured. A million such rows fit into Chromium's limit of 33.5 million px. */
export const ROW_HEIGHT = 28;
/** Number of rows to render outside of the view: `after` in the scroll direction, `before` in the other direction. */
const OVERSCAN = { before: 2, after: 6 };

export interface Ranks {
  readonly from: number;
  readonly to: number;
}

/** Returns the ranks (positions in the list) of the rows in view, even if only partly visible. Arguments are in px. */
export function ranksInView(scrollTop: number, height: number, row: number): Ranks {
  const from = Math.max(0, Math.floor(scrollTop / row));
  const rows = Math.ceil(height / row) - 1;
  return { from, to: rows > 0 ? from + rows + 1 : from };
}

/** Visible rows (`from`, `to`). `first`: rank of the first rendered row. `keys`: React keys. `row`: height in px. */
interface View extends Ranks {
  readonly row: number;
  readonly first: number;
  readonly keys: readonly number[];
}

export const NO_VIEW: View = { from: 0, to: 0, row: ROW_HEIGHT, first: 0, keys: [] };

/**
 * Returns the rows to render after a scroll, with their React keys. After a jump, the same elements show other rows.
 * After a short scroll, rows keep their elements. Rows that appear at the bottom reuse the elements of rows that left.
 * Rows that appear at the top get new elements, because a reused element would make React move all elements below.
 */
export function viewAfter(view: View, { from, to, row }: Pick<View, 'from' | 'to' | 'row'>): View {
  if (from === view.from && to === view.to && row === view.row) return view;
  const { before, after } = OVERSCAN;
  const first = Math.max(0, from - (from < view.from ? after : before));
  const count = to + (from < view.from ? before : after) - first;
  const step = first - view.first;
  let newest = Math.max(-1, ...view.keys);
  const keys = [...view.keys];
  if (step > 0 && step < count / 2) keys.push(...keys.splice(0, step));
  if (step < 0 && -step < count / 2) keys.unshift(...Array.from({ length: -step }, () => (newest += 1)));
  while (keys.length < count) keys.push((newest += 1));
  return { from, to, row, first, keys: keys.slice(0, count) };
}

export function ranksToRender(
  { first, keys }: View,
  total: number,
  active: number | null,
): readonly number[] {
  const ranks = keys.map((_, at) => first + at).filter((rank) => rank < total);
  if (active === null || active >= total || keys[active - first] !== undefined) return ranks;
  return active < first ? [active, ...ranks] : [...ranks, active];
}

export function scrollTopFor(rank: number, scrollTop: number, height: number, row: number): number {
  const top = rank * row;
  const lowest = top + 2 * row - height;
  return Math.max(lowest, Math.min(top, scrollTop));
}

export interface ListRowsProps<Row> extends Omit<RowsProps<Row>, 'arrangement' | 'picking'> {
  readonly list: ListColumns<Row>;
  readonly fields: readonly string[];
  readonly query: RowQuery | null;
  readonly idOf: (row: Row) => string | null;
  readonly count: number;
  readonly pick: PickActions;
  readonly matching: number | null;
  readonly gallery: ComponentType<RowsProps<Row>>;
}

export function ListRows<Row>(props: ListRowsProps<Row>) {
  const { list, fields, query: answered, idOf, count, pick, matching, gallery: Gallery, ...rest } = props;
  const { of, first, choices } = list;
  const store = useAppStore();
  const { query, picks, columns: saved, actions } = useList(of);
  const shown = shownColumns(saved, useApp(first));
  const columns = useMemo(() => list.shown(shown, fields), [list, shown, fields]);
  const { announce } = store.getState();
  const inGallery = useApp((state) => state.preferences?.gallery === true);
  const resize: OnResize = useCallback(
    (id, width) => {
      const state = store.getState();
      const { columns: saved, names } = state.lists[of];
      void actions.setColumns(
        shownColumns(saved, first(state)).map((each) => (each.id === id ? { id, width } : each)),
      );
      const title = choices(names.fields).find((each) => each.id === id)?.title ?? id;
      state.say(`${title}: ${width} pixels wide`);
    },
    [store, of, first, choices, actions],
  );
  const picking = useMemo(
    (): GridPicking<Row> => ({
      isPicked: (row, rank) => isPicked(picks, idOf(row), rank),
      count,
      // If a search hides selected rows, equal numbers of selected and matching rows don't mean that all are selected.
      all: count > 0 && count === matching && (picks.kind !== 'ids' || !isNarrowed(query)),
      onToggle: pick.toggle,
      onExtend: pick.extend,
      onReplaced: () => announce('The list moved before your click. Click again.', 'note'),
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

export type ColumnChoice = Pick<GridColumn<never>, 'id' | 'title'>;

export function shownColumns(saved: readonly RowColumn[], first: readonly RowColumn[]): readonly RowColumn[] {
  return saved.length === 0 ? first : saved;
}

export function withChosen(shown: readonly RowColumn[], id: string): readonly RowColumn[] {
  const rest = shown.filter((column) => column.id !== id);
  if (rest.length === shown.length) return [...shown, { id, width: null }];
  return rest.length === 0 ? shown : rest;
}

export interface ListColumns<Row> {
  readonly of: ListOf;
  readonly first: (state: AppState) => readonly RowColumn[];
  readonly choices: (fields: readonly string[]) => readonly ColumnChoice[];
  /** Returns the grid's columns. `fields`: names of the service's fields that the rows contain. */
  readonly shown: (shown: readonly RowColumn[], fields: readonly string[]) => readonly GridColumn<Row>[];
}
