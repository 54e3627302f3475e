/** Updates of Easel, its diagnostics file, and facts about the format of the service's responses. */
import type { ServiceShape } from '../../preload/contract/boards.ts';
import type { UpdateState } from '../../preload/contract/updates.ts';
import type { SliceContext } from './store.ts';

export function createUpkeepSlice({ bridge, set, get, attempt, save }: SliceContext) {
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
    shape: null as ServiceShape | null,

    readShape: async () => {
      const connectionId = get().currentId;
      if (connectionId === null) return;
      const shape = await bridge.boards.shape({ connectionId });
      if (get().currentId !== connectionId) return;
      if (shape.ok) set({ shape: shape.value });
      else get().raise(shape.error);
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
