import { byId } from './dom.ts';
import type { RoomRefusal } from './messages.ts';

const NOTICES: Readonly<Record<RoomRefusal, readonly [title: string, text: string]>> = {
  missing: ['This link has no access token', 'Open the room from Easel, or ask for a new join link.'],
  invalid: [
    'This link is not valid',
    'It may be cut off, or belong to an earlier run. Ask for a new join link.',
  ],
  expired: ['This link has expired', 'Join links last two hours here. Ask for a new one.'],
  'other-paper': [
    'This link is for another paper',
    'Each join link opens one paper. Ask for one to this paper.',
  ],
  deleted: ['This paper was deleted', 'Its content is gone for good, for everyone.'],
  unknown: ['There is no such paper', 'It may have been deleted. Check the address.'],
};

/** Puts a message in the place of the whole room. */
export function showNotice(reason: RoomRefusal): void {
  const [title, text] = NOTICES[reason];
  byId('notice-title', HTMLHeadingElement).textContent = title;
  byId('notice-text', HTMLParagraphElement).textContent = text;
  byId('room', HTMLElement).hidden = true;
  byId('notice', HTMLElement).hidden = false;
  document.body.dataset['state'] = 'refused';
  document.body.dataset['reason'] = reason;
  document.title = title;
}
