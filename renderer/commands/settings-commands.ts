/** Commands about Easel itself: settings, the lock, what others may see of it, connections in files. */
import { isLocked } from '../store/lock-slice.ts';
import type { AppState } from '../store/store.ts';
import type { Command } from './command.ts';

const shared = { keys: [], scope: 'app', enabled: () => true } as const;

export const blurNames: Command = {
  ...shared,
  id: 'view.blur',
  label: 'Blur names, ids and links',
  keys: ['F8'],
  group: 'View',
  everywhere: true,
  run: ({ blurred, setBlurred, announce }) => {
    setBlurred(!blurred);
    announce(blurred ? 'Names, ids and links are visible again.' : 'Names, ids and links are blurred.');
  },
};

export const lockNow: Command = {
  ...shared,
  id: 'view.lock',
  label: 'Lock now',
  keys: ['Mod+Shift+L'],
  group: 'View',
  everywhere: true,
  enabled: (state) => {
    if (isLocked(state)) return 'Easel is already locked';
    return state.lock?.unlockBy !== 'none' || 'Set a passphrase in Settings first';
  },
  run: (state) => state.lockNow(),
};

/** The connections that can be written to a file; the practice service is every Easel's own. */
export function exportable(state: AppState): AppState['connections'] {
  return state.connections.filter(({ environment }) => environment !== 'practice');
}

export const exportConnections: Command = {
  ...shared,
  id: 'connections.export',
  label: 'Export connections…',
  group: 'Connections',
  enabled: (state) => exportable(state).length > 0 || 'No connections to export',
  run: (state) => {
    const connectionIds = exportable(state).map(({ id }) => id);
    state.openDialog({ kind: 'export-connections', connectionIds });
  },
};

export const importConnections: Command = {
  ...shared,
  id: 'connections.import',
  label: 'Import connections…',
  group: 'Connections',
  run: (state) => state.openDialog({ kind: 'import-connections' }),
};

export const settingsCommands: readonly Command[] = [
  blurNames,
  lockNow,
  exportConnections,
  importConnections,
];
