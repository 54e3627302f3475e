/** Rows under others in the data grid. Only who has such rows loads what keys do to them. */
import type { ReactNode } from 'react';
import type { KeyPress } from '../../commands/key-strokes.ts';

/** Some rows are headings, and some lie under others. */
export interface GridTree<Row> {
  /** From 1. */
  readonly level: (row: Row) => number;
  /** Whether the rows under it are on show; null where there are none to show. */
  readonly isOpen: (row: Row) => boolean | null;
  /** What stands across all columns; null for a row of cells. */
  readonly heading: (row: Row) => ReactNode;
  /** Where a key leads, as `treeStep` tells it. */
  readonly step: typeof treeStep<Row>;
  readonly onToggle: (rank: number) => void;
}

/**
 * Where a key leads from the row at `at`: to itself where that opens or closes, or to the row that it lies under. Right
 * opens, left closes, Enter does either. Null for a key that does nothing in the tree.
 */
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
