import { lookAt, toPaper, toWindow, type Camera } from './camera.ts';
import { byId, element } from './dom.ts';
import type { Cursor, Person } from './messages.ts';
import type { Session } from './session.ts';

interface Pointer {
  readonly shown: HTMLElement;
  readonly place: NonNullable<Cursor>;
}

/** Who is here: the list of people, and their pointers on the paper. */
export function createPresence(session: Session) {
  const list = byId('people', HTMLElement);
  const count = byId('people-count', HTMLElement);
  const layer = byId('cursors', HTMLElement);
  const cursors = new Map<string, Pointer>();
  let seenBy: Camera | undefined;

  /** Redraws the list; called when someone came or left. */
  function renderPeople(): void {
    const { people, you } = session.paper;
    list.replaceChildren(
      ...[...people.values()].map((person) => (person.id === you?.id ? yourself(person) : other(person))),
    );
    count.textContent = people.size > MOST_NAMES ? String(people.size) : '';
    document.body.toggleAttribute('data-crowd', people.size > MOST_NAMES);
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
    const now = { shown, place: cursor };
    cursors.set(id, now);
    position(now);
  }

  function position({ shown, place: [x, y] }: Pointer): void {
    const [left, top] = toWindow(session.camera, x, y);
    shown.style.transform = `translate(${left}px, ${top}px)`;
  }

  /** Positions the pointers anew where the camera is another one. */
  function renderCursors(): void {
    if (seenBy === session.camera) return;
    seenBy = session.camera;
    cursors.forEach(position);
  }

  /** Someone else: a press follows what they see, another one doesn't any more. */
  function other(person: Person): HTMLElement {
    const button = element('button', 'person');
    button.type = 'button';
    button.title = `Follow ${person.name}`;
    button.setAttribute('aria-label', button.title);
    button.append(...faceOf(person, person.name));
    button.addEventListener('click', () =>
      session.set({ following: session.following === person.id ? undefined : person.id }),
    );
    const item = element('li', '');
    item.dataset['person'] = person.id;
    item.append(button);
    return item;
  }

  /** Marks who is followed. */
  function renderFollowing(): void {
    for (const item of list.querySelectorAll<HTMLElement>('[data-person]'))
      item
        .querySelector('button')
        ?.setAttribute('aria-pressed', String(item.dataset['person'] === session.following));
  }

  return { renderPeople, renderFollowing, place, renderCursors };
}

/** With more people than this, their names are told by pointing at them. */
const MOST_NAMES = 6;

function yourself(person: Person): HTMLElement {
  const item = element('li', 'person');
  item.dataset['person'] = person.id;
  item.title = `${person.name} (you)`;
  item.append(...faceOf(person, item.title));
  return item;
}

function faceOf({ name, ink }: Person, words: string): readonly HTMLElement[] {
  const initials = element('span', 'initials', initialsOf(name));
  initials.dataset['ink'] = ink;
  initials.setAttribute('aria-hidden', 'true');
  return [initials, element('span', 'person-name', words)];
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

/** Milliseconds between two tellings of what is seen here. */
const VIEW_PACE = 100;

/**
 * Tells the others what part of the paper is seen here, and keeps to what somebody else sees while they are followed. Whoever
 * follows tells nothing: two who follow each other would drift away.
 *
 * @returns to be called before each painting
 */
export function createFollowing(session: Session, canvas: HTMLCanvasElement): () => void {
  let told = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    timer = undefined;
    const { width, height } = canvas.getBoundingClientRect();
    const [left, top] = toPaper(session.camera, 0, 0);
    const [right, bottom] = toPaper(session.camera, width, height);
    const view = { left, top, right, bottom };
    const text = JSON.stringify([view, session.paper.you?.id]);
    if (session.following !== undefined || text === told || session.paper.you === undefined) return;
    told = text;
    session.mention({ type: 'view', view });
  }

  return () => {
    timer ??= setTimeout(tell, VIEW_PACE);
    const { following, paper } = session;
    if (following === undefined) return;
    if (!paper.people.has(following)) session.following = undefined;
    const view = paper.views.get(following);
    if (view === undefined) return;
    session.camera = lookAt(view, canvas.getBoundingClientRect());
  };
}
