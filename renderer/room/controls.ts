import type { Ink, Note } from '../../preload/contract/practice-room.ts';
import { byId, tint } from './dom.ts';
import type { Room, Settings, Tool } from './room.ts';
import { onKeys, physicalKey } from '../lib/keys.ts';

const ZOOM_STEP = 1.25;

const CHOICES: Readonly<Record<string, (value: string) => Settings>> = {
  tool: (value) => ({ tool: value as Tool }),
  ink: (value) => ({ ink: value as Ink }),
  size: (value) => ({ size: Number(value) }),
  color: (value) => ({ color: value as Note['color'] }),
};

/**
 * Connects the bars to the room. A key in a button's `aria-keyshortcuts` clicks this button. Returns a function that
 * updates the bars and the description of the drawing.
 */
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
      if (name !== '') room.set(CHOICES[name]?.(value) ?? {});
    });
    if (name === 'ink') tint(button, value);
    if (name === 'color') tint(button, `note-${value}`);
  }
  document.addEventListener(
    'keydown',
    onKeys((event) => {
      const { altKey, ctrlKey, metaKey, key, target } = event;
      if (altKey || ctrlKey || metaKey || (target instanceof HTMLElement && target.isContentEditable)) return;
      const buttonOf = (name: string): HTMLButtonElement | undefined =>
        buttons.find(({ ariaKeyShortcuts }) => ariaKeyShortcuts?.split(' ').includes(name.toUpperCase()));
      const button = buttonOf(key) ?? buttonOf(physicalKey(event) ?? '');
      if (button) event.preventDefault();
      button?.click();
    }),
  );

  let rendered = '';
  return () => {
    const { tool, ink, size, color, camera } = room;
    const chosen: Readonly<Record<string, string>> = { tool, ink, size: String(size), color };
    const zoom = `${Math.round(camera.zoom * 100)}%`;
    const kinds = [...room.items.values()].map(({ kind }) => kind);
    const notes = kinds.filter((kind) => kind === 'note').length;
    const strokes = kinds.length - notes;
    const now = JSON.stringify({ tool, ink, size, color, zoom, notes, strokes });
    // In a crowded room this runs in every frame, and each DOM write would cost a layout.
    if (now === rendered) return;
    rendered = now;
    for (const button of buttons) {
      const { name, value } = button;
      if (name !== '') button.ariaPressed = String(chosen[name] === value);
    }
    for (const bar of document.querySelectorAll<HTMLElement>('.options'))
      bar.hidden = bar.dataset['for'] !== tool;
    zoomReset.textContent = zoom;
    zoomReset.ariaLabel = `${zoom}, actual size`;
    byId('strokes', SVGSVGElement).ariaLabel = `Drawing with ${strokes} strokes and ${notes} notes`;
    Object.assign(canvas.dataset, { tool, strokes, notes, zoom });
  };
}
