/** What the screen of settings shows: the organisation's policy, the person's choices, and what was learned of the service. */
import type { ServiceShape } from '../../preload/contract/boards.ts';
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { PolicyState, Preferences } from '../../preload/contract/app.ts';
import type { Slice } from './store.ts';

export interface SettingsSlice {
  /** The policy of a managed deployment; `null` until main has answered. */
  readonly policy: PolicyState | null;
  /** The defaults until main has answered. */
  readonly preferences: Preferences;
  /** What the service of the connection in front looks like; `null` until it is asked for. */
  readonly shape: ServiceShape | null;

  /** Asks main for policy and preferences; nobody waits for it. */
  readonly readSettings: () => Promise<void>;
  /** Changes preferences, here at once and across restarts; a change that can't be saved is reverted. */
  readonly prefer: (change: Partial<Preferences>) => Promise<void>;
  readonly readShape: () => Promise<void>;
}

export function createSettingsSlice(bridge: EaselBridge): Slice<SettingsSlice> {
  return (set, get) => {
    bridge.on('boards.shapeChanged', ({ connectionId, what }) => {
      const name = get().connections.find(({ id }) => id === connectionId)?.name ?? 'a connection';
      get().announce(`What Easel has learned of the service of ${name} has changed: ${what}.`);
      if (get().shape?.connectionId === connectionId) void get().readShape();
    });

    return {
      policy: null,
      preferences: { singleKeys: true, holdSeconds: { single: 10, bulk: 300 } },
      shape: null,

      readShape: async () => {
        const connectionId = get().currentId;
        if (connectionId === null) return;
        const shape = await bridge.boards.shape({ connectionId });
        if (get().currentId !== connectionId) return;
        if (shape.ok) set({ shape: shape.value });
        else get().raise(shape.error);
      },

      readSettings: async () => {
        const [policy, preferences] = await Promise.all([
          bridge.policy.state({}),
          bridge.app.preferences({}),
        ]);
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
    };
  };
}
