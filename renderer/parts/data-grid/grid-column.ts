import type { ReactNode } from 'react';

/** One column: its heading, its width and what it shows of a row. */
export interface GridColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** A track of `grid-template-columns`, such as `minmax(12rem, 1fr)` or `9rem`. */
  readonly width: string;
  readonly sortable: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** The order the rows are in, by column id; null when they are in no column's order. */
export type GridSort = { readonly column: string; readonly descending: boolean } | null;
