/** The floor: rows of bare elements that are used again as they scroll, over Easel's way of fetching, and nothing else. */
import { rowAt } from '../../../renderer/store/row-pages.ts';
import { offer, ROW_PX } from './drive.ts';
import { COLUMNS, holdRows, ROW_BUFFER } from './held-rows.ts';
import { TOTAL } from './source.ts';

export function showPlain(container: HTMLElement): void {
  Object.assign(container.style, {
    position: 'fixed',
    inset: '0',
    overflow: 'auto',
    font: '13px sans-serif',
  });
  const body = document.createElement('div');
  Object.assign(body.style, { position: 'relative', height: `${TOTAL * ROW_PX}px` });
  container.append(body);
  const inView = Math.ceil(container.clientHeight / ROW_PX) + 1;
  const slots = Array.from({ length: inView + 2 * ROW_BUFFER }, () => {
    const row = document.createElement('div');
    row.style.cssText = `position: absolute; inset-inline: 0; height: ${ROW_PX}px; display: grid;
      grid-template-columns: repeat(6, 1fr); contain: layout style paint`;
    row.append(
      ...COLUMNS.map(() => {
        const cell = document.createElement('div');
        cell.style.cssText = 'overflow: hidden; text-overflow: ellipsis; white-space: nowrap';
        return cell;
      }),
    );
    body.append(row);
    return { row, rank: -1, shows: false };
  });
  const rows = holdRows();

  function draw(): void {
    const from = Math.floor(container.scrollTop / ROW_PX);
    rows.show(from, Math.min(TOTAL, from + inView));
    const first = Math.max(0, from - ROW_BUFFER);
    for (let rank = first; rank < Math.min(TOTAL, first + slots.length); rank += 1) {
      const slot = slots[rank % slots.length];
      if (slot === undefined || (slot.rank === rank && slot.shows)) continue;
      const board = rowAt(rows.read(), rank);
      if (slot.rank !== rank) slot.row.style.top = `${rank * ROW_PX}px`;
      Object.assign(slot, { rank, shows: board !== undefined });
      for (const [at, [, cell]] of COLUMNS.entries()) {
        const text = board === undefined ? '' : (cell(board) ?? '');
        const element = slot.row.children[at];
        if (element !== undefined && element.textContent !== text) element.textContent = text;
      }
    }
  }

  container.addEventListener('scroll', draw, { passive: true });
  rows.subscribe(draw);
  draw();
  offer({
    scroller: () => container,
    headerPx: 0,
    ranksShown: function* ranksShown() {
      for (const { rank, shows } of slots) if (shows) yield rank;
    },
  });
}
