import type { ReactNode } from 'react';

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

/** Several rows may be picked: by Space, Shift, Ctrl, Ctrl+A, or their boxes. */
export interface GridPicking<Row> {
  readonly isPicked: (row: Row, rank: number) => boolean;
  /** How many are picked; with none, the current row counts as the selected one. */
  readonly count: number;
  /** Whether they are all that there are. */
  readonly all: boolean;
  readonly onToggle: (rank: number) => void;
  /** Picks the range from where picking began to this rank. */
  readonly onExtend: (rank: number) => void;
  /** A row was clicked to pick it, but had only just taken the place of another one: nothing is picked. */
  readonly onReplaced: () => void;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/** Narrowest and widest that a column may be made, in px. */
const NARROWEST = 48;
const WIDEST = 1200;

export function widthWithin(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
}
