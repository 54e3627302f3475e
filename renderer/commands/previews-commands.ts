import { allows } from '../store/changes.ts';
import type { AppState } from '../store/store.ts';
import type { Command } from './command.ts';

const shared = {
  keys: [],
  group: 'Previews',
  scope: 'app',
  screens: ['previews'],
  enabled: (state: AppState) => state.previews.length > 0 || 'No preview is open',
} as const;

export const leavePreview: Command = {
  ...shared,
  id: 'previews.leave',
  label: 'Leave preview',
  keys: ['Mod+W'],
  async run(state) {
    if (state.previewInFront !== null) await state.leavePreview(state.previewInFront);
  },
};

export const leaveAllPreviews: Command = {
  ...shared,
  id: 'previews.leave-all',
  label: 'Leave all previews',
  async run(state) {
    await Promise.all(state.previews.map((preview) => state.leavePreview(preview.grant.previewId)));
  },
};

export const turnShield: Command = {
  ...shared,
  id: 'previews.shield',
  label: 'Allow or block input',
  keys: ['Mod+Shift+B'],
  async run({ previews, previewInFront, liftShield, raiseShield }) {
    const inFront = previews.find(({ grant }) => grant.previewId === previewInFront);
    if (inFront !== undefined) await (inFront.lifted ? raiseShield : liftShield)(inFront.grant.previewId);
  },
};

export const NO_PICTURES = 'Your organisation doesn’t allow pictures of rooms';

export const capturePreview: Command = {
  ...shared,
  id: 'previews.capture',
  label: 'Save picture of the room…',
  keys: ['Mod+Shift+S'],
  enabled(state) {
    if (!allows(state, 'pictures')) return NO_PICTURES;
    const inFront = state.previews.find(({ grant }) => grant.previewId === state.previewInFront);
    return inFront?.state === 'live' || 'No room is on show';
  },
  async run(state) {
    if (state.previewInFront !== null) await state.capturePreview(state.previewInFront);
  },
};
