import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { isMenuPress, onKeys, type KeyPress } from '../../lib/keys.ts';
import { leaveField } from '../focus.ts';
import { useReplacedRows } from '../use-replaced.ts';

export interface GridPicking<Row> {
  readonly isPicked: (row: Row, rank: number) => boolean;
  /** Number of selected rows. If it is 0, commands apply to the current row. */
  readonly count: number;
  readonly all: boolean;
  readonly onToggle: (rank: number) => void;
  readonly onExtend: (rank: number) => void;
  /** Called after a click on a row that moved under the pointer just before. Such a click selects nothing. */
  readonly onReplaced: () => void;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

export interface GridTree<Row> {
  readonly level: (row: Row) => number;
  readonly isOpen: (row: Row) => boolean | null;
  readonly heading: (row: Row) => ReactNode;
  readonly onToggle: (rank: number) => void;
}

export interface RowsProps<Row> {
  readonly name: string;
  readonly total: number;
  readonly rowAt: (rank: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  /** Rank (position in the list) of the current row, which the grid always renders. Null while the rank is unknown. */
  readonly activeRank: number | null;
  readonly selectedKey: string | null;
  /** Text that identifies the rows' order, such as the query. If it changes, the grid scrolls to the top. */
  readonly arrangement: string;
  /** Called with the ranks of the visible rows, which the caller must load. `to` is exclusive. */
  readonly onRange?: (from: number, to: number) => void;
  readonly onSelect: (rank: number) => void;
  /** Called after a double click on the row, and after Enter if `opensByEnter` is set. */
  readonly onOpen?: () => void;
  readonly opensByEnter?: true;
  readonly picking?: GridPicking<Row> | undefined;
  /** For a list with nested rows. Arrow keys, Enter and clicks on `data-toggle` expand and collapse a row. */
  readonly tree?: GridTree<Row>;
  readonly empty: ReactNode;
}

export interface RowsPlace {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly ranks: readonly number[];
  readonly active: number | null;
  readonly across: number;
  readonly page: number;
  readonly reveal: (rank: number | null) => void;
}

export function activeOf({ activeRank, total }: Pick<RowsProps<unknown>, 'activeRank' | 'total'>) {
  return activeRank !== null && activeRank < total ? activeRank : null;
}

/** Calls `measure` once, then after each scroll, and after each resize of the element or its first child. */
export function useScroller(
  scroller: RefObject<HTMLElement | null>,
  measure: (element: HTMLElement) => void,
): void {
  const measureNow = useEffectEvent(measure);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (): void => measureNow(element);
    // Renders synchronously, because otherwise the new rows would appear later than the new scroll position.
    const onScroll = (): void => flushSync(look);
    const resized = new ResizeObserver(look);
    element.addEventListener('scroll', onScroll, { passive: true });
    resized.observe(element);
    if (element.firstElementChild !== null) resized.observe(element.firstElementChild);
    look();
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, [scroller]);
}

export function useRows<Row>(props: RowsProps<Row>, place: RowsPlace): HTMLAttributes<HTMLDivElement> {
  const { name, total, selectedKey, arrangement, onSelect, picking, tree } = props;
  const { scroller, active, across, page, reveal } = place;
  const revealActive = useEffectEvent(() => reveal(active));
  // Scrolls to the current row if its key changes, not if its rank changes, because new rows must not scroll the view.
  useEffect(() => {
    if (selectedKey !== null) revealActive();
  }, [selectedKey, across]);

  /** True if the grid must scroll to the current row as soon as the row's new rank is known. */
  const isRowAwaited = useRef(false);
  // Scrolls to the top only if the order changes later, because the first render restores the scroll position.
  const arranged = useRef(arrangement);
  useLayoutEffect(() => {
    if (arranged.current === arrangement) return;
    arranged.current = arrangement;
    scroller.current?.scrollTo(0, 0);
    isRowAwaited.current = scroller.current?.matches(':focus-visible') === true;
  }, [arrangement, scroller]);
  useEffect(() => {
    if (active === null || !isRowAwaited.current) return;
    isRowAwaited.current = false;
    revealActive();
  }, [active, arrangement]);

  const isReplaced = useReplacedRows(place.ranks, (rank) => {
    const row = props.rowAt(rank);
    return row === undefined ? undefined : props.keyOf(row);
  });

  function pressed(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' && props.opensByEnter) return props.onOpen?.();
    const step = active !== null && tree ? treeStep(event, active, props.rowAt, tree) : null;
    if (step !== null) {
      event.preventDefault();
      if (step === active) return tree?.onToggle(active);
    }
    const action = actionOf(event, { at: active, total, across, page, several: picking !== undefined });
    const rank = step ?? pressKey(event, action, props);
    if (rank === null) return;
    isRowAwaited.current = false;
    reveal(rank);
    onSelect(rank);
  }

  return {
    'aria-label': name,
    'aria-multiselectable': picking === undefined ? undefined : true,
    // Calls `onKeys` in the event, because React forbids passing functions that read refs during a render.
    onKeyDown: (event) => onKeys(pressed)(event),
    onMouseDown: (event) => {
      isRowAwaited.current = false;
      const rank = rankUnder(event.target);
      if (rank === null || event.button === 1) return;
      leaveField();
      const isToggle = event.target instanceof Element && event.target.closest('[data-toggle]') !== null;
      if (isToggle && !isMenuPress(event)) tree?.onToggle(rank);
      pressMouse(event, rank, props, isReplaced);
    },
    // Scrolls only after a key press, because a row must not move under a click.
    onFocus: (event) => {
      if (event.target !== event.currentTarget || !event.target.matches(':focus-visible')) return;
      isRowAwaited.current = active === null && selectedKey !== null;
      reveal(active);
    },
    onDoubleClick: (event) => {
      if (rankUnder(event.target) !== null) props.onOpen?.();
    },
  };
}

/** Returns the rank of the row to expand or collapse, or (for ArrowLeft) of the parent row. Null for other keys. */
export function treeStep<Row>(
  press: KeyPress,
  at: number,
  rowAt: (rank: number) => Row | undefined,
  { isOpen, level }: Pick<GridTree<Row>, 'isOpen' | 'level'>,
): number | null {
  const row = rowAt(at);
  if (row === undefined || press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return null;
  const open = isOpen(row);
  const toggles: Readonly<Record<string, boolean>> = {
    Enter: open !== null,
    ArrowRight: open === false,
    ArrowLeft: open === true,
  };
  if (toggles[press.key] === true) return at;
  if (press.key !== 'ArrowLeft') return null;
  for (let rank = at - 1; rank >= 0; rank -= 1) {
    const above = rowAt(rank);
    if (above === undefined) return null;
    if (level(above) < level(row)) return rank;
  }
  return null;
}

function pressKey<Row>(
  event: KeyboardEvent<HTMLElement>,
  action: GridAction | null,
  { picking }: RowsProps<Row>,
): number | null {
  if (action === null || (action.kind === 'clear' && picking?.count === 0)) return null;
  event.preventDefault();
  if (action.kind === 'clear') picking?.onClear();
  if (action.kind === 'toggle') picking?.onToggle(action.rank);
  if (action.kind === 'extend') picking?.onExtend(action.rank);
  return action.kind === 'go' || action.kind === 'extend' ? action.rank : null;
}

function pressMouse<Row>(
  event: MouseEvent<HTMLElement>,
  rank: number,
  props: RowsProps<Row>,
  isReplaced: (rank: number) => boolean,
): void {
  const { picking, rowAt, onSelect } = props;
  if (isMenuPress(event)) {
    // A right click on a selected row opens the context menu of all selected rows.
    const row = rowAt(rank);
    if (row !== undefined && picking?.isPicked(row, rank) === true) return;
    onSelect(rank);
    picking?.onClear();
    return;
  }
  if (picking === undefined) return onSelect(rank);
  const boxed = event.target instanceof Element && event.target.closest('[data-pick]') !== null;
  const picks = event.shiftKey || boxed || event.ctrlKey || event.metaKey;
  const replaced = picks && isReplaced(rank);
  if (replaced || event.shiftKey) {
    // `preventDefault` stops the browser from selecting text, and from focusing the grid, which must have the focus.
    event.preventDefault();
    event.currentTarget.focus();
  }
  if (replaced) return picking.onReplaced();
  if (event.shiftKey) picking.onExtend(rank);
  onSelect(rank);
  if (event.shiftKey) return;
  if (picks) {
    // If no row is selected yet, Ctrl+click also selects the current row, because commands applied to it before.
    const current = activeOf(props);
    if (!boxed && picking.count === 0 && current !== null && current !== rank) picking.onToggle(current);
    picking.onToggle(rank);
  } else if (picking.count > 0) picking.onClear();
}

function rankUnder(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-rank]') : null;
  return row === null ? null : Number(row.dataset['rank']);
}

interface GridPlace {
  readonly at: number | null;
  readonly total: number;
  readonly across: number;
  readonly page: number;
  readonly several: boolean;
}

type GridAction =
  | { readonly kind: 'go' | 'extend' | 'toggle'; readonly rank: number }
  | { readonly kind: 'clear' };

export function actionOf(press: KeyPress, place: GridPlace): GridAction | null {
  const { at, total, across, page, several } = place;
  const { key, shiftKey } = press;
  if (press.altKey || total === 0) return null;
  const mod = press.ctrlKey || press.metaKey;
  if (several && !shiftKey) {
    if (!mod && key === 'Escape') return { kind: 'clear' };
    if (key === ' ' && at !== null) return { kind: 'toggle', rank: at };
  }
  const last = total - 1;
  const ranks: Readonly<Record<string, number>> = {
    ArrowDown: mod ? last : at === null ? 0 : rankBelow(at, place),
    ArrowUp: mod ? 0 : at === null ? last : at < across ? at : at - across,
    ...(across > 1 && !mod && { ArrowLeft: (at ?? total) - 1, ArrowRight: (at ?? -1) + 1 }),
    ...(!mod && { PageDown: (at ?? 0) + page, PageUp: (at ?? 0) - page }),
    Home: 0,
    End: last,
  };
  const rank = ranks[key];
  if (rank === undefined || (shiftKey && !several)) return null;
  return { kind: shiftKey ? 'extend' : 'go', rank: Math.min(last, Math.max(0, rank)) };
}

function rankBelow(at: number, { total, across }: GridPlace): number {
  if (at + across < total) return at + across;
  return Math.floor((total - 1) / across) > Math.floor(at / across) ? total - 1 : at;
}
