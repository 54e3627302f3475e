import type { Connection } from '../../preload/contract/connections.ts';
import { isReadOnly, unlockedUntil } from '../store/changes.ts';
import { currentConnection } from '../store/connections-slice.ts';
import { shownConnection } from '../store/keys-slice.ts';
import type { AppState, AppStore } from '../store/store.ts';
import { commandsOf } from './command.ts';
import { onConnection } from './reasons.ts';

function meantConnection(state: AppState): Connection | null {
  return state.screen === 'keys' ? shownConnection(state) : currentConnection(state);
}

const connections = commandsOf({ group: 'Connections', enabled: onConnection });

function canStage(state: AppState): true | string {
  const connection = meantConnection(state);
  if (connection === null) return onConnection(state);
  const keys = state.keysById[connection.id]?.keys ?? [];
  return (
    !keys.some((key) => key.slot === 'main' && key.stage === 'next') || 'Use or discard the next key first'
  );
}

export const showAllKeys = connections('keys.all', 'All keys', {}, async (state, store) => {
  await state.go({ kind: 'screen', screen: 'keys' });
  if (store.getState().screen === 'keys') state.showAllKeys(true);
});

/** Opens a connection's keys screen. Returns the connection; null if the user stays in a form with unsaved changes. */
async function goToKeysOf(state: AppState, store: AppStore): Promise<Connection | null> {
  const connection = meantConnection(state);
  if (connection === null) return null;
  await state.goToKeysOf(connection.id);
  return store.getState().screen === 'keys' ? connection : null;
}

export const stageKey = connections(
  'keys.stage',
  'Stage next key',
  { enabled: canStage },
  async (state, store) => {
    const connection = await goToKeysOf(state, store);
    if (connection !== null)
      state.openDialog({ kind: 'stage-key', connectionId: connection.id, slot: 'main' });
  },
);

export const checkKeys = connections(
  'keys.rehearse',
  'Check keys',
  { enabled: (state) => (state.rehearsing === null ? onConnection(state) : 'A check is running') },
  async (state, store) => {
    const connection = await goToKeysOf(state, store);
    if (connection !== null) await state.rehearseKeys(connection.id, '');
  },
);

const practice = commandsOf({
  group: 'Connections',
  enabled: (state) =>
    currentConnection(state)?.environment === 'practice' || 'Practise with sample data first',
});

export const practiseOutage = practice('connections.practise-outage', 'Simulate an outage', {}, (state) =>
  state.rehearsePractice('outage'),
);

export const practiseRotation = practice(
  'connections.practise-rotation',
  'Simulate a key rotation',
  {},
  (state) => state.rehearsePractice('rotation'),
);

export function exportable(state: AppState): AppState['connections'] {
  return state.connections.filter(({ environment }) => environment !== 'practice');
}

export const exportConnections = connections(
  'connections.export',
  'Export connections…',
  { enabled: (state) => exportable(state).length > 0 || 'No connections to export' },
  (state) => {
    const connectionIds = exportable(state).map(({ id }) => id);
    state.openDialog({ kind: 'export-connections', connectionIds });
  },
);

export const handOver = connections(
  'connections.hand-over',
  'Export connection for a colleague…',
  {
    enabled: (state) =>
      meantConnection(state)?.environment === 'practice'
        ? 'The practice connection can’t be exported'
        : onConnection(state),
  },
  async (state) => {
    const connection = meantConnection(state);
    if (connection !== null) await state.handOver(connection.id);
  },
);

export const importLabels = connections(
  'notes.import',
  'Import labels from a spreadsheet…',
  { group: 'Boards' },
  (state) => state.openDialog({ kind: 'import' }),
);

export const importFile = connections(
  'connections.import',
  'Import connections or notes…',
  { enabled: () => true },
  (state) => state.openDialog({ kind: 'import' }),
);

export const removeConnection = connections('connections.remove', 'Remove connection…', {}, async (state) => {
  const connection = meantConnection(state);
  if (connection !== null) await state.askToRemove(connection.id);
});

export const unlockChanges = connections(
  'connections.unlock-changes',
  'Unlock connection for 10 minutes…',
  {
    enabled(state) {
      const connection = currentConnection(state);
      if (connection === null) return onConnection(state);
      if (connection.readOnly.forced) return 'Read-only by policy';
      return isReadOnly(connection, Date.now()) || 'This connection isn’t read-only';
    },
  },
  ({ currentId, openDialog }) => {
    if (currentId !== null) openDialog({ kind: 'unlock-changes', connectionId: currentId });
  },
);

export const lockChanges = connections(
  'connections.lock-changes',
  'Lock connection again',
  {
    enabled(state) {
      const connection = currentConnection(state);
      if (connection === null) return onConnection(state);
      return unlockedUntil(connection, Date.now()) !== null || 'This connection isn’t unlocked';
    },
  },
  async ({ currentId, lockChanges: lock }) => {
    if (currentId !== null) await lock(currentId);
  },
);
