import { byId } from './dom.ts';
import type { Ink, NoteColor } from './messages.ts';
import { TOOLS, type Session, type Tool } from './session.ts';

const STEP = 1.25;

/** What a press on each kind of button sets. */
const SETTINGS: Readonly<Record<string, (data: DOMStringMap) => Parameters<Session['set']>[0]>> = {
  '#tools [data-tool]': (data) => ({ tool: data['tool'] as Tool }),
  '.swatch': (data) => ({ ink: data['ink'] as Ink }),
  '.width': (data) => ({ size: Number(data['size']) }),
  '.paper': (data) => ({ noteColor: data['color'] as NoteColor }),
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
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      session.spaceHeld = true;
      canvas.dataset['tool'] = 'hand';
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

  function press(key: string): void {
    const window = canvas.getBoundingClientRect();
    const { zoom } = session.camera;
    const tool = TOOLS.find((each) => each[0] === key);
    if (key === '+' || key === '=') session.zoom(zoom * STEP, window);
    else if (key === '-') session.zoom(zoom / STEP, window);
    else if (key === '0') session.zoom(1, window);
    else if (key === 'f') session.fit(window);
    else if (tool) session.set({ tool });
  }

  function render(): void {
    const { tool, camera, paper } = session;
    for (const [button, setting] of buttons) {
      const isSet = Object.entries(setting).every(
        ([name, value]) => session[name as keyof Session] === value,
      );
      button.setAttribute('aria-pressed', String(isSet));
    }
    for (const bar of document.querySelectorAll<HTMLElement>('.options'))
      bar.hidden = bar.dataset['for'] !== tool;
    undo.disabled = paper.undo.length === 0;
    const percent = `${Math.round(camera.zoom * 100)}%`;
    zoomReset.textContent = percent;
    zoomReset.setAttribute('aria-label', `${percent}, actual size`);
    const [strokes, notes] = [paper.strokes().length, paper.notes().length];
    Object.assign(canvas.dataset, { tool, strokes, notes, zoom: percent });
    canvas.setAttribute('aria-label', `Drawing with ${strokes} strokes and ${notes} notes`);
  }
  return render;
}
