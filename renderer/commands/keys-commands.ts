import type { Connection } from '../../preload/contract/connections.ts';
import { isReadOnly, unlockedUntil } from '../store/changes.ts';
import { currentConnection } from '../store/connections-slice.ts';
import { shownConnection } from '../store/keys-slice.ts';
import type { AppState, AppStore } from '../store/store.ts';
import type { Command } from './command.ts';
import { onConnection as onCurrentConnection } from './reasons.ts';

export function meantConnection(state: AppState): Connection | null {
  return state.screen === 'keys' ? shownConnection(state) : currentConnection(state);
}

function onConnection(state: AppState): true | string {
  return meantConnection(state) !== null || 'Add a connection first';
}

const shared = { keys: [], group: 'Connections', scope: 'app', enabled: onConnection } as const;

function canStage(state: AppState): true | string {
  const connection = meantConnection(state);
  if (connection === null) return 'Add a connection first';
  const keys = state.keysById[connection.id]?.keys ?? [];
  return (
    !keys.some((key) => key.slot === 'main' && key.stage === 'next') || 'Use or discard the next key first'
  );
}

export const showAllKeys: Command = {
  ...shared,
  id: 'keys.all',
  label: 'All keys',
  async run(state, store) {
    await state.go({ kind: 'screen', screen: 'keys' });
    if (store.getState().screen === 'keys') state.showAllKeys(true);
  },
};

/** Opens the keys screen of a connection. Returns null if the user stayed in a form with unsaved changes. */
async function goToKeysOf(state: AppState, store: AppStore): Promise<Connection | null> {
  const connection = meantConnection(state);
  if (connection === null) return null;
  await state.goToKeysOf(connection.id);
  return store.getState().screen === 'keys' ? connection : null;
}

export const stageKey: Command = {
  ...shared,
  id: 'keys.stage',
  label: 'Stage next key',
  enabled: canStage,
  async run(state, store) {
    const connection = await goToKeysOf(state, store);
    if (connection !== null)
      state.openDialog({ kind: 'stage-key', connectionId: connection.id, slot: 'main' });
  },
};

export const checkKeys: Command = {
  ...shared,
  id: 'keys.rehearse',
  label: 'Check keys now',
  enabled: (state) => (state.rehearsing === null ? onConnection(state) : 'A check is running'),
  async run(state, store) {
    const connection = await goToKeysOf(state, store);
    if (connection !== null) await state.rehearseKeys(connection.id, '');
  },
};

function onPractice(state: AppState): true | string {
  return currentConnection(state)?.environment === 'practice' || 'Practise with sample data first';
}

export const practiseOutage: Command = {
  ...shared,
  id: 'connections.practise-outage',
  label: 'Practise an outage',
  enabled: onPractice,
  run: (state) => state.rehearsePractice('outage'),
};

export const practiseRotation: Command = {
  ...practiseOutage,
  id: 'connections.practise-rotation',
  label: 'Practise a key rotation',
  run: (state) => state.rehearsePractice('rotation'),
};

/** Returns the connections that can be exported. Excludes the connection to the built-in practice service. */
export function exportable(state: AppState): AppState['connections'] {
  return state.connections.filter(({ environment }) => environment !== 'practice');
}

export const exportConnections: Command = {
  ...shared,
  id: 'connections.export',
  label: 'Export connections…',
  enabled: (state) => exportable(state).length > 0 || 'No connections to export',
  run: (state) => {
    const connectionIds = exportable(state).map(({ id }) => id);
    state.openDialog({ kind: 'export-connections', connectionIds });
  },
};

export const handOver: Command = {
  ...shared,
  id: 'connections.hand-over',
  label: 'Hand over connection…',
  enabled: (state) =>
    meantConnection(state)?.environment === 'practice' ? 'Practice can’t be exported' : onConnection(state),
  run: async (state) => {
    const connection = meantConnection(state);
    if (connection !== null) await state.handOver(connection.id);
  },
};

export const importLabels: Command = {
  ...shared,
  id: 'notes.import',
  group: 'Boards',
  label: 'Import labels from a spreadsheet…',
  enabled: (state) => state.currentId !== null || 'No connection',
  run: (state) => state.openDialog({ kind: 'import' }),
};

export const importFile: Command = {
  ...shared,
  id: 'connections.import',
  label: 'Import connections or notes…',
  enabled: () => true,
  run: (state) => state.openDialog({ kind: 'import' }),
};

const ofCurrent = { ...shared, enabled: onCurrentConnection } as const;

export const removeConnection: Command = {
  ...ofCurrent,
  id: 'connections.remove',
  label: 'Remove connection…',
  async run({ currentId, askToRemove }) {
    if (currentId !== null) await askToRemove(currentId);
  },
};

export const unlockChanges: Command = {
  ...ofCurrent,
  id: 'connections.unlock-changes',
  label: 'Unlock changes for 10 minutes…',
  enabled(state) {
    const connection = currentConnection(state);
    if (connection === null) return onCurrentConnection(state);
    if (connection.readOnly.forced) return 'Read-only by policy';
    return isReadOnly(connection, Date.now()) || 'This connection isn’t read-only';
  },
  run({ currentId, openDialog }) {
    if (currentId !== null) openDialog({ kind: 'unlock-changes', connectionId: currentId });
  },
};

export const lockChanges: Command = {
  ...ofCurrent,
  id: 'connections.lock-changes',
  label: 'Lock changes again',
  enabled(state) {
    const connection = currentConnection(state);
    if (connection === null) return onCurrentConnection(state);
    return unlockedUntil(connection, Date.now()) !== null || 'Changes aren’t unlocked';
  },
  async run({ currentId, lockChanges: lock }) {
    if (currentId !== null) await lock(currentId);
  },
};
