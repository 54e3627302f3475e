import { allows } from '../store/changes.ts';
import { isIn, type OpenPreview } from '../store/previews-slice.ts';
import type { AppState } from '../store/store.ts';
import { commandsOf } from './command.ts';

const previews = commandsOf({
  group: 'Previews',
  screens: ['previews'],
  enabled: (state) => state.previews.length > 0 || 'No preview is open',
});

const inFront = ({ previews: open, previewInFront }: AppState): OpenPreview | undefined =>
  open.find(({ grant }) => grant.previewId === previewInFront);

export const leavePreview = previews(
  'previews.leave',
  'Leave room',
  { keys: ['Mod+W'] },
  async ({ previewInFront, leavePreview: leave }) => {
    if (previewInFront !== null) await leave(previewInFront);
  },
);

export const leaveAllPreviews = previews('previews.leave-all', 'Leave all rooms', {}, async (state) => {
  await Promise.all(state.previews.map((preview) => state.leavePreview(preview.grant.previewId)));
});

export const turnShield = previews(
  'previews.shield',
  'Allow or block input',
  {
    keys: ['Mod+Shift+B'],
    enabled(state) {
      const room = inFront(state);
      return (room !== undefined && isIn(room)) || NO_ROOM;
    },
  },
  async (state) => {
    const room = inFront(state);
    if (room !== undefined) await (room.lifted ? state.raiseShield : state.liftShield)(room.grant.previewId);
  },
);

const NO_ROOM = 'No room is shown';
export const NO_PICTURES = 'Your organisation doesn’t allow pictures of rooms';

export const capturePreview = previews(
  'previews.capture',
  'Save picture of the room…',
  {
    keys: ['Mod+Shift+S'],
    enabled(state) {
      if (!allows(state, 'pictures')) return NO_PICTURES;
      return inFront(state)?.state === 'live' || NO_ROOM;
    },
  },
  async (state) => {
    if (state.previewInFront !== null) await state.capturePreview(state.previewInFront);
  },
);
