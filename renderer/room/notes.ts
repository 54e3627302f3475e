import type { Note } from '../../preload/contract/practice-room.ts';
import { toPaper } from './camera.ts';
import { byId, element, newId, tint } from './dom.ts';
import type { Room } from './room.ts';
import { onKeys } from '../lib/keys.ts';

/** Renders notes as elements, because screen readers and the browser's search can't read a canvas. */
export function createNotes(room: Room, canvas: HTMLElement): () => void {
  const layer = byId('notes', HTMLElement);
  const elements = new Map<string, HTMLElement>();
  /** Note that the user has just added. It is not sent to other people before it has a text. */
  let fresh: Note | undefined;

  canvas.addEventListener('click', ({ target, clientX, clientY }) => {
    if (room.tool !== 'note' || target !== canvas) return;
    const [x, y] = toPaper(room.camera, clientX - 12, clientY - 12);
    fresh = {
      kind: 'note',
      id: newId(),
      by: '',
      color: 'yellow',
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
    for (const [id, node] of elements) {
      if (ids.has(id)) continue;
      elements.delete(id);
      node.remove();
    }
    for (const note of notes) {
      const node = elements.get(note.id) ?? add(note.id);
      node.style.translate = `${note.x}px ${note.y}px`;
      node.style.width = `${note.width}px`;
      node.style.fontSize = `${note.fontSize}px`;
      node.dataset['color'] = note.color;
      tint(node, `note-${note.color}`);
      const isEditable = room.tool === 'note';
      node.contentEditable = isEditable ? 'plaintext-only' : 'false';
      node.role = isEditable ? 'textbox' : 'note';
      node.ariaMultiLine = isEditable ? 'true' : null;
      node.ariaLabel = isEditable ? 'Text of the note' : null;
      if (node !== document.activeElement && node.textContent !== note.text) node.textContent = note.text;
    }
  }

  function add(id: string): HTMLElement {
    const node = element('div', 'note');
    node.addEventListener(
      'keydown',
      onKeys(({ key, ctrlKey, metaKey }) => {
        if (key === 'Escape' || (key === 'Enter' && (ctrlKey || metaKey))) node.blur();
      }),
    );
    node.addEventListener('blur', () => save(id, node.innerText.trim().slice(0, 2_000)));
    elements.set(id, node);
    layer.append(node);
    return node;
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
