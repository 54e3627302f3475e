import { toPaper, toWindow } from './camera.ts';
import { byId, element, newId } from './dom.ts';
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

export type NotesLayer = ReturnType<typeof createNotesLayer>;

/** The notes, as elements over the canvas: real text, for screen readers and search. */
export function createNotesLayer(session: Session) {
  const layer = byId('notes', HTMLElement);
  const elements = new Map<string, HTMLElement>();
  let drag: Drag | undefined;
  /** A note without text yet; the others don't see it until it has some. */
  let fresh: Note | undefined;

  /** Makes the elements follow the paper, the camera and the tool. */
  function render(): void {
    const { paper, camera, tool } = session;
    layer.toggleAttribute('data-grab', tool === 'note');
    const notes = new Map(paper.notes().map((note) => [note.id, note]));
    if (fresh) notes.set(fresh.id, fresh);
    for (const [id, shown] of elements) {
      if (notes.has(id)) continue;
      shown.remove();
      elements.delete(id);
    }
    for (const note of notes.values()) {
      const isSelected = session.selected.has(note.id);
      const [byX, byY] = isSelected ? session.moving : [0, 0];
      const now = drag?.id === note.id ? (drag.moved ?? note) : note;
      const shown = elements.get(note.id) ?? add(note.id);
      const [x, y] = toWindow(camera, now.x + byX, now.y + byY);
      shown.style.transform = `translate(${x}px, ${y}px) scale(${camera.zoom})`;
      shown.style.width = `${now.width}px`;
      shown.style.fontSize = `${now.fontSize}px`;
      shown.dataset['color'] = now.color;
      shown.title = `Note by ${now.by}`;
      shown.toggleAttribute('data-selected', isSelected);
      fill(shown, now);
    }
  }

  /** Starts a new note at a point of the paper. */
  function create(x: number, y: number): void {
    const { name: by, noteColor: color } = session;
    fresh = { kind: 'note', id: newId(), by, color, x: x - 12, y: y - 12, text: '', ...NEW_NOTE };
    session.set({ editing: fresh.id });
  }

  /** Ends editing: the text is saved, and an empty note is removed. */
  function finish(): void {
    const id = session.editing;
    if (id === undefined) return;
    const area = elements.get(id)?.querySelector('textarea');
    const note = find(id);
    const text = area?.value.trim() ?? '';
    session.set({ editing: undefined });
    const isFresh = fresh?.id === id;
    fresh = undefined;
    if (note && text !== '' && text !== note.text) {
      session.put({ ...note, by: isFresh ? note.by : session.name, text });
    } else if (text === '' && !isFresh) session.remove([id]);
    else session.set({});
  }

  /** The topmost note at a point of the paper. */
  function at(x: number, y: number): string | undefined {
    const { camera } = session;
    const [left, top] = toWindow(camera, x, y);
    const hit = [...elements].findLast(([, shown]) => {
      const box = shown.getBoundingClientRect();
      return left >= box.left && left <= box.right && top >= box.top && top <= box.bottom;
    });
    return hit?.[0];
  }

  function find(id: string): Note | undefined {
    if (fresh?.id === id) return fresh;
    const item = session.paper.items.get(id);
    return item?.kind === 'note' ? item : undefined;
  }

  function add(id: string): HTMLElement {
    const shown = element('div', 'note');
    shown.setAttribute('role', 'note');
    shown.tabIndex = 0;
    shown.dataset['note'] = id;
    shown.addEventListener('pointerdown', (event) => grab(event, id, shown));
    shown.addEventListener('pointermove', pull);
    shown.addEventListener('pointerup', drop);
    shown.addEventListener('pointercancel', drop);
    shown.addEventListener('keydown', (event) => {
      if (event.target !== shown) return;
      if (event.key === 'Enter') {
        event.preventDefault();
        session.set({ editing: id });
      }
      if (event.key === 'Delete') session.remove([id]);
    });
    elements.set(id, shown);
    layer.append(shown);
    return shown;
  }

  function fill(shown: HTMLElement, note: Note): void {
    const area = shown.querySelector('textarea');
    if (session.editing !== note.id) {
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
      finish();
      shown.focus();
    });
    writing.addEventListener('blur', finish);
    shown.replaceChildren(writing);
    // Focus after the pointer's default action, which would take it away again.
    requestAnimationFrame(() => writing.focus());
  }

  function grab(event: PointerEvent, id: string, shown: HTMLElement): void {
    const from = find(id);
    if (!from || session.editing === id || event.button !== 0) return;
    finish();
    shown.setPointerCapture(event.pointerId);
    drag = { id, startX: event.clientX, startY: event.clientY, from, moved: undefined };
  }

  function pull({ clientX, clientY }: PointerEvent): void {
    if (!drag) return;
    if (!drag.moved && Math.hypot(clientX - drag.startX, clientY - drag.startY) < CLICK_SLOP) return;
    const { camera } = session;
    const [fromX, fromY] = toPaper(camera, drag.startX, drag.startY);
    const [toX, toY] = toPaper(camera, clientX, clientY);
    drag.moved = { ...drag.from, x: drag.from.x + toX - fromX, y: drag.from.y + toY - fromY };
    session.set({});
  }

  function drop(event: PointerEvent): void {
    const ended = drag;
    drag = undefined;
    if (!ended || event.type === 'pointercancel') return session.set({});
    if (ended.moved) session.put(ended.moved);
    else session.set({ editing: ended.id });
  }

  return { render, create, finish, at };
}
