import type { ReactNode } from 'react';
import type { KeyPress } from '../../lib/keys.ts';

export interface GridTree<Row> {
  readonly level: (row: Row) => number;
  readonly isOpen: (row: Row) => boolean | null;
  readonly heading: (row: Row) => ReactNode;
  readonly step: typeof treeStep<Row>;
  readonly onToggle: (rank: number) => void;
}

/** Returns `at` if the key expands or collapses the row at this rank, or the parent's rank for Left. Otherwise null. */
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
