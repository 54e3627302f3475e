import type { Cursor, Person } from '../../preload/contract/practice-room.ts';
import { byId, element, tint } from './dom.ts';
import type { Room } from './room.ts';

export function createPeople(room: Room) {
  const cursors = new Map<string, HTMLElement>();

  function renderPeople(): void {
    const items = [...room.people.values()].map((person) => itemOf(person, person.id === room.you?.id));
    byId('people', HTMLElement).replaceChildren(...items);
    for (const id of cursors.keys()) if (!room.people.has(id)) place(id, null);
  }

  function place(id: string, to: Cursor): void {
    const person = room.people.get(id);
    if (!to || !person) {
      cursors.get(id)?.remove();
      cursors.delete(id);
      return;
    }
    const shown = cursors.get(id) ?? pointerOf(person);
    cursors.set(id, shown);
    shown.style.translate = `${to[0]}px ${to[1]}px`;
  }

  return { renderPeople, place };
}

function itemOf({ name, ink }: Person, isYou: boolean): HTMLElement {
  const item = element('li', 'person');
  item.title = isYou ? `${name} (you)` : name;
  const words = name.trim().split(/\s+/u);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0]);
  const initials = element('span', 'initials', letters.join('').toUpperCase());
  initials.ariaHidden = 'true';
  tint(item, ink);
  item.append(initials, element('span', 'person-name', item.title));
  return item;
}

function pointerOf({ name, ink }: Person): HTMLElement {
  const shown = element('div', 'cursor');
  tint(shown, ink);
  const arrow = document.importNode(byId('arrow', HTMLTemplateElement).content, true);
  shown.append(arrow, element('span', '', name));
  byId('cursors', HTMLElement).append(shown);
  return shown;
}
