/** Commands of the frame: connections, window parts, help. */
import { goToPane } from '../parts/room-focus.ts';
import { currentConnection } from '../store/connections-slice.ts';
import type { AppState } from '../store/store.ts';
import { isReadOnly, unlockedUntil } from '../store/changes.ts';
import { onConnection } from './reasons.ts';
import type { Command } from './command.ts';

const shared = { keys: [], scope: 'app', enabled: () => true } as const;
const onConnections = { ...shared, group: 'Connections' } as const;
const onView = { ...shared, group: 'View' } as const;

/** Why the connection in front can't be edited; true when it can. */
function editable(state: AppState): true | string {
  if (currentConnection(state)?.environment === 'practice') return 'Practice can’t be edited';
  return onConnection(state);
}

/** Opens a dialog about the current connection. */
function ask(kind: 'remove-connection' | 'unlock-changes'): Command['run'] {
  return (store) => {
    const { currentId, openDialog } = store.getState();
    if (currentId !== null) openDialog({ kind, connectionId: currentId });
  };
}

export const newConnection: Command = {
  ...onConnections,
  id: 'connections.new',
  label: 'New connection',
  keys: ['Mod+Shift+N'],
  run: (store) => store.getState().go({ kind: 'connection-form', id: null }),
};

export const editConnection: Command = {
  ...onConnections,
  id: 'connections.edit',
  label: 'Edit connection',
  keys: ['Mod+,'],
  enabled: editable,
  run: (store) => {
    const state = store.getState();
    return state.go({ kind: 'connection-form', id: state.currentId });
  },
};

export const removeConnection: Command = {
  ...onConnections,
  id: 'connections.remove',
  label: 'Remove connection…',
  enabled: onConnection,
  run: ask('remove-connection'),
};

export const switchConnection: Command = {
  ...onConnections,
  id: 'connections.switch',
  label: 'Switch connection',
  keys: ['Mod+Shift+C'],
  enabled: onConnection,
  run: (store) => store.getState().setSwitcherOpen(true),
};

export const unlockChanges: Command = {
  ...onConnections,
  id: 'connections.unlock-changes',
  label: 'Unlock changes for 10 minutes…',
  enabled: (state) => {
    const connection = currentConnection(state);
    if (connection === null) return onConnection(state);
    if (connection.readOnly.forced) return 'Read-only by policy';
    return isReadOnly(connection, Date.now()) || 'This connection isn’t read-only';
  },
  run: ask('unlock-changes'),
};

export const lockChanges: Command = {
  ...onConnections,
  id: 'connections.lock-changes',
  label: 'Lock changes again',
  enabled: (state) => {
    const connection = currentConnection(state);
    if (connection === null) return onConnection(state);
    return unlockedUntil(connection, Date.now()) !== null || 'Changes aren’t unlocked';
  },
  run: async (store) => {
    const { currentId, lockChanges: lock } = store.getState();
    if (currentId !== null) await lock(currentId);
  },
};

export const practise: Command = {
  ...onConnections,
  id: 'connections.practise',
  label: 'Practise with sample data',
  enabled: (state) => !state.practising || 'Practice is starting',
  run: (store) => store.getState().practise(),
};

/** Leaves the connection form, for the boards or, where there is no connection yet, for Welcome. */
export const leaveForm: Command = {
  ...onConnections,
  id: 'connections.cancel-edit',
  label: 'Cancel editing',
  keys: ['Escape'],
  screens: ['connection-form'],
  enabled: (state) => state.screen === 'connection-form' || 'Nothing is being edited',
  run: (store) => {
    const { currentId, go } = store.getState();
    return go({ kind: 'screen', screen: currentId === null ? 'welcome' : 'boards' });
  },
};

export const openPalette: Command = {
  ...onView,
  id: 'view.palette',
  label: 'Search or jump',
  keys: ['Mod+K'],
  run: (store) => store.getState().openDialog({ kind: 'palette' }),
};

export const toggleInspector: Command = {
  ...onView,
  id: 'view.inspector',
  label: 'Show or hide inspector',
  keys: ['F4'],
  enabled: (state) => ['boards', 'papers'].includes(state.screen) || 'This screen has no inspector',
  run: (store) => {
    const { inspectorOpen, setInspectorOpen } = store.getState();
    setInspectorOpen(!inspectorOpen);
  },
};

const nextPane: Command = {
  ...onView,
  id: 'view.next-pane',
  label: 'Go to the next pane',
  keys: ['F6'],
  run: (store) => goToPane(1, store.getState().askForKeyboard),
};

const previousPane: Command = {
  ...onView,
  id: 'view.previous-pane',
  label: 'Go to the previous pane',
  keys: ['Shift+F6'],
  run: (store) => goToPane(-1, store.getState().askForKeyboard),
};

export const openShortcuts: Command = {
  ...shared,
  id: 'help.shortcuts',
  label: 'Keyboard shortcuts',
  keys: ['F1', '?'],
  group: 'Help',
  run: (store) => store.getState().openDialog({ kind: 'shortcuts' }),
};

export const frameCommands: readonly Command[] = [
  switchConnection,
  newConnection,
  editConnection,
  removeConnection,
  unlockChanges,
  lockChanges,
  practise,
  leaveForm,
  openPalette,
  toggleInspector,
  nextPane,
  previousPane,
  openShortcuts,
];
