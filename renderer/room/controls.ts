import { byId } from './dom.ts';
import type { Ink, NoteColor } from './messages.ts';
import type { Pointers } from './pointer.ts';
import { TOOLS, type Session } from './session.ts';

const STEP = 1.25;

/** The bars and the keys. */
export class Controls {
  readonly #session: Session;
  readonly #canvas: HTMLCanvasElement;
  readonly #undo = byId('undo', HTMLButtonElement);
  readonly #zoom = byId('zoom-reset', HTMLButtonElement);

  constructor(session: Session, canvas: HTMLCanvasElement) {
    this.#session = session;
    this.#canvas = canvas;
    for (const button of buttons('[data-tool]')) {
      button.addEventListener('click', () => this.#pickTool(button.dataset['tool'] ?? ''));
    }
    for (const button of buttons('.swatch')) {
      button.addEventListener('click', () => session.set({ ink: button.dataset['ink'] as Ink }));
    }
    for (const button of buttons('.width')) {
      button.addEventListener('click', () => session.set({ size: Number(button.dataset['size']) }));
    }
    for (const button of buttons('.paper')) {
      button.addEventListener('click', () =>
        session.set({ noteColor: button.dataset['color'] as NoteColor }),
      );
    }
    this.#undo.addEventListener('click', () => session.undo());
    this.#zoom.addEventListener('click', () => this.#press('0'));
    byId('zoom-in', HTMLButtonElement).addEventListener('click', () => this.#press('+'));
    byId('zoom-out', HTMLButtonElement).addEventListener('click', () => this.#press('-'));
    byId('zoom-fit', HTMLButtonElement).addEventListener('click', () => this.#press('f'));
  }

  /** Listens to the keyboard; Space makes the pointer a hand while it is held. */
  listen(pointers: Pointers): void {
    document.addEventListener('keydown', (event) => {
      if (event.target instanceof HTMLTextAreaElement) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !event.shiftKey) {
        event.preventDefault();
        this.#session.undo();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) {
        event.preventDefault();
        pointers.spaceHeld = true;
        this.#canvas.dataset['tool'] = 'hand';
        return;
      }
      this.#press(event.key.toLowerCase());
    });
    const release = (): void => {
      pointers.spaceHeld = false;
      this.render();
    };
    document.addEventListener('keyup', (event) => {
      if (event.key === ' ') release();
    });
    window.addEventListener('blur', release);
  }

  /** Updates the bars and the canvas's description. */
  render(): void {
    const { tool, ink, size, noteColor, camera, paper } = this.#session;
    press('#tools [data-tool]', (button) => button.dataset['tool'] === tool);
    press('.swatch', (button) => button.dataset['ink'] === ink);
    press('.width', (button) => Number(button.dataset['size']) === size);
    press('.paper', (button) => button.dataset['color'] === noteColor);
    for (const bar of document.querySelectorAll<HTMLElement>('.options'))
      bar.hidden = bar.dataset['for'] !== tool;
    this.#undo.disabled = !paper.canUndo;
    const percent = `${Math.round(camera.zoom * 100)}%`;
    this.#zoom.textContent = percent;
    this.#zoom.setAttribute('aria-label', `${percent}, actual size`);
    const [strokes, notes] = [paper.strokes().length, paper.notes().length];
    Object.assign(this.#canvas.dataset, { tool, strokes, notes, zoom: percent });
    this.#canvas.setAttribute('aria-label', `Drawing with ${strokes} strokes and ${notes} notes`);
  }

  #press(key: string): void {
    const window = this.#canvas.getBoundingClientRect();
    const { zoom } = this.#session.camera;
    if (key === '+' || key === '=') this.#session.zoom(zoom * STEP, window);
    else if (key === '-') this.#session.zoom(zoom / STEP, window);
    else if (key === '0') this.#session.zoom(1, window);
    else if (key === 'f') this.#session.fit(window);
    else this.#pickTool(TOOLS.find((tool) => tool[0] === key) ?? '');
  }

  #pickTool(name: string): void {
    const tool = TOOLS.find((known) => known === name);
    if (tool) this.#session.set({ tool });
  }
}

function buttons(selector: string): NodeListOf<HTMLButtonElement> {
  return document.querySelectorAll<HTMLButtonElement>(`button${selector}`);
}

function press(selector: string, isPressed: (button: HTMLElement) => boolean): void {
  for (const button of document.querySelectorAll<HTMLElement>(selector)) {
    button.setAttribute('aria-pressed', String(isPressed(button)));
  }
}
