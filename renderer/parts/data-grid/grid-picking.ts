/** How rows are picked, by keys and by the mouse: the same in the list and in the gallery. */
import type { KeyboardEvent, MouseEvent } from 'react';
import type { GridAction } from './grid-keys.ts';

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

interface Rows<Row> {
  readonly rowAt: (rank: number) => Row | undefined;
  readonly onSelect: (rank: number) => void;
  readonly picking?: GridPicking<Row> | undefined;
}

/**
 * Does what a key press does to the rows; `action` is what it means, null when it means nothing here.
 * @returns The rank that the keyboard goes to; null when it stays.
 */
export function pressKey<Row>(
  event: KeyboardEvent<HTMLElement>,
  action: GridAction | null,
  { picking }: Pick<Rows<Row>, 'picking'>,
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

/** Selects and picks by a press of the mouse on the row at a rank; its element holds the focus for all rows. */
export function pressMouse<Row>(
  event: MouseEvent<HTMLElement>,
  rank: number,
  { picking, rowAt, onSelect }: Rows<Row>,
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
export function rankUnder(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-rank]') : null;
  return row === null ? null : Number(row.dataset['rank']);
}
