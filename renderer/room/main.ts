/** The page of a practice room: takes the token out of the address, joins, and keeps what is shown in step. */
import { createControls } from './controls.ts';
import { acceptPaste } from './paste.ts';
import { byId } from './dom.ts';
import { createLink } from './link.ts';
import type { RoomRefusal, ServerMessage } from './messages.ts';
import { createNotesLayer } from './notes-layer.ts';
import { createPainter } from './painter.ts';
import { followPointers } from './pointer.ts';
import { createFollowing, createPresence } from './presence.ts';
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

const link = createLink(`${location.origin.replace('http', 'ws')}${location.pathname}/live`, token, {
  received,
  refused: showNotice,
  lost: () => {
    document.body.dataset['state'] = 'reconnecting';
    showStatus('Reconnecting… Your drawing is kept.', true);
  },
});
const session = new Session(link, invalidate);
const paint = createPainter(canvas, invalidate);
const notes = createNotesLayer(session);
const presence = createPresence(session);
followPointers(canvas, session, notes);
const renderControls = createControls(session, canvas);
const follow = createFollowing(session, canvas);
acceptPaste(session, canvas, showStatus);
new ResizeObserver(() => {
  session.refit(canvas.getBoundingClientRect());
  invalidate();
}).observe(canvas);
invalidate();
link.connect();

/** Requests one repaint before the next frame, however often it is called. */
function invalidate(): void {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    follow();
    const { paper, shape, selected, moving, frame: marked } = session;
    const unfinished = [...paper.drafts.values(), ...(shape ? [shape] : [])];
    paint(session.camera, paper.drawn(), unfinished, { selected, moving, frame: marked });
    notes.render();
    presence.renderCursors();
    presence.renderFollowing();
    renderControls();
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
    case 'view':
      paper.views.set(message.by, message.view);
      if (message.by !== session.following) return;
      break;
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
  if (joined) showStatus('Connected');
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
  missing: ['No access token in this link', 'Open the room from Easel, or ask for a new link.'],
  invalid: ['Link not valid', 'Perhaps from an earlier practice. Ask for a new one.'],
  expired: ['Link expired', 'Links last two hours. Ask for a new one.'],
  'other-paper': ['Link for another paper', 'Ask for one to this paper.'],
  deleted: ['Paper deleted', 'Gone for everyone. It can’t be restored.'],
  unknown: ['Paper not found', 'Check the address. It may have been deleted.'],
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
