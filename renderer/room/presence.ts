import { toWindow } from './camera.ts';
import { byId, element } from './dom.ts';
import type { Cursor, Person } from './messages.ts';
import type { Session } from './session.ts';

/** Who is here: the list of people, and their pointers on the paper. */
export function createPresence(session: Session) {
  const list = byId('people', HTMLElement);
  const layer = byId('cursors', HTMLElement);
  const cursors = new Map<string, { readonly shown: HTMLElement; place: NonNullable<Cursor> }>();

  /** Redraws the list; called when someone came or left. */
  function renderPeople(): void {
    const { people, you } = session.paper;
    list.replaceChildren(...[...people.values()].map((person) => entry(person, person.id === you?.id)));
    for (const id of cursors.keys()) if (!people.has(id)) place(id, null);
  }

  /** Moves someone's pointer, or removes it. */
  function place(id: string, cursor: Cursor): void {
    const known = cursors.get(id);
    const person = session.paper.people.get(id);
    if (!cursor || !person) {
      known?.shown.remove();
      cursors.delete(id);
      return;
    }
    const shown = known?.shown ?? pointer(person);
    if (!known) layer.append(shown);
    cursors.set(id, { shown, place: cursor });
    renderCursors();
  }

  /** Positions the pointers for the camera. */
  function renderCursors(): void {
    for (const { shown, place } of cursors.values()) {
      const [x, y] = toWindow(session.camera, ...place);
      shown.style.transform = `translate(${x}px, ${y}px)`;
    }
  }

  return { renderPeople, place, renderCursors };
}

function entry(person: Person, isYou: boolean): HTMLElement {
  const item = element('li', 'person');
  item.dataset['person'] = person.id;
  item.dataset['ink'] = person.ink;
  item.title = isYou ? `${person.name} (you)` : person.name;
  const initials = element('span', 'initials', initialsOf(person.name));
  initials.setAttribute('aria-hidden', 'true');
  item.append(initials, element('span', 'person-name', item.title));
  return item;
}

function pointer(person: Person): HTMLElement {
  const shown = element('div', 'cursor');
  shown.dataset['ink'] = person.ink;
  shown.append(
    document.importNode(byId('arrow', HTMLTemplateElement).content, true),
    element('span', '', person.name),
  );
  return shown;
}

/** First letters of the first and the last word. */
function initialsOf(name: string): string {
  const letters = name
    .trim()
    .split(/\s+/)
    .map((word) => [...word][0] ?? '');
  const last = letters.length > 1 ? (letters.at(-1) ?? '') : '';
  return `${letters[0] ?? ''}${last}`.toUpperCase();
}
