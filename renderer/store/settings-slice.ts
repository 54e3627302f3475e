import type { PolicyState, Preferences } from '../../preload/contract/app.ts';
import { failureOf } from './calls.ts';
import type { SliceContext } from './store.ts';

export function createSettingsSlice({ bridge, set, get }: SliceContext) {
  let kept: Preferences | null = null;
  let saving: Promise<unknown> = Promise.resolve();
  return {
    policy: null as PolicyState | null,
    settingWanted: null as string | null,
    wantSetting: (settingWanted: string | null) => set({ settingWanted }),
    preferences: null as Preferences | null,

    readSettings: async () => {
      const failures = await Promise.all([
        failureOf(bridge.policy.state({}), (policy) => set({ policy })),
        failureOf(bridge.app.preferences({}), (preferences) => {
          kept = preferences;
          set({ preferences });
        }),
      ]);
      for (const failure of failures) get().raise(failure);
    },

    /** Applies changed preferences at once, then saves them one by one. Returns false if they were not saved. */
    prefer: async (change: Partial<Preferences>): Promise<boolean> => {
      const before = get().preferences;
      if (before === null) return false;
      const chosen = { ...before, ...change };
      set({ preferences: chosen, ...(change.roomName !== undefined && { previewName: null }) });
      const mine = saving.then(() => bridge.app.prefer({ ...(kept ?? before), ...change }));
      saving = mine;
      const answer = await mine;
      if (answer.ok) kept = answer.value;
      else get().raise(answer.error);
      if (get().preferences === chosen) set({ preferences: kept });
      return answer.ok;
    },
  };
}
