import { allows } from '../store/changes.ts';
import { commandsOf } from './command.ts';

const previews = commandsOf({
  group: 'Previews',
  screens: ['previews'],
  enabled: (state) => state.previews.length > 0 || 'No preview is open',
});

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
  { keys: ['Mod+Shift+B'] },
  async ({ previews: open, previewInFront, liftShield, raiseShield }) => {
    const inFront = open.find(({ grant }) => grant.previewId === previewInFront);
    if (inFront !== undefined) await (inFront.lifted ? raiseShield : liftShield)(inFront.grant.previewId);
  },
);

export const NO_PICTURES = 'Your organisation doesn’t allow pictures of rooms';

export const capturePreview = previews(
  'previews.capture',
  'Save picture of the room…',
  {
    keys: ['Mod+Shift+S'],
    enabled(state) {
      if (!allows(state, 'pictures')) return NO_PICTURES;
      const inFront = state.previews.find(({ grant }) => grant.previewId === state.previewInFront);
      return inFront?.state === 'live' || 'No room is shown';
    },
  },
  async (state) => {
    if (state.previewInFront !== null) await state.capturePreview(state.previewInFront);
  },
);
