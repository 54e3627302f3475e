/** How rows are selected and picked, by keys and by the mouse: the same in the list and in the gallery. */
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
import type { KeyPress } from '../../commands/key-strokes.ts';
import { useReplacedRows } from '../use-replaced.ts';
import type { GridTree } from './grid-tree.ts';

/** Several rows may be picked: by Space or Ctrl+Space, Shift, Ctrl, Ctrl+A, or their boxes. */
export interface GridPicking<Row> {
  readonly isPicked: (row: Row, rank: number) => boolean;
  /** How many are picked; with none, the current row counts as the selected one. */
  readonly count: number;
  /** Whether they are all that there are. */
  readonly all: boolean;
  /** Present where Space alone does something else: then it is Ctrl+Space that picks. */
  readonly ctrlSpace?: true;
  readonly onToggle: (rank: number) => void;
  /** Picks the range from where picking began to this rank. */
  readonly onExtend: (rank: number) => void;
  /** A row was clicked to pick it, but had only just taken the place of another one: nothing is picked. */
  readonly onReplaced: () => void;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/** Rows of any number, in a list or a gallery. */
export interface RowsProps<Row> {
  readonly name: string;
  readonly total: number;
  /** The row at a rank; undefined while it is not loaded, which shows as a skeleton. */
  readonly rowAt: (rank: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  /** The row that the keyboard is on, null while unknown; it is kept in the document even when scrolled away. */
  readonly activeRank: number | null;
  readonly selectedKey: string | null;
  /** What the rows are arranged by. When it changes, ranks mean other rows and the view goes back to the top. */
  readonly arrangement: string;
  /** Ranks `from` up to, not including, `to` are in view: the caller sees to it that they get loaded. */
  readonly onRange?: (from: number, to: number) => void;
  readonly onSelect: (rank: number) => void;
  readonly onOpen?: () => void;
  /** Present where several rows may be picked. */
  readonly picking?: GridPicking<Row>;
  /** Present where rows lie under others: arrows left and right, Enter, or `data-toggle` in a cell open and close. */
  readonly tree?: GridTree<Row>;
  readonly empty: ReactNode;
}

export interface RowsPlace {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Ranks in the document. */
  readonly ranks: readonly number[];
  readonly active: number | null;
  /** Rows side by side, and rows that the page keys jump over. */
  readonly across: number;
  readonly page: number;
  readonly reveal: (rank: number | null) => void;
}

/** The rank of the row that the keyboard is on; null where it is none of them. */
export function activeOf({ activeRank, total }: Pick<RowsProps<unknown>, 'activeRank' | 'total'>) {
  return activeRank !== null && activeRank < total ? activeRank : null;
}

/** The attributes of the element that scrolls the rows: it holds the focus for all of them, and handles keys and mouse. */
export function useRows<Row>(props: RowsProps<Row>, place: RowsPlace): HTMLAttributes<HTMLDivElement> {
  const { name, total, selectedKey, arrangement, onSelect, picking, tree } = props;
  const { scroller, active, across, page, reveal } = place;
  const revealActive = useEffectEvent(() => reveal(active));
  // A selected row comes into view once. One that only moves, because rows came before it, must not pull the view.
  useEffect(() => {
    if (selectedKey !== null) revealActive();
  }, [selectedKey, across]);

  /** The keyboard is here and the current row's place is not known yet: the row is scrolled into view once it is. */
  const isRowAwaited = useRef(false);
  // Not when the rows are only shown again, as they are when somebody comes back before another screen was there.
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

  return {
    'aria-label': name,
    'aria-multiselectable': picking === undefined ? undefined : true,
    onKeyDown: (event) => {
      if (event.target !== event.currentTarget) return;
      const step = active === null ? null : (tree?.step(event, active, props.rowAt, tree) ?? null);
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
    },
    onMouseDown: (event) => {
      isRowAwaited.current = false;
      const rank = rankUnder(event.target);
      if (rank === null || event.button === 1) return;
      const isToggle = event.target instanceof Element && event.target.closest('[data-toggle]') !== null;
      if (isToggle && event.button !== 2) tree?.onToggle(rank);
      pressMouse(event, rank, props, isReplaced);
    },
    // Who comes by the keyboard sees where they are; a click must not move what it points at.
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

/**
 * Does what a key press does to the rows; `action` is what it means, null when it means nothing here.
 * @returns The rank that the keyboard goes to; null when it stays.
 */
function pressKey<Row>(
  event: KeyboardEvent<HTMLElement>,
  action: GridAction | null,
  { picking }: RowsProps<Row>,
): number | null {
  if (action === null) return null;
  if (action.kind === 'clear' && picking?.count === 0) return null;
  const isPlain = !event.ctrlKey && !event.metaKey;
  if (action.kind === 'toggle' && picking?.ctrlSpace === true && isPlain) return null;
  event.preventDefault();
  switch (action.kind) {
    case 'all':
      picking?.onAll();
      return null;
    case 'clear':
      picking?.onClear();
      return null;
    case 'toggle':
      picking?.onToggle(action.rank);
      return null;
    case 'extend':
      picking?.onExtend(action.rank);
      return action.rank;
    case 'go':
      return action.rank;
  }
}

/** Selects and picks by a press of the mouse on the row at a rank. */
function pressMouse<Row>(
  event: MouseEvent<HTMLElement>,
  rank: number,
  { picking, rowAt, onSelect }: RowsProps<Row>,
  isReplaced: (rank: number) => boolean,
): void {
  if (event.button === 2) {
    // Its menu is about all that is picked, or about this row alone.
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
    // What lies between must not be selected as text, and the focus must come here all the same.
    event.preventDefault();
    event.currentTarget.focus();
  }
  if (replaced) return picking.onReplaced();
  if (event.shiftKey) picking.onExtend(rank);
  onSelect(rank);
  if (event.shiftKey) return;
  if (picks) picking.onToggle(rank);
  else if (picking.count > 0) picking.onClear();
}

/** The rank of the row that an event hit, or null. */
function rankUnder(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-rank]') : null;
  return row === null ? null : Number(row.dataset['rank']);
}

interface GridPlace {
  /** Rank of the current row, or null when no row is current yet: the first step down then lands on row 0. */
  readonly at: number | null;
  readonly total: number;
  /** Rows side by side: 1 in a list. */
  readonly across: number;
  /** Rows that PageUp and PageDown jump over. */
  readonly page: number;
  /** Several rows may be picked. */
  readonly several: boolean;
}

type GridAction =
  | { readonly kind: 'go' | 'extend' | 'toggle'; readonly rank: number }
  | { readonly kind: 'all' | 'clear' };

/** What a key press does; null when it does nothing here. */
export function actionOf(press: KeyPress, place: GridPlace): GridAction | null {
  const { at, total, across, page, several } = place;
  const { key, shiftKey } = press;
  if (press.altKey || total === 0) return null;
  const mod = press.ctrlKey || press.metaKey;
  if (several && !shiftKey) {
    if (mod && key.toLowerCase() === 'a') return { kind: 'all' };
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

/** The rank below; at the bottom the same one. The last line may be short: then its last rank. */
function rankBelow(at: number, { total, across }: GridPlace): number {
  if (at + across < total) return at + across;
  return Math.floor((total - 1) / across) > Math.floor(at / across) ? total - 1 : at;
}
