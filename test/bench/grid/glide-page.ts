/** Benchmark page with Glide Data Grid. It uses Easel's row cache, because Glide does not fetch rows itself. */
import { rowAt } from '../../../renderer/store/boards-slice.ts';
import { offer, ROW_PX } from './drive.ts';
import { COLUMNS, holdRows } from './held-rows.ts';
import { TOTAL } from './source.ts';

/** Declares the used types of Glide and React, because the packages are not installed when this file is compiled. */
export interface Glide {
  readonly createElement: (type: unknown, props: Readonly<Record<string, unknown>>) => unknown;
  readonly createRoot: (container: HTMLElement) => { readonly render: (element: unknown) => void };
  readonly DataEditor: unknown;
  readonly GridCellKind: Readonly<Record<'Text' | 'Loading', unknown>>;
}

interface Editor {
  readonly updateCells: (cells: readonly { readonly cell: readonly [number, number] }[]) => void;
}

const WIDTHS = [290, 198] as const;

export function showGlide(container: HTMLElement, glide: Glide): void {
  const { createElement, createRoot, DataEditor, GridCellKind } = glide;
  Object.assign(container.style, { position: 'fixed', inset: '0' });
  const rows = holdRows();
  /** Rows near the viewport by index. The value is true if Glide drew the row with its data. */
  const drawn = new Map<number, boolean>();
  let editor: Editor | null = null;
  rows.subscribe(() => {
    const late = [...drawn].filter(([rank, had]) => !had && rowAt(rows.read(), rank) !== undefined);
    editor?.updateCells(late.flatMap(([rank]) => COLUMNS.map((_, column) => ({ cell: [column, rank] }))));
  });
  createRoot(container).render(
    createElement(DataEditor, {
      ref: (made: Editor | null) => {
        editor = made;
      },
      width: '100%',
      height: '100%',
      rows: TOTAL,
      rowHeight: ROW_PX,
      headerHeight: ROW_PX,
      columns: COLUMNS.map(([title], at) => ({ id: title, title, width: WIDTHS[at === 0 ? 0 : 1] })),
      getCellContent: ([column, rank]: readonly [number, number]) => {
        const row = rowAt(rows.read(), rank);
        drawn.set(rank, row !== undefined);
        if (row === undefined) return { kind: GridCellKind.Loading, allowOverlay: false };
        const text = COLUMNS[column]?.[1](row) ?? '';
        return { kind: GridCellKind.Text, data: text, displayData: text, allowOverlay: false };
      },
      onVisibleRegionChanged: ({ y, height }: { readonly y: number; readonly height: number }) => {
        for (const rank of drawn.keys()) if (Math.abs(rank - y) > 2 * height) drawn.delete(rank);
        rows.show(y, Math.min(TOTAL, y + height));
      },
    }),
  );
  offer({
    scroller: () => document.querySelector<HTMLElement>('.dvn-scroller'),
    headerPx: ROW_PX,
    ranksShown: function* ranksShown() {
      for (const [rank, had] of drawn) if (had) yield rank;
    },
  });
}
