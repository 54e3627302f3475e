import { byId } from './dom.ts';
import type { Room, Tool } from './room.ts';

const ZOOM_STEP = 1.25;

/** Connects the toolbars to the room. Returns a function that updates them and the drawing's description. */
export function createControls(room: Room, canvas: HTMLElement): () => void {
  const buttons = [...document.querySelectorAll('button')];
  const zoomReset = byId('zoom-reset', HTMLButtonElement);
  const actions: Readonly<Record<string, () => void>> = {
    'zoom-in': () => room.zoom(room.camera.zoom * ZOOM_STEP, canvas.getBoundingClientRect()),
    'zoom-out': () => room.zoom(room.camera.zoom / ZOOM_STEP, canvas.getBoundingClientRect()),
    'zoom-reset': () => room.zoom(1, canvas.getBoundingClientRect()),
    'zoom-fit': () => room.fit(canvas.getBoundingClientRect()),
  };
  for (const button of buttons) {
    const { id, name, value } = button;
    button.addEventListener('click', () => {
      actions[id]?.();
      if (name === 'tool') room.set({ tool: value as Tool });
    });
  }

  let rendered = '';
  return () => {
    const { tool, camera } = room;
    const zoom = `${Math.round(camera.zoom * 100)}%`;
    const kinds = [...room.items.values()].map(({ kind }) => kind);
    const notes = kinds.filter((kind) => kind === 'note').length;
    const strokes = kinds.length - notes;
    const now = JSON.stringify({ tool, zoom, notes, strokes });
    // Writes to the DOM only if a value changed, because each write causes a layout in every frame.
    if (now === rendered) return;
    rendered = now;
    for (const button of buttons) {
      const { name, value } = button;
      if (name === 'tool') button.ariaPressed = String(value === tool);
    }
    zoomReset.textContent = zoom;
    zoomReset.ariaLabel = `${zoom}, actual size`;
    byId('strokes', SVGSVGElement).ariaLabel = `Drawing with ${strokes} strokes and ${notes} notes`;
    Object.assign(canvas.dataset, { tool, strokes, notes, zoom });
  };
}
