import { byId } from './dom.ts';
import type { Ink, NoteColor, Shape } from './messages.ts';
import type { Session, Tool } from './session.ts';

const STEP = 1.25;

/** What a press on each kind of button sets. */
const SETTINGS: Readonly<Record<string, (data: DOMStringMap) => Parameters<Session['set']>[0]>> = {
  '#tools [data-tool]': (data) => ({ tool: data['tool'] as Tool }),
  '.swatch': (data) => ({ ink: data['ink'] as Ink }),
  '.width': (data) => ({ size: Number(data['size']) }),
  '.form': (data) => ({ form: data['form'] as Shape['form'] }),
  '.paper': (data) => ({ noteColor: data['color'] as NoteColor }),
};

const TOOL_KEYS: Readonly<Record<string, Tool>> = {
  v: 'select',
  p: 'pen',
  s: 'shape',
  n: 'note',
  e: 'eraser',
  h: 'hand',
};

/** How far the arrow keys move what is selected, in units of the paper; with Shift ten times as far. */
const NUDGES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Buttons that a key presses too. */
const KEYS = { 'zoom-reset': '0', 'zoom-in': '+', 'zoom-out': '-', 'zoom-fit': 'f' };

/**
 * The bars and the keys; Space makes the pointer a hand while it is held.
 *
 * @returns updates the bars and the canvas's description
 */
export function createControls(session: Session, canvas: HTMLCanvasElement): () => void {
  const undo = byId('undo', HTMLButtonElement);
  const zoomReset = byId('zoom-reset', HTMLButtonElement);
  const buttons = Object.entries(SETTINGS).flatMap(([selector, settingOf]) =>
    [...document.querySelectorAll<HTMLButtonElement>(selector)].map(
      (button) => [button, settingOf(button.dataset)] as const,
    ),
  );
  for (const [button, setting] of buttons) button.addEventListener('click', () => session.set(setting));
  for (const [id, key] of Object.entries(KEYS))
    byId(id, HTMLButtonElement).addEventListener('click', () => press(key));
  undo.addEventListener('click', () => session.undo());
  document.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLTextAreaElement) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !event.shiftKey) {
      event.preventDefault();
      session.undo();
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      session.set({ tool: 'select', selected: new Set(session.paper.items.keys()) });
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (session.selected.size > 0 && changeSelection(event)) return event.preventDefault();
    if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      session.spaceHeld = true;
      render();
      return;
    }
    press(event.key.toLowerCase());
  });
  document.addEventListener('keyup', (event) => {
    if (event.key === ' ') release();
  });
  window.addEventListener('blur', release);

  function release(): void {
    session.spaceHeld = false;
    render();
  }

  /** What a key does to what is selected; false for another key. */
  function changeSelection({ key, shiftKey, target }: KeyboardEvent): boolean {
    const nudge = NUDGES[key];
    if (nudge !== undefined)
      session.moveSelection(nudge[0] * (shiftKey ? 10 : 1), nudge[1] * (shiftKey ? 10 : 1));
    else if (key === 'Escape') session.set({ selected: new Set() });
    // A note that has the focus removes itself.
    else if (
      (key === 'Delete' || key === 'Backspace') &&
      !(target instanceof Element && target.closest('.note'))
    )
      session.remove([...session.selected]);
    else return false;
    return true;
  }

  function press(key: string): void {
    const window = canvas.getBoundingClientRect();
    const { zoom } = session.camera;
    const tool = TOOL_KEYS[key];
    if (key === '+' || key === '=') session.zoom(zoom * STEP, window);
    else if (key === '-') session.zoom(zoom / STEP, window);
    else if (key === '0') session.zoom(1, window);
    else if (key === 'f') session.fit(window);
    else if (tool) session.set({ tool });
  }

  /** Writes what has changed, and nothing else: in a room where others draw, each frame asks, and what is written costs a layout. */
  function render(): void {
    renderBars();
    renderDescription();
  }

  let barsShow = '';
  function renderBars(): void {
    const { tool, ink, size, noteColor, form, camera, paper } = session;
    const percent = `${Math.round(camera.zoom * 100)}%`;
    const canUndo = paper.undo.length > 0;
    const now = [tool, ink, size, noteColor, form, percent, canUndo].join();
    if (now === barsShow) return;
    barsShow = now;
    for (const [button, setting] of buttons) {
      const isSet = Object.entries(setting).every(
        ([name, value]) => session[name as keyof Session] === value,
      );
      button.setAttribute('aria-pressed', String(isSet));
    }
    for (const bar of document.querySelectorAll<HTMLElement>('.options'))
      bar.hidden = bar.dataset['for']?.split(' ').includes(tool) !== true;
    undo.disabled = !canUndo;
    zoomReset.textContent = percent;
    zoomReset.setAttribute('aria-label', `${percent}, actual size`);
    canvas.dataset['zoom'] = percent;
  }

  let described = '';
  function renderDescription(): void {
    const { tool, paper } = session;
    const count = { stroke: 0, note: 0, shape: 0, image: 0 };
    for (const { kind } of paper.items.values()) count[kind] += 1;
    const { stroke: strokes, note: notes, shape: shapes, image: images } = count;
    const selected = session.selection().length;
    const shows = { tool: session.spaceHeld ? 'hand' : tool, strokes, notes, shapes, images, selected };
    const now = JSON.stringify(shows);
    if (now === described) return;
    described = now;
    Object.assign(canvas.dataset, shows);
    const others = shapes + images === 0 ? '' : `, ${shapes} shapes and ${images} pictures`;
    canvas.setAttribute('aria-label', `Drawing with ${strokes} strokes and ${notes} notes${others}`);
  }
  return render;
}
