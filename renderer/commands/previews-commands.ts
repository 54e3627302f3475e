import type { AppState } from '../store/store.ts';
import type { Command } from './command.ts';

const shared = { group: 'Previews', scope: 'app', screens: ['previews'], keys: [] } as const;

function hasPreviews(state: AppState): true | string {
  return state.previews.length > 0 ? true : 'No preview is open';
}

const leavePreview: Command = {
  ...shared,
  id: 'previews.leave',
  label: 'Leave preview',
  enabled: hasPreviews,
  async run(state) {
    if (state.previewInFront !== null) await state.leavePreview(state.previewInFront);
  },
};

export const leaveAllPreviews: Command = {
  ...shared,
  id: 'previews.leave-all',
  label: 'Leave all previews',
  enabled: hasPreviews,
  async run(state) {
    await Promise.all(state.previews.map((preview) => state.leavePreview(preview.grant.previewId)));
  },
};

export const previewsCommands: readonly Command[] = [leavePreview, leaveAllPreviews];
