/** Benchmark page with a minimal grid. It uses no React, and reuses its row elements while scrolling. */
import {
  NO_VIEW,
  ranksInView,
  ranksToRender,
  viewAfter,
} from '../../../renderer/parts/data-grid/data-grid.tsx';
import { rowAt } from '../../../renderer/store/boards-slice.ts';
import { offer, ROW_PX } from './drive.ts';
import { COLUMNS, holdRows } from './held-rows.ts';
import { TOTAL } from './source.ts';

const STYLE = `
  #grid { position: fixed; inset: 0; overflow: auto; font: 13px/20px system-ui; }
  .row { position: absolute; inset-inline: 0; height: ${ROW_PX}px; display: grid; contain: layout style paint;
    grid-template-columns: minmax(120px, 290px) repeat(${COLUMNS.length - 1}, 1fr); column-gap: 12px; }
  .row > div { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }`;

export function showFloor(container: HTMLElement): void {
  document.head.append(Object.assign(document.createElement('style'), { textContent: STYLE }));
  const body = document.createElement('div');
  body.style.cssText = `position: relative; height: ${TOTAL * ROW_PX}px`;
  container.append(body);
  const rows = holdRows();
  const slots: {
    readonly row: HTMLElement;
    readonly cells: readonly Text[];
    rank: number;
    shown: unknown;
  }[] = [];
  let view = NO_VIEW;

  function render(): void {
    for (const rank of ranksToRender(view, TOTAL, null)) {
      const slot = slots[rank % slots.length];
      const board = rowAt(rows.read(), rank);
      if (slot === undefined || (slot.rank === rank && slot.shown === board)) continue;
      if (slot.rank !== rank) slot.row.style.top = `${rank * ROW_PX}px`;
      for (const [at, [, cell]] of COLUMNS.entries()) {
        const text = slot.cells[at];
        if (text !== undefined) text.data = board === undefined ? '' : (cell(board) ?? '');
      }
      Object.assign(slot, { rank, shown: board });
    }
  }

  function look(): void {
    view = viewAfter(view, {
      ...ranksInView(container.scrollTop, container.clientHeight, ROW_PX),
      row: ROW_PX,
    });
    while (slots.length < view.keys.length) {
      const row = Object.assign(document.createElement('div'), { className: 'row' });
      const cells = COLUMNS.map(() => new Text());
      for (const cell of cells) row.appendChild(document.createElement('div')).append(cell);
      slots.push({ row: body.appendChild(row), cells, rank: -1, shown: null });
    }
    render();
    rows.show(view.from, view.to);
  }

  rows.subscribe(render);
  container.addEventListener('scroll', look, { passive: true });
  look();
  offer({
    scroller: () => container,
    headerPx: 0,
    ranksShown: function* ranksShown() {
      for (const { rank, shown } of slots) if (shown !== undefined) yield rank;
    },
  });
}
