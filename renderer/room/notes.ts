import type { Note } from '../../preload/contract/practice-room.ts';
import { toPaper } from './camera.ts';
import { byId, element, newId, tint } from './dom.ts';
import type { Room } from './room.ts';

/**
 * Renders notes as elements, for screen readers and search. With the note tool, a click on a note edits it and a
 * click on the canvas adds one. Returns the render function.
 */
export function createNotes(room: Room, canvas: HTMLElement): () => void {
  const layer = byId('notes', HTMLElement);
  const elements = new Map<string, HTMLElement>();
  /** Note without text. Other people see it once it has text. */
  let fresh: Note | undefined;

  canvas.addEventListener('click', ({ target, clientX, clientY }) => {
    if (room.tool !== 'note' || target !== canvas) return;
    const [x, y] = toPaper(room.camera, clientX - 12, clientY - 12);
    fresh = {
      kind: 'note',
      id: newId(),
      by: '',
      color: room.color,
      x,
      y,
      width: 180,
      fontSize: 16,
      text: '',
    };
    render();
    elements.get(fresh.id)?.focus();
  });

  function render(): void {
    const notes = [...room.items.values(), ...(fresh ? [fresh] : [])].filter((item) => item.kind === 'note');
    const ids = new Set(notes.map(({ id }) => id));
    for (const [id, shown] of elements) {
      if (ids.has(id)) continue;
      elements.delete(id);
      shown.remove();
    }
    for (const note of notes) {
      const shown = elements.get(note.id) ?? add(note.id);
      shown.style.translate = `${note.x}px ${note.y}px`;
      shown.style.width = `${note.width}px`;
      shown.style.fontSize = `${note.fontSize}px`;
      shown.dataset['color'] = note.color;
      tint(shown, `note-${note.color}`);
      const isEditable = room.tool === 'note';
      shown.contentEditable = isEditable ? 'plaintext-only' : 'false';
      shown.role = isEditable ? 'textbox' : 'note';
      shown.ariaMultiLine = isEditable ? 'true' : null;
      shown.ariaLabel = isEditable ? 'Text of the note' : null;
      if (shown !== document.activeElement && shown.textContent !== note.text) shown.textContent = note.text;
    }
  }

  function add(id: string): HTMLElement {
    const shown = element('div', 'note');
    shown.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
      if (key === 'Escape' || (key === 'Enter' && (ctrlKey || metaKey))) shown.blur();
    });
    shown.addEventListener('blur', () => save(id, shown.innerText.trim().slice(0, 2_000)));
    elements.set(id, shown);
    layer.append(shown);
    return shown;
  }

  function save(id: string, text: string): void {
    const note = fresh?.id === id ? fresh : room.items.get(id);
    fresh = undefined;
    if (note?.kind !== 'note') return;
    if (text !== '' && text !== note.text) room.put({ ...note, text });
    else if (text === '' && room.items.has(id)) room.remove(id);
    else room.set({});
  }

  return render;
}
