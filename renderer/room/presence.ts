import { toWindow } from './camera.ts';
import { element } from './dom.ts';
import type { Cursor, Person } from './messages.ts';
import type { Session } from './session.ts';

const SVG = 'http://www.w3.org/2000/svg';
const ARROW = 'M3 2l5.5 15 2.3-6.2L17 8.5z';

/** Who is here: the list of people, and their pointers on the paper. */
export class Presence {
  readonly #list: HTMLElement;
  readonly #layer: HTMLElement;
  readonly #session: Session;
  readonly #cursors = new Map<string, { readonly shown: HTMLElement; place: NonNullable<Cursor> }>();

  constructor(list: HTMLElement, layer: HTMLElement, session: Session) {
    this.#list = list;
    this.#layer = layer;
    this.#session = session;
  }

  /** Redraws the list; called when someone came or left. */
  renderPeople(): void {
    const { people, you } = this.#session.paper;
    this.#list.replaceChildren(...[...people.values()].map((person) => entry(person, person.id === you?.id)));
    for (const id of this.#cursors.keys()) if (!people.has(id)) this.place(id, null);
  }

  /** Moves someone's pointer, or removes it. */
  place(id: string, cursor: Cursor): void {
    const known = this.#cursors.get(id);
    const person = this.#session.paper.people.get(id);
    if (!cursor || !person) {
      known?.shown.remove();
      this.#cursors.delete(id);
      return;
    }
    if (known) known.place = cursor;
    else {
      const shown = pointer(person);
      this.#layer.append(shown);
      this.#cursors.set(id, { shown, place: cursor });
    }
    this.renderCursors();
  }

  /** Positions the pointers for the camera. */
  renderCursors(): void {
    for (const { shown, place } of this.#cursors.values()) {
      const [x, y] = toWindow(this.#session.camera, ...place);
      shown.style.transform = `translate(${x}px, ${y}px)`;
    }
  }
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
  const arrow = document.createElementNS(SVG, 'svg');
  arrow.setAttribute('viewBox', '0 0 20 20');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ARROW);
  arrow.append(path);
  shown.append(arrow, element('span', '', person.name));
  return shown;
}

/** First letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
