import type { Cursor, Person, RoomRefusal, ServerMessage } from '../../preload/contract/practice-room.ts';
import { createControls } from './controls.ts';
import { gridOf } from './camera.ts';
import { byId, element, tint } from './dom.ts';
import { createPainter, followPointer } from './drawing.ts';
import { createLink } from './link.ts';
import { createNotes } from './notes.ts';
import { Room } from './room.ts';

const STATUS_MS = 3_000;

const token = new URLSearchParams(location.search).get('token') ?? '';
// Removes the token from the page's address, so that browser history and address bar don't contain the token.
history.replaceState(null, '', location.pathname);

const canvas = byId('canvas', HTMLElement);
const status = byId('status', HTMLParagraphElement);
let frame = 0;
let statusTimer: ReturnType<typeof setTimeout> | undefined;

const link = createLink(
  `${location.origin.replace('http', 'ws')}${location.pathname}/live`,
  token,
  received,
  () => {
    if (document.body.dataset['state'] !== 'refused') showNotice('lost');
  },
);
const room = new Room(link, invalidate);
const paint = createPainter();
const renderNotes = createNotes(room, canvas);
const cursors = new Map<string, HTMLElement>();
const renderControls = createControls(room, canvas);
followPointer(canvas, room, link);
new ResizeObserver(() => {
  room.refit(canvas.getBoundingClientRect());
  invalidate();
}).observe(canvas);

function invalidate(): void {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    paint([...room.items.values()].filter((item) => item.kind === 'stroke'));
    renderNotes();
    for (const [name, value] of Object.entries(room.camera))
      canvas.style.setProperty(`--${name}`, `${value}`);
    canvas.style.setProperty('--grid', `${gridOf(room.camera)}px`);
    renderControls();
  });
}

function received(message: ServerMessage): void {
  if (message.type === 'refused') return showNotice(message.reason);
  if (message.type === 'cursor') return placeCursor(message.by, message.cursor);
  const leaver = message.type === 'left' ? room.people.get(message.id)?.name : undefined;
  room.receive(message);
  if (message.type === 'welcome') enter(message.paper.name);
  if (message.type === 'joined') showStatus(`${message.person.name} joined`);
  if (leaver !== undefined) showStatus(`${leaver} left`);
  if (['welcome', 'joined', 'left'].includes(message.type)) renderPeople();
}

function enter(name: string): void {
  document.title = `${name} · Whiteboard`;
  byId('paper-name', HTMLHeadingElement).textContent = name;
  room.fit(canvas.getBoundingClientRect());
  document.body.dataset['state'] = 'live';
}

function showStatus(text: string): void {
  clearTimeout(statusTimer);
  status.textContent = text;
  status.dataset['shown'] = '';
  statusTimer = setTimeout(() => delete status.dataset['shown'], STATUS_MS);
}

const NOTICES: Readonly<Record<RoomRefusal | 'lost', readonly [title: string, text: string]>> = {
  missing: ['No access token in this link', 'Open the room from Easel, or ask for a new link.'],
  invalid: ['Link not valid', 'This link may be from an earlier practice session. Ask for a new link.'],
  expired: ['Link expired', 'Links expire after two hours. Ask for a new link.'],
  'other-paper': ['Link for another paper', 'Ask the person who sent the link for a link to this paper.'],
  deleted: ['Paper deleted', 'This paper was deleted for everyone. It can’t be restored.'],
  lost: ['Connection lost', 'Open the room again from Easel, or ask for a new link.'],
  unknown: ['Paper not found', 'Check the address. The paper may have been deleted.'],
};

function showNotice(reason: keyof typeof NOTICES): void {
  const [title, text] = NOTICES[reason];
  byId('notice-title', HTMLHeadingElement).textContent = title;
  byId('notice-text', HTMLParagraphElement).textContent = text;
  byId('room', HTMLElement).hidden = true;
  byId('notice', HTMLElement).hidden = false;
  document.body.dataset['state'] = 'refused';
  document.title = title;
}

function renderPeople(): void {
  const items = [...room.people.values()].map((person) => itemOf(person, person.id === room.you?.id));
  byId('people', HTMLElement).replaceChildren(...items);
  for (const id of cursors.keys()) if (!room.people.has(id)) placeCursor(id, null);
}

function placeCursor(id: string, to: Cursor): void {
  const person = room.people.get(id);
  if (!to || !person) {
    cursors.get(id)?.remove();
    cursors.delete(id);
    return;
  }
  const pointer = cursors.get(id) ?? pointerOf(person);
  cursors.set(id, pointer);
  pointer.style.translate = `${to[0]}px ${to[1]}px`;
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
  const pointer = element('div', 'cursor');
  tint(pointer, ink);
  const arrow = document.importNode(byId('arrow', HTMLTemplateElement).content, true);
  pointer.append(arrow, element('span', '', name));
  byId('cursors', HTMLElement).append(pointer);
  return pointer;
}
