import type { UpdateState } from '../../preload/contract/updates.ts';
import type { SliceContext } from './store.ts';

export function createUpdatesSlice({ bridge, set, get, attempt }: SliceContext) {
  const receive = (updates: UpdateState): void => {
    const before = get().updates;
    set({ updates });
    const { available, downloaded } = updates;
    if (available === null || get().screen === 'settings') return;
    if (available === before?.available && downloaded === before.downloaded) return;
    const how = downloaded ? 'was downloaded' : 'is available';
    get().announce(`Easel ${available} ${how}: see Settings, Updates.`, 'note');
  };
  bridge.on('updates.changed', receive);
  return {
    updates: null as UpdateState | null,
    readUpdates: () => attempt(bridge.updates.state({}), receive),
    checkUpdates: () => attempt(bridge.updates.check({}), receive),
    /** Downloads an available update, or installs a downloaded one. */
    proceedWithUpdate: () => attempt(bridge.updates.proceed({}), receive),

    saveDiagnostics: () =>
      attempt(bridge.diagnostics.save({}), (file) => {
        if (file !== null)
          get().announce(`Saved diagnostics in ${file.fileName}. Read them before you share them.`);
      }),
  };
}
