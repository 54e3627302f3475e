/** Where the tiles of a gallery are, and which of them are in view: arithmetic, for all tiles are of one size. */
import type { KeyPress } from '../../commands/key-strokes.ts';

/** The narrowest tile, its gap and the edge around all, in px. */
const TILE_WIDTH = 196;
export const GAP = 12;
/** Below the picture: what the board is called, and how old it is. */
const CAPTION = 34;
/** Chromium caps an element at about 33.5 million px: a longer gallery is scrolled through faster. */
const TALLEST = 30_000_000;
/** Rows kept in the document above and below those in view. */
const OVERSCAN = 2;

export interface Tiles {
  readonly columns: number;
  readonly width: number;
  readonly height: number;
  /** Of a row with its gap. */
  readonly pitch: number;
  readonly rows: number;
  /** Of all rows, as the scroller has them. */
  readonly tall: number;
}

/** How `total` tiles stand in so many px. */
export function tilesIn(width: number, total: number): Tiles {
  const columns = Math.max(1, Math.floor((width - GAP) / (TILE_WIDTH + GAP)));
  const tile = Math.max(TILE_WIDTH / 2, Math.floor((width - GAP) / columns - GAP));
  const height = Math.round((tile * 5) / 8) + CAPTION;
  const pitch = height + GAP;
  const rows = Math.ceil(total / columns);
  return { columns, width: tile, height, pitch, rows, tall: Math.min(TALLEST, rows * pitch + GAP) };
}

/** How far into all rows a scroller shows, and the other way round. */
export function depthAt({ rows, pitch, tall }: Tiles, scrollTop: number, view: number): number {
  const whole = rows * pitch + GAP;
  return whole <= tall ? scrollTop : (scrollTop * (whole - view)) / (tall - view);
}
export function scrollTopAt({ rows, pitch, tall }: Tiles, depth: number, view: number): number {
  const whole = rows * pitch + GAP;
  return whole <= tall ? depth : (depth * (tall - view)) / (whole - view);
}

/** The rows to render, from the first up to, not including, the last. */
export function rowsAround({ rows, pitch }: Tiles, depth: number, view: number) {
  const inView = {
    from: Math.floor(Math.max(0, depth - GAP) / pitch),
    to: Math.ceil((depth + view) / pitch),
  };
  return {
    from: Math.max(0, inView.from - OVERSCAN),
    to: Math.min(rows, inView.to + OVERSCAN),
    inView: { from: Math.min(rows, inView.from), to: Math.min(rows, inView.to) },
  };
}

/** The depth at which a row is in full view; as it is when it already is. */
export function depthFor({ pitch }: Tiles, row: number, depth: number, view: number): number {
  return Math.max((row + 1) * pitch + GAP - view, Math.min(row * pitch, depth));
}

/** Where an arrow leads among tiles that stand `across` in a row; null for other keys. At an edge it leads nowhere. */
export function rankBeside(
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  { at, total, across }: { readonly at: number | null; readonly total: number; readonly across: number },
): number | null {
  const by: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -across,
    ArrowDown: across,
  };
  const step = by[key];
  if (step === undefined || ctrlKey || metaKey || altKey || total === 0) return null;
  if (at === null) return step > 0 ? 0 : total - 1;
  if (at + step >= 0 && at + step < total) return at + step;
  // The last row may be short.
  const isRowBelow = key === 'ArrowDown' && Math.floor((total - 1) / across) > Math.floor(at / across);
  return isRowBelow ? total - 1 : at;
}
