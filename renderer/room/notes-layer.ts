import { toPaper, toWindow } from './camera.ts';
import { element, newId } from './dom.ts';
import type { Note } from './messages.ts';
import type { Session } from './session.ts';

interface Drag {
  readonly id: string;
  readonly startX: number;
  readonly startY: number;
  readonly from: Note;
  moved: Note | undefined;
}

/** Farther than this, in CSS pixels, a press is a move and no click. */
const CLICK_SLOP = 4;
const NEW_NOTE = { width: 180, fontSize: 16 } as const;

/** The notes, as elements over the canvas: real text, for screen readers and search. */
export class NotesLayer {
  readonly #layer: HTMLElement;
  readonly #session: Session;
  readonly #elements = new Map<string, HTMLElement>();
  #drag: Drag | undefined;
  /** A note without text yet; the others don't see it until it has some. */
  #fresh: Note | undefined;

  constructor(layer: HTMLElement, session: Session) {
    this.#layer = layer;
    this.#session = session;
  }

  /** Makes the elements follow the paper, the camera and the tool. */
  render(): void {
    const { paper, camera, tool } = this.#session;
    this.#layer.toggleAttribute('data-grab', tool === 'note');
    const notes = new Map(paper.notes().map((note) => [note.id, note]));
    if (this.#fresh) notes.set(this.#fresh.id, this.#fresh);
    for (const [id, shown] of this.#elements) {
      if (notes.has(id)) continue;
      shown.remove();
      this.#elements.delete(id);
    }
    for (const note of notes.values()) {
      const now = this.#drag?.id === note.id ? (this.#drag.moved ?? note) : note;
      const shown = this.#elements.get(note.id) ?? this.#add(note.id);
      const [x, y] = toWindow(camera, now.x, now.y);
      shown.style.transform = `translate(${x}px, ${y}px) scale(${camera.zoom})`;
      shown.style.width = `${now.width}px`;
      shown.style.fontSize = `${now.fontSize}px`;
      shown.dataset['color'] = now.color;
      shown.title = `Note by ${now.by}`;
      this.#fill(shown, now);
    }
  }

  /** Starts a new note at a point of the paper. */
  create(x: number, y: number): void {
    const { name, noteColor } = this.#session;
    const [left, top] = [x - 12, y - 12];
    this.#fresh = {
      kind: 'note',
      id: newId(),
      by: name,
      color: noteColor,
      x: left,
      y: top,
      text: '',
      ...NEW_NOTE,
    };
    this.#session.set({ editing: this.#fresh.id });
  }

  /** Ends editing: the text is saved, and an empty note is removed. */
  finish(): void {
    const id = this.#session.editing;
    if (id === undefined) return;
    const area = this.#elements.get(id)?.querySelector('textarea');
    const note = this.#find(id);
    const text = area?.value.trim() ?? '';
    this.#session.set({ editing: undefined });
    const fresh = this.#fresh?.id === id;
    this.#fresh = undefined;
    if (note && text !== '' && text !== note.text) {
      this.#session.put({ ...note, by: fresh ? note.by : this.#session.name, text });
    } else if (text === '' && !fresh) this.#session.remove([id]);
    else this.#session.set({});
  }

  /** The topmost note at a point of the paper. */
  at(x: number, y: number): string | undefined {
    const { camera } = this.#session;
    const [left, top] = toWindow(camera, x, y);
    const hit = [...this.#elements].findLast(([, shown]) => {
      const box = shown.getBoundingClientRect();
      return left >= box.left && left <= box.right && top >= box.top && top <= box.bottom;
    });
    return hit?.[0];
  }

  #find(id: string): Note | undefined {
    if (this.#fresh?.id === id) return this.#fresh;
    const item = this.#session.paper.items.get(id);
    return item?.kind === 'note' ? item : undefined;
  }

  #add(id: string): HTMLElement {
    const shown = element('div', 'note');
    shown.setAttribute('role', 'note');
    shown.tabIndex = 0;
    shown.dataset['note'] = id;
    shown.addEventListener('pointerdown', (event) => this.#grab(event, id, shown));
    shown.addEventListener('pointermove', (event) => this.#pull(event));
    shown.addEventListener('pointerup', (event) => this.#drop(event));
    shown.addEventListener('pointercancel', (event) => this.#drop(event));
    shown.addEventListener('keydown', (event) => {
      if (event.target !== shown) return;
      if (event.key === 'Enter') {
        event.preventDefault();
        this.#session.set({ editing: id });
      }
      if (event.key === 'Delete') this.#session.remove([id]);
    });
    this.#elements.set(id, shown);
    this.#layer.append(shown);
    return shown;
  }

  #fill(shown: HTMLElement, note: Note): void {
    const area = shown.querySelector('textarea');
    if (this.#session.editing !== note.id) {
      if (area || shown.textContent !== note.text) shown.textContent = note.text;
      return;
    }
    if (area) return;
    const writing = document.createElement('textarea');
    writing.setAttribute('aria-label', 'Text of the note');
    writing.maxLength = 2_000;
    writing.value = note.text;
    writing.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return;
      this.finish();
      shown.focus();
    });
    writing.addEventListener('blur', () => this.finish());
    shown.replaceChildren(writing);
    // Focus after the pointer's default action, which would take it away again.
    requestAnimationFrame(() => writing.focus());
  }

  #grab(event: PointerEvent, id: string, shown: HTMLElement): void {
    const from = this.#find(id);
    if (!from || this.#session.editing === id || event.button !== 0) return;
    this.finish();
    shown.setPointerCapture(event.pointerId);
    this.#drag = { id, startX: event.clientX, startY: event.clientY, from, moved: undefined };
  }

  #pull({ clientX, clientY }: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.moved && Math.hypot(clientX - drag.startX, clientY - drag.startY) < CLICK_SLOP) return;
    const { camera } = this.#session;
    const [fromX, fromY] = toPaper(camera, drag.startX, drag.startY);
    const [toX, toY] = toPaper(camera, clientX, clientY);
    drag.moved = { ...drag.from, x: drag.from.x + toX - fromX, y: drag.from.y + toY - fromY };
    this.#session.set({});
  }

  #drop(event: PointerEvent): void {
    const drag = this.#drag;
    this.#drag = undefined;
    if (!drag || event.type === 'pointercancel') return this.#session.set({});
    if (drag.moved) this.#session.put(drag.moved);
    else this.#session.set({ editing: drag.id });
  }
}
