/** What the organisation has decided, and what the person at this computer has chosen. */
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { PolicyState, Preferences } from '../../preload/contract/app.ts';
import type { Slice } from './store.ts';

export interface SettingsSlice {
  /** The policy of a managed deployment; `null` until main has answered. */
  readonly policy: PolicyState | null;
  /** The defaults until main has answered. */
  readonly preferences: Preferences;

  /** Asks main for both; nobody waits for it. */
  readonly readSettings: () => Promise<void>;
  /** Changes preferences, here at once and across restarts; a change that can't be saved is reverted. */
  readonly prefer: (change: Partial<Preferences>) => Promise<void>;
}

/** The slice of policy and preferences. */
export function createSettingsSlice(bridge: EaselBridge): Slice<SettingsSlice> {
  return (set, get) => ({
    policy: null,
    preferences: { singleKeys: true, holdSeconds: { single: 10, bulk: 300 } },

    readSettings: async () => {
      const [policy, preferences] = await Promise.all([bridge.policy.state({}), bridge.app.preferences({})]);
      if (policy.ok) set({ policy: policy.value });
      else get().raise(policy.error);
      if (preferences.ok) set({ preferences: preferences.value });
      else get().raise(preferences.error);
    },

    prefer: async (change) => {
      const before = get().preferences;
      const chosen = { ...before, ...change };
      set({ preferences: chosen });
      const kept = await bridge.app.prefer(chosen);
      // Changed again meanwhile: that answer is still to come.
      if (get().preferences !== chosen) return;
      set({ preferences: kept.ok ? kept.value : before });
      if (!kept.ok) get().raise(kept.error);
    },
  });
}
