/** The page of a practice room: takes the token out of the address, joins, and keeps what is shown in step. */
import { Controls } from './controls.ts';
import { byId } from './dom.ts';
import { Link } from './link.ts';
import type { RoomRefusal, ServerMessage } from './messages.ts';
import { NotesLayer } from './notes-layer.ts';
import { Painter } from './painter.ts';
import { Pointers } from './pointer.ts';
import { Presence } from './presence.ts';
import { Session } from './session.ts';

const STATUS_TIME = 3_000;

const token = new URLSearchParams(location.search).get('token') ?? '';
// From here on the token is in this page's memory only: not in history, not in the address bar.
history.replaceState(null, '', location.pathname);

const canvas = byId('canvas', HTMLCanvasElement);
const status = byId('status', HTMLParagraphElement);
let frame = 0;
let joined = false;
let statusTimer: ReturnType<typeof setTimeout> | undefined;

const link = new Link(`${location.origin.replace('http', 'ws')}${location.pathname}/live`, token, {
  received,
  refused: showNotice,
  lost: () => {
    document.body.dataset['state'] = 'reconnecting';
    showStatus('Connection lost. Reconnecting… Your drawing is kept.', true);
  },
});
const session = new Session(link, invalidate);
const painter = new Painter(canvas);
const notes = new NotesLayer(byId('notes', HTMLElement), session);
const presence = new Presence(byId('people', HTMLElement), byId('cursors', HTMLElement), session);
const controls = new Controls(session, canvas);
controls.listen(new Pointers(canvas, session, notes));
new ResizeObserver(invalidate).observe(canvas);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', invalidate);
invalidate();
link.connect();

/** Requests one repaint before the next frame, however often it is called. */
function invalidate(): void {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    painter.paint(session.camera, [...session.paper.strokes(), ...session.paper.drafts.values()]);
    notes.render();
    presence.renderCursors();
    controls.render();
  });
}

function received(message: ServerMessage): void {
  const { paper } = session;
  switch (message.type) {
    case 'welcome':
      paper.replace(message.items, message.people, message.you);
      enter(message.paper.name);
      break;
    case 'joined':
      paper.people.set(message.person.id, message.person);
      presence.renderPeople();
      showStatus(`${message.person.name} joined`);
      break;
    case 'left': {
      const name = paper.people.get(message.id)?.name;
      paper.leave(message.id);
      presence.renderPeople();
      if (name !== undefined) showStatus(`${name} left`);
      break;
    }
    case 'put':
      paper.put(message.item);
      break;
    case 'removed':
      paper.remove(message.ids);
      break;
    case 'draft':
      paper.draft(message.draft, message.by);
      break;
    case 'cursor':
      presence.place(message.by, message.cursor);
      return;
    case 'refused':
      return;
  }
  invalidate();
}

/** Called at first and after a reconnect, which doesn't move the view. */
function enter(name: string): void {
  document.title = `${name} · Whiteboard`;
  document.body.dataset['state'] = 'live';
  byId('paper-name', HTMLHeadingElement).textContent = name;
  presence.renderPeople();
  if (joined) showStatus('Connected again');
  else session.fit(canvas.getBoundingClientRect());
  joined = true;
}

/** Shows a message briefly, or as long as it applies. */
function showStatus(text: string, stays = false): void {
  clearTimeout(statusTimer);
  status.textContent = text;
  status.dataset['shown'] = '';
  if (!stays) statusTimer = setTimeout(() => delete status.dataset['shown'], STATUS_TIME);
}

const NOTICES: Readonly<Record<RoomRefusal, readonly [title: string, text: string]>> = {
  missing: ['This link has no access token', 'Open the room from Easel, or ask for a new join link.'],
  invalid: ['This link is not valid', 'It may be of an earlier practice. Ask for a new one.'],
  expired: ['This link has expired', 'Join links last two hours. Ask for a new one.'],
  'other-paper': [
    'This link is for another paper',
    'Each join link opens one paper. Ask for a link to this one.',
  ],
  deleted: ['This paper was deleted', 'Its content is gone for everyone and can’t be restored.'],
  unknown: ['Paper not found', 'It may have been deleted. Check the address.'],
};

/** Shows a message instead of the room. */
function showNotice(reason: RoomRefusal): void {
  const [title, text] = NOTICES[reason];
  byId('notice-title', HTMLHeadingElement).textContent = title;
  byId('notice-text', HTMLParagraphElement).textContent = text;
  byId('room', HTMLElement).hidden = true;
  byId('notice', HTMLElement).hidden = false;
  document.body.dataset['state'] = 'refused';
  document.body.dataset['reason'] = reason;
  document.title = title;
}
