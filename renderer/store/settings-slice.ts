import type { ServiceShape } from '../../preload/contract/boards.ts';
import type { PolicyState, Preferences } from '../../preload/contract/app.ts';
import type { UpdateState } from '../../preload/contract/updates.ts';
import { failureOf } from './calls.ts';
import type { SliceContext } from './store.ts';

export function createSettingsSlice({ bridge, set, get, attempt, save }: SliceContext) {
  let kept: Preferences | null = null;
  let saving: Promise<unknown> = Promise.resolve();
  bridge.on('boards.shapeChanged', ({ connectionId, what }) => {
    const name = get().connections.find(({ id }) => id === connectionId)?.name ?? 'a connection';
    get().announce(`The service format of ${name} has changed: ${what}.`, 'note');
    if (get().shape?.connectionId === connectionId) void get().readShape();
  });

  const receiveUpdates = (updates: UpdateState): void => {
    const before = get().updates;
    set({ updates });
    const { available, downloaded } = updates;
    if (available === null || get().screen === 'settings') return;
    if (available === before?.available && downloaded === before.downloaded) return;
    const how = downloaded ? 'Update downloaded' : 'Update available';
    get().announce(`${how}: Easel ${available}. See Settings → Updates.`, 'note');
  };
  bridge.on('updates.changed', receiveUpdates);

  return {
    policy: null as PolicyState | null,
    settingWanted: null as string | null,
    wantSetting: (settingWanted: string | null) => set({ settingWanted }),
    preferences: null as Preferences | null,
    shape: null as ServiceShape | null,

    readShape: async () => {
      const connectionId = get().currentId;
      if (connectionId === null) return;
      const shape = await bridge.boards.shape({ connectionId });
      if (get().currentId !== connectionId) return;
      if (shape.ok) set({ shape: shape.value });
      else get().raise(shape.error);
    },

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

    /**
     * Shows changed preferences at once, then saves them one by one. Returns false if they were not saved.
     */
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

    updates: null as UpdateState | null,
    readUpdates: () => attempt(bridge.updates.state({}), receiveUpdates),
    checkUpdates: () => attempt(bridge.updates.check({}), receiveUpdates),
    proceedWithUpdate: () => attempt(bridge.updates.proceed({}), receiveUpdates),

    saveDiagnostics: () =>
      save(
        bridge.diagnostics.save({}),
        ({ fileName }) => `Saved as ${fileName}. Review the file before you share it.`,
      ),
  };
}
