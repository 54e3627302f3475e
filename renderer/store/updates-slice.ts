/** How updates stand, as main tells it; and the folder of diagnostics. */
import type { Result } from '../../preload/contract/failure.ts';
import type { UpdateState } from '../../preload/contract/updates.ts';
import { failureOf } from './calls.ts';
import type { SliceContext } from './store.ts';

export function createUpdatesSlice({ bridge, set, get }: SliceContext) {
  const receive = (updates: UpdateState): void => {
    const before = get().updates;
    set({ updates });
    const { offer } = updates;
    // Said where it was not asked for just now, and seen in the settings otherwise.
    if (offer === null || get().screen === 'settings') return;
    if (offer.version !== before?.offer?.version)
      get().announce(`Easel ${offer.version} is available: see Settings, Updates.`, 'note');
    else if (offer.ready && !before.offer.ready)
      get().announce(`Easel ${offer.version} was downloaded: see Settings, Updates.`, 'note');
  };
  bridge.on('updates.changed', receive);
  const asked = async (call: Promise<Result<UpdateState>>): Promise<void> =>
    get().raise(await failureOf(call, receive));

  return {
    /** `null` until main has answered. */
    updates: null as UpdateState | null,
    readUpdates: () => asked(bridge.updates.state({})),
    /** Asks the release server, where this Easel looks for updates at all. */
    checkUpdates: async () => {
      if (get().updates === null) await get().readUpdates();
      if (get().updates?.checks === true) await asked(bridge.updates.check({}));
    },
    downloadUpdate: () => asked(bridge.updates.download({})),
    cancelUpdate: () => asked(bridge.updates.cancel({})),
    /** Shows the verified file in its folder. */
    showUpdate: () => asked(bridge.updates.show({})),
    /** Closes Easel for the verified file to be installed, where it is not refused. */
    installUpdate: () => asked(bridge.updates.install({})),
    openUpdatePage: async () => get().raise(await failureOf(bridge.updates.openPage({}))),

    saveDiagnostics: async () => {
      const saved = await bridge.diagnostics.save({});
      if (!saved.ok) get().raise(saved.error);
      else if (saved.value !== null)
        get().announce(`Saved diagnostics in ${saved.value.fileName}. Read them before you share them.`);
    },
  };
}
