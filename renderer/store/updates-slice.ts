/** The state of updates, and the saving of diagnostics. */
import type { Result } from '../../preload/contract/failure.ts';
import type { UpdateState } from '../../preload/contract/updates.ts';
import { failureOf } from './calls.ts';
import type { SliceContext } from './store.ts';

export function createUpdatesSlice({ bridge, set, get }: SliceContext) {
  const receive = (updates: UpdateState): void => {
    const before = get().updates;
    set({ updates });
    const { available, downloaded } = updates;
    if (available === null || get().screen === 'settings') return;
    if (available !== before?.available)
      get().announce(`Easel ${available} is available: see Settings, Updates.`, 'note');
    else if (downloaded && !before.downloaded)
      get().announce(`Easel ${available} was downloaded: see Settings, Updates.`, 'note');
  };
  bridge.on('updates.changed', receive);
  const asked = async (call: Promise<Result<UpdateState>>): Promise<void> =>
    get().raise(await failureOf(call, receive));

  return {
    /** `null` until main has answered. */
    updates: null as UpdateState | null,
    readUpdates: () => asked(bridge.updates.state({})),
    /** Does nothing if this Easel does not check for updates. */
    checkUpdates: () => asked(bridge.updates.check({})),
    downloadUpdate: () => asked(bridge.updates.download({})),
    installUpdate: () => asked(bridge.updates.install({})),

    saveDiagnostics: async () => {
      const saved = await bridge.diagnostics.save({});
      if (!saved.ok) get().raise(saved.error);
      else if (saved.value !== null)
        get().announce(`Saved diagnostics in ${saved.value.fileName}. Read them before you share them.`);
    },
  };
}
